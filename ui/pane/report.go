package pane

import (
	"bytes"
	"cmp"
	"errors"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/report"
	"channeldeck/api/typed"
	"channeldeck/theme"
	"channeldeck/ui/explain"
	reporting "channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/words"
)

// The fields of the form of a report.
const (
	fieldWhat   = "what"
	fieldSites  = "sites"
	fieldSince  = "since"
	fieldLang   = "lang"
	fieldFormat = "format"
	fieldTitle  = "title"
	fieldPath   = "path"
)

// reportChoices holds the user's choices for a report: the body of an entry of
// [history.KindReport].
type reportChoices struct {
	What   string           `json:"what"`
	Since  string           `json:"since"`
	Lang   words.Lang       `json:"lang"`
	Format reporting.Format `json:"format"`
	Title  string           `json:"title,omitzero"`
	Dir    string           `json:"dir"` // of the file
}

// reportScreen is the form of a report.
type reportScreen struct {
	ctx                  *Context
	stack                *Stack
	form                 *form.Form
	of                   ReportOf
	scopes               []report.Scope // in the order of the choices
	titles               []string       // that were chosen earlier for the scopes
	dir                  string         // of the last report
	suggested            [2]string      // title and path that follow the other fields until the user changes them
	shownSince, since    string         // the baseline that is on the screen, and the period that was chosen last
	writing              bool
	confirm, step, close key.Binding
	width, height        int
}

// reportWritten is the message that a report was written, or why it was not.
type reportWritten struct {
	screen  *reportScreen
	choices reportChoices
	scope   report.Scope
	path    string
	lacking []string // sites that are left out: they have no recordings
	err     error
}

// WriteReport opens the form of a report. Where the user has no files, it names the command to run instead.
func (s *Stack) WriteReport(of ReportOf) tea.Cmd {
	w := s.ctx.Words
	scopes := of.scopes(s.ctx.Sites)
	if s.site.History() == nil && s.ctx.NoHistoryPlace {
		return Notify(Info, w.T("report.no_place"))
	}
	if s.site.History() == nil {
		return Notify(Info, w.T("report.history_off"))
	}
	if s.ctx.Save == nil {
		return Notify(
			Info,
			w.T("report.over_ssh", "Command", reportCommand(of.siteFlag(s.ctx.Sites), scopes[0])),
		)
	}
	r := &reportScreen{
		ctx:     s.ctx,
		stack:   s,
		of:      of,
		scopes:  scopes,
		confirm: s.ctx.Named(s.Keys.Confirm, "report.write"),
		step: key.NewBinding(
			key.WithKeys("left", "right"),
			key.WithHelp(
				s.ctx.Theme.Glyphs.Arrows[2]+" "+s.ctx.Theme.Glyphs.Arrows[3],
				"report.choose",
			),
		),
		close: s.ctx.Named(s.Keys.Back, "key.cancel"),
	}
	keys := form.KeyMap{
		Next:     s.Keys.Next,
		Previous: s.Keys.PreviousRegion,
		Cancel:   s.Keys.Back,
	}
	last := r.recall()
	r.since = last.Since
	r.shownSince = s.shownSince()
	last.Since = cmp.Or(r.shownSince, last.Since)
	r.form = form.New(s.ctx.Theme, keys, r.fields(last))
	r.form.Unlisted = s.ctx.Words.T("form.unlisted")
	r.suggest()
	s.Push(r)
	return nil
}

// shownSince is the baseline that is on the screen as it can be typed, "" for a visit less than an hour ago, of
// which a report has little to say.
func (s *Stack) shownSince() string {
	b := s.site.Store.Baseline()
	if b != history.SinceVisit {
		return string(b)
	}
	since := s.site.Store.Past.Value.Since()
	now := s.view.Now()
	if since.IsZero() || now.Sub(since) < time.Hour {
		return ""
	}
	return typedMoment(since.In(now.Location()))
}

// typedMoment writes a time as it can be typed: to the minute, or to the second after it.
func typedMoment(t time.Time) string {
	if t.Equal(t.Truncate(time.Minute)) {
		return t.Format("2006-01-02 15:04")
	}
	return t.Add(time.Second - 1).Format(time.DateTime)
}

// fields are the fields with the values that were chosen last.
func (r *reportScreen) fields(last reportChoices) []form.Field {
	s := r.stack
	w := r.ctx.Words
	var what, langs, formats []form.Choice
	for _, scope := range r.scopes {
		kind := scopeKind(scope)
		label := reporting.Title(&scope, s.view)
		if kind == "shown" {
			label = w.N("report.of_shown", r.of.shown(r.sites()))
		}
		what = append(what, form.Choice{ID: kind, Label: label})
	}
	for _, l := range words.Langs() {
		langs = append(langs, form.Choice{ID: string(l), Label: l.Name()})
	}
	for _, f := range reporting.Formats() {
		formats = append(formats, form.Choice{
			ID:    string(f),
			Label: w.T("report.format." + string(f)),
		})
	}
	fields := []form.Field{
		{
			ID:      fieldWhat,
			Label:   w.T("report.field.what"),
			Choices: what,
			Value:   last.What,
		},
	}
	if s.ctx.Sites.Several() {
		fields = append(fields, r.sitesField())
	}
	return append(fields, []form.Field{
		{
			ID:    fieldSince,
			Label: w.T("report.field.since"),
			Value: w.TypedLength(last.Since),
			Hint:  w.TypedLength("30d"),
			Check: r.checkSince,
		},
		{
			ID:      fieldLang,
			Label:   w.T("report.field.lang"),
			Choices: langs,
			Value:   string(last.Lang),
		},
		{
			ID:      fieldFormat,
			Label:   w.T("report.field.format"),
			Choices: formats,
			Value:   string(last.Format),
		},
		{ID: fieldTitle, Label: w.T("report.field.title")},
		{
			ID:    fieldPath,
			Label: w.T("report.field.path"),
			Check: func(path string) string {
				if path == "" {
					return w.T("report.no_path")
				}
				return ""
			},
		},
	}...)
}

// recall returns what was chosen last, and reads the titles and the directory of earlier reports.
func (r *reportScreen) recall() reportChoices {
	s := r.stack
	last := reportChoices{
		Since:  "30d",
		Lang:   s.ctx.Words.Lang(),
		Format: reporting.HTML,
	}
	r.titles = make([]string, len(r.scopes))
	what := ""
	for i, e := range s.site.Reports {
		var c reportChoices
		if json.Unmarshal(e.Body, &c) != nil {
			continue
		}
		if i == 0 {
			last = c
			r.dir = c.Dir
		}
		pane, about, _ := strings.Cut(e.ID, "/")
		if pane == s.name && what == "" {
			what = c.What
		}
		for i, scope := range r.scopes {
			if about == scopeKey(scope) && r.titles[i] == "" {
				r.titles[i] = c.Title
			}
		}
	}
	last.What = what
	return last
}

// scopeKind returns the kind of a scope: "group", "platform", "shown" or "all".
func scopeKind(s report.Scope) string {
	if s.Group != "" {
		return "group"
	}
	if s.Platform != "" {
		return "platform"
	}
	if s.Chosen != nil {
		return "shown"
	}
	return "all"
}

// scopeKey tells scopes apart that have titles of their own.
func scopeKey(s report.Scope) string {
	return scopeKind(s) + "/" + s.Group + s.Platform
}

// scope is the chosen scope, and its number.
func (r *reportScreen) scope() (report.Scope, int) {
	i := slices.IndexFunc(r.scopes, func(s report.Scope) bool {
		return scopeKind(s) == r.form.Value(fieldWhat)
	})
	return r.scopes[i], i
}

func (r *reportScreen) checkSince(s string) string {
	_, ok := typed.Since(s, r.stack.view.Now())
	if !ok {
		return r.ctx.Words.T("report.bad_since")
	}
	return ""
}

// view is a view in the chosen language.
func (r *reportScreen) view(lists resource.Lists) *resource.View {
	s := r.stack
	w, err := words.New(words.Lang(r.form.Value(fieldLang)))
	if err != nil { // the choices are the languages that there are
		w = s.ctx.Words
	}
	return resource.NewView(
		w,
		s.ctx.Theme,
		s.view.Now,
		s.view.StaleAfter(),
		lists,
	)
}

// suggest fills in the title and the path that follow from the other fields, unless the user has
// changed them. The extension of a path is that of the format.
func (r *reportScreen) suggest() {
	scope, i := r.scope()
	format := reporting.Format(r.form.Value(fieldFormat))
	name := "report"
	if scopeKind(scope) != "all" {
		name += "-" + fileName(r.namesScope(r.stack.view))
	}
	title := cmp.Or(r.titles[i], r.namesScope(r.view(r.stack.site.Store)))
	path := filepath.Join(
		r.dir,
		name+"-"+r.stack.view.Now().Format(time.DateOnly)+format.Extension(),
	)
	if r.form.Value(fieldTitle) == r.suggested[0] {
		r.form.SetValue(fieldTitle, title)
		r.suggested[0] = title
	}
	typed := r.form.Value(fieldPath)
	if typed == r.suggested[1] {
		r.form.SetValue(fieldPath, path)
		r.suggested[1] = path
	} else if stem := strings.TrimSuffix(
		typed,
		filepath.Ext(typed),
	); stem != typed && stem+format.Extension() != typed {
		r.form.SetValue(fieldPath, stem+format.Extension())
	}
}

// fileName is the letters and digits of a name, for the name of a file.
func fileName(name string) string {
	const most = 60 // bytes, of which file systems allow 255
	words := strings.FieldsFunc(text.Line(name), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N)
	})
	joined := strings.Join(words, "-")
	for len(joined) > most {
		_, size := utf8.DecodeLastRuneInString(joined)
		joined = joined[:len(joined)-size]
	}
	return joined
}

// Update handles a message.
func (r *reportScreen) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if msg == tea.Msg(SettingsChanged{}) {
		r.form.Reword(r.fields(reportChoices{}))
		return nil
	}
	if !ok {
		return nil
	}
	if key.Matches(press, r.close) {
		return r.stack.Pop()
	}
	if r.writing { // the fields stay those of the report
		return nil
	}
	if key.Matches(press, r.confirm) && !press.Paste {
		if r.form.Submit() == form.Submitted {
			return r.write()
		}
		r.stack.Refit()
		return nil
	}
	before := r.chosen()
	_, cmd := r.form.Update(press)
	if now := r.chosen(); !slices.Equal(now, before) {
		r.form.Reword(r.fields(reportChoices{})) // the accounts that are shown are those of the sites
		r.suggest()
	}
	r.stack.Refit()
	return cmd
}

// write returns a command that writes the report.
func (r *reportScreen) write() tea.Cmd {
	s := r.stack
	scope, _ := r.scope()
	now := s.view.Now()
	period, _ := typed.Since(r.form.Value(fieldSince), now) // was checked
	if r.form.Value(fieldSince) != r.ctx.Words.TypedLength(r.shownSince) {
		r.since = r.form.Value(fieldSince)
	}
	msg := reportWritten{
		screen: r,
		scope:  scope,
		path:   r.form.Value(fieldPath),
		choices: reportChoices{
			What:   scopeKind(scope),
			Since:  r.since,
			Lang:   words.Lang(r.form.Value(fieldLang)),
			Format: reporting.Format(r.form.Value(fieldFormat)),
		},
	}
	title := r.form.Value(fieldTitle)
	if title == r.namesScope(r.view(s.site.Store)) {
		title = ""
	}
	msg.choices.Title = title
	parts := r.parts(title, now.Add(-period))
	if len(parts) == 0 {
		r.form.SetFailure(s.ctx.Words.T("report.no_accounts"))
		s.Refit()
		return nil
	}
	r.writing = true
	return func() tea.Msg {
		var file bytes.Buffer
		lacking, err := writeParts(s.ctx.Base, parts, msg.choices.Format, &file)
		msg.lacking = lacking
		if err == nil {
			msg.path, err = s.ctx.Save(msg.path, file.Bytes())
		}
		msg.err = err
		return msg
	}
}

// onWritten remembers what was chosen and offers to open the file, or shows why there is none.
func (r *reportScreen) onWritten(msg reportWritten) tea.Cmd {
	s := r.stack
	w := r.ctx.Words
	r.writing = false
	shown := s.Top() == Screen(r)
	if msg.err != nil {
		why := w.T("notice.save_failed", "Reason", explain.System(w, msg.err))
		if errors.Is(msg.err, report.ErrNoAccounts) {
			why = w.T("report.not_recorded")
		}
		if !shown {
			return Notify(Failure, why)
		}
		r.form.SetFailure(why)
		s.Refit()
		return nil
	}
	msg.choices.Dir = filepath.Dir(msg.path)
	if body, err := api.Marshal(msg.choices); err == nil {
		e := history.Entry{
			Kind: history.KindReport,
			ID:   s.name + "/" + scopeKey(msg.scope),
			At:   s.view.Now(),
			Body: body,
		}
		s.site.Reports = append(
			[]history.Entry{e},
			slices.DeleteFunc(slices.Clone(s.site.Reports), func(o history.Entry) bool {
				return o.ID == e.ID
			})...,
		)
		s.site.Store.Fleet.Memory().Remember(e)
	}
	if !shown {
		return Notify(Done, w.T("notice.saved", "Path", msg.path))
	}
	popped := s.Pop()
	written := w.T("report.written")
	if len(msg.lacking) > 0 {
		written = w.T("report.written_without", "Sites", w.List(msg.lacking))
	}
	s.ShowWritten(written, msg.path)
	return popped
}

// openFile opens a file with the program of the system.
func (s *Stack) openFile(path string) tea.Cmd {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") { // a drive of Windows
		slashed = "/" + slashed
	}
	return s.browse((&url.URL{Scheme: "file", Path: slashed}).String())
}

// reportMargin is the width of the blanks at both sides of the form.
const reportMargin = 2

// Want returns the size of the form.
func (r *reportScreen) Want(width, _ int) (int, int) {
	width = min(width-6, 72)
	f := *r.form
	f.SetSize(width-reportMargin, 0)
	return width, f.Height() + 3
}

// Frame returns the frame of the box.
func (r *reportScreen) Frame() Frame {
	return Frame{
		Title:  r.ctx.Words.T("report.form"),
		Scroll: ScrollOf(r.form.Visible()),
	}
}

// SetSize sets the size in cells.
func (r *reportScreen) SetSize(width, height int) {
	r.width = width
	r.height = height
	r.form.SetSize(width-reportMargin, max(height-2, 1))
}

// View draws the form, and below it that the report is being written.
func (r *reportScreen) View() string {
	t := r.ctx.Theme
	state := ""
	if r.writing {
		state = t.Paint(theme.Accent, t.Glyphs.Pending) + " " +
			r.ctx.Words.T("report.writing")
	}
	lines := strings.Split(
		text.Fit(
			r.form.View(),
			r.width-reportMargin,
			max(r.height-2, 1),
		)+"\n\n"+state,
		"\n",
	)
	return text.Fit(" "+strings.Join(lines, "\n "), r.width, r.height)
}

// Capturing is always true: letters are text.
func (r *reportScreen) Capturing() bool { return true }

// ShortHelp is the footer.
func (r *reportScreen) ShortHelp() []key.Binding {
	if r.writing {
		return []key.Binding{r.close}
	}
	return []key.Binding{r.confirm, r.stack.Keys.Next, r.step, r.close}
}

// reportCommand is the command that writes a report.
func reportCommand(site string, scope report.Scope) string {
	parts := []string{"channeldeck", "report", "--since", "30d"}
	for _, flag := range [][2]string{
		{"--site", site},
		{"--group", scope.Group},
		{"--platform", scope.Platform},
	} {
		if flag[1] != "" {
			parts = append(
				parts,
				flag[0],
				"'"+strings.ReplaceAll(text.Line(flag[1]), "'", "")+"'",
			)
		}
	}
	return strings.Join(append(parts, "--to", "channeldeck-report.html"), " ")
}
