package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"
)

// checkLength checks a length in words, of which the upper bound may be unknown (-1): a bound that is written is
// off by at most a twentieth, and two numbers hold the true length between them. A column may have one bound.
func checkLength(t *testing.T, what, text string, want length) {
	t.Helper()
	got, ok := lengthOf(text)
	hasLeast := !strings.HasPrefix(text, "≤")
	hasMost := !strings.HasPrefix(text, "≥")
	const slack = 0.04 // h: moments are written in whole minutes
	isNear := func(got, want float64) bool { return math.Abs(got-want) <= 0.05*want+slack }
	isLeastRight := !hasLeast || isNear(got[0], want[0])
	isMostRight := !hasMost || want[1] >= 0 && isNear(got[1], want[1])
	isSingle := hasLeast && hasMost && got[0] == got[1]
	isHeld := isSingle || (!hasLeast || got[0] <= want[0]+slack) && (!hasMost || got[1] >= want[1]-slack)
	if !ok || !isLeastRight || !isMostRight || !isHeld {
		t.Errorf("%s: %q, true are %.2f h", what, text, want)
	}
}

// tableOf returns the cells of the rows of the Markdown tables in a text that have as many columns.
func tableOf(text string, columns int) (rows [][]string) {
	for _, line := range strings.Split(text, "\n") {
		cells := strings.Split(line, "|")
		isRow := len(cells) == columns+2 && !strings.Contains(line, "---")
		if !isRow {
			continue
		}
		row := cells[1 : columns+1]
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		rows = append(rows, row)
	}
	return rows
}

// checkWordsOfFindings checks the lengths that triage writes: how long ago something was, after how long an
// account recovered, and for how long another has no new work.
func (s *quarterSite) checkWordsOfFindings() {
	var found []foundJSON
	if err := json.Unmarshal([]byte(s.run("triage", "--since", "720h", "-o", "json")), &found); err != nil {
		s.Fatal(err)
	}
	for _, language := range languages {
		s.checkFindingsIn(language, found)
	}
}

// checkFindingsIn checks the words of findings in a language.
func (s *quarterSite) checkFindingsIn(language string, found []foundJSON) {
	s.Helper()
	rows := tableOf(s.run("triage", "--since", "720h", "-o", "markdown", "--lang", language), 6)
	if len(rows) != len(found)+1 {
		s.Fatalf("%d rows of %d findings", len(rows), len(found))
	}
	ago := func(at time.Time) float64 {
		if at.IsZero() {
			return -1
		}
		return s.plain.now.Sub(at).Hours()
	}
	checked := map[string]int{}
	for i, f := range found {
		what := rows[i+1][4]
		when := rows[i+1][5]
		if _, ok := lengthOf(when); ok && !f.Before.IsZero() {
			checkLength(s.T, f.Finding+" "+f.Name+" was", when, length{ago(f.Before), ago(f.After)})
			checked["when"]++
		}
		if f.Finding != "rule" { // whose expression has numbers
			checkNumbers(s.T, f.Finding+" "+f.Name, lengthInWords.ReplaceAllString(what, ""), f.numbers()...)
		}
		var lasted length
		switch f.Finding {
		case "abnormal", "stale":
			lasted = length{ago(f.Before), ago(f.After)}
		case "recovered", "silent":
			if f.Lasted == nil {
				continue
			}
			lasted = f.Lasted.length()
		default:
			continue
		}
		at := strings.IndexAny(what, "≤≥0123456789")
		checkLength(s.T, f.Finding+" "+f.Name, what[max(at, 0):], lasted)
		checked[f.Finding]++
	}
	if checked["when"] == 0 || checked["recovered"] == 0 {
		s.Errorf("lengths of %v", checked)
	}
}

// numbers are those that the words of a finding have, but for lengths.
func (f *foundJSON) numbers() (all []float64) {
	add := func(n int) { all = append(all, float64(n)) }
	count := func(n *json.Number) float64 {
		value, _ := n.Float64()
		return value
	}
	switch f.Finding {
	case "incident":
		add(f.Count)
		add(f.Of)
		if f.What == "turnedAbnormal" && len(f.Accounts) < f.Count {
			add(len(f.Accounts))
		}
	case "recovered":
		if f.Count > 0 {
			add(len(f.Accounts))
			add(f.Count)
		}
	case "flaps":
		add(f.Count)
	case "followersFell", "followersRose":
		by := count(f.Is) - count(f.Was)
		all = append(all, by)
		if f.Now == nil {
			all = append(all, round(100*by/count(f.Was), 1))
		} else {
			all = append(all, count(f.Now))
		}
	case "price":
		all = append(all, 1, round(f.Percent.Median, 0))
	case "work":
		all = append(all, count(f.Is)-count(f.Was), count(f.Was), count(f.Is))
	case "frozen":
		all = append(all, count(f.Is))
	case "statisticsLost":
		all = append(all, count(f.Was))
	}
	return all
}

// checkWordsOfReport checks what reports write, now and of a moment in the past.
func (s *quarterSite) checkWordsOfReport() {
	s.checkReport(30, everyone).checkText("30d")
	s.checkReport(88, everyone).checkText("88d")
	s.checkReportSince("11h", s.plain.now.Add(-11*time.Hour), everyone).checkText("11h")
	s.checkReport(30, inGroup("g2"), "--group", "g2").checkText("30d", "--group", "g2")
	past := s.then(quarterBegins.AddDate(0, 0, 63).Add(15 * time.Hour))
	past.T = s.T
	past.checkReport(14, onPlatform("bilibili"), "--platform", "bilibili").checkText("14d", "--platform", "bilibili")
}

// statusLines are the lines of the status in each language.
var statusLines = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`^(?P<abnormal>\d+) of (?P<accounts>\d+) abnormal, (?P<new>\d+) new, ` +
		`(?P<stale>\d+|\?) with old statistics, recorded (?P<age>.+) ago$`),
	"zh": regexp.MustCompile(`^(?P<accounts>\d+) 个账号中 (?P<abnormal>\d+) 个异常，新增 (?P<new>\d+) 个，` +
		`(?P<stale>\d+|\?) 个统计过旧，(?P<age>.+)前记录$`),
}

// checkStatusLines checks the line of the status, now and of a moment in the past.
func (s *quarterSite) checkStatusLines() {
	past := s.then(quarterBegins.AddDate(0, 0, 63).Add(15 * time.Hour))
	past.T = s.T
	for _, language := range languages {
		s.checkStatusLine(language)
		past.checkStatusLine(language)
	}
}

func (s *quarterSite) checkStatusLine(language string) {
	s.Helper()
	out := strings.TrimSpace(s.run("status", "--since", "240h", "--lang", language))
	pattern := statusLines[language]
	cells := pattern.FindStringSubmatch(out)
	if cells == nil {
		s.Errorf("status in %s: %q", language, out)
		return
	}
	cell := func(name string) string { return cells[pattern.SubexpIndex(name)] }
	want := s.status(10 * aDay)
	stale := fmt.Sprint(want.Stale)
	if !s.knowsStale() {
		stale = "?"
	}
	for name, plainly := range map[string]string{
		"accounts": fmt.Sprint(want.Accounts),
		"abnormal": fmt.Sprint(want.Abnormal),
		"new":      fmt.Sprint(want.New),
		"stale":    stale,
	} {
		if cell(name) != plainly {
			s.Errorf("status in %s: %q, %s is %s", language, out, name, plainly)
		}
	}
	age := s.plain.now.Sub(s.newest().at).Hours()
	checkLength(s.T, "age in the status", cell("age"), length{age, age})
}
