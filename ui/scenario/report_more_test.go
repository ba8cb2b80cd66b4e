package scenario

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// platformJSON is a platform of a report.
type platformJSON struct {
	Platform           string
	Accounts, Abnormal int
	Counted            int
	Followers, Change  *int
	Percent            *float64
	Availability       [2]*float64
	Levels             []string
}

// accountJSON is an account of a report.
type accountJSON struct {
	Platform, ID, Nickname   string
	Status                   *int
	Outage                   bool
	Followers, Change, Works *int
	Reads, Likes, Comments   *int
	Availability             [2]*float64
}

// workJSON is a work of a report.
type workJSON struct {
	Platform, ID, Metric  string
	Before, After, Change int
}

// checkPeriod checks the days of the report, which of them have a recording, and what is compared.
func (r *reported) checkPeriod(begin time.Time) {
	r.Helper()
	from := r.date(begin)
	to := r.date(r.plain.now)
	recorded := map[string]bool{}
	for _, l := range r.lists {
		recorded[r.date(l.at)] = true
	}
	measured := ""
	missing := []string{}
	var dates, all []string
	for at := r.endOf(from); r.date(at) <= to; at = at.AddDate(0, 0, 1) {
		date := r.date(at)
		all = append(all, date)
		if !recorded[date] {
			missing = append(missing, date)
		} else if measured == "" {
			measured = date
		}
		if measured != "" {
			dates = append(dates, date)
		}
	}
	if measured == "" {
		measured = from
		dates = all
	}
	var printed []string
	for _, d := range r.Days {
		printed = append(printed, d.Date)
	}
	got := fmt.Sprint(r.From, r.To, r.Measured, r.MissingDays, printed, stamp(r.Begin), stamp(r.Since))
	got += fmt.Sprint(" ", stamp(r.ComparedWith), stamp(r.Recorded))
	want := fmt.Sprint(from, to, measured, missing, dates, stamp(begin), stamp(r.begins))
	want += fmt.Sprint(" ", stamp(r.lists[r.from].at), stamp(r.newest().at))
	if got != want {
		r.Errorf("%s: period %s, not %s", r.what, got, want)
	}
}

// stays are the times in which an account was in what belongs, from a time until the newest recording.
func (r *reported) stays(id string, from time.Time) (all [][2]time.Time) {
	until := r.newest().at
	if !strings.Contains(r.what, "--group") {
		if !r.in(r.ever[id]) {
			return nil
		}
		return append(all, [2]time.Time{from, until})
	}
	for i, l := range r.lists {
		begins := l.at
		ends := until
		if i+1 < len(r.lists) {
			ends = r.lists[i+1].at
		}
		if begins.Before(from) {
			begins = from
		}
		c := l.all[id]
		isIn := c != nil && r.in(c) && begins.Before(ends)
		if !isIn {
			continue
		}
		if n := len(all); n > 0 && all[n-1][1].Equal(begins) {
			all[n-1][1] = ends
		} else {
			all = append(all, [2]time.Time{begins, ends})
		}
	}
	return all
}

// up is the time in which accounts were normal while they were in what belongs.
func (r *reported) up(belongs func(*channel) bool) (up uptime) {
	for id, c := range r.ever {
		if !belongs(c) {
			continue
		}
		for _, stay := range r.stays(id, r.begins) {
			up.add(r.plain, id, stay[0], stay[1])
		}
	}
	return up
}

// checkPlatforms checks the numbers of platforms, how much of the time their accounts were normal, and the levels
// of the days.
func (r *reported) checkPlatforms() {
	r.Helper()
	up := r.up(everyone)
	if got := shareText(r.Availability); got != shareText(up.share()) {
		r.Errorf("%s: %s, not %s", r.what, got, shareText(up.share()))
	}
	to := len(r.lists) - 1
	for _, p := range r.Platforms {
		isOf := onPlatform(p.Platform)
		in := func(c *channel) bool { return isOf(c) && r.in(c) }
		all := r.change(r.from, to, followersOf, in)
		up := r.up(isOf)
		want := platformJSON{
			Platform:     p.Platform,
			Accounts:     all["is"].accounts,
			Abnormal:     all["isAbnormal"].accounts,
			Counted:      all["isCounted"].accounts,
			Availability: up.share(),
			Levels:       r.levels(p.Platform),
		}
		if sum := all["is"].sum; sum > 0 {
			want.Followers = &sum
		}
		if was := all["before"].sum; was > 0 {
			by := all["after"].sum - was
			percent := all.percent()
			want.Change = &by
			want.Percent = &percent
		}
		if asText(r.T, p) != asText(r.T, want) {
			r.Errorf("%s: platform\n%s\nnot\n%s", r.what, asText(r.T, p), asText(r.T, want))
		}
	}
}

// levels compares the abnormal accounts of a platform on each day with the 30 days before it.
func (r *reported) levels(platform string) (all []string) {
	incident := r.incidentDays(platform)
	counts := map[string]dayCounts{}
	countsOf := func(date string) dayCounts {
		c, isCounted := counts[date]
		if !isCounted {
			c = r.countsOf(platform, date)
			counts[date] = c
		}
		return c
	}
	for _, d := range r.Days {
		is := countsOf(d.Date)
		if is.accounts == 0 {
			all = append(all, "unknown")
			continue
		}
		day := r.endOf(d.Date)
		var shares []float64
		for n := 1; n <= 30; n++ {
			was := countsOf(r.date(day.AddDate(0, 0, -n)))
			if was.accounts > 0 {
				shares = append(shares, was.abnormal/was.accounts)
			}
		}
		level := "unknown"
		if len(shares) > 0 {
			level = "normal"
			usual := median(shares) * is.accounts
			if is.abnormal >= usual+2 && is.abnormal > usual*1.25 {
				level = "high"
			}
		}
		if incident[d.Date] {
			level = "incident"
		}
		all = append(all, level)
	}
	return all
}

// dayCounts are the abnormal accounts and all accounts of a platform on a day.
type dayCounts struct{ abnormal, accounts float64 }

// countsOf are the counts in the last recording of a day, none if it has no recording.
func (r *reported) countsOf(platform, date string) (counts dayCounts) {
	l := r.lists[r.index(r.endOf(date))]
	if r.date(l.at) != date {
		return counts
	}
	for _, c := range l.all {
		if c.platform != platform || !r.in(c) {
			continue
		}
		counts.accounts++
		if c.health() == "abnormal" {
			counts.abnormal++
		}
	}
	return counts
}

// incidentDays are the days from the first recording of an incident with accounts of a platform until the one
// that shows fewer than half of its accounts abnormal. In the report of a group these are its own.
func (r *reported) incidentDays(platform string) map[string]bool {
	days := map[string]bool{}
	isOfGroup := strings.Contains(r.what, "--group")
	for _, e := range r.episodes() {
		if isOfGroup {
			e.turned = r.members(e)
		}
		if !slices.ContainsFunc(e.turned, onPlatform(platform)) {
			continue
		}
		until := r.plain.now
		for _, l := range r.lists {
			left := len(e.turned)
			for _, c := range e.turned {
				if t := r.end(c.id, e.at); t != nil && !t.at.After(l.at) {
					left--
				}
			}
			if l.at.After(e.at) && 2*left < len(e.turned) {
				until = l.at
				break
			}
		}
		for at := e.at; r.date(at) <= r.date(until); at = at.AddDate(0, 0, 1) {
			days[r.date(at)] = true
		}
	}
	return days
}

// account returns an account as the report has to show it.
func (r *reported) account(id string) accountJSON {
	is := r.newest().all[id]
	was := r.lists[r.from].all[id]
	want := accountJSON{
		Platform: is.platform,
		ID:       id,
		Nickname: r.names[id],
		Status:   &is.status,
		Outage:   is.relayDown,
	}
	if is.relayDown {
		sent := 0
		want.Status = &sent
	}
	if is.counted() {
		want.Followers = &is.followers
		if was != nil && was.counted() {
			by := is.followers - was.followers
			want.Change = &by
		}
	}
	if r.knowsWorks(is) {
		want.Works = &is.works
	}
	var up uptime
	for _, stay := range r.stays(id, r.begins) {
		up.add(r.plain, id, stay[0], stay[1])
	}
	want.Availability = up.share()
	return want
}

// checkWorks checks the work, whose account is not known: it is in the report of all accounts or its platform.
func (r *reported) checkWorks() {
	r.Helper()
	want := []workJSON{}
	isOfAll := !strings.Contains(r.what, "--")
	var seen []count
	for _, v := range r.views {
		if v.at.After(r.plain.now) {
			break
		}
		if !v.at.After(r.begins) {
			seen = nil
		}
		seen = append(seen, v)
	}
	isMeasured := len(seen) > 1 && isOfAll
	if isMeasured {
		before := int(seen[0].n)
		after := int(seen[len(seen)-1].n)
		if after > before {
			want = append(want, workJSON{optionPlatform, workID, "viewCount", before, after, after - before})
		}
	}
	if asText(r.T, r.Works) != asText(r.T, want) {
		r.Errorf("%s: works %+v, not %+v", r.what, r.Works, want)
	}
}
