package report

import (
	"cmp"
	"strings"

	"channeldeck/api"
	"channeldeck/api/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// maxListed is how many rows a table has of which the first ones matter, and maxAccounts how many that of
// all accounts has.
const (
	maxListed   = 20
	maxAccounts = 1000
)

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
				total(v, d.Total(api.CountFans.String())),
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
		most:  maxAccounts,
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
		t.add([]string{
			v.AccountTitle(a.Row),
			v.PlatformName(a.Row.Type),
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
	platforms := r.platformsBySize(v)
	most := 0.0
	for _, p := range platforms {
		followers, _ := p.Followers.Float64()
		most = max(most, followers)
	}
	for _, p := range platforms {
		percent := change(v, p.Percent)
		if percent != "" && !strings.Contains(percent, ".") {
			percent += ".0"
		}
		if percent != "" {
			percent += "%"
		}
		t.Rows = append(t.Rows, []string{
			v.PlatformName(p.Platform),
			w.Int(p.Accounts),
			total(v, p.Total()),
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

// total is a number summed up over accounts.
func total(v *resource.View, t api.Total) string {
	return v.Total(t, func(n api.Number) string { return number(v, n) })
}

// change is a number with its sign.
func change(v *resource.View, n api.Number) string {
	return resource.Signed(n, func(n api.Number) string { return number(v, n) })
}
