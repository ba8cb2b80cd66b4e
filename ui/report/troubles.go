package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/report"
	"channeldeck/ui/resource"
)

// incidentsTable tells which accounts turned abnormal together, and whether they recovered.
func (r written) incidentsTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title:  w.T("report.incidents"),
		Empty:  r.noIncidents(v),
		Strips: r.strips(v),
	}
	for _, i := range r.Incidents {
		t.Stories = append(t.Stories, storyOf(v, &i))
	}
	return t
}

// noIncidents says that there were none, and from when on that is known.
func (r written) noIncidents(v *resource.View) string {
	if !r.Since.After(r.Begin) {
		return v.Words.T("report.no_incidents")
	}
	return v.Words.T("report.no_incidents_measured", "Since", shortMoment(v, r.Since))
}

// maxNamed is how many accounts of an incident are named.
const maxNamed = 3

// storyOf tells an incident: who turned and when, whether it is over, and how many others stayed normal.
func storyOf(v *resource.View, i *report.Incident) story {
	w := v.Words
	incident := resource.Incident{IncidentFile: i.File, View: v}
	turned := w.N("report.incident.turned", len(i.Accounts), "Time", between(v, i.Began))
	if len(i.Accounts) <= maxNamed {
		var names []string
		for _, one := range i.File.Turned {
			names = append(names, v.AccountTitle(one.Account))
		}
		turned = w.N(
			"report.incident.named", len(i.Accounts),
			"Names", w.List(names),
			"Time", between(v, i.Began),
		)
	}
	said := []string{turned}
	if i.Ended == nil {
		id := "report.incident.open"
		if i.Still == len(i.Accounts) {
			id = "report.incident.all_open"
		}
		said = append(said, w.N(
			id, i.Still,
			"Of", w.Int(len(i.Accounts)),
			"Lasted", v.Length(i.Lasted),
		))
	} else {
		said = append(said, w.T(
			"report.incident.over",
			"Time", between(v, *i.Ended),
			"Lasted", v.Length(i.Lasted),
		))
	}
	if spared := i.File.Others; i.Platform != "" && spared.Of > 0 {
		said = append(said, w.T(
			"report.incident.others",
			"Percent", api.Share(int64(spared.Normal), int64(spared.Of), 0).String(),
			"Name", incident.Subject(),
		))
	}
	return story{
		About: incident.Subject(),
		Text:  strings.Join(said, w.T("report.incident.then")) + w.T("report.result.end"),
		Open:  i.Ended == nil,
	}
}

// accountKey names the account of a row of the report.
type accountKey struct{ platform, id string }

// abnormalTable lists the accounts that are abnormal, those that turned last first.
func (r written) abnormalTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.abnormal"),
		Empty: w.T("report.none_abnormal"),
		Head: []head{
			{Title: w.T("report.account")},
			{Title: w.T("report.platform")},
			{Title: w.T("report.began"), Wide: true},
			{Title: w.T("report.lasted"), Right: true},
			{Title: totalName(v, "fansCount"), Right: true},
		},
		most: maxListed,
	}
	isOpen := map[accountKey]bool{}
	for _, x := range r.Troubles {
		for _, id := range x.Accounts {
			if x.Ended == nil {
				isOpen[accountKey{x.Platform, id}] = true
			}
		}
	}
	places := map[accountKey]int{} // in Accounts, where those with the most followers are first
	for i, a := range r.Accounts {
		if k := (accountKey{a.Row.Type, a.Row.ID}); isOpen[k] {
			places[k] = i
		}
	}
	type abnormal struct {
		place   int
		trouble *report.Trouble
	}
	var all []abnormal
	for i := range r.Troubles {
		x := &r.Troubles[i]
		if x.Ended != nil {
			continue
		}
		for _, id := range x.Accounts {
			if place, ok := places[accountKey{x.Platform, id}]; ok {
				all = append(all, abnormal{place, x})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b abnormal) int {
		return cmp.Or(beganAt(b.trouble).Compare(beganAt(a.trouble)), cmp.Compare(a.place, b.place))
	})
	for i, one := range all {
		a := r.Accounts[one.place]
		if one.trouble.Began == nil && t.earlier == 0 {
			t.earlier = i
		}
		t.add([]string{
			v.AccountTitle(a.Row),
			v.PlatformName(a.Row.Type),
			began(v, one.trouble),
			v.Length(one.trouble.Lasted),
			number(v, a.Followers),
		})
	}
	return t
}

// beganAt is when a trouble began at the latest; zero before the history.
func beganAt(x *report.Trouble) time.Time {
	if x.Began == nil {
		return time.Time{}
	}
	return x.Began.Before
}

// recoveredTable lists the accounts that were abnormal in the period and no longer are, with the last
// time, and how often it was.
func (r written) recoveredTable(v *resource.View) *table {
	w := v.Words
	t := &table{
		Title: w.T("report.recovered"),
		Empty: w.T("report.none_recovered"),
		Head: []head{
			{Title: w.T("report.account")},
			{Title: w.T("report.platform")},
			{Title: w.T("report.began"), Wide: true},
			{Title: w.T("report.ended")},
			{Title: w.T("report.lasted"), Right: true},
			{Title: w.T("report.times"), Right: true},
		},
		most: maxListed,
	}
	times := map[accountKey]int{}
	most := 0
	for _, x := range r.Troubles {
		if x.Ended == nil {
			continue
		}
		for _, id := range x.Accounts {
			k := accountKey{x.Platform, id}
			times[k]++
			most = max(most, times[k])
		}
	}
	for i := range r.Troubles {
		x := &r.Troubles[i]
		if x.Ended == nil {
			continue
		}
		ended := interval(v, *x.Ended)
		if x.Gone {
			ended = w.T("report.gone", "Time", ended)
		}
		for n, id := range x.Accounts {
			k := accountKey{x.Platform, id}
			count := times[k]
			if count == 0 { // a later time is listed
				continue
			}
			delete(times, k)
			row := []string{
				name(x.Names[n], id),
				v.PlatformName(x.Platform),
				began(v, x),
				ended,
				v.Length(x.Lasted),
				"",
			}
			if most > 1 {
				row[len(row)-1] = w.Int(count)
			}
			t.add(row)
		}
	}
	return t
}

func began(v *resource.View, x *report.Trouble) string {
	if x.Began == nil {
		return v.Words.T("report.before_history")
	}
	return interval(v, *x.Began)
}

// interval is when something happened: a time, or the recordings between which it did.
func interval(v *resource.View, i history.Interval) string {
	before := v.Time(i.Before)
	if i.After.IsZero() || i.IsMoment() {
		return before
	}
	after := v.Time(i.After)
	if isSameDay(v, i) {
		return after + "–" + clock(v, i.Before)
	}
	return after + " – " + before
}

// between is interval for a sentence. It names days by their date, because a report is read later.
func between(v *resource.View, i history.Interval) string {
	w := v.Words
	at := func(t time.Time) string {
		now := v.Now()
		day := w.Day(t.In(now.Location()), now)
		return day + " " + clock(v, t)
	}
	if i.After.IsZero() || i.IsMoment() {
		return w.T("when.moment", "Time", at(i.Before))
	}
	before := at(i.Before)
	if isSameDay(v, i) {
		before = clock(v, i.Before)
	}
	return w.T("when.between", "After", at(i.After), "Before", before)
}

func isSameDay(v *resource.View, i history.Interval) bool {
	zone := v.Now().Location()
	after := i.After.In(zone).Format(time.DateOnly)
	return after == i.Before.In(zone).Format(time.DateOnly)
}

// clock is the time of day in the user's time zone.
func clock(v *resource.View, t time.Time) string {
	return t.In(v.Now().Location()).Format("15:04")
}
