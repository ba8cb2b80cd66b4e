package scenario

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/overview"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// quarterSite is one of the two sites, with what is known of it.
type quarterSite struct {
	*checked
	*quarter
	name string
	url  string

	likely int             // logins that were found likely to end
	said   map[string]bool // platforms of which there was a forecast
}

// quarters are both sites, and the clock.
type quarters struct {
	now   time.Time
	sites []*quarterSite
}

// playQuarter plays three months on two sites. They are recorded twice a day by record, up to five
// minutes late, but not at all on five days. The first site is only recorded; commands and dashboards
// load the second one too.
func playQuarter(t *testing.T) *quarters {
	all := &quarters{now: quarterBegins}
	first := newProgram(t, "", func() time.Time { return all.now })
	delete(first.vars, "CHANNELDECK_BASE_URL")
	delete(first.vars, "CHANNELDECK_API_KEY")
	first.vars["KEY"] = panetest.Key
	var config strings.Builder
	for i, name := range []string{"a", "b"} {
		q := newQuarter(uint64(i + 1))
		server := httptest.NewServer(q)
		t.Cleanup(server.Close)
		fmt.Fprintf(&config, "[sites.%s]\nbase_url = %q\napi_key_env = 'KEY'\n", name, server.URL)
		p := first
		p.flags = []string{"--site", name}
		site := &quarterSite{quarter: q, name: name, url: server.URL, said: map[string]bool{}}
		site.checked = &checked{program: p, plain: newPlain(), handler: q}
		site.rules = ownRules()
		all.sites = append(all.sites, site)
	}
	for _, r := range ownRules() {
		config.WriteString(r.configured())
	}
	first.vars["CHANNELDECK_CONFIG"] = filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(first.vars["CHANNELDECK_CONFIG"], []byte(config.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for day := range quarterDays {
		for _, hour := range []int{9, 21} {
			for i, s := range all.sites {
				all.set(quarterBegins.AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour))
				s.turn(day, hour == 9)
				late := time.Duration(s.random.IntN(6)) * time.Minute
				if isMissing := 20 <= day && day < 23 || day == 50 || day == 71 && hour == 9; isMissing {
					continue
				}
				all.set(all.now.Add(late + time.Duration(6*i)*time.Minute))
				s.run("record")
				s.seen()
				isLoadedToo := s.name == "b" && hour == 9 && day%3 == 1
				if isLoadedToo {
					all.lookAround(s)
				}
			}
		}
	}
	all.set(all.now.Add(20 * time.Minute))
	return all
}

// set sets the clock of everybody.
func (all *quarters) set(now time.Time) {
	all.now = now
	for _, s := range all.sites {
		s.quarter.now = now
		s.plain.now = now
	}
}

// seen tells the plain computation what a command or a dashboard has just loaded.
func (s *quarterSite) seen() {
	s.record(s.quarter.now, s.quarter.list(), s.quarter.prices())
	s.plain.list = s.quarter.list()
	s.plain.prices = s.quarter.prices()
}

// watched are the views of the work now: they grow by a few an hour, and once they fall.
func (s *quarterSite) watched() int {
	now := s.quarter.now
	hours := now.Sub(quarterBegins).Hours()
	views := 1000 + int(4*hours)
	if hours > 68*24 {
		views -= 2000
	}
	s.plain.views = append(s.plain.views, count{now, float64(views)})
	return views
}

// lookAround lists the accounts, opens a dashboard and reads the status, some hours later.
func (all *quarters) lookAround(s *quarterSite) {
	all.set(all.now.Add(2 * time.Hour))
	s.run("accounts")
	s.seen()
	all.set(all.now.Add(3 * time.Hour))
	h := history.Open(history.Config{
		Path:     filepath.Join(s.vars["XDG_STATE_HOME"], "channeldeck", "channeldeck.db"),
		Site:     s.url,
		Key:      panetest.Key,
		Language: "en-US",
		Now:      s.clock,
		Visit:    true,
	})
	w := panetest.New(s.T, panetest.Options{Handler: s.quarter, History: h})
	w.Context.View.Now = s.clock
	w.ResetStore()
	panetest.Begin(s.T, overview.New, w, 120, 38)
	views := s.watched()
	h.Works().Record(
		all.now,
		api.WorkQuery{Platform: optionPlatform, WorkID: workID},
		api.WorkDetail{Snapshots: []api.Snapshot{{
			ID:        fmt.Sprint(all.now.Unix()),
			FetchedAt: api.Some(all.now.UTC().Format(time.RFC3339)),
			Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(int64(views))}},
		}}},
	)
	h.Close(s.Context())
	s.seen()
	all.set(all.now.Add(time.Hour))
	s.run("status")
}

// then is a site as it was at a time, with commands that show that time.
func (s *quarterSite) then(at time.Time) *quarterSite {
	past := *s
	past.checked = &checked{program: s.program, plain: s.plain.until(at), handler: s.handler}
	past.flags = slices.Concat(s.flags, []string{"--at", at.UTC().Format(time.RFC3339)})
	return &past
}

// Commands print the result of the plain computation, after three months and at moments in them.
func TestQuarter(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	all := playQuarter(t)
	for _, s := range all.sites {
		s.checkRecorded()
		for i := range reportedParts() {
			s.checkReports(i)
		}
		s.checkRules()
	}
	kinds := map[string]bool{}
	for i, s := range all.sites {
		for k, day := range []int{12, 33, 36, 63, 79} {
			at := s.lists[s.index(quarterBegins.AddDate(0, 0, day).Add(22*time.Hour))].at
			past := s.then(at)
			past.checkRecorded()
			past.checkReports(i + k)
			past.checkFound("24h")
			past.addKinds(kinds)
		}
		s.checkForecasts()
	}
	for _, s := range all.sites {
		for platform := range s.said {
			kinds["forecast of "+platform] = true
		}
		for _, since := range []string{"24h", "168h", "720h"} {
			s.seen()
			s.checkFound(since)
			s.addKinds(kinds)
		}
		s.checkGroups()
		s.checkAccounts(4, 7, 30)
	}
	all.checkTogether(t)
	checkKinds(t, kinds)
	all.checkOthers(t)
}

// addKinds adds what was found, and of what the incidents are.
func (s *quarterSite) addKinds(kinds map[string]bool) {
	for _, l := range s.found {
		kind, _, _ := strings.Cut(l, " ")
		kinds[kind] = true
	}
	for _, e := range s.episodes() {
		kinds["incident of "+[]string{"platform", "group", "owner"}[e.byTrait]] = true
	}
}

// checkKinds checks that something of each kind was compared.
func checkKinds(t *testing.T, kinds map[string]bool) {
	for _, kind := range []string{
		"incident", "incident of platform", "incident of group", "incident of owner", "turnedAbnormal",
		"abnormal", "recovered", "relayMissing", "appeared", "disappeared", "followersFell", "followersRose",
		"statisticsLost", "stale", "frozen", "price", "flaps", "silent", "rule", "work",
		"forecast of wxSph", "forecast of bilibili",
	} {
		if !kinds[kind] {
			t.Errorf("never found: %s", kind)
		}
	}
}

// checkRecorded compares what is printed of what is recorded.
func (s *quarterSite) checkRecorded() {
	s.checkStatus("24h")
	s.checkStatus("240h")
	s.checkIncidents()
	s.checkForecast()
}

// reportedPart is a part of the accounts, and the flags of its report.
type reportedPart struct {
	in    func(*channel) bool
	flags []string
}

// reportedParts are those that reports are compared on.
func reportedParts() []reportedPart {
	return []reportedPart{
		{everyone, nil},
		{inGroup("g2"), []string{"--group", "g2"}},
		{onPlatform("bilibili"), []string{"--platform", "bilibili"}},
	}
}

// checkReports compares a report on each of some periods, each on another part, from some part on.
func (s *quarterSite) checkReports(from int) {
	s.Helper()
	all := reportedParts()
	for i, days := range []int{2, 30, 88} {
		first := s.date(s.plain.now.AddDate(0, 0, -days))
		isRecorded := s.date(s.lists[s.index(s.endOf(first))].at) == first
		if !isRecorded {
			continue
		}
		p := all[(from+i)%len(all)]
		s.checkReport(days, p.in, p.flags...)
	}
}

// checkFound compares what triage finds since some hours ago.
func (s *quarterSite) checkFound(since string) {
	s.Helper()
	age, err := time.ParseDuration(since)
	if err != nil {
		s.Fatal(err)
	}
	got := linesOf(s.T, s.run("triage", "-o", "json", "--since", since), "")
	want := s.findings(s.plain.now, s.plain.now.Add(-age))
	s.same("triage since "+since, got, want)
}

// isPast reports whether a moment in the past is checked.
func (s *quarterSite) isPast() bool { return slices.Contains(s.flags, "--at") }

// same compares findings.
func (s *quarterSite) same(what string, got, want []string) {
	s.Helper()
	isLeftOut := func(line string) bool {
		kind, _, _ := strings.Cut(line, " ")
		return s.isPast() && kind == "silent" // in the past it is not known when statistics were renewed
	}
	what = fmt.Sprint(what, " of ", s.name, " at ", s.plain.now)
	same(s.T, what, slices.DeleteFunc(got, isLeftOut), slices.DeleteFunc(want, isLeftOut))
}

// checkTogether compares what is printed of both sites in one list.
func (all *quarters) checkTogether(t *testing.T) {
	p := all.sites[0].program
	p.flags = []string{"--site", "a,b"}
	out := p.run("triage", "--since", "168h", "-o", "json")
	var accounts []struct{ Site, ID string }
	p.decode(&accounts, "accounts", "--columns", "site,id")
	var statuses []statusJSON
	p.decode(&statuses, "status", "--since", "168h")
	var incidents []incidentJSON
	p.decode(&incidents, "incidents")
	for i, s := range all.sites {
		s.seen()
		s.same("triage of both", linesOf(t, out, s.name), s.findings(all.now, all.now.Add(-7*aDay)))
		n := 0
		for _, a := range accounts {
			if a.Site == s.name && s.fleet[a.ID] != nil {
				n++
			}
		}
		if n != len(s.fleet) || len(statuses) != 2 {
			t.Errorf("%d accounts of %s, not %d; %d statuses", n, s.name, len(s.fleet), len(statuses))
		}
		if want := s.status(7 * aDay); statuses[i] != want {
			t.Errorf("status of both: %+v, not %+v", statuses[i], want)
		}
		incidents = s.compareIncidents(incidents)
	}
	if len(incidents) > 0 {
		t.Errorf("%d incidents of no site", len(incidents))
	}
}
