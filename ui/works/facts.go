package works

import (
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/works/metrics"
)

// From this size on the metrics and the chart are shown beside the facts.
const (
	splitWidth  = 110
	splitHeight = 18
)

// arrangeFacts gives the facts their room, and beside them the metrics and the chart
// where there is room for these.
func (s *workScreen) arrangeFacts() {
	height := s.bodyHeight()
	s.left = s.width
	if s.width >= splitWidth && height >= splitHeight && len(s.history.Entries()) > 0 {
		s.left = s.width * 2 / 5
		right := s.width - s.left - 1
		rows, _ := s.metrics.Table.Counts()
		s.arrangeChart(right, height/2)
		s.metrics.Table.SetSize(right, min(rows+1, height/2))
	}
	s.facts.SetHeight(height)
	s.facts.SetLines(s.factLines(s.left))
}

// viewFacts draws the facts, and beside them the metrics and the chart.
func (s *workScreen) viewFacts() string {
	width, height := s.width-s.left-1, s.bodyHeight()
	if width <= 0 {
		return s.facts.View()
	}
	lines := strings.Split(s.metrics.Table.View(), "\n")
	lines = append(append(lines, s.engagement(width)...), "")
	lines = append(lines, s.drawChart(width, height-len(lines)))
	return s.m.Beside(text.Fit(s.facts.View(), s.left, height), text.Fit(strings.Join(lines, "\n"), width, height), s.left)
}

// factLines are the facts in parts: the work, the newest response, and the
// selected snapshot.
func (s *workScreen) factLines(width int) []string {
	t, w := s.m.Theme, s.m.Words
	var lines []string
	for _, remark := range s.remarks() {
		for _, l := range text.Wrap(t.Glyphs.Stale+" "+remark, max(width-2, 4)) {
			lines = append(lines, " "+t.Tone(theme.Warn).Render(l))
		}
	}
	part := func(title string, list []facts.Fact) {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, " "+t.Title.Render(text.Cut(title, max(width-1, 0))))
		lines = append(lines, facts.Lines(t, list, width)...)
	}
	now, ok := s.history.Work()
	if ok {
		part(w.T("works.part.work"), s.m.workFacts(&now))
	}
	part(w.T("works.part.response"), s.responseFacts())
	if i := s.selected(); i >= 0 {
		e := s.history.Entries()[i]
		part(w.T("works.part.snapshot", "N", i+1, "Of", len(s.history.Entries())), s.snapshotFacts(e))
		if then, ok := e.Snapshot.Work.Get(); ok && !reflect.DeepEqual(then, now) {
			part(w.T("works.part.then"), s.m.workFacts(&then))
		}
	}
	return lines
}

// remarks is what to know about the newest response first.
func (s *workScreen) remarks() []string {
	w, d := s.m.Words, &s.load.Value
	_, hasWork := d.Work.Get()
	var list []string
	if message := text.Clean(d.Message.Or("")); message != "" {
		list = append(list, w.T("works.message", "Message", message))
	}
	for _, remark := range []struct {
		id      string
		applies bool
	}{
		{"works.without_work", !hasWork}, {"works.without_snapshots", len(d.Snapshots) == 0},
		{"works.no_metrics", slices.ContainsFunc(d.Snapshots, func(s api.Snapshot) bool { return len(s.Metrics) == 0 })},
		{"works.pending", d.Pending().Or(false)},
	} {
		if remark.applies {
			list = append(list, w.T(remark.id))
		}
	}
	return list
}

func (m *Model) workFacts(found *api.Work) []facts.Fact {
	list := []facts.Fact{
		m.fact("title", found.Title),
		m.fact("id", found.ID),
		m.linkFact("url", found.URL),
		m.fact("mediaType", found.MediaType),
		m.fact("status", found.Status),
		m.timeFact("publishedAt", found.PublishedAt, ""),
		m.linkFact("coverUrl", found.CoverURL),
	}
	list = append(list, m.Unlisted(found.Unknown)...)
	return append(list, paragraphs(m.fact("description", found.Description))...)
}

// paragraphs keeps the line breaks of a text, which one fact does not.
func paragraphs(f facts.Fact) []facts.Fact {
	lines := strings.Split(text.CleanLines(f.Value), "\n")
	f.Value = lines[0]
	list := []facts.Fact{f}
	for _, l := range lines[1:] {
		list = append(list, facts.Fact{Value: l})
	}
	return list
}

func (s *workScreen) responseFacts() []facts.Fact {
	m, d := s.m, &s.load.Value
	account := facts.Fact{Name: m.factName("account"), Value: s.query.AccountID, Note: m.accountName(s.query.AccountID)}
	if account.Value == "" {
		account.Value, account.Tone = m.Words.T("works.no_account"), theme.Muted
	}
	list := []facts.Fact{
		{Name: m.factName("platform"), Value: m.PlatformName(d.Platform)}, account,
		m.timeFact("fetchedAt", d.FetchedAt, ""), m.fact("snapshotId", d.SnapshotID), m.pendingFact(d.Pending()),
	}
	return slices.Concat(list, m.rawFact(d.Extra), m.Unlisted(d.Unknown))
}

func (s *workScreen) snapshotFacts(e *metrics.Entry) []facts.Fact {
	m, w, snapshot := s.m, s.m.Words, &e.Snapshot
	fetched := m.timeFact("fetchedAt", snapshot.FetchedAt, w.T("works.fetched_means"))
	if snapshot.FetchedAt.Or("") == "" {
		fetched = facts.Fact{Name: fetched.Name, Value: m.Time(e.At), Note: w.T("works.time_of_response")}
	}
	list := []facts.Fact{
		m.fact("snapshotId", api.Some(snapshot.ID)), m.fact("platformWorkId", snapshot.PlatformWorkID), fetched,
		m.timeFact("snapshotAt", snapshot.SnapshotAt, w.T("works.snapshot_means")), m.pendingFact(snapshot.Pending()),
		{Name: m.factName("calls"), Value: w.T("works.call_first", "N", e.Call, "Time", m.Time(s.history.Calls()[e.Call-1]))},
	}
	return slices.Concat(list, m.rawFact(snapshot.Extra), m.Unlisted(snapshot.Unknown))
}

// factName is the label of a field of 2.5.
func (m *Model) factName(field string) string { return m.Words.T("works.fact." + field) }

// fact is a field of 2.5 with its label.
func (m *Model) fact(field string, v api.Opt[string]) facts.Fact {
	return m.Optional(m.factName(field), v)
}

// timeFact is a time with its age and a note; what is not a time is shown as it was
// sent.
func (m *Model) timeFact(field string, v api.Opt[string], note string) facts.Fact {
	f := m.fact(field, v)
	if sent := v.Or(""); sent != "" {
		if f.Value, f.Note = m.When(sent), note; f.Value == "" {
			f.Value, f.Note = sent, m.Words.T("works.no_time")
		}
	}
	return f
}

// linkFact is a web address, which terminals open on a click.
func (m *Model) linkFact(field string, v api.Opt[string]) facts.Fact {
	f := m.fact(field, v)
	if address := v.Or(""); address != "" && m.Theme.Renderer.ColorProfile() != termenv.Ascii {
		f.Tone, f.Link = theme.Link, address
	}
	return f
}

func (m *Model) pendingFact(p api.Opt[bool]) facts.Fact {
	name := m.factName("pending")
	switch v, ok := p.Get(); {
	case !ok:
		return m.Absent(name, p.IsNull())
	case v:
		return facts.Fact{Name: name, Value: m.Theme.Glyphs.Pending + " " + m.Words.T("works.pending_yes"), Tone: theme.Warn}
	}
	return facts.Fact{Name: name, Value: m.Words.T("works.pending_no")}
}

// rawFact is the extra object as JSON, none where it was not sent.
func (m *Model) rawFact(v jsontext.Value) []facts.Fact {
	if len(v) == 0 {
		return nil
	}
	return []facts.Fact{m.Clip(facts.Fact{Name: m.factName("extra"), Value: string(v), Tone: theme.Code})}
}
