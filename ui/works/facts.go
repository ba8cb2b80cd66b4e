package works

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// factsView is the text beside the chart: everything that is known of the work, of the
// selected snapshot and of the selected metric.
type factsView struct {
	*subject
	*pane.Text
	focused bool
	height  int
}

func newFacts(s *subject) *factsView {
	f := &factsView{subject: s}
	f.Text = pane.NewText(s.m.stack, pane.TextConfig{
		Title: func() string { return s.m.words.T("works.view.facts") },
		Lines: func(width int) []string {
			return pane.BlockLines(s.m.view, f.blocks(), width, f.height)
		},
	})
	return f
}

func (s *factsView) SetSize(width, height int) {
	s.height = height
	s.Text.SetSize(width, height)
}

// SetFocus also shows the whole description, or a part of it.
func (s *factsView) SetFocus(focused bool) {
	s.focused = focused
	s.Text.SetFocus(focused)
}

// maxDescription is the number of lines of the description while the facts do not
// have the focus.
const maxDescription = 6

// blocks are the parts of the facts: the work, the selected metric, the snapshots, the
// description, the selected snapshot, and the newest response.
func (s *factsView) blocks() []resource.Block {
	w := s.m.words
	m := s.m
	var blocks []resource.Block
	if remarks := s.remarks(); len(remarks) > 0 {
		blocks = append(blocks, resource.Block{Lines: func(width int) (lines []string) {
			for _, remark := range remarks {
				lines = append(
					lines,
					m.view.Paragraph(m.theme.Glyphs.Stale+" "+remark, width, theme.Warn)...,
				)
			}
			return lines
		}})
	}
	now, ok := s.history.Work()
	if ok {
		blocks = append(blocks, resource.Block{Facts: m.wording.workFacts(&now)})
	}
	i := s.selected()
	entries := s.history.Entries()
	if i >= 0 && s.metric != "" {
		blocks = append(blocks, s.metricBlock(), resource.Block{
			Title: w.N("works.n_snapshots", len(entries)),
			Lines: s.snapshotLines,
		})
	}
	if description := now.Description.Or(""); description != "" {
		f := m.wording.fact("description", now.Description)
		blocks = append(blocks, resource.Block{
			Title: f.Name,
			Lines: func(width int) (lines []string) {
				for paragraph := range strings.SplitSeq(text.CleanLines(f.Value), "\n") {
					lines = append(lines, m.view.Paragraph(paragraph, width, theme.Plain)...)
				}
				if f.Note != "" {
					lines = append(lines, m.view.Note(f.Note, width)...)
				}
				if !s.focused && len(lines) > maxDescription {
					lines = append(
						lines[:maxDescription],
						m.view.Note(
							m.words.T("works.whole_text", "Key", m.ctx.Key(m.stack.Keys.Detail)),
							width,
						)...,
					)
				}
				return lines
			},
		})
	}
	if i >= 0 {
		blocks = append(blocks, resource.Block{
			Title: w.T("works.part.snapshot", "N", i+1, "Of", len(entries)),
			Facts: s.snapshotFacts(entries[i]),
		})
		then, ok := entries[i].Snapshot.Work.Get()
		if ok && !reflect.DeepEqual(then, now) {
			blocks = append(blocks, resource.Block{
				Title: w.T("works.part.then"),
				Facts: m.wording.workFacts(&then),
			})
		}
	}
	return append(blocks, resource.Block{
		Title: w.T("works.part.response"),
		Facts: s.responseFacts(),
	})
}

// metricBlock is the change of the selected metric, or the formula of the engagement
// rate.
func (s *factsView) metricBlock() resource.Block {
	if s.metric == engagementRate {
		return resource.Block{Lines: s.engagement}
	}
	r := s.history.Read(s.selected(), []string{s.metric})[0]
	return resource.Block{
		Title: s.m.wording.metricName(s.metric),
		Facts: s.m.wording.metricFacts(r),
	}
}

// engagement is the engagement rate of the selected snapshot with its formula, or the
// reason why it is missing.
func (s *factsView) engagement(width int) []string {
	t := s.m.theme
	m := s.m
	r := metrics.Engagement(&s.history.Entries()[s.selected()].Snapshot, s.base())
	base := m.wording.metricName(r.Base.Name)
	head := " " + m.words.T("works.engagement", "Base", strings.ToLower(base)) + "  "
	if r.Rate.Why != metrics.Known {
		return []string{
			text.Cut(
				head+t.Glyphs.Dash+"  "+t.Tone(theme.Muted).Render(m.wording.figures.Why(r.Rate.Why)),
				width,
			),
		}
	}
	terms := make([]string, len(r.Terms))
	for i, term := range r.Terms {
		terms[i] = m.wording.metricName(term.Name) + " " + m.wording.figures.Exact(term.Value)
	}
	formula := strings.Join(terms, " + ")
	if len(terms) > 1 {
		formula = "(" + formula + ")"
	}
	lines := []string{
		text.Cut(head+t.Tone(theme.Strong).Render(m.wording.figures.Ratio(r.Rate.Value)), width),
	}
	for _, l := range text.Wrap(
		"= "+formula+" / "+base+" "+m.wording.figures.Exact(r.Base.Value),
		max(width-3, 4),
	) {
		lines = append(lines, "   "+t.Tone(theme.Muted).Render(l))
	}
	return lines
}

// maxSnapshotLines is the number of snapshots in the inspector; the table has all.
const maxSnapshotLines = 12

// snapshotLines are snapshots around the selected one, newest first, each with the
// selected metric and its change.
func (s *factsView) snapshotLines(width int) (lines []string) {
	t := s.m.theme
	m := s.m
	entries := s.history.Entries()
	selected := s.selected()
	n := min(len(entries), maxSnapshotLines)
	last := min(max(selected+n/2, n-1), len(entries)-1)
	points := series(
		entries[max(last-n, 0):last+1],
		s.metric,
		s.base(),
	)
	for i := len(points) - 1; i > len(points)-1-n; i-- {
		at := last - (len(points) - 1 - i)
		mark := " "
		value := t.Glyphs.Dash
		change := ""
		if at == selected {
			mark = t.Tone(theme.Accent).Render(t.Glyphs.Cursor)
		}
		v := points[i].Value
		if v.IsSet() && s.metric == engagementRate {
			value = m.wording.figures.Share(v)
		} else if v.IsSet() {
			value = m.wording.figures.Exact(v)
			if i > 0 {
				change = m.wording.arrow(v.Sub(points[i-1].Value), m.wording.figures.Exact)
			}
		}
		time := mark + m.wording.shortTime(entries[at])
		line := text.Left(time, 13) + text.Right(value, max(text.Width(value), 12)+1)
		rest := width - text.Width(line) - 1
		if text.Width(change) < rest {
			line += text.Right(change, min(rest, 14))
		}
		lines = append(lines, text.Cut(line, width))
	}
	if len(entries) > n {
		lines = append(
			lines,
			m.view.Note(
				m.words.T("works.all_snapshots", "Key", m.ctx.Key(m.keys.Snapshots)),
				width,
			)...,
		)
	}
	return lines
}

// remarks are the most important notes about the newest response.
func (s *subject) remarks() []string {
	w := s.m.words
	d := &s.load.Value
	_, hasWork := d.Work.Get()
	if s.earlier {
		return []string{w.T(
			"works.earlier",
			"Key",
			s.m.ctx.Key(s.m.stack.Keys.Refresh),
		)}
	}
	var list []string
	message := text.Clean(d.Message.Or(""))
	if message != "" {
		list = append(list, w.T("works.message", "Message", message))
	}
	for _, remark := range []struct {
		id      string
		applies bool
	}{
		{"works.without_work", !hasWork}, {"works.without_snapshots", len(d.Snapshots) == 0},
		{
			"works.no_metrics",
			slices.ContainsFunc(d.Snapshots, func(s api.Snapshot) bool { return len(s.Metrics) == 0 }),
		},
		{"works.pending", d.Pending().Or(false)},
	} {
		if remark.applies {
			list = append(list, w.T(remark.id))
		}
	}
	return list
}

func (m *wording) workFacts(found *api.Work) []resource.Fact {
	list := []resource.Fact{
		m.fact("title", found.Title),
		m.fact("id", found.ID),
		m.linkFact("url", found.URL),
		m.wordFact("mediaType", found.MediaType),
		m.wordFact("status", found.Status),
		m.dateFact("publishedAt", found.PublishedAt, ""),
		m.linkFact("coverUrl", found.CoverURL),
	}
	return append(list, m.unlisted(found.Unknown)...)
}

func (s *subject) responseFacts() []resource.Fact {
	m := s.m
	d := &s.load.Value
	list := []resource.Fact{
		{Name: m.wording.factName("platform"), Value: m.view.PlatformName(s.query.Platform)},
		m.wording.accountFact(s.query.AccountID),
	}
	if s.earlier {
		return list
	}
	list = append(
		list,
		m.wording.timeFact("fetchedAt", d.FetchedAt, ""),
		m.wording.fact("snapshotId", d.SnapshotID),
	)
	return slices.Concat(
		list,
		m.wording.pendingFacts(d.Pending()),
		m.wording.rawFact(d.Extra),
		m.wording.unlisted(d.Unknown),
	)
}

func (m *wording) accountFact(id string) resource.Fact {
	if id == "" {
		return resource.Fact{
			Name:  m.factName("account"),
			Value: m.words.T("works.no_account"),
			Tone:  theme.Muted,
		}
	}
	return resource.Fact{Name: m.factName("account"), Value: id, Note: m.accountName(id)}
}

func (s *subject) snapshotFacts(e *metrics.Entry) []resource.Fact {
	w := s.m.words
	m := s.m
	snapshot := &e.Snapshot
	fetched := m.wording.timeFact("fetchedAt", snapshot.FetchedAt, w.T("works.fetched_means"))
	if snapshot.FetchedAt.Or("") == "" {
		fetched = resource.Fact{
			Name:  fetched.Name,
			Value: m.view.Time(e.At),
			Note:  w.T("works.time_of_response"),
		}
	}
	list := []resource.Fact{m.wording.fact("snapshotId", api.Some(snapshot.ID))}
	found, _ := s.history.Work()
	workID := found.ID.Or("")
	if workID == "" || snapshot.PlatformWorkID.Or("") != workID {
		list = append(list, m.wording.fact("platformWorkId", snapshot.PlatformWorkID))
	}
	list = append(
		list,
		fetched,
		m.wording.dateFact("snapshotAt", snapshot.SnapshotAt, w.T("works.snapshot_means")),
	)
	return slices.Concat(
		list,
		m.wording.pendingFacts(snapshot.Pending()),
		m.wording.rawFact(snapshot.Extra),
		m.wording.unlisted(snapshot.Unknown),
	)
}

// unlisted are the members of an object that the interface does not list. Some
// deployments send those that have a label here.
func (m *wording) unlisted(object jsontext.Value) []resource.Fact {
	list := m.view.Unlisted(object)
	for i := range list {
		switch f := &list[i]; f.Name {
		case "author", "periodStartAt", "periodEndAt":
			f.Name = m.factName(f.Name)
			f.Note = ""
			f.Value = cmp.Or(m.view.When(f.Value), f.Value)
		}
	}
	return list
}

func (m *wording) factName(field string) string { return m.words.T("works.fact." + field) }

// fact is a field of 2.5 with its label.
func (m *wording) fact(field string, v api.Opt[string]) resource.Fact {
	return m.view.Optional(m.factName(field), v)
}

// wordFact is a field whose usual values have a word in the user's language.
func (m *wording) wordFact(field string, v api.Opt[string]) resource.Fact {
	f := m.fact(field, v)
	f.Value = cmp.Or(m.words.Optional("works.value."+v.Or("")), f.Value)
	return f
}

// timeFact is a time with its age and a note. A value that is not a time is shown as it
// was sent.
func (m *wording) timeFact(field string, v api.Opt[string], note string) resource.Fact {
	f := m.fact(field, v)
	if sent := v.Or(""); sent != "" {
		f.Value = m.view.When(sent)
		f.Note = note
		if f.Value == "" {
			f.Value = sent
			f.Note = m.words.T("works.no_time")
		}
	}
	return f
}

// dateFact is a time without its age, which the header tells of the time when a work was published.
func (m *wording) dateFact(field string, v api.Opt[string], note string) resource.Fact {
	f := m.timeFact(field, v, note)
	if at, ok := api.ParseTime(v.Or("")); ok {
		f.Value = m.view.Time(at)
	}
	return f
}

// linkFact is a web address, which terminals open on a click.
func (m *wording) linkFact(field string, v api.Opt[string]) resource.Fact {
	f := m.fact(field, v)
	address := v.Or("")
	if address != "" && m.theme.Renderer.ColorProfile() != termenv.Ascii {
		f.Tone = theme.Link
		f.Link = address
	}
	return f
}

// pendingFacts say that a response is pending, or that this is unknown, and nothing of one that is complete.
func (m *wording) pendingFacts(p api.Opt[bool]) []resource.Fact {
	name := m.factName("pending")
	isPending, ok := p.Get()
	if !ok {
		return []resource.Fact{m.view.Absent(name, p.IsNull())}
	}
	if !isPending {
		return nil
	}
	return []resource.Fact{{
		Name:  name,
		Value: m.theme.Glyphs.Pending + " " + m.words.T("works.pending_yes"),
		Tone:  theme.Warn,
	}}
}

// rawFact is the extra object as JSON, or nil if it has nothing but the flag that has a fact of its own.
func (m *wording) rawFact(v jsontext.Value) []resource.Fact {
	hasMore := v.Kind() != '{'
	for name := range api.Members(v) {
		hasMore = hasMore || name != "pending"
	}
	if len(v) == 0 || !hasMore {
		return nil
	}
	return []resource.Fact{
		m.view.Clip(resource.Fact{Name: m.factName("extra"), Value: string(v), Tone: theme.Code}),
	}
}

func (s *subject) copyLink() tea.Cmd {
	found, _ := s.history.Work()
	return s.m.copyLink(found.URL.Or(""))
}

// copyLink copies the page of a work, "" if it is unknown.
func (m *site) copyLink(link string) tea.Cmd {
	if link == "" {
		return m.ctx.Inform("works.no_link")
	}
	return m.stack.Output.CopyShort(link)
}
