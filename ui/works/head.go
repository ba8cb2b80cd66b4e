package works

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// viewTitle is the work's title, its platform and id, and at the right how much
// there is of it.
func (m *Model) viewTitle() string {
	w, t, words := m.current, m.ctx.Theme, m.ctx.Words
	right := "  " + words.N("works.n_snapshots", len(w.history.Entries())) + " " + t.Glyphs.Between + " " + words.N("works.n_calls", len(w.history.Calls())) + " "
	if m.Width < 60 {
		right = ""
	}
	muted := t.Tone(theme.Muted)
	left := " " + t.Tone(theme.Strong).Render(text.Cut(w.title(), max(m.Width/2, 8))) + "  " + muted.Render(text.Clean(w.query.Platform)+" "+text.Clean(w.query.WorkID))
	if w.load.Have() && w.load.Value.Pending().Or(false) {
		left += "  " + t.Tone(theme.Warn).Render(t.Glyphs.Pending+" "+words.T("works.pending_yes"))
	}
	return text.Left(text.Cut(left, m.Width-text.Width(right)), m.Width-text.Width(right)) + muted.Render(right)
}

// viewTabs are the views; brackets mark the one that is shown, also where there
// is no colour. Where there is no room for all, it is the one with its number.
func (m *Model) viewTabs() string {
	t, words := m.ctx.Theme, m.ctx.Words
	names := [views]string{
		words.T("works.view.facts"), words.T("works.view.metrics"), words.T("works.view.chart"), words.T("works.view.snapshots"), words.T("works.view.compare"),
	}
	var b strings.Builder
	for v, name := range names {
		if view(v) == m.view {
			b.WriteString(t.Title.Render("[" + name + "]"))
		} else {
			b.WriteString(t.Tone(theme.Muted).Render(" " + name + " "))
		}
		b.WriteString(" ")
	}
	line := " " + b.String()
	if text.Width(line) > m.Width {
		line = " " + t.Title.Render("["+names[m.view]+"]") + t.Tone(theme.Muted).Render(" "+words.Int(int(m.view)+1)+"/"+words.Int(int(views)))
	}
	return text.Cut(line, m.Width)
}

// alerts are the lines that say what is going on: a question, a call that runs,
// a failure above old data, the watch.
func (m *Model) alerts() []string {
	w, t, words := m.current, m.ctx.Theme, m.ctx.Words
	var list []string
	add := func(tone theme.Tone, s string) {
		wrapped := text.Wrap(s, max(m.Width-2, 1))
		if room := max(1, min(3, m.Height/5)); len(wrapped) > room {
			wrapped = append(wrapped[:room-1], text.Cut(strings.Join(wrapped[room-1:], " "), max(m.Width-2, 1)))
		}
		for _, l := range wrapped {
			list = append(list, " "+t.Tone(tone).Render(l))
		}
	}
	if m.mode == confirming {
		add(theme.Accent, words.T("works.confirm", "Confirm", m.keys.Confirm.Help().Key, "Back", m.keys.Back.Help().Key))
	}
	switch {
	case w.load.Running() && w.load.Have():
		add(theme.Muted, words.T("works.asking", "Platform", text.Clean(w.query.Platform)))
	case w.load.Err != nil && w.load.Have():
		p := m.problem(w)
		add(theme.Bad, t.Glyphs.Abnormal+" "+p.line()+" "+words.T("error.shown_since", "Time", w.load.At.Local().Format("15:04:05")))
	}
	if m.watch.On() && m.watched == w {
		add(theme.Accent, words.T("works.watching", "Every", words.Age(m.watch.Every), "Left", clock(m.watch.Left(m.ctx.Now())), "Key", m.keys.Watch.Help().Key))
	}
	return list
}

// viewWatch says what a watch does before it begins.
func (m *Model) viewWatch(width, height int) string {
	t, words := m.ctx.Theme, m.ctx.Words
	room := min(max(width-2, 10), 76)
	lines := []string{" " + t.Title.Render(text.Cut(words.T("works.watch_title"), max(width-1, 0)))}
	every := t.Glyphs.Left + " " + words.T("works.watch_every", "Every", words.Age(m.every)) + " " + t.Glyphs.Right
	lines = append(lines, " "+t.Tone(theme.Strong).Render(text.Cut(every, room)))
	for _, s := range []string{
		words.T("works.watch_does", "Platform", text.Clean(m.current.query.Platform)),
		words.T("works.watch_ends", "Key", m.keys.Watch.Help().Key),
		words.T("works.watch_begins", "Confirm", m.keys.Confirm.Help().Key, "Back", m.keys.Back.Help().Key),
	} {
		for _, l := range text.Wrap(s, room) {
			lines = append(lines, " "+l)
		}
	}
	return text.Fit(joinLines(lines), width, height)
}
