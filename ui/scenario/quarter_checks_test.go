package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"
)

// statusJSON is a status in JSON.
type statusJSON struct {
	Site                           string
	Accounts, Abnormal, New, Stale int
	At, Since                      string
}

// status returns the status that the command has to print, as of the newest recording.
func (s *quarterSite) status(age time.Duration) statusJSON {
	baseline := s.plain.now.Add(-age)
	if s.first.After(baseline) {
		baseline = s.first
	}
	want := statusJSON{
		Site:     s.name,
		Accounts: len(s.newest().all),
		At:       stamp(s.newest().at),
		Since:    stamp(baseline),
	}
	for id, c := range s.newest().all {
		if c.isStale(s.newest().at) && c.health() == "normal" {
			want.Stale++
		}
		if c.health() != "abnormal" {
			continue
		}
		want.Abnormal++
		if s.last(id).at.After(baseline) {
			want.New++
		}
	}
	if !s.knowsStale() {
		want.Stale = 0 // null
	}
	return want
}

// knowsStale reports whether it is known how many accounts are stale.
func (s *quarterSite) knowsStale() bool {
	for _, c := range s.newest().all {
		if c.undated {
			return false
		}
	}
	return true
}

// checkStatus compares the status, compared with some hours ago.
func (s *quarterSite) checkStatus(age string) {
	s.Helper()
	hours, err := time.ParseDuration(age)
	if err != nil {
		s.Fatal(err)
	}
	var got statusJSON
	s.decode(&got, "status", "--since", age)
	want := s.status(hours)
	if got != want {
		s.Errorf("status at %v: %+v, not %+v", s.plain.now, got, want)
	}
}

// incidentJSON is an incident in JSON.
type incidentJSON struct {
	Site, ID, Platform, GroupID, Owner string
	Others                             struct{ Of, Normal int }
	Began                              intervalJSON
	Ended                              *intervalJSON
	Lasted                             lengthJSON
	Normal, Turned, Still, Relayed     int
	Availability                       [2]*float64
	Accounts                           []struct {
		Platform, ID string
		Ended        *intervalJSON
		Gone         bool
	}
	Recovery []struct {
		At       string
		Abnormal int
	}
	Prices []priceJSON
}

// priceJSON is a model that changed in the time of an incident.
type priceJSON struct {
	Name  string
	Times []string
}

// checkIncidents compares the incidents of the last 90 days.
func (s *quarterSite) checkIncidents() {
	s.Helper()
	var got []incidentJSON
	s.decode(&got, "incidents")
	if rest := s.compareIncidents(got); len(rest) > 0 {
		s.Errorf("%d incidents too many: %+v", len(rest), rest)
	}
}

// compareIncidents compares incidents with those of the site, and returns those that are left.
func (s *quarterSite) compareIncidents(got []incidentJSON) []incidentJSON {
	s.Helper()
	for _, e := range s.episodes() {
		i := slices.IndexFunc(got, func(i incidentJSON) bool {
			isOfSite := i.Site == "" || i.Site == s.name
			return isOfSite && i.ID == e.id()
		})
		if i < 0 {
			s.Errorf("at %v: no incident of %s at %v", s.plain.now, e.name, e.at)
			continue
		}
		s.compareIncident(got[i], e)
		got = slices.Delete(got, i, i+1)
	}
	return got
}

func (s *quarterSite) compareIncident(got incidentJSON, e episode) {
	s.Helper()
	want := s.incident(e)
	want.Site = got.Site
	a := asText(s.T, got)
	b := asText(s.T, want)
	if a != b {
		s.Errorf("at %v: incident\n%s\nnot\n%s", s.plain.now, a, b)
	}
}

// incident returns the printed incident of an episode.
func (s *quarterSite) incident(e episode) incidentJSON {
	began := s.began(e)
	end := s.ended(e)
	want := incidentJSON{
		ID:     e.id(),
		Began:  intervalJSON{stamp(began.after), stamp(began.before)},
		Normal: e.normal,
		Turned: len(e.turned),
	}
	*[]*string{&want.Platform, &want.GroupID, &want.Owner}[e.byTrait] = e.name
	want.Others.Of, want.Others.Normal = s.othersOf(e)
	lasts := s.since(began)
	until := s.newest().at
	if end != nil {
		want.Ended = &intervalJSON{stamp(end.after), stamp(end.before)}
		lasts = lasted(began, *end)
		until = end.before
	}
	want.Lasted = lengthJSON{lasts[0], &lasts[1]}
	var up uptime
	for id, c := range s.ever {
		if e.trait(c) == e.name {
			up.add(s.plain, id, e.at, until)
		}
	}
	want.Availability = up.share()
	want.Prices = []priceJSON{}
	s.addRecovery(&want, e)
	for id, c := range s.ever {
		isOfPlatform := slices.ContainsFunc(e.turned, func(t *channel) bool { return t.platform == c.platform })
		if isOfPlatform && s.wasDown(id, began.after, end) {
			want.Relayed++
		}
	}
	for _, name := range []string{"clip", "film"} {
		var times []string
		for _, known := range s.models[name] {
			if known.at.After(began.after) && (end == nil || !known.at.After(end.before)) {
				times = append(times, stamp(known.at))
			}
		}
		if len(times) > 0 {
			want.Prices = append(want.Prices, priceJSON{name, times})
		}
	}
	return want
}

// asText is a value as JSON.
func asText(t *testing.T, value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// addRecovery adds the accounts of an episode, and the recordings in which fewer were abnormal.
func (s *quarterSite) addRecovery(want *incidentJSON, e episode) {
	type moment = struct {
		At       string
		Abnormal int
	}
	left := len(e.turned)
	want.Recovery = append(want.Recovery, moment{stamp(e.at), left})
	ends := map[string]int{}
	for _, c := range e.turned {
		account := struct {
			Platform, ID string
			Ended        *intervalJSON
			Gone         bool
		}{Platform: c.platform, ID: c.id}
		if t := s.end(c.id, e.at); t != nil {
			i := s.of(c.id, *t)
			account.Ended = &intervalJSON{stamp(i.after), stamp(i.before)}
			account.Gone = t.is == ""
			ends[stamp(t.at)]++
		} else {
			want.Still++
		}
		want.Accounts = append(want.Accounts, account)
	}
	for _, r := range s.lists {
		if n := ends[stamp(r.at)]; n > 0 {
			left -= n
			want.Recovery = append(want.Recovery, moment{stamp(r.at), left})
		}
	}
}

// wasDown reports whether a recording after a time, and until an end, could not see an account because its relay
// could not be reached.
func (s *quarterSite) wasDown(id string, from time.Time, end *interval) bool {
	for _, r := range s.lists {
		isIn := r.at.After(from) && (end == nil || !r.at.After(end.before))
		if !isIn || r.all[id] == nil || !r.all[id].relayDown {
			continue
		}
		isReached := false
		for _, c := range r.all {
			if c.relayed && !c.relayDown {
				isReached = true
			}
		}
		if !isReached {
			return true
		}
	}
	return false
}

// checkRules compares on which days rules would have found which accounts.
func (s *quarterSite) checkRules() {
	s.Helper()
	for _, r := range ownRules() {
		s.checkRule(r)
	}
}

// dayOfRule is a day of a tested rule.
type dayOfRule struct {
	recordings, fired int
	at                string
	ids               []string
	names             []string // by the IDs: those of the first recording at which the account matched
}

// daysOfRule are the days on which a rule can be tested.
func (s *quarterSite) daysOfRule(own ownRule) map[string]*dayOfRule {
	days := map[string]*dayOfRule{}
	for _, r := range s.lists {
		window := time.Duration(own.days) * aDay
		isTooEarly := r.at.Before(s.first.Add(window - window/10))
		if isTooEarly {
			continue
		}
		day := days[s.date(r.at)]
		if day == nil {
			day = &dayOfRule{}
			days[s.date(r.at)] = day
		}
		day.recordings++
		fires := false
		then := s.as(r.at)
		for _, id := range slices.Sorted(maps.Keys(r.all)) {
			c := r.all[id]
			if !own.matches(then, c) {
				continue
			}
			if !fires && day.fired == 0 {
				day.at = stamp(r.at)
			}
			fires = true
			if slices.Contains(day.ids, id) {
				continue
			}
			day.ids = append(day.ids, id)
			name := c.name
			if c.relayDown {
				name = reference(id)
			}
			day.names = append(day.names, name)
		}
		if fires {
			day.fired++
		}
	}
	return days
}

func (s *quarterSite) checkRule(own ownRule) {
	s.Helper()
	rule := own.when
	var got []struct {
		Date              string
		Recordings, Fired int
		At                string
		Accounts          []struct{ Platform, ID string }
	}
	s.decode(&got, "rules", "test", rule)
	want := s.daysOfRule(own)
	for _, d := range got {
		var ids []string
		for _, a := range d.Accounts {
			ids = append(ids, a.ID)
		}
		day := want[d.Date]
		if day == nil {
			s.Errorf("rule %s: %s has no recording", rule, d.Date)
			continue
		}
		slices.Sort(ids)
		slices.Sort(day.ids)
		said := fmt.Sprint(d.Recordings, d.Fired, d.At, ids)
		if plainly := fmt.Sprint(day.recordings, day.fired, day.at, day.ids); said != plainly {
			s.Errorf("rule %s on %s: %s, not %s", rule, d.Date, said, plainly)
		}
		delete(want, d.Date)
	}
	if len(want) > 0 {
		s.Errorf("rule %s: %d days are missing", rule, len(want))
	}
}
