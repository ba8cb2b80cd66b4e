// Package pane implements the building blocks of panes: the context, the stack of screens, the list
// with its inspector, pickers and prompts, the common keys, the messages to the root, copies and
// exports, and errors in words.
//
// A screen is one of three. A [List] shows rows. A [Text] shows lines: its TextConfig names a
// title and a function that returns the lines for a width; it scrolls, searches (/ n N), and
// copies (y) by itself, and other keys are [Shortcut]s. [Regions] shows several parts beside and
// below each other, of which those that are a List, a Text or another [Focusable] take turns
// with the focus:
//
//	r := pane.NewRegions(func(width, height int) pane.Area {
//		return pane.Area{Below: []pane.Area{
//			{Draw: header, Size: 1, Rank: 3},
//			{Min: 8, Rank: 2, SideBySide: []pane.Area{{Region: list}, {Region: text, Size: 40}}},
//			{Draw: charts, Min: 11, Rank: 1}, // left out first where the screen is low
//		}}
//	}, list, text)
//	r.Next, r.Previous = s.Keys.NextRegion, s.Keys.PreviousRegion
//
// A screen of a pane embeds one of the three and adds its own Update before it. After a change
// of data call List.SetRows, Text.Fill, or Regions.Arrange.
package pane

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
	"channeldeck/ui/notify"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/terminal"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/words"
)

// Context is everything that a pane needs from outside and that is no site's own. Each session has one;
// only the preferences, the earlier queries and what is passed to the root change during the session.
type Context struct {
	Words *words.Words
	Theme *theme.Theme
	View  *resource.View // how values of all sites are shown, and the clock
	Machine
	Preferences
	Base   context.Context                            // ends with the session
	After  func(d time.Duration, msg tea.Msg) tea.Cmd // sends msg when d has passed
	Moment time.Time                                  // the recording that is shown; zero for now
	Demo   bool                                       // the sites are sandboxes of the demo
	Sites  Sites                                      // that are shown: see Show
	// Configured are all sites that the user can switch to.
	Configured []Configured
	// Settings changes the configuration; nil where it is not the user's.
	Settings *Settings
	Zones    *Zones // what can be clicked

	queries map[string]*input.Queries // earlier ones, by the name of the field
	toRoot  []tea.Msg
}

// Configured is a site of the configuration.
type Configured struct{ Name, Host string }

// Settings holds the functions that the screen of the settings calls.
type Settings struct {
	Load    func() (*config.Config, error)                       // reads the configuration again
	Try     func(ctx context.Context, site config.NewSite) error // makes a request before a site is saved
	Test    func(ctx context.Context, site string) error         // makes a request with the key of a site
	Look    func(name string) *theme.Theme
	Apply   func(cfg *config.Config) tea.Cmd // makes the running dashboard follow a configuration
	Explain func(err error) string           // words an error in the user's language
}

// Machine is the user's machine and terminal.
type Machine struct {
	Copy func(text string) (terminal.Copied, error) // puts text on the clipboard of the user's machine
	// Save writes a new file, into the working directory unless the name is a path; nil where the
	// user has no files, so that exports go to the clipboard.
	Save func(name string, content []byte) (path string, err error)
	// CanSuspend reports whether a shell waits for this process; nil where the
	// process is not the user's own.
	CanSuspend func() bool
	LocalFiles bool // the user has the files of this machine, so that paths can be read
	OverSSH    bool // the terminal is on another machine
	// the variable of the locale because of which the terminal shows only ASCII; "" if it shows more
	OnlyASCII string
	Announcer *notify.Announcer // announces new findings; nil for nowhere

	Browse func(address string) error // opens a web address; nil where nobody would see it

	// RunProgram gives the terminal to a program until it ends, and sends the message of
	// done; nil where there is none to give.
	RunProgram func(p program.Program, done func(error) tea.Msg) tea.Cmd
}

// Preferences holds the user's preferences.
type Preferences struct {
	ReadOnly       bool
	NoHistoryPlace bool                                         // no variable says where a history could be
	Mouse          bool                                         // it is used
	HideInspector  bool                                         // beside lists; a key toggles it
	Refresh        time.Duration                                // interval of automatic refreshes; 0 for none
	SilentAfter    time.Duration                                // without a new work, an account needs attention
	Columns        map[string][]string                          // columns that the user chose, by resource
	Views          Views                                        // of lists
	StartView      string                                       // the view to begin with, "" for none
	StartWall      bool                                         // Overview begins with its wall
	Keys           map[string][]string                          // bindings that the user changed, by action
	Commands       []*config.Command                            // own commands
	Bound          func(action string, standard, keys []string) // called for every binding; may be nil
}

// Bind returns the binding of an action: its standard key, or those of the user. It matches Press also
// without a key. The message "key." + action is its help: see Help.
func (c *Context) Bind(action string) key.Binding {
	return c.BindTo(action, standardKeys[action])
}

// BindTo returns the binding of an action whose standard keys are not in Letters.
func (c *Context) BindTo(action string, standard []string) key.Binding {
	keys := standard
	if own, ok := c.Keys[action]; ok {
		keys = own
	}
	if c.Bound != nil {
		c.Bound(action, standard, keys)
	}
	return key.NewBinding(
		key.WithKeys(append(slices.Clip(keys), actionMark+action)...),
		key.WithHelp(c.KeyName(keys), "key."+action),
	)
}

// Named returns a binding with the message id as its help.
func (c *Context) Named(b key.Binding, id string) key.Binding {
	b.SetHelp(b.Help().Key, id)
	return b
}

// ReadsPast tells, in place of a change, that the past is read-only. It returns nil now.
func (c *Context) ReadsPast() tea.Cmd {
	if c.Moment.IsZero() {
		return nil
	}
	return c.Inform("past.read_only")
}

// Help returns the help of a binding in the language of now. A binding itself has the ID of a
// message, so that its help follows a change of the language, or a text.
func (c *Context) Help(b key.Binding) key.Help {
	h := b.Help()
	names := strings.Split(h.Key, "/")
	for i, name := range names {
		if name == "space" {
			names[i] = c.Words.T("keyname.space")
		}
	}
	return key.Help{Key: strings.Join(names, "/"), Desc: cmp.Or(c.Words.Optional(h.Desc), h.Desc)}
}

// Key returns the name of the key of a binding, for sentences.
func (c *Context) Key(b key.Binding) string { return c.Help(b).Key }

// State is the state of a pane's data, for the header.
type State = store.State

// Level is the severity of a notice.
type Level uint8

// The levels.
const (
	Info Level = iota
	Done
	Warning
	Failure
)

// Notice asks the root to show a text above the footer.
type Notice struct {
	Level Level
	Text  string
}

// SettingsChanged announces that the language, the colours or other settings are new. What was
// made from the old ones must be made again; what is drawn from the context follows by itself.
type SettingsChanged struct{}

// Notify returns a command that sends a notice.
func Notify(level Level, text string) tea.Cmd {
	return func() tea.Msg { return Notice{Level: level, Text: text} }
}

// Inform returns a command that sends a text of the catalog as a notice.
func (c *Context) Inform(id string, pairs ...any) tea.Cmd {
	return Notify(Info, c.Words.T(id, pairs...))
}

// Target names what another pane should open. Fields that do not apply are empty.
type Target struct {
	Pane      string // accounts, groups, options, works, sessions, prices
	Site      string // whose it is, where several are shown
	Platform  string
	AccountID string
	// AccountIDs are several accounts, one a line: see JoinIDs.
	AccountIDs string
	GroupID    string
	WorkID     string
	SessionID  string
	CallID     string // of the session: where to begin
	Message    int    // of the session: the number of the message at which to begin
	Model      string
	View       string // the name of a saved view
	Status     string // of accounts, as in a saved view
	Question   string // for a quote of prices
	Search     string // a text to search in all stored sessions
}

// JoinIDs returns Target.AccountIDs of accounts.
func JoinIDs(accounts []*api.Account) string {
	ids := make([]string, len(accounts))
	for i, a := range accounts {
		ids[i] = a.ID
	}
	return strings.Join(ids, "\n")
}

// Open asks the root to show something in a pane.
type Open struct{ Target Target }

// ToRoot passes the root a message to handle at the end of this update. As a command it
// would arrive later, and a key typed meanwhile would reach what is in front now.
func (c *Context) ToRoot(msg tea.Msg) tea.Cmd {
	c.toRoot = append(c.toRoot, msg)
	return nil
}

// ForRoot returns the messages of ToRoot since the last call.
func (c *Context) ForRoot() []tea.Msg {
	msgs := c.toRoot
	c.toRoot = nil
	return msgs
}

// After returns a function for Context.After that uses real time. Its commands end
// with ctx, so that nothing of a session is left when it has ended.
func After(ctx context.Context) func(d time.Duration, msg tea.Msg) tea.Cmd {
	return func(d time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			select {
			case <-time.After(d):
				return msg
			case <-ctx.Done():
				return nil
			}
		}
	}
}
