package works

import (
	"errors"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// problem is why a work could not be had, with what this pane knows beyond the
// error: the name of the account, which key helps, and whether asking again does.
type problem struct {
	pane.Explanation
	key string // the key that leads on, with what it does; "" for none
}

func (p problem) line() string {
	s := p.Line()
	if p.key != "" {
		s += " " + p.key
	}
	return s
}

// needsAuthorisation tells the errors after which the account must be
// authorised again at its platform.
func needsAuthorisation(c api.Code) bool {
	return c == api.CodeAccountUnauthorized || c.IsCredential()
}

func (m *Model) problem(w *work) problem {
	words := m.ctx.Words
	p := problem{Explanation: pane.Explain(words, w.load.Err), key: words.T("works.again", "Key", m.keys.Again.Help().Key)}
	e, ok := errors.AsType[*api.Error](w.load.Err)
	if !ok {
		return p
	}
	d := e.Details()
	switch {
	case e.Code == api.CodeUnsupportedCapability:
		p.Hint, p.key = words.T("works.hint.unsupported", "Platform", m.platformCalled(d.Platform, w.query.Platform), "Capability", m.capability(d.Capability)), ""
	case e.Code == api.CodeAccountRequired, e.Code == api.CodeAccountNotFound, e.Code == api.CodeAccountOfOtherPlatform:
		p.key = words.T("works.choose_key", "Key", m.keys.Account.Help().Key)
	case needsAuthorisation(e.Code):
		p.Hint = words.T("works.hint.authorise", "Account", m.accountOf(w), "Platform", m.platformCalled(d.Platform, w.query.Platform))
		p.key = words.T("works.choose_key", "Key", m.keys.Account.Help().Key)
	case e.Code == api.CodePlatformRateLimited:
		p.Hint = words.T("works.hint.limited")
		if e.RetryAfter > 0 {
			p.Hint = words.T("works.hint.limited_until", "Time", m.ctx.Now().Add(e.RetryAfter).Local().Format("15:04:05"))
		}
	case e.Code == api.CodeWorkNotFound:
		p.Hint = words.T("works.hint.no_work", "Platform", m.platformCalled(d.Platform, w.query.Platform))
		p.key = words.T("works.other_key", "Key", m.keys.Ask.Help().Key)
	}
	return p
}

// platformCalled is the name of a platform as people know it.
func (m *Model) platformCalled(id, otherwise string) string {
	if id == "" {
		id = otherwise
	}
	if p := m.platform(id); p != nil {
		return m.platformName(p)
	}
	return text.Clean(id)
}

// capability says in words what a platform lacks.
func (m *Model) capability(name string) string {
	if name == "work.getDetail" || name == "" {
		return m.ctx.Words.T("works.capability")
	}
	return text.Clean(name)
}

// accountOf names the account of a call, by its id where its name is not known.
func (m *Model) accountOf(w *work) string {
	id := text.Clean(w.query.AccountID)
	if name := m.accountName(w.query.AccountID); name != "" {
		return name + " (" + id + ")"
	}
	if id == "" {
		return m.ctx.Words.T("works.the_account")
	}
	return id
}

// viewProblem fills the body where there is no data: what failed, why, what to
// do, and by which key.
func (m *Model) viewProblem(w *work, width, height int) string {
	t, words := m.ctx.Theme, m.ctx.Words
	p := m.problem(w)
	room := min(max(width-4, 10), 76)
	lines := []string{t.Tone(theme.Bad).Render(t.Glyphs.Abnormal + " " + words.T("works.failed", "Platform", text.Clean(w.query.Platform)))}
	for _, s := range []string{p.Reason, p.Hint} {
		if s != "" {
			lines = append(lines, text.Wrap(s, room)...)
		}
	}
	if p.key != "" {
		for _, l := range text.Wrap(p.key, room) {
			lines = append(lines, t.Footer.Key.Render(l))
		}
	}
	if p.RequestID != "" {
		lines = append(lines, t.Tone(theme.Muted).Render(text.Cut(words.T("error.request", "ID", p.RequestID), room)))
	}
	above := strings.Repeat("\n", max((height-len(lines))/3, 0))
	for i, l := range lines {
		lines[i] = "  " + l
	}
	return text.Fit(above+joinLines(lines), width, height)
}
