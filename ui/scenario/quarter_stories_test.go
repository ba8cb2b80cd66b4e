package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// checkPostMortems checks the incidents as they are written for reading, in each language.
func (s *quarterSite) checkPostMortems() {
	for _, e := range s.episodes() {
		for _, language := range languages {
			args := []string{"incidents", e.id(), "--lang", language}
			text := s.run(args...)
			if markdown := s.run(append(args, "-o", "markdown")...); markdown != text {
				s.Errorf("%s is in Markdown\n%s\nnot\n%s", e.id(), markdown, text)
			}
			m := &postMortem{quarterSite: s, episode: e, want: s.incident(e), what: e.id() + " " + language + ": "}
			m.check(language, strings.ReplaceAll(text, `\`, ""))
		}
	}
}

// postMortem is an incident as Markdown.
type postMortem struct {
	*quarterSite
	episode
	want   incidentJSON
	what   string
	dayIn  string // the form of a day in sentences
	tables [][][]string
}

func (m *postMortem) check(language, text string) {
	m.Helper()
	m.dayIn = map[string]string{"en": "2 Jan", "zh": "1月2日"}[language]
	title, rest, _ := strings.Cut(text, "\n")
	m.checkTimes("title", title, &m.want.Began)
	var facts []string
	for _, part := range strings.Split(rest, "\n\n") {
		for _, line := range strings.Split(part, "\n") {
			if fact, ok := strings.CutPrefix(line, "- "); ok {
				facts = append(facts, fact)
			}
		}
		for columns := 2; columns < 5; columns++ {
			if rows := tableOf(part, columns); len(rows) > 0 {
				m.tables = append(m.tables, rows[1:])
			}
		}
	}
	m.checkStory(facts)
	m.checkRecovery()
	m.checkCounts()
	m.checkTurned()
	m.checkPrices()
	if len(m.tables) > 0 {
		m.Errorf("%s: %d tables too many", m.what, len(m.tables))
	}
}

// next is the table that follows.
func (m *postMortem) next() (rows [][]string) {
	if len(m.tables) == 0 {
		return nil
	}
	rows = m.tables[0]
	m.tables = m.tables[1:]
	return rows
}

// checkTimes checks the days and the times of an interval in a sentence.
func (m *postMortem) checkTimes(what, text string, i *intervalJSON) {
	m.Helper()
	var clocks, days []string
	for _, at := range []string{i.After, i.Before} {
		r := reported{checked: m.checked}
		clocks = append(clocks, r.clockText(at, "15:04"))
		if day := r.clockText(at, m.dayIn); !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	got := numberOfClock.FindAllString(text, -1)
	if !slices.Equal(got, clocks) {
		m.Errorf("%s %s: %v in %q, not %v", m.what, what, got, text, clocks)
	}
	for _, day := range days {
		if !strings.Contains(text, day) {
			m.Errorf("%s %s: no %s in %q", m.what, what, day, text)
		}
	}
}

// checkStory checks what is said before the tables: how many turned and when, how long it lasted, how many others
// could have turned, and how much of the time accounts were normal.
func (m *postMortem) checkStory(facts []string) {
	m.Helper()
	isRelayed := m.want.Relayed > 0
	isShared := m.want.Availability[0] != nil
	n := 3
	for _, more := range []bool{isShared, isRelayed} {
		if more {
			n++
		}
	}
	if len(facts) != n {
		m.Errorf("%s: %d facts, not %d: %q", m.what, len(facts), n, facts)
		return
	}
	m.checkTimes("turned", facts[0], &m.want.Began)
	m.checkCount("turned", facts[0], m.want.Turned, m.want.Normal)
	checkLength(m.T, m.what+"lasted", facts[1], m.want.Lasted.length())
	if m.want.Ended != nil {
		m.checkTimes("over", facts[1], m.want.Ended)
		m.checkCount("over", facts[1])
	} else {
		m.checkCount("open", facts[1], m.want.Still, m.want.Turned)
	}
	others := m.want.Others
	spared := []int{others.Normal, others.Of, int(round(100*float64(others.Normal)/float64(max(others.Of, 1)), 0))}
	if others.Of == 0 {
		spared = nil
	}
	m.checkCount("spared", facts[2], spared...)
	if isShared {
		share := strings.ReplaceAll(facts[3], m.episode.name, "")
		checkNumbers(m.T, m.what+"available", share, shares(m.want.Availability)...)
	}
	if isRelayed {
		m.checkCount("relayed", facts[n-1], m.want.Relayed)
	}
}

// checkCount checks the numbers of a sentence that are neither times nor lengths.
func (m *postMortem) checkCount(what, text string, want ...int) {
	m.Helper()
	text = strings.ReplaceAll(text, m.episode.name, "")
	text = dayAndTime.ReplaceAllString(lengthInWords.ReplaceAllString(text, ""), "")
	var numbers []float64
	for _, n := range want {
		numbers = append(numbers, float64(n))
	}
	checkNumbers(m.T, m.what+what, text, numbers...)
}

// checkRecovery checks how many accounts were abnormal at which recordings.
func (m *postMortem) checkRecovery() {
	m.Helper()
	r := reported{checked: m.checked}
	var want [][]string
	for _, at := range m.want.Recovery {
		bar := strings.Repeat("█", (20*at.Abnormal+m.want.Turned-1)/m.want.Turned)
		want = append(want, []string{r.clockText(at.At, minute), fmt.Sprint(at.Abnormal), cmp.Or(bar, "–")})
	}
	m.same("recovery", m.next(), want)
}

// minute is the form of a time in tables.
const minute = "2006-01-02 15:04"

// same compares the rows of a table.
func (m *postMortem) same(what string, got, want [][]string) {
	m.Helper()
	if !slices.EqualFunc(got, want, slices.Equal) {
		m.Errorf("%s %s: %q, not %q", m.what, what, got, want)
	}
}

// checkCounts checks how many accounts of each platform, group and owner turned, where there are several.
func (m *postMortem) checkCounts() {
	m.Helper()
	for i, trait := range traits() {
		turned := map[string]int{}
		for _, c := range m.turned {
			turned[trait(c)]++
		}
		if len(turned) < 2 {
			continue
		}
		normal := map[string]int{}
		for id, c := range m.ever {
			if m.trait(c) == m.episode.name && m.healthBefore(id, m.at) == "normal" {
				normal[trait(c)]++
			}
		}
		rows := m.next()
		for n, row := range rows {
			want := []string{row[0], fmt.Sprint(turned[row[0]])}
			if isGroup := i == 1; isGroup {
				want = append(want, fmt.Sprint(normal[row[0]]))
			}
			isSorted := n == 0 || turned[rows[n-1][0]] >= turned[row[0]]
			if !slices.Equal(row, want) || !isSorted {
				m.Errorf("%s: %q, not %q", m.what, row, want)
			}
		}
		if len(rows) != len(turned) {
			m.Errorf("%s: %q of %v", m.what, rows, turned)
		}
	}
}

// checkTurned checks the accounts: when each of them recovered, and after how long.
func (m *postMortem) checkTurned() {
	m.Helper()
	rows := m.next()
	if len(rows) != len(m.turned) {
		m.Errorf("%s: %d accounts, not %d", m.what, len(rows), len(m.turned))
		return
	}
	r := reported{checked: m.checked}
	began := m.began(m.episode)
	for i, c := range m.turned {
		row := rows[i]
		lasts := m.since(began)
		if t := m.end(c.id, m.at); t != nil {
			lasts = lasted(began, m.of(c.id, *t))
		}
		ended := r.intervalText(m.want.Accounts[i].Ended)
		isRight := row[0] == m.names[c.id] && row[1] == c.platform && momentInText.FindString(row[2]) == ended
		isGone := strings.ContainsAny(row[2], "（r")
		if !isRight || isGone != m.want.Accounts[i].Gone {
			m.Errorf("%s: %q, not %s of %s until %s", m.what, row, c.id, c.platform, ended)
		}
		checkLength(m.T, m.what+c.id, row[3], lasts)
	}
}

// checkPrices checks which models changed meanwhile, and when.
func (m *postMortem) checkPrices() {
	m.Helper()
	var rows [][]string
	if len(m.want.Prices) > 0 {
		rows = m.next()
	}
	if len(rows) != len(m.want.Prices) {
		m.Errorf("%s: %q changed, not %v", m.what, rows, m.want.Prices)
		return
	}
	r := reported{checked: m.checked}
	for i, p := range m.want.Prices {
		var times []string
		for _, at := range p.Times {
			times = append(times, r.clockText(at, minute))
		}
		got := momentInText.FindAllString(rows[i][2], -1)
		if !strings.Contains(rows[i][0], modelName(p.Name)) || !slices.Equal(got, times) {
			m.Errorf("%s: %q, not %v", m.what, rows[i], p)
		}
	}
}

// checkTablesOfRules checks the days on which a tested rule fired, in each language.
func (s *quarterSite) checkTablesOfRules() {
	for _, r := range ownRules() {
		for _, language := range languages {
			s.checkTableOfRule(r, language)
		}
	}
}

func (s *quarterSite) checkTableOfRule(own ownRule, language string) {
	s.Helper()
	printed, said := s.runAll("rules", "test", own.when, "-o", "markdown", "--lang", language)
	rows := tableOf(printed, 5)
	what := fmt.Sprint("rule ", own.when, " ", language)
	days := s.daysOfRule(own)
	first := ""
	fired := 0
	matches := 0
	recordings := 0
	accounts := map[string]bool{}
	for date, day := range days {
		if first == "" || date < first {
			first = date
		}
		recordings += day.recordings
		matches += day.fired
		if day.fired > 0 {
			fired++
		}
		for _, id := range day.ids {
			accounts[id] = true
		}
	}
	if len(rows) != fired+1 {
		s.Fatalf("%s: %d rows of %d days", what, len(rows), fired)
	}
	for _, row := range rows[1:] {
		s.checkDayOfRule(what, row, days[row[0]])
	}
	if !strings.Contains(said, first) {
		s.Errorf("%s: no %s in %q", what, first, said)
	}
	var want []float64
	for _, n := range []int{fired, len(days), matches, recordings, len(accounts)} {
		want = append(want, float64(n))
	}
	said = strings.ReplaceAll(said, first, "")
	checkNumbers(s.T, what, said, want...)
}

// checkDayOfRule checks a row: the first time, the numbers of recordings, and the names of the accounts, of which
// the last ones may only be counted.
func (s *quarterSite) checkDayOfRule(what string, row []string, day *dayOfRule) {
	s.Helper()
	if day == nil {
		s.Errorf("%s: %s has no recording", what, row[0])
		return
	}
	r := reported{checked: s.checked}
	numbers := row[2] + " " + row[3]
	isRight := row[1] == r.clockText(day.at, minute) && numbers == fmt.Sprint(day.recordings, day.fired)
	if !isRight {
		s.Errorf("%s: %q, not %s, %d and %d", what, row, day.at, day.recordings, day.fired)
	}
	names := slices.Clone(day.names)
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) }) // one may be the beginning of another
	rest := row[4]
	left := 0.0
	for _, name := range names {
		if !strings.Contains(rest, name) {
			left++
		}
		rest = strings.Replace(rest, name, "", 1)
	}
	var more []float64
	if left > 0 {
		more = append(more, left)
	}
	checkNumbers(s.T, what+" "+row[0], rest, more...)
}
