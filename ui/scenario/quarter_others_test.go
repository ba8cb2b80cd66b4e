package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// checkOthers compares what is printed in words, in another time zone, of moments between recordings, of
// periods whose first day was not recorded, and of windows that begin beside a recording.
func (all *quarters) checkOthers(t *testing.T) {
	for _, s := range all.sites {
		t.Run("words of "+s.name, func(t *testing.T) { s.on(t).checkWords() })
		t.Run("lines of the status of "+s.name, func(t *testing.T) { s.on(t).checkStatusLines() })
		t.Run("words of findings of "+s.name, func(t *testing.T) { s.on(t).checkWordsOfFindings() })
		t.Run("words of the report on "+s.name, func(t *testing.T) { s.on(t).checkWordsOfReport() })
		t.Run("post-mortems of "+s.name, func(t *testing.T) { s.on(t).checkPostMortems() })
		t.Run("tables of rules of "+s.name, func(t *testing.T) { s.on(t).checkTablesOfRules() })
		t.Run("zone of "+s.name, func(t *testing.T) { s.on(t).checkZone() })
		t.Run("between recordings of "+s.name, func(t *testing.T) { s.on(t).checkBetween() })
		t.Run("periods of "+s.name, func(t *testing.T) {
			for _, day := range []int{21, 50, 71} {
				s.on(t).checkReport(quarterDays-1-day, everyone)
			}
		})
		t.Run("windows of "+s.name, func(t *testing.T) { s.on(t).checkWindows() })
	}
	t.Run("moments of both sites", func(t *testing.T) { all.checkMoments(t) })
}

// on is the site for a part of the test.
func (s *quarterSite) on(t *testing.T) *quarterSite {
	part := *s
	part.checked = &checked{program: s.program, plain: s.plain, handler: s.handler}
	part.T = t
	return &part
}

// checkWords checks that lengths in words are off by at most a twentieth. Where they are two numbers, the
// true length lies between them.
func (s *quarterSite) checkWords() {
	for _, language := range languages {
		s.checkWordsIn(language)
	}
}

func (s *quarterSite) checkWordsIn(language string) {
	out := s.run("incidents", "-o", "markdown", "--columns", "id,lasted", "--lang", language)
	words := map[string]string{}
	for _, line := range strings.Split(out, "\n") {
		if cells := strings.Split(line, "|"); len(cells) == 4 {
			words[strings.TrimSpace(cells[1])] = strings.TrimSpace(cells[2])
		}
	}
	for _, e := range s.episodes() {
		began := s.began(e)
		want := s.since(began)
		if end := s.ended(e); end != nil {
			want = lasted(began, *end)
		}
		text := words[e.id()]
		got, ok := lengthOf(text)
		isNear := math.Abs(got[0]-want[0]) <= 0.05*want[0]+0.02 && math.Abs(got[1]-want[1]) <= 0.05*want[1]+0.02
		isHeld := got[0] == got[1] || got[0] <= want[0] && got[1] >= want[1]
		if !ok || !isNear || !isHeld {
			s.Errorf("%s at %v lasted %q, true are %v h", e.name, e.at, text, want)
		}
	}
}

var lengthInWords = regexp.MustCompile(
	`([0-9.]+)(?:–([0-9.]+))? ?(seconds?\b|minutes?\b|hours?\b|days?\b|years?\b|[smhdy]\b|秒|分钟|小时|天|年)`,
)

// lengthOf reads a length in words, such as 12–36 h, 5 hours to 2 days, 3 days, and 12–36 小时.
func lengthOf(text string) (l length, ok bool) {
	all := lengthInWords.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return l, false
	}
	first := all[0]
	last := all[len(all)-1]
	least, _ := strconv.ParseFloat(first[1], 64)
	l[0] = least * unitHours(first[3])
	most := last[2]
	if most == "" {
		most = last[1]
	}
	n, _ := strconv.ParseFloat(most, 64)
	l[1] = n * unitHours(last[3])
	return l, true
}

// unitHours is how many hours a unit in words has.
func unitHours(unit string) float64 {
	switch []rune(unit)[0] {
	case 's', '秒':
		return 1.0 / 3600
	case 'm', '分':
		return 1.0 / 60
	case 'd', '天':
		return 24
	case 'y', '年':
		return 24 * 365
	default:
		return 1
	}
}

// kiritimati is the time zone of others who read.
var kiritimati = time.FixedZone("Pacific/Kiritimati", 14*60*60)

// checkZone checks that those who read where it is another day see the same.
func (s *quarterSite) checkZone() {
	recorded := s.clock
	s.program.clock = func() time.Time { return recorded().In(kiritimati) }
	s.checkStatus("24h")
	for _, days := range []int{2, 30} {
		s.checkReport(days, everyone)
	}
	s.checkMomentsOfReport("g2")
}

// checkBetween checks moments some hours after a recording, which count from the moment and not from the
// recording.
func (s *quarterSite) checkBetween() {
	for _, day := range []int{12, 31, 63, 86} {
		past := s.then(quarterBegins.AddDate(0, 0, day).Add(15 * time.Hour))
		past.T = s.T
		past.checkStatus("12h")
		past.checkFound("12h")
		past.checkIncidents()
	}
	// At this baseline, no 7 days were recorded: a rule that compares them is not new.
	early := s.then(quarterBegins.AddDate(0, 0, 8).Add(15 * time.Hour))
	early.T = s.T
	early.checkFound("72h")
}

// checkWindows checks the changes of followers at recordings that are not at the same minute of the hour as
// those of 7 days before.
func (s *quarterSite) checkWindows() {
	for _, day := range []int{36, 44, 52, 80} {
		past := s.then(s.lists[s.index(quarterBegins.AddDate(0, 0, day).Add(22*time.Hour))].at)
		past.T = s.T
		past.checkAccounts(4, 7, 30)
	}
}

// checkMoments checks moments of both sites in one list.
func (all *quarters) checkMoments(t *testing.T) {
	a := all.sites[0]
	at := a.lists[a.index(quarterBegins.AddDate(0, 0, 63).Add(22*time.Hour))].at.Add(10 * time.Minute)
	p := a.program
	p.T = t
	p.flags = []string{"--site", "a,b", "--at", at.UTC().Format(time.RFC3339)}
	var accounts []struct{ Site, ID string }
	out := p.run("accounts", "--columns", "site,id", "-o", "json")
	if err := json.Unmarshal([]byte(out), &accounts); err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, account := range accounts {
		got[fmt.Sprint(account.Site, " ", account.ID)]++
	}
	want := map[string]int{}
	for _, s := range all.sites {
		for id := range s.then(at).newest().all {
			want[fmt.Sprint(s.name, " ", id)]++
		}
	}
	compareCounts(t, "accounts of both sites", got, want)
}
