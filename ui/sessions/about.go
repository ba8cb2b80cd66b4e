package sessions

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// about is the inspector of a session in the list. Its messages are read when the inspector
// shows it.
type about struct {
	m *site
	pane.InspectorData[aboutOf, *storedSession]
}

// aboutOf identifies the stored state of a session.
type aboutOf struct {
	site, id string
	at       int64
}

// storedSession is a session with what other sessions share with it.
type storedSession struct {
	*document
	named
	elsewhere map[history.ErrorID]history.Elsewhere
}

// show reads the messages of a stored session, unless they were read.
func (a *about) show(msg tea.Msg, r *resource.Session) tea.Cmd {
	a.m = a.m.pane.siteNamed(r.Site)
	if !r.Known() {
		return nil
	}
	named := a.m.named()
	return a.Show(a.m.own, msg, aboutOf{
		r.Site,
		r.ID,
		r.At.UnixNano(),
	}, func(ctx context.Context, f *fleet.Fleet) (*storedSession, error) {
		f.History.Wait(ctx) // for the session that was just opened
		s, err := f.StoredSession(ctx, r.ID)
		if err != nil || s == nil {
			return nil, err
		}
		d := documentOf(s)
		elsewhere, err := f.StoredSessions().ErrorsElsewhere(ctx, r.ID)
		return &storedSession{d, named(d.t), elsewhere}, err
	})
}

// session is the session with its messages, nil until they are read.
func (a *about) session(r *resource.Session) *storedSession {
	return a.Of(aboutOf{r.Site, r.ID, r.At.UnixNano()})
}

// aside is the number of problems.
func (a *about) aside(r *resource.Session) string {
	if r.Problems == 0 {
		return ""
	}
	problems := a.m.words.N("sessions.problems", r.Problems)
	if d := a.session(r); d != nil {
		problems = d.problemsText(a.m.words)
	}
	return a.m.theme.Glyphs.Abnormal + " " + problems
}

// Limits of what the inspector shows.
const (
	maxProblems     = 6
	maxProblemLines = 2 // of each
	maxMessage      = 6 // lines
	maxNames        = 8
)

func (a *about) blocks(r *resource.Session) []resource.Block {
	w := a.m.words
	m := a.m
	if !r.Known() {
		ids := resource.Block{
			Facts: []resource.Fact{
				{Name: w.T("sessions.column.sessionId"), Value: r.ID},
				{Name: w.T("sessions.source"), Value: w.T("recent." + r.Source)},
			},
		}
		if m.start.State().InFlight > 0 { // it may be stored
			return []resource.Block{ids}
		}
		note := func(width int) []string {
			return m.view.Note(w.T(
				"sessions.not_stored",
				"Key", m.ctx.Key(m.keys.OpenRow),
			), width)
		}
		return []resource.Block{{Lines: note}, ids}
	}
	d := a.session(r)
	blocks := []resource.Block{{Facts: a.numbers(r, d)}}
	if d != nil {
		blocks = append(blocks, a.problems(d), a.message(
			"sessions.first_message",
			d.document,
			a.first(d.document),
		), a.message("sessions.last_message", d.document, a.last(d.document)),
			a.mentions(
				"sessions.touched",
				d.named,
				true,
			), a.mentions(
				"sessions.mentioned",
				d.named,
				false,
			), a.outline(d.document), a.pace(d.document))
	}
	return append(blocks, resource.Block{
		Facts: []resource.Fact{{Name: w.T("sessions.column.sessionId"), Value: r.ID}},
	})
}

// numbers are the times and counts of a session and how it ended.
func (a *about) numbers(r *resource.Session, d *storedSession) []resource.Fact {
	w := a.m.words
	m := a.m
	fact := func(id, value string) resource.Fact {
		return resource.Fact{Name: w.T(id), Value: value}
	}
	var facts []resource.Fact
	if span, ok := r.Duration(); ok {
		zone := m.view.Now().Location()
		start := r.First.In(zone)
		value := m.view.Time(r.First)
		end := w.Clock(r.Last.In(zone), start)
		if r.Last.After(r.First) && end != w.Clock(start, start) {
			value += " " + m.theme.Glyphs.Plain("–") + " " + end
		}
		if span > 0 {
			value += " " + m.theme.Glyphs.Between + " " + w.Duration(span)
		}
		facts = append(facts, fact("sessions.time", value))
	}
	facts = append(
		facts,
		fact("sessions.column.runs", w.Int(r.Runs)),
		fact("sessions.column.messages", w.Int(r.Messages)),
	)
	calls := fact("sessions.column.calls", w.Int(r.Calls))
	if d != nil && r.Calls > 0 {
		calls.Value += " " + m.theme.Glyphs.Between + " " + wording.Calls(w, d.t.Calls(), text.Clean)
	}
	facts = append(facts, calls)
	if r.RunsNow(m.view.Now()) {
		facts = append(facts, resource.Fact{
			Name:  w.T("sessions.ended"),
			Value: w.T("sessions.still_running"),
			Tone:  theme.Accent,
		})
	} else if r.Running {
		facts = append(facts, resource.Fact{
			Name:  w.T("sessions.ended"),
			Value: w.T("sessions.was_running"),
			Tone:  theme.Warn,
		})
	} else if d != nil && len(d.problems) > 0 &&
		d.problems[len(d.problems)-1].Message == len(d.t.Messages)-1 {
		facts = append(facts, resource.Fact{
			Name:  w.T("sessions.ended"),
			Value: wording.Problem(w, d.t, d.problems[len(d.problems)-1]),
			Tone:  theme.Warn,
		})
	}
	stored := fact("sessions.stored", w.Ago(r.At, m.view.Now()))
	if r.Bytes > 0 {
		stored.Value += " " + m.theme.Glyphs.Between + " " + transcript.Size(r.Bytes)
	}
	return append(facts, stored)
}

// maxTurns is how many turns the inspector shows at least, where a session has as many.
const maxTurns = 12

// outline are the newest turns of a session, with their time and duration: where there is room, their whole
// headlines, and then the earlier ones.
func (a *about) outline(d *document) resource.Block {
	turns := d.t.Turns()
	return resource.Block{
		Title: a.m.words.T("sessions.outline"),
		Wide:  true,
		Longer: func(width, more int) (lines []string) {
			room := min(maxTurns, len(turns)) + more
			for i, turn := range slices.Backward(turns) {
				others := min(maxTurns-(len(turns)-i), i) // which are shown in any case
				left := room - len(lines) - max(others, 0)
				if left <= 0 {
					break
				}
				lines = append(a.turn(&turn, width, left), lines...)
			}
			return lines
		},
	}
}

// turn is a turn in at most a number of rows.
func (a *about) turn(turn *transcript.Turn, width, most int) []string {
	m := a.m
	const lead = 11
	at := m.theme.Glyphs.Dash
	if !turn.Start.IsZero() {
		at = turn.Start.In(m.view.Now().Location()).Format("15:04:05")
	}
	end := m.words.Duration(turn.Duration)
	if turn.Calls > 0 {
		end += "  " + m.words.N("sessions.calls", turn.Calls)
	}
	muted := m.theme.Tone(theme.Muted)
	room := max(width-lead-text.Width(end)-2, 1)
	headline := text.Wrap(text.Line(turn.Headline), room)
	if len(headline) > most {
		rest := strings.Join(headline[most-1:], " ")
		headline = append(headline[:most-1], text.Cut(rest, room))
	}
	var rows []string
	for i, line := range headline {
		row := text.Blank(lead) + line
		if i == 0 {
			row = " " + muted.Render(text.Left(at, 8)) + "  " + text.Left(line, room) + "  " + muted.Render(end)
		}
		rows = append(rows, text.Cut(row, width))
	}
	return rows
}

// pace is a curve of the number of messages over the time of a session.
func (a *about) pace(d *document) resource.Block {
	var times []time.Time
	var counts []float64
	for i := range d.t.Messages {
		at := d.t.Messages[i].Time
		if !at.IsZero() &&
			(len(times) == 0 || !at.Before(times[len(times)-1])) {
			times = append(times, at)
			counts = append(counts, float64(i+1))
		}
	}
	if len(times) < 2 || !times[len(times)-1].After(times[0]) {
		return resource.Block{}
	}
	return pane.CurveBlock(
		a.m.view,
		a.m.words.T("sessions.pace"),
		times,
		counts,
		theme.Accent,
	)
}

// problems are the first problems of a session, and how many other sessions have them.
func (a *about) problems(d *storedSession) resource.Block {
	w := a.m.words
	g := a.m.theme.Glyphs
	if len(d.problems) == 0 {
		return resource.Block{}
	}
	return resource.Block{
		Title: w.T("sessions.column.problems"),
		Longer: func(width, more int) (lines []string) {
			others := len(d.problems)
			for i, cause := range d.causes {
				most := maxProblemLines
				if i >= maxProblems {
					most = 1
					more -= most + 1 // the line below it
				}
				if more < 0 {
					return append(
						lines,
						a.m.view.Note(w.N("sessions.more_problems", others), width)...,
					)
				}
				others -= cause.Count
				part := d.t.Part(cause.First)
				what := wording.Problem(w, d.t, cause.First)
				if cause.Count > 1 {
					what = w.T("sessions.times", "N", w.Int(cause.Count), "Text", what)
				}
				sign, tone := problemSign(g, part)
				said := a.m.view.Beginning(sign+" "+what, width, most+more, tone)
				more -= max(len(said)-most, 0)
				lines = append(lines, said...)
				if part == nil || part.Tool == nil {
					continue
				}
				in := d.elsewhere[archive.ErrorID(part.Tool)]
				if in.Sessions > 0 {
					lines = append(
						lines,
						a.m.view.Note(
							"  "+w.N(
								"sessions.elsewhere", in.Sessions,
								"Since", a.m.day(in.Since),
							),
							width,
						)...,
					)
				}
			}
			return lines
		},
	}
}

// first is the first message of a user, last the last one of the assistant; -1 for none.
func (a *about) first(d *document) int {
	for i := range d.t.Messages {
		if d.t.Messages[i].Role == transcript.RoleUser {
			return i
		}
	}
	return -1
}

func (a *about) last(d *document) int {
	for i := len(d.t.Messages) - 1; i >= 0; i-- {
		m := &d.t.Messages[i]
		if m.Role == transcript.RoleAssistant && saidIn(m) != "" {
			return i
		}
	}
	return -1
}

// saidIn is the text of a message.
func saidIn(m *transcript.Message) string {
	var said []string
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind == transcript.KindText && !p.InCall && !p.Blank() {
			said = append(said, p.Text)
		}
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}

// message is the beginning of a message.
func (a *about) message(title string, d *document, i int) resource.Block {
	if i < 0 {
		return resource.Block{}
	}
	said := saidIn(&d.t.Messages[i])
	if said == "" {
		return resource.Block{}
	}
	var whole []string // at a width, which is long to render
	of := 0
	return resource.Block{
		Title: a.m.words.T(title),
		Longer: func(width, more int) []string {
			if width != of {
				of = width
				whole = a.m.markdown.Render(said, max(width-2, 8), theme.Plain)
			}
			most := maxMessage + more
			isCut := len(whole) > most+1
			if !isCut {
				most = len(whole)
			}
			var lines []string
			for _, line := range whole[:most] {
				lines = append(lines, text.Cut(" "+line, width))
			}
			if isCut {
				lines = append(lines, " "+a.m.theme.Paint(theme.Muted, a.m.theme.Glyphs.Ellipsis))
			}
			return lines
		},
	}
}

// named holds the names in a session, with the accounts that are known.
type named struct {
	names    []transcript.Name
	accounts map[string]*api.Account // by what archive.IDs returns
}

// named returns a function that finds what a session names, which may run in the background.
func (m *site) named() func(*transcript.Transcript) named {
	rows := m.own.Store.Accounts.List().Rows
	return func(t *transcript.Transcript) named {
		n := named{accounts: make(map[string]*api.Account, 2*len(rows))}
		for _, a := range rows {
			for _, id := range archive.IDs(a) {
				n.accounts[id] = a
			}
		}
		for _, a := range rows { // whatever else has this ID as its uid
			n.accounts[a.ID] = a
		}
		n.names = t.Names(func(s string) string {
			if a := n.accounts[s]; a != nil {
				return a.ID
			}
			return ""
		})
		return n
	}
}

// label is a name as the user knows it, and the platform.
func (m *site) label(n named, i int) (label, platform string) {
	name := n.names[i]
	label = text.Line(name.ID)
	platform = name.Platform
	a := n.accounts[name.ID]
	if a != nil && name.Kind == transcript.NameAccount {
		label = cmp.Or(m.view.AccountTitle(a), label)
		platform = a.Type
	}
	if platform != "" {
		platform = m.view.PlatformName(platform)
	}
	return label, platform
}

// mentions are the accounts that the calls of a session name, or else the other accounts, works
// and models that it mentions.
func (a *about) mentions(title string, n named, touched bool) resource.Block {
	var all []resource.Fact
	for i, name := range n.names {
		if touched == (name.Touched && name.Kind == transcript.NameAccount) {
			f := resource.Fact{Name: a.m.words.T("sessions.name." + string(name.Kind))}
			f.Value, f.Note = a.m.label(n, i)
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		return resource.Block{}
	}
	return resource.Block{
		Title: a.m.words.T(title),
		Longer: func(width, more int) []string {
			most := maxNames + more
			shown := all[:min(most, len(all))]
			if others := len(all) - most; others > 1 {
				shown = append(slices.Clip(shown), resource.Fact{
					Value: a.m.words.T("sessions.more_names", "N", a.m.words.Int(others)),
					Tone:  theme.Muted,
				})
			} else {
				shown = all
			}
			return facts.Lines(a.m.theme, shown, width)
		},
	}
}
