package ui

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/text/width"

	"channeldeck/ui/pane"
)

// keyMap holds the keys that work in every pane.
type keyMap struct {
	Help, Quit, ForceQuit, Suspend key.Binding
	More                           key.Binding // Help in a footer, which does not list all keys
	NextTab, PrevTab, Tab          key.Binding
	Palette, PaletteInField        key.Binding // PaletteInField works where letters are text
	GoBack, Sites, Settings        key.Binding
	NextSite                       key.Binding // of several that are shown
	Mouse                          key.Binding // gives the mouse to the terminal, or takes it back
	Moment, Earlier, Later, Now    key.Binding // the last three in the past

	panes map[string][]string // which have a key that does not work everywhere
	tell  map[string]bool     // the keys that say where they have nothing to do
}

func newKeyMap(c *pane.Context) keyMap {
	k := keyMap{
		Help:      c.Bind("help"),
		Quit:      c.Bind("quit"),
		ForceQuit: c.Bind("force_quit"),
		Suspend:   c.Bind("suspend"),
		NextTab:   c.Bind("next_tab"),
		PrevTab:   c.Bind("previous_tab"),
		Tab:       c.BindTo("tab", tabKeys(len(Makers()))),
		Palette:   c.Bind("palette"),
		GoBack:    c.Bind("go_back"),
		Sites:     c.Bind("sites"),
		Settings:  c.Bind("settings"),
		Moment:    c.Bind("moment"),
		NextSite:  c.Bind("next_site"),
		Mouse:     c.Bind("mouse"),
		panes:     panesByKey(c),
		tell:      keysThatTell(c),
	}
	if !c.Moment.IsZero() {
		k.Earlier = key.NewBinding(key.WithKeys("["), key.WithHelp("[", "past.earlier"))
		k.Later = key.NewBinding(key.WithKeys("]"), key.WithHelp("]", "past.later"))
		k.Now = key.NewBinding(key.WithKeys("esc"), key.WithHelp("esc", "past.now"))
	}
	k.More = c.Named(k.Help, "key.more")
	k.PaletteInField = c.WhileTyping(k.Palette)
	return k
}

// digits are the keys of the first tabs, in their order.
const digits = "123456789"

// tabKeys returns the keys of some tabs. Those behind the last digit have none.
func tabKeys(tabs int) []string {
	return strings.Split(digits[:min(tabs, len(digits))], "")
}

// tabKey returns the key of a tab, "" for one behind the last digit.
func tabKey(i int) string {
	if i >= len(digits) {
		return ""
	}
	return digits[i : i+1]
}

// at returns the bindings that work in a pane: Quit closes all screens but the first.
func (k keyMap) at(c *pane.Context, front pane.Pane) keyMap {
	if front.Stack().Depth() > 1 {
		k.Quit = c.Named(k.Quit, "key.close")
		k.Now.SetEnabled(false) // its key closes the screen
	}
	k.NextSite.SetEnabled(front.Stack().NextSite() != nil)
	return k
}

// leftBy returns the bindings whose keys a pane does not take for itself.
func (k keyMap) leftBy(front pane.Pane) keyMap {
	for _, b := range []*key.Binding{&k.NextTab, &k.PrevTab} {
		taken := func(name string) bool {
			msg, ok := pane.KeyMsg(name)
			return ok && front.Stack().Takes(msg)
		}
		b.SetEnabled(!slices.ContainsFunc(b.Keys(), taken))
	}
	return k
}

// ShortHelp is the end of every footer.
func (k keyMap) ShortHelp() []key.Binding {
	return []key.Binding{k.Palette, k.More, k.Quit}
}

// FullHelp is all global keys.
func (k keyMap) FullHelp() [][]key.Binding {
	return [][]key.Binding{
		{
			k.Palette, k.Sites, k.NextSite, k.Settings, k.Moment, k.Earlier, k.Later, k.Now,
			k.GoBack, k.NextTab, k.PrevTab, k.Tab, k.Mouse, k.Help, k.Quit, k.ForceQuit, k.Suspend,
		},
	}
}

// Binders returns a function for each pane that makes all bindings which work at the
// same time: the global ones and those of the pane.
func Binders(makers []Maker) []pane.Binder {
	all := make([]pane.Binder, len(makers))
	for i, m := range makers {
		all[i] = func(c *pane.Context) {
			newKeyMap(c)
			m.Make(c)
		}
	}
	return all
}

// punctuation are signs that an input method for Chinese types for those of the keyboard, each
// before that one.
const punctuation = "，,、/。.【[】]「{」}》>《<￥$¥$"

// narrow returns a key as it is without an input method: its full-width characters are not keys.
func narrow(msg tea.KeyMsg) tea.KeyMsg {
	if msg.Type != tea.KeyRunes || len(msg.Runes) != 1 || msg.Runes[0] < utf8.RuneSelf {
		return msg
	}
	of := width.LookupRune(msg.Runes[0]).Narrow()
	_, after, ok := strings.Cut(punctuation, string(msg.Runes))
	if ok {
		of, _ = utf8.DecodeRuneInString(after)
	}
	if of == 0 || of >= utf8.RuneSelf {
		return msg
	}
	if msg.Runes = []rune{of}; of == ' ' {
		msg.Type = tea.KeySpace
	}
	return msg
}

// flatten joins groups of bindings, without duplicates, disabled ones, and those without a key.
func flatten(groups [][]key.Binding) []key.Binding {
	return slices.DeleteFunc(actionsOf(groups), func(b key.Binding) bool {
		return b.Help().Key == ""
	})
}

// actionsOf joins groups of bindings, without duplicates and disabled ones.
func actionsOf(groups [][]key.Binding) []key.Binding {
	var all []key.Binding
	seen := map[key.Help]bool{}
	for _, b := range slices.Concat(groups...) {
		if b.Enabled() && b.Help().Desc != "" && !seen[b.Help()] {
			seen[b.Help()] = true
			all = append(all, b)
		}
	}
	return all
}
