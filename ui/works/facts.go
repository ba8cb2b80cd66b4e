package works

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/works/metrics"
)

// factLines is all that is known of a work, in three parts: the work, the
// answer, and the snapshot that is looked at.
func (m *Model) factLines(w *work, width int) []string {
	words := m.ctx.Words
	d := &w.load.Value
	var lines []string
	for _, s := range m.remarks(w) {
		for _, l := range text.Wrap(m.ctx.Theme.Glyphs.Stale+" "+s, max(width-2, 4)) {
			lines = append(lines, " "+m.ctx.Theme.Tone(theme.Warn).Render(l))
		}
	}
	part := func(title string, list []facts.Fact) {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, " "+m.ctx.Theme.Title.Render(text.Cut(title, max(width-1, 0))))
		lines = append(lines, facts.Lines(m.ctx.Theme, list, width)...)
	}
	if found, ok := w.history.Work(); ok {
		part(words.T("works.part.work"), m.workFacts(&found))
	}
	part(words.T("works.part.answer"), m.answerFacts(w, d))
	if i := w.selected(); i >= 0 {
		part(words.T("works.part.snapshot", "N", i+1, "Of", len(w.history.Entries())), m.snapshotFacts(w, i))
		if then, ok := otherThen(w, i); ok {
			part(words.T("works.part.then"), m.workFacts(&then))
		}
	}
	return lines
}

// otherThen is the work as a snapshot holds it, where that is not what is shown
// above of the work anyway.
func otherThen(w *work, i int) (api.Work, bool) {
	then, ok := w.history.Entries()[i].Snapshot.Work.Get()
	now, _ := w.history.Work()
	if !ok {
		return then, false
	}
	a, errA := json.Marshal(then)
	b, errB := json.Marshal(now)
	return then, errA != nil || errB != nil || !bytes.Equal(a, b)
}

// remarks are what one must know of an answer first.
func (m *Model) remarks(w *work) []string {
	words, d := m.ctx.Words, &w.load.Value
	var list []string
	if s := text.Clean(d.Message.Or("")); s != "" {
		list = append(list, words.T("works.says", "Message", s))
	}
	if _, ok := d.Work.Get(); !ok {
		list = append(list, words.T("works.without_work"))
	}
	if len(d.Snapshots) == 0 {
		list = append(list, words.T("works.without_snapshots"))
	}
	for i := range d.Snapshots {
		if len(d.Snapshots[i].Metrics) == 0 {
			list = append(list, words.T("works.without_metrics"))
			break
		}
	}
	if d.Pending().Or(false) {
		list = append(list, words.T("works.pending"))
	}
	return list
}

func (m *Model) optionalTime(name string, v api.Opt[string]) facts.Fact {
	f := m.ctx.Optional(name, v)
	if s := v.Or(""); s != "" {
		f.Value, f.Note = m.whenever(s)
	}
	return f
}

// optionalLink is a fact of a web address, which terminals open on a click.
func (m *Model) optionalLink(name string, v api.Opt[string]) facts.Fact {
	f := m.ctx.Optional(name, v)
	if s := v.Or(""); s != "" && m.ctx.Theme.Renderer.ColorProfile() != termenv.Ascii {
		f.Tone, f.Link = theme.Link, s
	}
	return f
}

func (m *Model) workFacts(found *api.Work) []facts.Fact {
	list := []facts.Fact{
		m.ctx.Optional("title", found.Title),
		m.ctx.Optional("id", found.ID),
		m.optionalLink("url", found.URL),
		m.ctx.Optional("mediaType", found.MediaType),
		m.ctx.Optional("status", found.Status),
		m.optionalTime("publishedAt", found.PublishedAt),
		m.optionalLink("coverUrl", found.CoverURL),
	}
	list = append(list, m.ctx.Unlisted(found.Unknown)...)
	return append(list, paragraphs(m.ctx.Optional("description", found.Description))...)
}

// paragraphs keeps the line ends of a text, which a fact does not.
func paragraphs(f facts.Fact) []facts.Fact {
	lines := strings.Split(text.CleanLines(f.Value), "\n")
	list := []facts.Fact{{Name: f.Name, Value: lines[0], Note: f.Note, Tone: f.Tone}}
	for _, l := range lines[1:] {
		list = append(list, facts.Fact{Value: l})
	}
	return list
}

func (m *Model) answerFacts(w *work, d *api.WorkDetail) []facts.Fact {
	list := []facts.Fact{
		{Name: "platform", Value: d.Platform},
		m.accountFact(w),
		m.optionalTime("fetchedAt", d.FetchedAt),
		m.ctx.Optional("snapshotId", d.SnapshotID),
		m.pendingFact(d.Pending()),
	}
	list = append(list, m.raw("extra", d.Extra)...)
	return append(list, m.ctx.Unlisted(d.Unknown)...)
}

// accountFact is the account that the work was asked for with.
func (m *Model) accountFact(w *work) facts.Fact {
	f := facts.Fact{Name: m.ctx.Words.T("works.field.account"), Value: w.query.AccountID, Note: m.accountName(w.query.AccountID)}
	if f.Value == "" {
		f.Value, f.Tone = m.ctx.Words.T("works.no_account"), theme.Muted
	}
	return f
}

func (m *Model) snapshotFacts(w *work, i int) []facts.Fact {
	words := m.ctx.Words
	e := w.history.Entries()[i]
	s := &e.Snapshot
	fetched := m.optionalTime("fetchedAt", s.FetchedAt)
	if e.Time == metrics.FromPayload {
		fetched = facts.Fact{Name: "fetchedAt", Value: moment(e.At), Note: words.T("works.time_of_answer")}
	}
	fetched.Note = strings.TrimSpace(fetched.Note + " " + words.T("works.fetched_means"))
	taken := m.optionalTime("snapshotAt", s.SnapshotAt)
	if _, ok := s.SnapshotAt.Get(); ok {
		taken.Note = strings.TrimSpace(taken.Note + " " + words.T("works.snapshot_means"))
	}
	id := m.ctx.Optional("id", api.Some(s.ID))
	if s.ID == "" {
		id = m.ctx.Optional("id", api.Opt[string]{})
	}
	list := []facts.Fact{id, m.ctx.Optional("platformWorkId", s.PlatformWorkID), fetched, taken, m.pendingFact(s.Pending()), m.provenance(w, e)}
	list = append(list, m.raw("extra", s.Extra)...)
	return append(list, m.ctx.Unlisted(s.Unknown)...)
}

// provenance tells which calls of this run brought a snapshot.
func (m *Model) provenance(w *work, e metrics.Entry) facts.Fact {
	words := m.ctx.Words
	f := facts.Fact{Name: words.T("works.calls"), Value: words.T("works.call_first", "N", e.First, "Time", w.history.Calls()[e.First-1].At.Local().Format("15:04:05"))}
	if e.Last > e.First {
		f.Note = words.T("works.call_last", "N", e.Last)
	}
	if e.Revised > 0 {
		f.Note = strings.TrimSpace(f.Note + " " + words.N("works.revised", e.Revised))
	}
	return f
}

func (m *Model) pendingFact(p api.Opt[bool]) facts.Fact {
	words, g := m.ctx.Words, m.ctx.Theme.Glyphs
	v, ok := p.Get()
	switch {
	case !ok:
		return m.ctx.Optional("pending", api.Opt[string]{})
	case v:
		return facts.Fact{Name: "pending", Value: g.Pending + " " + words.T("works.pending_yes"), Tone: theme.Warn}
	}
	return facts.Fact{Name: "pending", Value: words.T("works.pending_no")}
}

// raw is a JSON value as it was sent, nothing where it was not.
func (m *Model) raw(name string, v jsontext.Value) []facts.Fact {
	if len(v) == 0 {
		return nil
	}
	compact := v.Clone()
	_ = compact.Compact() // what is no JSON is shown as it is
	return []facts.Fact{m.ctx.Clip(facts.Fact{Name: name, Value: string(compact), Tone: theme.Code})}
}
