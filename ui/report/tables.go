package report

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/api/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// maxListed is how many rows a table has of which the first ones matter.
const maxListed = 20

// plusMinus is how many accounts joined and left on a day, "+2 −1".
func plusMinus(v *resource.View, d report.Day) string {
	var parts []string
	for _, n := range []int{d.Joined, -d.Left} {
		if n != 0 {
			parts = append(parts, change(v, api.Int(int64(n))))
		}
	}
	return strings.Join(parts, " ")
}

func (r written) daysTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.followers"),
		Head: []head{
			{Title: w.T("report.day")},
			{Title: totalName(v, "accounts"), Right: true},
			{Title: totalName(v, "abnormal"), Right: true},
			{Title: totalName(v, "fansCount"), Right: true},
			{Title: w.T("report.joined_left"), Right: true},
		},
	}
	for _, d := range r.Days {
		row := []string{d.Date, "", "", "", ""}
		if d.Recorded {
			row = []string{
				d.Date,
				w.Int(d.Accounts),
				w.Int(d.Abnormal),
				number(v, d.Followers),
				plusMinus(v, d),
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (r written) accountsTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.accounts"),
		Empty: w.T("report.no_accounts"),
		Head: []head{
			{Title: w.T("report.account")},
			{Title: w.T("report.platform")},
			{Title: w.T("report.status"), Wide: true},
			{Title: totalName(v, "fansCount"), Right: true},
			{Title: w.T("report.change"), Right: true},
			{Title: totalName(v, "workCount"), Right: true, Wide: true},
			{Title: totalName(v, "readCount"), Right: true, Wide: true},
			{Title: totalName(v, "likeCount"), Right: true, Wide: true},
			{Title: totalName(v, "commentCount"), Right: true, Wide: true},
			{Title: w.T("report.available"), Right: true, Wide: true},
		},
	}
	for _, a := range r.Accounts {
		t.Rows = append(t.Rows, []string{
			v.AccountTitle(a.Row),
			v.PlatformName(a.Platform),
			v.HealthWord(a.Health),
			number(v, a.Followers),
			change(v, a.Change),
			number(v, a.Works),
			number(v, a.Reads),
			number(v, a.Likes),
			number(v, a.Comments),
			share(v, a.Availability),
		})
	}
	return t
}

func (r written) worksTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.works"),
		Empty: w.T("report.no_works"),
		Head: []head{
			{Title: w.T("report.work")},
			{Title: w.T("report.platform")},
			{Title: w.T("report.metric"), Wide: true},
			{Title: w.T("report.before"), Right: true, Wide: true},
			{Title: w.T("report.now"), Right: true},
			{Title: w.T("report.change"), Right: true},
		},
		most: maxListed,
	}
	for _, work := range r.Works {
		t.Rows = append(t.Rows, []string{
			name(work.Title, work.ID),
			v.PlatformName(work.Platform),
			v.MetricName(work.Metric),
			number(v, work.Before),
			number(v, work.After),
			change(v, work.Change),
		})
	}
	return t
}

// share is the availability of accounts, which may be unknown.
func share(v *resource.View, of [2]api.Number) string {
	return cmp.Or(v.Availability(of), v.Words.T("report.unknown"))
}

func (r written) platformsTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.by_platform"),
		Empty: w.T("report.no_accounts"),
		Note:  r.availability(v),
		Head: []head{
			{Title: w.T("report.platform")},
			{Title: totalName(v, "accounts"), Right: true},
			{Title: totalName(v, "fansCount"), Right: true, Bar: true},
			{Title: w.T("report.change"), Right: true},
			{Title: w.T("report.available"), Right: true, Wide: true},
			{Title: totalName(v, "abnormal"), Right: true},
		},
	}
	platforms := slices.Clone(r.Platforms)
	letters := fold.Collation()
	slices.SortStableFunc(platforms, func(a, b report.Platform) int {
		return cmp.Or(
			cmp.Compare(b.Accounts, a.Accounts),
			cmp.Compare(letters(v.PlatformName(a.Platform)), letters(v.PlatformName(b.Platform))),
		)
	})
	most := 0.0
	for _, p := range platforms {
		followers, _ := p.Followers.Float64()
		most = max(most, followers)
	}
	for _, p := range platforms {
		percent := change(v, p.Percent)
		if percent != "" {
			percent += "%"
		}
		t.Rows = append(t.Rows, []string{
			v.PlatformName(p.Platform),
			w.Int(p.Accounts),
			number(v, p.Followers),
			percent,
			share(v, p.Availability),
			w.Int(p.Abnormal),
		})
		bar := 0
		followers, ok := p.Followers.Float64()
		if ok && followers > 0 {
			bar = max(int(100*followers/most), 1)
		}
		t.Bars = append(t.Bars, bar)
	}
	return t
}

// incidentsTable tells which accounts turned abnormal together, and whether they recovered.
func (r written) incidentsTable(v *resource.View) *table {
	w := v.Words
	t := &table{Title: w.T("report.incidents"), Empty: w.T("report.no_incidents")}
	for _, i := range r.Incidents {
		of := resource.Incident{IncidentFile: i.File, View: v}
		said := []string{
			w.N("report.incident.turned", len(i.Accounts), "Time", interval(v, i.Began)),
		}
		if i.Ended == nil {
			said = append(said, w.N(
				"report.incident.open", i.Still,
				"Of", w.Int(len(i.Accounts)),
				"Lasted", v.Length(i.Lasted),
			))
		} else {
			said = append(said, w.T(
				"report.incident.over",
				"Time", interval(v, *i.Ended),
				"Lasted", v.Length(i.Lasted),
			))
		}
		t.Stories = append(t.Stories, story{
			About: of.Subject(),
			Text:  strings.Join(said, w.T("report.incident.then")),
			Open:  i.Ended == nil,
		})
	}
	return t
}

// abnormalTable lists the accounts that are abnormal.
func (r written) abnormalTable(v *resource.View) *table {
	t := troublesTable(v)
	t.Title = v.Words.T("report.abnormal")
	t.Empty = v.Words.T("report.none_abnormal")
	for i := range r.Troubles {
		x := &r.Troubles[i]
		if x.Ended == nil {
			t.addTrouble(v, x)
		}
	}
	return t
}

// recoveredTable lists the accounts that were abnormal in the period and no longer are, with the time at
// which they recovered behind the other columns.
func (r written) recoveredTable(v *resource.View) *table {
	t := troublesTable(v)
	t.Title = v.Words.T("report.recovered")
	t.Empty = v.Words.T("report.none_recovered")
	t.Head = append(t.Head, head{Title: v.Words.T("report.ended")})
	for i := range r.Troubles {
		x := &r.Troubles[i]
		if x.Ended == nil {
			continue
		}
		ended := interval(v, *x.Ended)
		if x.Gone {
			ended = v.Words.T("report.gone", "Time", ended)
		}
		t.addTrouble(v, x, ended)
	}
	return t
}

// troublesTable is a table of times in which accounts were abnormal.
func troublesTable(v *resource.View) *table {
	w := v.Words
	return &table{
		Head: []head{
			{Title: w.T("report.account")},
			{Title: w.T("report.platform")},
			{Title: w.T("report.began"), Wide: true},
			{Title: w.T("report.lasted"), Right: true},
		},
		most: maxListed,
	}
}

// addTrouble adds a row, with further cells at its end.
func (t *table) addTrouble(v *resource.View, x *report.Trouble, more ...string) {
	row := []string{
		troubled(v, x),
		v.PlatformName(x.Platform),
		began(v, x),
		v.Length(x.Lasted),
	}
	t.Rows = append(t.Rows, append(row, more...))
	t.accounts = append(t.accounts, len(x.Accounts))
}

// troubled names the account of a trouble, or counts them.
func troubled(v *resource.View, x *report.Trouble) string {
	if len(x.Accounts) == 1 {
		return v.AccountTitle(x.Row)
	}
	return v.Words.N("accounts.total", len(x.Accounts))
}

func began(v *resource.View, x *report.Trouble) string {
	if x.Began == nil {
		return v.Words.T("report.before_history")
	}
	return interval(v, *x.Began)
}

// interval is when something happened: a time, or the recordings between which it did.
func interval(v *resource.View, i history.Interval) string {
	if i.After.IsZero() || i.IsMoment() {
		return v.Time(i.Before)
	}
	return v.Time(i.After) + " – " + v.Time(i.Before)
}

// name is a name from the service in one clean line, else an ID.
func name(s, id string) string {
	return cmp.Or(text.Cut(strings.TrimSpace(text.Line(s)), 60), text.Line(id))
}

func totalName(v *resource.View, total string) string {
	return v.Words.T("report.total." + total)
}

func number(v *resource.View, n api.Number) string {
	return v.Words.Exact(n.Round(2).String())
}

// change is a number with its sign.
func change(v *resource.View, n api.Number) string {
	return resource.Signed(n, func(n api.Number) string { return number(v, n) })
}
