// Package pane is what all panes have in common: the context that comes in once
// when one is made, the loader by which it gets its data, the messages that it
// sends up to the root, the keys that mean the same in all, and what they show
// and do alike: the frame, a list with its detail, the filter, a choice, fields,
// what is copied and written into files, and errors in words.
package pane

import (
	"context"
	"log/slog"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/store"
	"channeldeck/ui/words"
)

// Context is everything that a pane needs from outside. One is made for each
// session, and nothing in it changes while the session lasts.
type Context struct {
	Base   context.Context // ends with the session
	Client *api.Client
	Store  *store.Store // shared data
	Theme  *theme.Theme
	Words  *words.Words
	Now    func() time.Time
	After  func(d time.Duration, msg tea.Msg) tea.Cmd                 // sends msg when d has passed
	Copy   func(text string) error                                    // puts text on the clipboard of the person's own machine
	Save   func(name string, content []byte) (path string, err error) // writes a new file beside the person's others
	// CanSuspend reports whether a shell waits for this process; nil where the
	// process is not the user's own.
	CanSuspend func() bool
	Log        *slog.Logger
	Site       string // name of the site in the configuration, "" for none
	ReadOnly   bool
	Examples   []Thing                                      // what there is to try in the demo
	Refresh    time.Duration                                // how often a pane asks anew by itself, see Refresher; 0 for never
	Columns    map[string][]string                          // columns that the person chose, by pane
	Keys       map[string][]string                          // bindings that the person changed, by action
	Bound      func(action string, standard, keys []string) // is told of every binding; nil where nobody asks
}

// Bind makes the binding of an action. Its keys are the person's where these
// were changed; its help is the text "key." + action.
func (c *Context) Bind(action string, keys ...string) key.Binding {
	standard := keys
	if own, ok := c.Keys[action]; ok {
		keys = own
	}
	if c.Bound != nil {
		c.Bound(action, standard, keys)
	}
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(c.KeyName(keys), c.Words.T("key."+action)))
}

// State is the state of a pane's data, for the header.
type State = store.State

// Level is how much a notice matters.
type Level uint8

// The levels.
const (
	Info Level = iota
	Done
	Warning
	Failure
)

// Notice asks the root for a line in the status line.
type Notice struct {
	Level Level
	Text  string
}

// Notify is the command that sends a notice.
func Notify(level Level, text string) tea.Cmd {
	return func() tea.Msg { return Notice{Level: level, Text: text} }
}

// Target names what another pane should open. Fields that do not matter there
// are empty.
type Target struct {
	Pane      string // accounts, groups, options, works, sessions, prices
	Platform  string
	AccountID string
	GroupID   string
	WorkID    string
	SessionID string
	Model     string
}

// Open asks the root to go to a pane and show something there.
type Open struct{ Target Target }

// Goto is the command that sends Open.
func Goto(t Target) tea.Cmd {
	return func() tea.Msg { return Open{Target: t} }
}

// After is the After of a real session.
func After(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}
