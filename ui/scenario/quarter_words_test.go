package scenario

import (
	"encoding/json"
	"math"
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
	var found []struct {
		Finding, Name, After, Before string
		Lasted                       *lengthJSON
	}
	if err := json.Unmarshal([]byte(s.run("triage", "--since", "720h", "-o", "json")), &found); err != nil {
		s.Fatal(err)
	}
	rows := tableOf(s.run("triage", "--since", "720h", "-o", "markdown"), 6)
	if len(rows) != len(found)+1 {
		s.Fatalf("%d rows of %d findings", len(rows), len(found))
	}
	ago := func(stamp string) float64 {
		at, err := time.Parse(time.RFC3339, stamp)
		if err != nil {
			return -1
		}
		return s.plain.now.Sub(at).Hours()
	}
	checked := map[string]int{}
	for i, f := range found {
		what := rows[i+1][4]
		when := rows[i+1][5]
		if _, ok := lengthOf(when); ok && f.Before != "" {
			checkLength(s.T, f.Finding+" "+f.Name+" was", when, length{ago(f.Before), ago(f.After)})
			checked["when"]++
		}
		isLength := f.Finding == "recovered" || f.Finding == "silent"
		if !isLength || f.Lasted == nil {
			continue
		}
		lasted := length{f.Lasted.LeastHours, -1}
		if f.Lasted.MostHours != nil {
			lasted[1] = *f.Lasted.MostHours
		}
		at := strings.IndexAny(what, "≤≥0123456789")
		checkLength(s.T, f.Finding+" "+f.Name, what[max(at, 0):], lasted)
		checked[f.Finding]++
	}
	if checked["when"] == 0 || checked["recovered"] == 0 {
		s.Errorf("lengths of %v", checked)
	}
}

// checkWordsOfReport checks for how long accounts were abnormal by a report, by the moments beside the lengths.
func (s *quarterSite) checkWordsOfReport() {
	const columns = 6
	n := 0
	for _, row := range tableOf(s.run("report", "--since", "90d", "-o", "markdown"), columns) {
		began, hasBegan := s.momentsOf(row[2])
		ended, hasEnded := s.momentsOf(row[3])
		if !hasBegan || !hasEnded {
			continue
		}
		n++
		want := length{ended[0].Sub(began[1]).Hours(), ended[1].Sub(began[0]).Hours()}
		checkLength(s.T, "the report on "+row[0], row[4], want)
	}
	if n == 0 {
		s.Error("no account of the report recovered")
	}
}

// momentsOf reads an interval as a report writes it: 2026-04-01 21:05 – 2026-04-02 09:04, or 2026-04-01 09:04–21:05.
func (s *quarterSite) momentsOf(text string) (moments [2]time.Time, ok bool) {
	first, last, ok := strings.Cut(strings.ReplaceAll(text, " – ", "–"), "–")
	if !ok {
		return moments, false
	}
	date, _, _ := strings.Cut(first, " ")
	if !strings.Contains(last, "-") {
		last = date + " " + last
	}
	for i, text := range []string{first, last} {
		at, err := time.ParseInLocation("2006-01-02 15:04", text, s.plain.now.Location())
		if err != nil {
			return moments, false
		}
		moments[i] = at
	}
	return moments, true
}
