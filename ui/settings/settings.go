// Package settings is the screen that changes the configuration: preferences, sites and own
// commands. Each change is written at once into the file, which is read again before, and the
// running dashboard follows it. Only another address or key of a site that is shown opens that
// site again.
package settings

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/typed"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/words"
)

// Reopen asks the root to open the site that is shown again: its address, its key or the language of its
// texts is another one.
type Reopen struct{}

// preferences are those of the list, by their sections.
var preferences = []struct {
	section string
	keys    []string
}{
	{"look", []string{"lang", "theme", "ascii", "mouse", "start"}},
	{"data", []string{"refresh", "stale_after", "silent_after", "notify"}},
}

// nextStart are the preferences that apply from the next start on.
var nextStart = []string{"ascii", "start"}

// Box is the screen, a box over the panes: a list of what can be changed, and the pickers and
// forms that it opens.
type Box struct {
	ctx   *pane.Context
	stack *pane.Stack
	words *words.Words
	theme *theme.Theme

	service *pane.Settings
	list    *list
	cfg     *config.Config // nil until it is loaded
	reopen  bool           // the site that is shown must be opened again
	closed  bool
	begin   func() tea.Cmd // opens what is asked for over the list; nil for nothing
	width   int
	rows    int // of the list without a filter
}

// SetSize sets the size in cells.
func (b *Box) SetSize(width, height int) {
	b.width = width
	b.stack.SetSize(width, height)
}

// View draws the screen on top.
func (b *Box) View() string { return b.stack.View() }

// ShortHelp returns the keys of the footer.
func (b *Box) ShortHelp() []key.Binding { return b.stack.ShortHelp() }

// New returns the screen.
func New(c *pane.Context) *Box {
	b := &Box{
		ctx:     c,
		stack:   pane.NewStack(c, "settings"),
		words:   c.Words,
		theme:   c.Theme,
		service: c.Settings,
	}
	b.list = &list{Picker: c.Picker(b.stack.Keys, nil, false), box: b}
	b.stack.Push(b.list)
	return b
}

// AddSite returns the screen with the form of a new site.
func AddSite(c *pane.Context) *Box {
	b := New(c)
	b.begin = func() tea.Cmd { return b.editSite("") }
	return b
}

// Keys returns the preferences of the list, in their order.
func Keys() []string {
	var keys []string
	for _, group := range preferences {
		keys = append(keys, group.keys...)
	}
	return keys
}

// NewAt returns a function that makes the screen with the values of a preference on top.
func NewAt(key string) func(*pane.Context) *Box {
	return func(c *pane.Context) *Box {
		b := New(c)
		b.begin = func() tea.Cmd {
			b.list.Type(b.words.T("settings.key." + key))
			return b.editPreference(b.cfg.Preferences(key)[0])
		}
		return b
	}
}

// Init reads the configuration.
func (b *Box) Init() tea.Cmd {
	return b.change(&b.list.saving, func(context.Context, *config.Config) error {
		return nil
	})
}

// loaded is the configuration after a change, with the mistakes in it.
type loaded struct {
	cfg      *config.Config
	mistakes error
}

// change reads the configuration, changes it, and reads it again.
func (b *Box) change(
	l *store.Loader[loaded],
	do func(ctx context.Context, cfg *config.Config) error,
) tea.Cmd {
	load := b.service.Load
	return l.Start(b.ctx.Base, b.ctx.View.Now, func(ctx context.Context, _ func(any)) (loaded, error) {
		cfg, _ := load() // a change reports a file that cannot be changed
		if err := do(ctx, cfg); err != nil {
			return loaded{}, err
		}
		cfg, err := load()
		return loaded{cfg, err}, nil
	})
}

// set shows the configuration after a change, which the dashboard follows.
func (b *Box) set(l loaded) (cmd tea.Cmd) {
	first := b.cfg == nil
	if !first && l.cfg.Lang.V != b.cfg.Lang.V {
		b.reopen = true // what the service sent is in the language of the requests
	}
	if b.cfg = l.cfg; !first {
		cmd = b.service.Apply(l.cfg)
		b.ctx.ToRoot(pane.SettingsChanged{})
	}
	if l.mistakes != nil {
		cmd = tea.Batch(cmd, pane.Notify(pane.Warning, b.service.Explain(l.mistakes)))
	}
	b.list.Filter = b.words.T("picker.filter")
	b.list.Nothing = b.words.T("picker.nothing")
	b.list.SetItems(b.list.items())
	_, rows := b.list.Size()
	b.rows = max(b.rows, rows) // fewer match a filter
	b.stack.Refit()
	if first && b.begin != nil {
		cmd = tea.Batch(cmd, b.begin())
	}
	return cmd
}

// Update handles a message. The screen stays open until the list is left.
func (b *Box) Update(msg tea.Msg) (open bool, cmd tea.Cmd) {
	cmd = b.stack.Update(msg)
	if b.closed && b.reopen {
		b.ctx.ToRoot(Reopen{})
	}
	return !b.closed, cmd
}

// Want returns the size of the list, which stays while it is filtered and while what it opens has room over
// it, so that the box stays where it is.
func (b *Box) Want(width, height int) (int, int) {
	width = min(92, width-6)
	rows := b.rows
	if top, ok := b.stack.Top().(pane.Boxed); ok {
		const frame = 2
		_, high := top.Want(width-frame, height)
		rows = max(rows, high+frame)
	}
	return width, min(rows, height-2)
}

// Frame names the file, without its directory where that would cut the title.
func (b *Box) Frame() pane.Frame {
	f := pane.Frame{Title: b.words.T("settings.title")}
	if b.stack.Depth() == 1 { // what covers the list has a frame of its own
		f.Scroll = pane.ScrollOf(b.list.Visible())
	}
	if b.cfg != nil {
		f.Right = text.Line(b.cfg.Path)
		if text.Width(f.Title)+text.Width(f.Right) > b.width-8 {
			f.Right = filepath.Base(f.Right)
		}
	}
	return f
}

// list is the first screen.
type list struct {
	*picker.Picker
	box    *Box
	saving store.Loader[loaded] // what a picker changes
	done   func() string        // the notice after the running change; nil for none
	undo   func()               // undoes what shows the running change already; nil for nothing
	early  []tea.KeyMsg         // pressed before there is anything to choose: the first chooses
}

// Capturing is always true: letters filter.
func (l *list) Capturing() bool { return true }

// Update handles a message.
func (l *list) Update(msg tea.Msg) tea.Cmd {
	b := l.box
	if mine, cmd := l.saving.Take(msg); mine {
		if l.saving.Running() {
			return cmd
		}
		if l.saving.Err != nil {
			l.early = nil
			if l.undo != nil {
				l.undo()
			}
			return tea.Batch(cmd, pane.Notify(pane.Failure, b.service.Explain(l.saving.Err)))
		}
		cmd = tea.Batch(b.set(l.saving.Value), cmd)
		if l.done != nil {
			cmd = tea.Batch(cmd, pane.Notify(pane.Done, l.done()))
		}
		return tea.Batch(cmd, l.pressEarly())
	}
	if press, ok := msg.(tea.KeyMsg); ok && l.isEarly(press) {
		l.early = append(l.early, press)
		return nil
	}
	result, cmd := l.Picker.Update(msg)
	switch result {
	case picker.Confirmed:
		choose, _ := l.Current().Value.(func() tea.Cmd)
		return tea.Batch(cmd, choose())
	case picker.Cancelled:
		b.closed = true
	}
	return cmd
}

// isEarly reports whether a key can only be obeyed once the configuration is loaded.
func (l *list) isEarly(press tea.KeyMsg) bool {
	if l.box.cfg != nil || !l.saving.Running() || key.Matches(press, l.Keys.Cancel) {
		return false
	}
	return len(l.early) > 0 || key.Matches(press, l.Keys.Confirm)
}

// pressEarly presses the early keys, for what is on top by then.
func (l *list) pressEarly() (cmd tea.Cmd) {
	early := l.early
	l.early = nil
	for _, press := range early {
		cmd = tea.Batch(cmd, l.box.stack.Update(press))
	}
	return cmd
}

// save runs a change of a picker. done is the notice after it.
func (l *list) save(
	done func() string,
	do func(ctx context.Context, cfg *config.Config) error,
) tea.Cmd {
	l.done = done
	l.undo = nil
	return l.box.change(&l.saving, do)
}

// items returns what can be changed, each with the function that does it.
func (l *list) items() []picker.Item {
	b := l.box
	w := l.box.words
	var items []picker.Item
	add := func(section, label, note string, choose func() tea.Cmd) {
		items = append(items, picker.Item{
			Section: w.T("settings.section." + section),
			Label:   label,
			Note:    note,
			Value:   choose,
		})
	}
	for _, group := range preferences {
		for _, p := range b.cfg.Preferences(group.keys...) {
			note := []string{b.label(p.Key, p.Text)}
			if p.Override != "" {
				note = append(note, w.T("settings.overridden", "By", p.Override))
			} else if slices.Contains(nextStart, p.Key) {
				note = append(note, w.T("settings.next_start"))
			}
			add(group.section, w.T("settings.key."+p.Key), b.join(note...), func() tea.Cmd {
				return b.editPreference(p)
			})
		}
	}
	for _, name := range b.cfg.SiteNames() {
		add("sites", name, b.siteNote(name), func() tea.Cmd {
			return b.openSite(name)
		})
	}
	add("sites", w.T("settings.add_site"), "", func() tea.Cmd {
		return b.editSite("")
	})
	commands, _ := b.cfg.Commands() // set has shown the mistakes
	for _, own := range commands {
		add(
			"commands",
			text.Line(own.Name.V),
			b.join(text.Line(own.Key.V), text.Line(joinWords(own.Run))),
			func() tea.Cmd { return b.openCommand(own) },
		)
	}
	add("commands", w.T("settings.add_command"), "", func() tea.Cmd {
		return b.editCommand(nil)
	})
	return items
}

func (b *Box) join(parts ...string) string {
	return strings.Join(
		slices.DeleteFunc(parts, func(s string) bool { return s == "" }),
		" "+b.theme.Glyphs.Between+" ",
	)
}

// label words a value of a preference.
func (b *Box) label(key, value string) string {
	if key == "refresh" && value == "0" {
		value = "0s"
	}
	for _, id := range []string{
		"settings.value." + key + "." + value,
		"settings.value." + value,
	} {
		if b.words.Has(id) {
			return b.words.T(id)
		}
	}
	switch key {
	case "start":
		return b.words.T("tab." + value)
	case "lang":
		return words.Lang(value).Name()
	case "refresh", "stale_after", "silent_after":
		if length, ok := typed.Age(value); ok {
			return b.words.LongDuration(length)
		}
	}
	return text.Line(value)
}

// editPreference offers the values of a preference, or asks for one. It changes nothing that
// a variable or a flag overrides.
func (b *Box) editPreference(p config.Preference) tea.Cmd {
	w := b.words
	name := b.words.T("settings.key." + p.Key)
	if p.Override != "" {
		return pane.Notify(
			pane.Warning,
			w.T("settings.override_wins", "Name", name, "By", p.Override),
		)
	}
	if len(p.Choices) == 0 {
		return b.editText(p, name)
	}
	pick := pane.Pick{Title: name}
	for _, value := range p.Choices {
		pick.Items = append(pick.Items, picker.Item{
			ID:     value,
			Label:  b.label(p.Key, value),
			Chosen: value == p.Text,
		})
	}
	end := func() {}
	if p.Key == "theme" {
		pick.Moved, end = b.preview()
	}
	pick.Cancel = end
	pick.Then = func(ids []string) tea.Cmd {
		if ids[0] == p.Text {
			end()
			return nil
		}
		cmd := b.list.save(
			func() string { return b.savedText(p.Key) },
			func(_ context.Context, cfg *config.Config) error {
				return cfg.Set(p.Key, ids[0])
			},
		)
		b.list.undo = end
		return cmd
	}
	b.stack.Pick(pick)
	return nil
}

// savedText says that a preference was saved, and when it applies.
func (b *Box) savedText(key string) string {
	name := b.words.T("settings.key." + key)
	if slices.Contains(nextStart, key) {
		return b.words.T("settings.saved_next_start", "Name", name)
	}
	return b.words.T("settings.saved", "Name", name)
}

// preview draws the program in a theme while the user chooses one, until end is called.
func (b *Box) preview() (show func(name string), end func()) {
	before := *b.theme
	shown := ""
	draw := func(look *theme.Theme) {
		b.theme.SetColours(look)
		b.ctx.ToRoot(pane.SettingsChanged{})
	}
	return func(name string) {
		if name != shown {
			shown = name
			draw(b.service.Look(name))
		}
	}, func() { draw(&before) }
}

// openSite offers what can be done with a site.
func (b *Box) openSite(name string) tea.Cmd {
	w := b.words
	site, _ := b.cfg.SiteNamed(name)
	if site != nil && site.BaseURL.From.Layer > config.File {
		return pane.Notify(
			pane.Warning,
			w.T("settings.override_wins", "Name", name, "By", site.BaseURL.From.String()),
		)
	}
	items := []picker.Item{{ID: "change"}, {ID: "test"}, {ID: "default"}, {ID: "remove"}}
	for i := range items {
		items[i].Label = w.T("settings.site." + items[i].ID)
	}
	b.stack.PickOne(name, items, func(id string) tea.Cmd {
		switch id {
		case "change":
			return b.editSite(name)
		case "test":
			return b.testSite(name)
		case "default":
			return b.list.save(
				func() string {
					return w.T("settings.site.is_default", "Site", name)
				},
				func(_ context.Context, cfg *config.Config) error {
					return cfg.UseSite(name)
				},
			)
		}
		return b.removeSite(name)
	})
	return nil
}

// testSite asks a site for its accounts, and says so until it answers.
func (b *Box) testSite(name string) tea.Cmd {
	w := b.words
	test := b.service.Test
	cmd := b.list.save(
		func() string {
			return w.T("settings.site.works", "Site", name)
		},
		func(ctx context.Context, _ *config.Config) error {
			return test(ctx, name)
		},
	)
	return tea.Batch(
		pane.Notify(pane.Info, w.T("settings.site.testing", "Site", name)),
		cmd,
	)
}

// removeSite removes a site from the configuration once the user agrees.
func (b *Box) removeSite(name string) tea.Cmd {
	w := b.words
	about := w.T("settings.site.remove_text", "Site", name)
	if b.shows(name) {
		about = text.Sentences(about, w.T("settings.site.stays"))
	}
	return b.stack.Ask(pane.Question{
		Title: w.T("settings.remove", "Name", name),
		Text:  about,
		Yes:   w.T("settings.site.remove"),
		Then: func() tea.Cmd {
			return b.list.save(
				func() string {
					return w.T("settings.removed", "Name", name)
				},
				func(_ context.Context, cfg *config.Config) error {
					return cfg.DeleteSite(name)
				},
			)
		},
	})
}

// shows reports whether a site is shown, alone or with others.
func (b *Box) shows(site string) bool {
	return slices.Contains(b.ctx.Sites.Names(), site)
}

// siteNote is the host of a site, and what it is.
func (b *Box) siteNote(name string) string {
	w := b.words
	note := []string{b.cfg.Host(name)}
	if b.shows(name) {
		note = append(note, w.T("sites.present"))
	}
	if name == b.cfg.SiteName.V {
		note = append(note, w.T("settings.site.standard"))
	}
	return b.join(note...)
}

// openCommand offers to change or to remove an own command.
func (b *Box) openCommand(own *config.Command) tea.Cmd {
	w := b.words
	name := own.Name.V
	items := []picker.Item{
		{ID: "change", Label: w.T("settings.command.change")},
		{ID: "remove", Label: w.T("settings.command.remove")},
	}
	b.stack.PickOne(text.Line(name), items, func(id string) tea.Cmd {
		if id == "change" {
			return b.editCommand(own)
		}
		return b.stack.Ask(pane.Question{
			Title: w.T("settings.remove", "Name", name),
			Text:  w.T("settings.command.remove_text", "Name", name),
			Yes:   w.T("settings.command.remove"),
			Then: func() tea.Cmd {
				return b.list.save(
					func() string {
						return w.T("settings.removed", "Name", name)
					},
					func(_ context.Context, cfg *config.Config) error {
						return cfg.DeleteCommand(name)
					},
				)
			},
		})
	})
	return nil
}

// View draws the list, or that the configuration is being read.
func (l *list) View() string {
	if l.box.cfg == nil && l.saving.Err != nil {
		return " " + l.box.theme.Paint(theme.Bad, text.Line(l.box.service.Explain(l.saving.Err)))
	}
	return l.Picker.View()
}

// ShortHelp is the footer.
func (l *list) ShortHelp() []key.Binding { return l.Picker.ShortHelp() }
