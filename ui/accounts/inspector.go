package accounts

import (
	"slices"
	"strings"
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

// blocks are the inspector of an account: its state, its numbers, its group and its
// identifiers. Every member that was sent is in one of them.
func (m *Model) blocks(a row) []resource.Block {
	site := m.ctx.Sites.Named(a.Site)
	w := site.View.Words
	names := resource.AccountNumbers()
	fields := append(slices.Clip(names), "lastStatsTime")
	all := site.View.Members(Name, a, fields, func(member string, f *resource.Fact) {
		if slices.Contains(names, member) {
			f.Right = f.Tone == theme.Plain
		}
		id := text.Clean(a.Type)
		if member == "type" && site.View.PlatformName(a.Type) != id {
			f.Value = site.View.PlatformName(a.Type)
			f.Note = id
		}
		if _, known := statsAge(site, a); known && member == "lastStatsTime" {
			f.Note = "" // the age stands in the state
		}
	})
	state := resource.Block{Lines: func(width int) []string {
		return stateLines(site, a, width)
	}}
	figures := resource.Block{Title: w.T("accounts.block_numbers")}
	went := site.View.Lists.Spell(a).At
	if site.View.IsGone(a) && !went.After.IsZero() {
		figures.Title += " " + site.View.Theme.Glyphs.Between + " " +
			site.View.DayTime(went.After)
	}
	group := resource.Block{Title: w.T("accounts.column.groupId")}
	ids := resource.Block{Title: w.T("accounts.block_identifiers")}
	others := resource.Block{Title: w.T("accounts.block_others")}
	var unfetched []string
	for _, f := range all {
		count, counted := api.CountNamed(f.ID)
		known := true
		if counted {
			_, known = a.Statistic(count)
		}
		sent := !f.Missing && f.Note == ""
		switch {
		case f.ID == "status" && f.Note == "", f.ID == "type" &&
			f.Note == "": // in the state, in the border
		case f.ID == "nickname" && f.Note == "" &&
			text.Width(f.Value) <= maxTitle: // in the border
		case f.ID == "relayAccountRef" && f.Note == "" &&
			a.RelayAccountRef.Or("") == "": // most accounts have none
		case f.ID == "status":
			state.Facts = append(state.Facts, f)
		case f.Unlisted:
			f.Note = ""
			others.Facts = append(others.Facts, f)
		case !known && sent && a.Supplies(count):
			unfetched = append(unfetched, f.Name+" "+f.Value)
		case !known && sent:
			f.Missing = true // the platform does not supply it, whatever was sent
			figures.Facts = append(figures.Facts, f)
		case slices.Contains(fields, f.ID):
			figures.Facts = append(figures.Facts, f)
		case f.ID == "groupId":
			group.Lines = func(width int) []string {
				return groupLines(site, a.GroupID, width)
			}
			title := site.View.GroupTitle(a.GroupID)
			if title != text.Line(a.GroupID) {
				group.Title += " " + site.View.Theme.Glyphs.Between + " " + title
			}
			group.Facts = append(group.Facts, resource.Fact{
				Name:  w.T("groups.column.id"),
				Value: f.Value,
				Tone:  f.Tone,
				Note:  f.Note,
			})
		default:
			ids.Facts = append(ids.Facts, f)
		}
	}
	if site.View.IsGone(a) { // nothing more will be provided
		figures.Facts = slices.DeleteFunc(figures.Facts, func(f resource.Fact) bool {
			return f.Missing
		})
	}
	slices.SortStableFunc(figures.Facts, func(f, g resource.Fact) int {
		return slices.Index(fields, f.ID) - slices.Index(fields, g.ID)
	})
	notes := figureNotes(site, a, unfetched)
	if len(notes) > 0 { // a block without lines and facts is left out with its title
		figures.Lines = func(width int) (lines []string) {
			for _, note := range notes {
				lines = append(lines, site.View.Note(note, width)...)
			}
			return lines
		}
	}
	if len(group.Facts) == 0 {
		group.Lines = func(width int) []string {
			return site.View.Note(w.T("accounts.no_group"), width)
		}
	}
	return []resource.Block{state, figures, group, ids, others}
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
			w.T("accounts.never_fetched", "Sent", strings.Join(unfetched, w.T("field.comma"))),
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
