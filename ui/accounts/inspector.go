package accounts

import (
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// maxTitle is the width of a nickname that the narrowest border shows in full.
const maxTitle = 16

// statsTime is the member with the time of the statistics.
const statsTime = "lastStatsTime"

// blocks are the inspector of an account: its state, its numbers, its group and its
// identifiers. Every member that was sent is in one of them.
func (m *Model) blocks(a row) []resource.Block {
	site := m.ctx.Sites.Named(a.Site)
	w := site.View.Words
	b := &accountBlocks{
		site:    site,
		account: a,
		fields:  append(resource.AccountNumbers(), statsTime),
	}
	b.state.Lines = func(width int) []string {
		return stateLines(site, a, width)
	}
	b.figures.Title = b.figuresTitle()
	b.group.Title = w.T("accounts.column.groupId")
	b.group.Lines = func(width int) []string {
		return site.View.Note(w.T("accounts.no_group"), width)
	}
	b.ids.Title = w.T("accounts.block_identifiers")
	b.others.Title = w.T("accounts.block_others")
	for _, f := range b.facts() {
		b.place(f)
	}
	b.finishFigures()
	return []resource.Block{b.state, b.figures, b.group, b.ids, b.others}
}

// accountBlocks are the blocks of the inspector of an account, while they are filled.
type accountBlocks struct {
	site      *pane.Site
	account   row
	fields    []string // the members in figures, in its order
	state     resource.Block
	figures   resource.Block
	group     resource.Block
	ids       resource.Block
	others    resource.Block
	unfetched []string // counts that were sent although statistics were never fetched, as name and value
}

// facts are the members of the account.
func (b *accountBlocks) facts() []resource.Fact {
	a := b.account
	view := b.site.View
	return view.Members(Name, a, b.fields, func(member string, f *resource.Fact) {
		switch member {
		case "type":
			id := text.Clean(a.Type)
			name := view.PlatformName(a.Type)
			if name != id {
				f.Value = name
				f.Note = id
			}
		case statsTime:
			if _, isKnown := statsAge(b.site, a); isKnown {
				f.Note = "" // the age stands in the state
			}
		default:
			f.Right = f.Tone == theme.Plain && slices.Contains(b.fields, member)
		}
	})
}

// figuresTitle is the title of the numbers: those of an account that is gone are of the last recording with it.
func (b *accountBlocks) figuresTitle() string {
	view := b.site.View
	title := view.Words.T("accounts.block_numbers")
	went := view.Lists.Spell(b.account).At
	if view.IsGone(b.account) && !went.After.IsZero() {
		title += " " + view.Theme.Glyphs.Between + " " + view.DayTime(went.After)
	}
	return title
}

// place adds a fact to its block.
func (b *accountBlocks) place(f resource.Fact) {
	switch {
	case b.isTold(f):
	case f.ID == "status":
		b.state.Facts = append(b.state.Facts, f)
	case f.Unlisted:
		f.Note = ""
		b.others.Facts = append(b.others.Facts, f)
	case slices.Contains(b.fields, f.ID):
		b.placeFigure(f)
	case f.ID == "groupId":
		b.placeGroup(f)
	default:
		b.ids.Facts = append(b.ids.Facts, f)
	}
}

// isTold reports whether the state or the border says all of a fact, or there is nothing to say.
func (b *accountBlocks) isTold(f resource.Fact) bool {
	if f.Note != "" {
		return false
	}
	switch f.ID {
	case "status", "type":
		return true
	case "nickname":
		return text.Width(f.Value) <= maxTitle
	case "relayAccountRef": // most accounts have none
		return b.account.RelayAccountRef.Or("") == ""
	}
	return false
}

// placeFigure adds a number, unless it is a count that was sent although statistics were never fetched.
func (b *accountBlocks) placeFigure(f resource.Fact) {
	count, isCount := api.CountNamed(f.ID)
	wasSent := !f.Missing && f.Note == ""
	if isCount && wasSent {
		_, isKnown := b.account.Statistic(count)
		if !isKnown && b.account.Supplies(count) {
			b.unfetched = append(b.unfetched, f.Name+" "+f.Value)
			return
		}
		f.Missing = !isKnown // the platform does not supply it, whatever was sent
	}
	b.figures.Facts = append(b.figures.Facts, f)
}

// placeGroup sets the group of the account.
func (b *accountBlocks) placeGroup(f resource.Fact) {
	view := b.site.View
	id := b.account.GroupID
	b.group.Lines = func(width int) []string {
		return groupLines(b.site, id, width)
	}
	title := view.GroupTitle(id)
	if title != text.Line(id) {
		b.group.Title += " " + view.Theme.Glyphs.Between + " " + title
	}
	f.Name = view.Words.T("groups.column.id")
	b.group.Facts = append(b.group.Facts, f)
}

// finishFigures sorts the numbers and adds the notes about them.
func (b *accountBlocks) finishFigures() {
	view := b.site.View
	if view.IsGone(b.account) { // nothing more will be provided
		b.figures.Facts = slices.DeleteFunc(b.figures.Facts, func(f resource.Fact) bool {
			return f.Missing
		})
	}
	slices.SortStableFunc(b.figures.Facts, func(f, g resource.Fact) int {
		return slices.Index(b.fields, f.ID) - slices.Index(b.fields, g.ID)
	})
	notes := figureNotes(b.site, b.account, b.unfetched)
	if len(notes) == 0 { // a block without lines and facts is left out with its title
		return
	}
	b.figures.Lines = func(width int) (lines []string) {
		for _, note := range notes {
			lines = append(lines, view.Note(note, width)...)
		}
		return lines
	}
}

// figureNotes returns what is to be said about the counts: what a count of zero means on the platform, and which
// counts were sent, as name and value, although statistics were never fetched.
func figureNotes(site *pane.Site, a row, unfetched []string) []string {
	w := site.View.Words
	var notes []string
	if fans, known := a.Statistic(api.CountFans); known && fans.Sign() == 0 {
		note := w.Optional("accounts.zero." + a.Type)
		if note != "" {
			notes = append(notes, note)
		}
	}
	if len(unfetched) > 0 {
		notes = append(
			notes,
			w.T("accounts.never_fetched", "Sent", w.List(unfetched)),
		)
	}
	return notes
}

// stateLines are the status, the age of the statistics, and what to do about an
// abnormal account.
func stateLines(site *pane.Site, a row, width int) []string {
	if site.View.IsGone(a) {
		return goneLines(site, a, width)
	}
	t := site.View.Theme
	w := site.View.Words
	sign, tone := site.View.HealthSign(a.Health())
	word := sign + " " + site.View.HealthWord(a.Health())
	if a.Health() == api.HealthUnknown {
		word += " " + a.Status.String()
	}
	lines := []string{" " + t.Tone(tone).Render(text.Clean(word))}
	age, known := statsAge(site, a)
	if a.Stale(site.View.Now(), site.View.StaleAfter()) {
		at, _ := a.StatsTime()
		old := &findings.Finding{
			Kind: findings.Stale,
			At:   history.Interval{After: at, Before: at},
		}
		sentence := t.Glyphs.Stale + " " + site.View.Finding(old).Sentence()
		lines = append(lines, site.View.Paragraph(sentence, width, theme.Warn)...)
	} else if known {
		stats := w.T("accounts.stats_age", "Age", w.Duration(age.Round(time.Second)))
		room := width - text.Width(lines[0]) - text.Width(stats) - 1
		if room > 0 {
			lines[0] += text.Blank(room) + t.Tone(theme.Muted).Render(stats)
		} else {
			lines = append(lines, site.View.Note(stats, width)...)
		}
	}
	mark := site.Store.Past.Value.Mark(a)
	spell := spellOf(site, a)
	if spell != "" {
		lines = append(lines, site.View.Note(spell, width)...)
	}
	if mark != "" && spell == "" {
		since := site.View.DayTime(site.Store.Past.Value.Since())
		what := w.T("accounts.mark."+string(mark), "Time", since)
		note := text.Join(" ", resource.MarkSign(site.View, mark), what)
		lines = append(lines, site.View.Note(note, width)...)
	}
	if hint := site.View.HealthHint(a); hint != "" {
		lines = append(lines, site.View.Note(hint, width)...)
	}
	f, likely := site.View.Lists.Forecast(a)
	if likely {
		lines = append(
			lines,
			site.View.Paragraph(
				t.Glyphs.Stale+" "+site.View.LikelyToTurn(f),
				width,
				theme.Warn,
			)...,
		)
	}
	if f != nil {
		lines = append(lines, site.View.Note(site.View.ForecastBasis(f), width)...)
	}
	return lines
}

// statsAge is the age of the statistics of an account as its state says it, which that of one that is gone does
// not.
func statsAge(site *pane.Site, a row) (age time.Duration, known bool) {
	at, ok := a.StatsTime()
	if !ok || site.View.IsGone(a) {
		return 0, false
	}
	age = site.View.Now().Sub(at)
	return age, age >= 0
}

// goneLines say since when an account is no longer listed, and when the row was recorded. What it
// needed then is over.
func goneLines(site *pane.Site, a row, width int) []string {
	went := site.View.Lists.Spell(a).At
	gone := &findings.Finding{
		Kind:    findings.Disappeared,
		Section: findings.New,
		At:      went,
	}
	sign, tone := site.View.AccountSign(a)
	lines := site.View.Paragraph(sign+" "+site.View.Finding(gone).Sentence(), width, tone)
	if went.After.IsZero() {
		return lines
	}
	shown := site.View.Words.T("accounts.shown_as", "Time", site.View.DayTime(went.After))
	return append(lines, site.View.Note(shown, width)...)
}

// spellOf says since when an account has been abnormal, or normal again: "abnormal since 21
// Nov 05:12, normal for 41 days before". It is "" where that is not known.
func spellOf(site *pane.Site, a row) string {
	s := site.View.Lists.Spell(a)
	kind := findings.Abnormal
	recovered := s.Turned && a.Health() == api.HealthNormal
	if recovered {
		kind = findings.Recovered
	}
	if !recovered && a.Health() != api.HealthAbnormal || s.At.Before.IsZero() {
		return ""
	}
	f := &findings.Finding{
		Kind:    kind,
		Section: findings.Open,
		At:      s.At,
		Lasted:  s.Before,
	}
	return site.View.Finding(f).Sentence()
}

// groupLines are the number of accounts of a group and the share of abnormal ones.
func groupLines(site *pane.Site, id string, width int) []string {
	w := site.View.Words
	groups := site.Store.Accounts.List().Groups
	i := slices.IndexFunc(groups, func(g *fleet.Tally) bool {
		return g.ID == id
	})
	if i < 0 || id == "" {
		return nil
	}
	g := groups[i]
	line := w.N("accounts.total", g.Accounts) + w.T("accounts.comma") +
		w.T("accounts.n_abnormal", "N", w.Int(g.Abnormal))
	return append(
		[]string{" " + text.Cut(line, width-1)},
		site.View.AbnormalShare(g.Abnormal, g.Accounts, width)...,
	)
}

// failedBlock is the last failed call of an agent that names an account.
func (l *listScreen) failedBlock(a row) resource.Block {
	m := l.m
	f := l.failed.Of(a)
	if f.SessionID == "" {
		return resource.Block{}
	}
	what := text.Join(
		" "+m.theme.Glyphs.Between+" ",
		text.Line(f.Tool),
		text.Line(f.Why),
	)
	return resource.Block{
		Title: m.words.T("accounts.failed_call"),
		Longer: func(width, more int) []string {
			const most = 3
			return append(
				m.view.Beginning(m.theme.Glyphs.Abnormal+" "+what, width, most+more, theme.Bad),
				m.view.Note(
					text.Join(
						" ",
						m.words.Ago(f.Time, m.view.Now()),
						"["+m.ctx.Key(m.stack.Keys.GoTo)+"]",
					),
					width,
				)...,
			)
		},
	}
}
