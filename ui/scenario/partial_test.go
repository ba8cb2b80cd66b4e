package scenario

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/testkit/postgres"
)

// partial is a service whose list may lack accounts.
type partial struct {
	now   time.Time
	list  []*channel
	total int
}

func (s *partial) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data := "[]"
	if strings.HasSuffix(r.URL.Path, "/accounts") {
		data = fmt.Sprintf(`{"total":%d,"list":%s}`, s.total, rowsOf(s.list))
	}
	fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
}

// set sets the time, and lists some of 30 accounts, of which some are abnormal.
func (s *partial) set(now time.Time, isListed, isAbnormal func(i int) bool) {
	s.now = now
	s.list = nil
	s.total = 0
	for i := range 30 {
		c := &channel{
			id:       fmt.Sprintf("a%02d", i),
			platform: "x",
			group:    fmt.Sprint("g", i),
			user:     fmt.Sprint("u", i),
			name:     fmt.Sprintf("Name %02d", i),
			status:   1,
			created:  quarterBegins,
		}
		if isAbnormal(i) {
			c.status = 0
		}
		s.total++
		if isListed(i) {
			s.list = append(s.list, c)
		}
	}
}

// partialFleet are commands on a service whose list may lack accounts. Times are hours since it began.
type partialFleet struct {
	program
	service *partial
}

func hourOfPartial(n int) time.Time {
	return time.Date(2026, 5, 4, 8+n, 0, 0, 0, time.UTC)
}

// set lists some of the accounts at an hour.
func (p *partialFleet) set(hour int, isListed, isAbnormal func(i int) bool) {
	p.service.set(hourOfPartial(hour), isListed, isAbnormal)
}

// found checks when triage says that something happened, and for how many accounts an incident did.
func (p *partialFleet) found(kind, id string, after, before, count, of int) {
	p.Helper()
	var all []foundJSON
	p.decode(&all, "triage", "--since", "24h")
	for _, f := range all {
		isIt := f.Finding == kind && f.ID == id && f.Before.Equal(hourOfPartial(before))
		if !isIt {
			continue
		}
		if !f.After.Equal(hourOfPartial(after)) || f.Count != count || f.Of != of {
			p.Errorf("%s %s: %+v, not after %d h, %d of %d", kind, id, f, after, count, of)
		}
		return
	}
	p.Errorf("no %s %s of %d h in %+v", kind, id, before, all)
}

// incident checks an incident in the history.
func (p *partialFleet) incident(after, before, turned, normal int, isPartial bool) {
	p.Helper()
	var all []struct {
		ID             string
		Began          intervalJSON
		Turned, Normal int
		Partial        bool
	}
	p.decode(&all, "incidents")
	began := intervalJSON{stamp(hourOfPartial(after)), stamp(hourOfPartial(before))}
	for _, i := range all {
		if i.ID != "x@"+began.Before {
			continue
		}
		if i.Turned != turned || i.Normal != normal || i.Partial != isPartial || i.Began != began {
			p.Errorf("incident %+v, not %d of %d in %v", i, turned, normal, began)
		}
		return
	}
	p.Errorf("no incident at %d h in %+v", before, all)
}

// Of 30 accounts, lists that lack accounts have 12. What they show bounds what happened to those that they have. An
// incident that such a list shows is of the accounts that it has, one that a whole list shows of all, whatever is
// listed later. Everything says the same.
func TestPartialLists(t *testing.T) {
	postgres.Both(t, func(t *testing.T, _, url string) {
		s := &partial{}
		server := httptest.NewServer(s)
		t.Cleanup(server.Close)
		p := &partialFleet{
			program: newProgram(t, server.URL, func() time.Time { return s.now }),
			service: s,
		}
		if url != "" {
			p.vars["CHANNELDECK_HISTORY"] = url
		}
		p.mayLack = true
		below := func(n int) func(int) bool { return func(i int) bool { return i < n } }

		p.set(0, below(30), below(0))
		p.run("record")
		p.set(3, below(30), below(6))
		p.run("record")
		p.set(5, below(12), below(5))
		p.found("recovered", "a05", 3, 5, 0, 0)
		p.found("incident", "x", 0, 3, 6, 30)
		p.incident(0, 3, 6, 30, false)

		isAbnormal := func(i int) bool { return i < 4 || 6 <= i && i < 10 }
		p.set(9, below(12), isAbnormal)
		for range 2 { // also when the list is stored
			p.found("recovered", "a04", 5, 9, 0, 0)
			p.found("incident", "x", 5, 9, 4, 7) // of a05 to a11
			p.found("incident", "x", 0, 3, 6, 30)
		}
		p.incident(5, 9, 4, 7, true)
		p.incident(0, 3, 6, 30, false)
		for language, words := range map[string][2]string{
			"en": {"in an incomplete list", "The list that shows it was incomplete"},
			"zh": {"列表不完整", "发现集中异常时列表不完整"},
		} {
			found := p.run("triage", "--since", "24h", "-o", "markdown", "--lang", language)
			if n := strings.Count(found, words[0]); n != 1 {
				t.Errorf("%d times %q in\n%s", n, words[0], found)
			}
			story := p.run("incidents", "x", "--lang", language)
			if !strings.Contains(story, words[1]) {
				t.Errorf("no %q in\n%s", words[1], story)
			}
		}

		p.set(12, func(i int) bool { return i != 5 }, func(i int) bool { return isAbnormal(i) || i == 20 })
		s.total--
		for range 2 {
			p.found("disappeared", "a05", 9, 12, 0, 0)
			p.found("turnedAbnormal", "a20", 3, 12, 0, 0)
			p.found("recovered", "a04", 5, 9, 0, 0)
			p.found("incident", "x", 5, 9, 4, 7)
			p.found("incident", "x", 0, 3, 6, 30)
		}
		p.incident(5, 9, 4, 7, true)
		p.incident(0, 3, 6, 30, false)
		var report reportJSON
		p.decode(&report, "report", "--since", "1d")
		ended := map[string]string{}
		for _, trouble := range report.Troubles {
			for _, id := range trouble.Accounts {
				if trouble.Ended != nil {
					ended[id] = trouble.Ended.After
				}
			}
		}
		want := map[string]string{"a04": stamp(hourOfPartial(5)), "a05": stamp(hourOfPartial(3))}
		if !maps.Equal(ended, want) {
			t.Errorf("problems ended after %v, not %v", ended, want)
		}
	})
}
