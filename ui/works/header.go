package works

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// header is the lines above a view: title, tabs and alerts.
func (s *workScreen) header() []string {
	lines := append([]string{s.viewTitle(), s.viewTabs()}, s.alerts()...)
	return lines[:min(len(lines), max(s.height-1, 0))]
}

func (s *workScreen) bodyHeight() int { return max(s.height-2-len(s.alerts()), min(s.height, 1)) }

// viewTitle is the work's title, platform and id, and at the right the number of
// snapshots and requests.
func (s *workScreen) viewTitle() string {
	t, w := s.m.Theme, s.m.Words
	right := "  " + w.N("works.n_snapshots", len(s.history.Entries())) + " " + t.Glyphs.Between + " " + w.N("works.n_calls", len(s.history.Calls())) + " "
	if s.width < 60 {
		right = ""
	}
	muted := t.Tone(theme.Muted)
	left := " " + t.Tone(theme.Strong).Render(text.Cut(s.title(), max(s.width/2, 8))) + "  " +
		muted.Render(s.m.PlatformName(s.query.Platform)+" "+text.Clean(s.query.WorkID))
	if s.load.Loaded() && s.load.Value.Pending().Or(false) {
		left += "  " + t.Tone(theme.Warn).Render(t.Glyphs.Pending+" "+w.T("works.pending_yes"))
	}
	return text.Left(text.Cut(left, s.width-text.Width(right)), s.width-text.Width(right)) + muted.Render(right)
}

// viewTabs names the views, the visible one in brackets; where there is no room
// for all, only that one and its number.
func (s *workScreen) viewTabs() string {
	t, w := s.m.Theme, s.m.Words
	var tabs []string
	for tab, id := range [tabCount]string{"facts", "metrics", "chart", "snapshots", "compare"} {
		if name := w.T("works.view." + id); tab == s.tab {
			tabs = append(tabs, t.Title.Render("["+name+"]"))
		} else {
			tabs = append(tabs, t.Tone(theme.Muted).Render(" "+name+" "))
		}
	}
	line := " " + strings.Join(tabs, " ") + " "
	if text.Width(line) > s.width {
		line = " " + tabs[s.tab] + t.Tone(theme.Muted).Render(" "+w.Int(s.tab+1)+"/"+w.Int(tabCount))
	}
	return text.Cut(line, s.width)
}

// alerts are a question, a running request, a failure above old data, and the
// watch.
func (s *workScreen) alerts() []string {
	m, t, w := s.m, s.m.Theme, s.m.Words
	var list []string
	add := func(tone theme.Tone, alert string) {
		width := max(s.width-2, 1)
		wrapped := text.Wrap(alert, width)
		if room := max(1, s.height/2); len(wrapped) > room {
			wrapped = append(wrapped[:room-1], text.Cut(strings.Join(wrapped[room-1:], " "), width))
		}
		for _, l := range wrapped {
			list = append(list, " "+t.Tone(tone).Render(l))
		}
	}
	if s.question != "" {
		add(theme.Accent, s.question)
	}
	switch {
	case s.load.Running() && s.load.Loaded():
		add(theme.Muted, w.T("works.fetching", "Platform", m.PlatformName(s.query.Platform)))
	case s.load.Err != nil && s.load.Loaded():
		x, next := s.explain()
		since := w.T("error.shown_since", "Time", m.Time(s.load.At))
		add(theme.Bad, strings.Join(strings.Fields(t.Glyphs.Abnormal+" "+x.Line()+" "+next+" "+since), " "))
	}
	if m.watched == s.work {
		add(theme.Accent, w.T("works.watching", "Every", w.Duration(m.interval), "Left", countdown(m.nextCall.Sub(m.Now())), "Key", m.keys.Watch.Help().Key))
	}
	return list
}
