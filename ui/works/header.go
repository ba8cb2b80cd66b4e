package works

import (
	"cmp"
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/explain"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// header is the part of a work screen above its view: a title, and alerts.
type header struct {
	*subject
	width, height int // of the screen
}

// lines leaves at least one line of the screen to the view.
func (s *header) lines() []string {
	lines := append([]string{s.title()}, s.alerts()...)
	return lines[:min(len(lines), max(s.height-1, 0))]
}

// title is the work's title, platform, account and age, and at the right whether it is
// pending, and the number of requests.
func (s *header) title() string {
	t := s.m.theme
	w := s.m.words
	m := s.m
	muted := t.Tone(theme.Muted)
	pending := ""
	if s.load.Loaded() && s.load.Value.Pending().Or(false) {
		pending = t.Tone(theme.Warn).Render(t.Glyphs.Pending+" "+w.T("works.pending_yes")) + "  "
	}
	right := "  " + pending
	if s.history.Calls > 0 {
		right += muted.Render(w.N("works.n_calls", s.history.Calls)) + " "
	}
	parts := []string{text.Join(
		" ",
		m.view.PlatformName(s.query.Platform),
		m.own.Label(),
	)}
	name := m.wording.accountName(s.query.AccountID)
	if name != "" {
		parts = append(parts, name)
	}
	if at, ok := s.history.Published(); ok {
		parts = append(parts, w.T("works.published", "Ago", w.Ago(at, m.view.Now())))
	} else if id := text.Line(s.query.WorkID); id != s.work.title() {
		parts = append(parts, id)
	}
	// The title is the last to be cut.
	const gap = 3
	title := s.work.title()
	details := func() string {
		return strings.Join(parts, " "+t.Glyphs.Between+" ")
	}
	room := func() int {
		return s.width - 2 - gap - text.Width(details()) - text.Width(right)
	}
	if room() < text.Width(title) {
		right = pending
	}
	for room() < text.Width(title) && len(parts) > 1 {
		parts = parts[:len(parts)-1]
	}
	line := " " + t.Tone(theme.Strong).Render(text.Cut(title, max(room(), 16))) +
		text.Blank(gap) + muted.Render(details())
	width := s.width - text.Width(right)
	return text.Left(text.Cut(line, width-1), width) + right
}

// alerts are lines about a running request, a failed one above old data, and the watch.
func (s *header) alerts() []string {
	t := s.m.theme
	w := s.m.words
	m := s.m
	var list []string
	add := func(tone theme.Tone, what, next, rest string) {
		width := max(s.width-2, 1)
		room := max(s.height/2, 1)
		lines := text.Wrap(text.Sentences(what, next, rest), width)
		if len(lines) > room {
			lines = text.Wrap(text.Sentences(what, next), width)
		}
		if len(lines) > room { // the key stays
			lines = text.Wrap(what, width)
			last := min(len(lines), room) - 1
			lines = append(
				lines[:last],
				pane.KeepNext(strings.Join(lines[last:], " "), next, width),
			)
		}
		for _, l := range lines {
			list = append(list, " "+t.Tone(tone).Render(l))
		}
	}
	if s.load.Running() && s.load.Loaded() {
		add(
			theme.Muted,
			w.T("works.fetching", "Platform", m.view.PlatformName(s.query.Platform)),
			"",
			"",
		)
	} else if s.load.Err != nil && s.load.Loaded() {
		x, next := s.explain()
		add(
			theme.Bad,
			t.Glyphs.Abnormal+" "+x.Line(),
			next,
			w.T("error.shown_since", "Time", m.view.DayTime(s.load.At)),
		)
	}
	if m.watch.work == s.work {
		add(theme.Accent, m.watch.alert(), "", "")
	}
	return list
}

// explain explains the error of the last request; next says which key helps, ""
// for none.
func (s *header) explain() (x explain.Explanation, next string) {
	w := s.m.words
	m := s.m
	err := s.load.Err
	x = m.view.Explain(err)
	press := func(id string, b key.Binding) {
		next = w.T(id, "Key", m.ctx.Key(b))
	}
	chooseAccount := func() {
		next = w.T(
			"works.account_by_name",
			"Key", m.ctx.Key(m.ctx.Bind("palette")),
			"Name", m.ctx.Help(m.keys.Account).Desc,
		)
		if m.ctx.Key(m.keys.Account) != "" {
			press("works.choose_key", m.keys.Account)
		}
	}
	if retryable, _ := api.Retryable(err); retryable {
		press("works.retry", m.stack.Keys.Refresh)
	}
	_, unknown := errors.AsType[*api.UnknownWorkError](err)
	if unknown {
		press("works.other_key", m.keys.Open)
	}
	e, ok := errors.AsType[*api.Error](err)
	if !ok {
		return x, next
	}
	platform := m.view.PlatformName(cmp.Or(e.Details().Platform, s.query.Platform))
	switch e.Code {
	case api.CodeUnsupportedCapability:
		x.Hint = w.T("works.no_works.unsupported", "Platform", platform)
		return x, next
	case api.CodeAccountRequired:
		x.Hint = "" // the service's message says it
		chooseAccount()
		return x, next
	case api.CodeAccountNotFound, api.CodeAccountOfOtherPlatform:
		chooseAccount()
		return x, next
	}
	switch api.ClassOf(err) {
	case api.ClassAuthorization:
		account := cmp.Or(text.Line(s.query.AccountID), w.T("works.the_account"))
		name := m.wording.accountName(s.query.AccountID)
		if name != "" {
			account = name + " (" + account + ")"
		}
		x.Hint = w.T("works.hint.authorise", "Account", account, "Platform", platform)
		chooseAccount()
	case api.ClassNotFound:
		x.Hint = w.T("works.hint.no_work", "Platform", platform)
		press("works.other_key", m.keys.Open)
	case api.ClassInvalid:
		press("works.other_key", m.keys.Open)
	}
	return x, next
}
