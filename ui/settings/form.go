package settings

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/setup"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
)

// formScreen is a form over the list. What was typed stays until it is saved or left.
type formScreen struct {
	box     *Box
	title   string
	form    *form.Form
	saving  store.Loader[loaded]
	state   string         // while it is being saved
	done    string         // the notice after that
	reopens bool           // the site that is shown is opened again after that
	submit  func() tea.Cmd // saves valid values
	failed  func(error)    // shows why they were not saved
	arrange func()         // completes values before a field is left; nil for nothing

	confirm, close key.Binding
	width, height  int
}

// newForm returns a form of fields without its functions.
func (b *Box) newForm(title string, make func(form.KeyMap) *form.Form) *formScreen {
	k := b.stack.Keys
	f := &formScreen{
		box:     b,
		title:   title,
		confirm: b.ctx.Named(k.Confirm, "settings.save"),
		close:   b.ctx.Named(k.Back, "key.cancel"),
	}
	f.form = make(form.KeyMap{
		Next:     k.Next,
		Previous: k.PreviousRegion,
		Submit:   k.Confirm,
		Cancel:   k.Back,
	})
	f.form.Unlisted = b.words.T("form.unlisted")
	f.failed = func(err error) { f.form.SetFailure(b.service.Explain(err)) }
	return f
}

// save runs a change of the form.
func (f *formScreen) save(do func(ctx context.Context, cfg *config.Config) error) tea.Cmd {
	return f.box.change(&f.saving, do)
}

// Update handles a message.
func (f *formScreen) Update(msg tea.Msg) tea.Cmd {
	b := f.box
	if mine, cmd := f.saving.Take(msg); mine {
		if f.saving.Running() {
			return cmd
		}
		if f.saving.Err != nil {
			f.failed(f.saving.Err)
			b.stack.Refit()
			return cmd
		}
		b.reopen = b.reopen || f.reopens
		return tea.Batch(
			cmd,
			b.stack.Pop(),
			b.set(f.saving.Value),
			pane.Notify(pane.Done, f.done),
		)
	}
	press, isKey := msg.(tea.KeyMsg)
	if isKey && f.saving.Running() {
		if key.Matches(press, f.close) {
			f.saving.Cancel()
		}
		return nil
	}
	if isKey && f.arrange != nil && key.Matches(
		press,
		f.confirm,
		b.stack.Keys.Next,
		b.stack.Keys.PreviousRegion,
	) {
		f.arrange()
	}
	defer b.stack.Refit()
	result, cmd := f.form.Update(msg)
	switch result {
	case form.Cancelled:
		return tea.Batch(cmd, b.stack.Pop())
	case form.Submitted:
		return tea.Batch(cmd, f.submit())
	}
	return cmd
}

// Want returns the size of the form.
func (f *formScreen) Want(width, _ int) (int, int) {
	width = min(width-2, 76)
	sized := *f.form
	sized.SetSize(width-2, 0)
	return width, sized.Height() + 3
}

// Frame returns the frame of the box.
func (f *formScreen) Frame() pane.Frame {
	return pane.Frame{
		Title:  text.Line(f.title),
		Scroll: pane.ScrollOf(f.form.Visible()),
	}
}

// SetSize sets the size in cells.
func (f *formScreen) SetSize(width, height int) {
	f.width = width
	f.height = height
	f.form.SetSize(width-2, max(height-2, 1))
}

// View draws the form, and below it that it is being saved.
func (f *formScreen) View() string {
	t := f.box.theme
	state := ""
	if f.saving.Running() {
		state = t.Paint(theme.Accent, t.Glyphs.Pending) + " " + f.state
	}
	body := text.Fit(
		f.form.View(),
		f.width-2,
		max(f.height-2, 1),
	) + "\n\n" + state
	return text.Fit(" "+strings.ReplaceAll(body, "\n", "\n "), f.width, f.height)
}

// Capturing is always true: letters are text.
func (f *formScreen) Capturing() bool { return true }

// ShortHelp is the footer.
func (f *formScreen) ShortHelp() []key.Binding {
	if f.saving.Running() {
		return []key.Binding{f.close}
	}
	return []key.Binding{f.confirm, f.box.stack.Keys.Next, f.close}
}

// editText asks for the value of a preference.
func (b *Box) editText(p config.Preference, name string) tea.Cmd {
	const field = "value"
	shown := b.words.TypedLength(p.Text)
	f := b.newForm(name, func(k form.KeyMap) *form.Form {
		return form.New(b.theme, k, []form.Field{{
			ID:    field,
			Label: name,
			Value: shown,
			Note:  b.words.T("settings.note." + p.Key),
		}})
	})
	f.done = b.savedText(p.Key)
	f.submit = func() tea.Cmd {
		value := f.form.Value(field)
		if value == shown {
			value = p.Text
		}
		return f.save(func(_ context.Context, cfg *config.Config) error {
			return cfg.Set(p.Key, value)
		})
	}
	b.stack.Push(f)
	return nil
}

// editSite asks for the address and the key of a site, or for the name of a new one too, and
// tries them before they are saved.
func (b *Box) editSite(name string) tea.Cmd {
	w := b.words
	service := b.service
	const fieldName = "name"
	var site *setup.Form
	var old *config.Site // nil for a new site
	var fields []form.Field
	if name == "" {
		fields = []form.Field{{
			ID:    fieldName,
			Label: w.T("settings.site.name"),
			Note:  w.T("settings.site.name_note"),
			Check: b.checkSiteName,
		}}
	} else {
		old, _ = b.cfg.SiteNamed(name)
	}
	f := b.newForm(cmp.Or(name, w.T("settings.add_site")), func(k form.KeyMap) *form.Form {
		site = setup.NewForm(b.ctx, k, service.Explain, fields...)
		return site.Form
	})
	if old != nil {
		f.form.SetValue(setup.FieldURL, old.BaseURL.V)
		f.form.SetNote(setup.FieldKey, w.T("settings.site.key_note"))
		if b.shows(name) {
			f.form.SetNote(setup.FieldURL, w.T("settings.site.reopens"))
		}
	}
	f.arrange = site.Complete
	f.failed = func(err error) { site.ShowFailure(err, f.confirm) }
	f.submit = func() tea.Cmd {
		anyway := site.Anyway()
		entered := site.Site(cmp.Or(name, f.form.Value(fieldName)))
		entered.KeepDefault = true
		base, err := config.CleanURL(entered.BaseURL)
		f.reopens = old != nil && b.shows(name) &&
			(base != old.BaseURL.V || !entered.Key.IsZero())
		if err == nil && old != nil && entered.Key.IsZero() && old.Key.Kind != config.KeyNone &&
			!config.SameOrigin(base, old.BaseURL.V) {
			f.form.SetWrong(setup.FieldKey, w.T("settings.site.key_elsewhere"))
			return nil
		}
		f.state = w.T("setup.trying", "URL", text.Clean(entered.BaseURL))
		f.done = w.T("settings.saved", "Name", entered.Name)
		return f.save(func(ctx context.Context, cfg *config.Config) error {
			if !anyway {
				if err := service.Try(ctx, entered); err != nil {
					return setup.Untested(err)
				}
			}
			return cfg.Save(entered)
		})
	}
	b.stack.Push(f)
	return nil
}

func (b *Box) checkSiteName(name string) string {
	if !config.IsSiteName(name) {
		return b.words.T("settings.site.bad_name")
	}
	if slices.Contains(b.cfg.SiteNames(), name) {
		return b.words.T("settings.site.taken")
	}
	return ""
}

// editCommand asks for the settings of an own command, nil for a new one.
func (b *Box) editCommand(own *config.Command) tea.Cmd {
	w := b.words
	old := ""
	title := w.T("settings.add_command")
	if own == nil {
		own = &config.Command{}
		own.Each.V = true
		own.Output.V = config.OutputNotice
	} else {
		old = own.Name.V
		title = own.Name.V
	}
	fields := b.commandFields(own)
	f := b.newForm(title, func(k form.KeyMap) *form.Form {
		return form.New(b.theme, k, fields)
	})
	f.failed = func(err error) {
		e, ok := errors.AsType[*config.Error](err)
		_, field, _ := strings.Cut(cmp.Or(e, &config.Error{}).Key, "commands.")
		if ok && (e.Kind == config.KeysCollide || e.Kind == config.UnknownKeystroke) {
			field = "key"
		}
		i := slices.IndexFunc(fields, func(one form.Field) bool {
			return one.ID == field
		})
		if i < 0 {
			f.form.SetFailure(b.service.Explain(err))
			return
		}
		f.form.SetWrong(field, b.service.Explain(err))
	}
	f.submit = func() tea.Cmd {
		next := commandOf(f.form.Value)
		f.done = w.T("settings.saved", "Name", next.Name.V)
		return f.save(func(_ context.Context, cfg *config.Config) error {
			return cfg.SaveCommand(old, next)
		})
	}
	b.stack.Push(f)
	return nil
}

// commandFields are the fields of an own command.
func (b *Box) commandFields(own *config.Command) []form.Field {
	choices := func(key string, ids ...string) []form.Choice {
		var all []form.Choice
		for _, id := range ids {
			all = append(all, form.Choice{
				ID:    id,
				Label: b.words.T("settings.command." + key + "." + id),
			})
		}
		return all
	}
	fields := []form.Field{
		{ID: "name", Value: own.Name.V},
		{ID: "key", Value: own.Key.V, Hint: "f5"},
		{ID: "run", Value: joinWords(own.Run), Hint: "notify-send {nickname}"},
		{ID: "panes", Value: strings.Join(own.Panes.V, ", "), Hint: "accounts, groups"},
		{
			ID:      "each",
			Value:   strconv.FormatBool(own.Each.V),
			Choices: choices("each", "true", "false"),
		},
		{
			ID:      "confirm",
			Value:   strconv.FormatBool(own.Confirm.V),
			Choices: choices("confirm", "false", "true"),
		},
		{
			ID:    "output",
			Value: own.Output.V,
			Choices: choices(
				"output",
				config.OutputNotice,
				config.OutputPager,
				config.OutputTerminal,
				config.OutputNone,
			),
		},
	}
	for i := range fields {
		fields[i].Label = b.words.T("settings.command." + fields[i].ID)
	}
	return fields
}

// commandOf returns the own command of the values of its fields.
func commandOf(value func(field string) string) *config.Command {
	c := &config.Command{Run: splitWords(value("run"))}
	c.Name.V = value("name")
	c.Key.V = value("key")
	c.Output.V = value("output")
	c.Panes.V = strings.FieldsFunc(value("panes"), func(r rune) bool {
		return r == ',' || r == ' '
	})
	c.Each.V = value("each") == "true"
	c.Confirm.V = value("confirm") == "true"
	return c
}

// splitWords returns the words of a command line: those between blanks, where quotes keep blanks.
func splitWords(line string) []string {
	var words []string
	var word strings.Builder
	quote := rune(0)
	open := false // open: a word has begun
	for _, r := range line {
		switch {
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote = r
			open = true
		case r != ' ':
			open = true
			word.WriteRune(r)
		case open:
			words = append(words, word.String())
			open = false
			word.Reset()
		}
	}
	if open {
		words = append(words, word.String())
	}
	return words
}

// joinWords returns a line that splitWords divides into the words.
func joinWords(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		if word != "" && !strings.ContainsAny(word, ` "'`) {
			quoted[i] = word
		} else {
			quoted[i] = `"` + strings.ReplaceAll(word, `"`, `"'"'"`) + `"`
		}
	}
	return strings.Join(quoted, " ")
}
