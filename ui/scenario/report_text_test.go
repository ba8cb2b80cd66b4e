package scenario

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// languages are those in which texts are checked.
var languages = []string{"en", "zh"}

var numberInText = regexp.MustCompile(`(?:^|[^\p{Latin}0-9.])([+−-]?[0-9][0-9,]*(?:\.([0-9]+))?)(k\b|M\b|万|亿)?`)

// checkNumbers checks which numbers a text has, in any order. Those in short (1.5k) are rounded.
func checkNumbers(t *testing.T, what, text string, want ...float64) {
	t.Helper()
	type written struct{ value, rounded float64 }
	var got []written
	units := map[string]float64{"": 1, "k": 1e3, "M": 1e6, "万": 1e4, "亿": 1e8}
	whole := text
	for {
		at := numberInText.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		number := strings.NewReplacer(",", "", "+", "", "−", "-").Replace(text[at[2]:at[3]])
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Errorf("%s: %q in %q", what, number, whole)
		}
		w := written{value: n}
		if at[6] >= 0 {
			unit := units[text[at[6]:at[7]]]
			w = written{n * unit, unit / 2}
			for range max(at[5]-at[4], 0) {
				w.rounded /= 10
			}
		}
		got = append(got, w)
		text = text[at[3]:]
	}
	slices.SortFunc(got, func(a, b written) int { return cmp.Compare(a.value, b.value) })
	slices.Sort(want)
	isNear := func(w written, n float64) bool { return math.Abs(w.value-n) <= w.rounded }
	if !slices.EqualFunc(got, want, isNear) {
		t.Errorf("%s: the numbers %v in %q, not %v", what, got, whole, want)
	}
}

// known are the numbers that are known.
func known(all ...*int) (numbers []float64) {
	for _, n := range all {
		if n != nil {
			numbers = append(numbers, float64(*n))
		}
	}
	return numbers
}

// shares are the bounds of a share as a text has them: one if they are equal.
func shares(share [2]*float64) []float64 {
	switch {
	case share[0] == nil:
		return nil
	case *share[0] == *share[1]:
		return []float64{*share[0]}
	default:
		return []float64{*share[0], *share[1]}
	}
}

// writtenReport is a report as Markdown.
type writtenReport struct {
	*reported
	language string
	facts    []string
	sections []string // the totals, days, platforms, what happened, who is abnormal, who recovered, works, accounts
}

// checkText checks the numbers and lengths of the report as Markdown and HTML, in each language.
func (r *reported) checkText(since string, flags ...string) {
	r.Helper()
	for _, language := range languages {
		args := append([]string{"report", "--since", since, "--lang", language}, flags...)
		args = append(args, "-o")
		text := strings.ReplaceAll(r.run(append(args, "markdown")...), `\`, "")
		w := &writtenReport{reported: r, language: language}
		w.sections = strings.Split(text, "\n## ")
		for _, line := range strings.Split(w.sections[0], "\n") {
			if fact, ok := strings.CutPrefix(line, "- "); ok {
				w.facts = append(w.facts, fact)
			}
		}
		if len(w.sections) != 8 {
			r.Errorf("%s: %d sections in %s", r.what, len(w.sections), text)
			return
		}
		w.checkResult()
		w.checkFacts()
		w.checkTables()
		w.checkStories()
		w.checkAbnormal()
		w.checkRecovered()
		w.checkPage(r.run(append(args, "html")...))
	}
}

func (w *writtenReport) about(what string) string {
	return fmt.Sprint(w.what, " ", w.language, ": ", what)
}

// checkResult checks the sentence that is read first.
func (w *writtenReport) checkResult() {
	w.Helper()
	text := w.facts[0]
	var want []float64
	for _, t := range w.Totals {
		by := math.Abs(float64(intOf(t.Change)))
		switch t.Name {
		case "abnormal":
			want = append(want, float64(intOf(t.After)), float64(len(w.Accounts)))
			if by != 0 {
				want = append(want, by)
			}
		case "fansCount":
			if t.Change == nil {
				continue
			}
			span := w.Recorded.Sub(w.ComparedWith).Hours()
			checkLength(w.T, w.about("result"), text, length{span, span})
			text = lengthInWords.ReplaceAllString(text, "")
			want = append(want, float64(t.Compared))
			if by != 0 {
				want = append(want, by, *t.Percent)
			}
		}
	}
	open := 0.0
	for _, i := range w.Incidents {
		if i.Ended == nil {
			open++
		}
	}
	if open > 1 || open == 1 && w.language == "zh" {
		want = append(want, open)
	}
	checkNumbers(w.T, w.about("result"), text, want...)
}

// besides are the numbers of what a change does not compare.
func (t *totalJSON) besides() (numbers []float64) {
	add := func(sign float64, parts ...partJSON) {
		for _, p := range parts {
			if p.Accounts == 0 {
				continue
			}
			numbers = append(numbers, float64(p.Accounts))
			if p.Sum != nil {
				numbers = append(numbers, sign*float64(*p.Sum))
			}
		}
	}
	add(1, t.Joined, t.First, t.MovedIn)
	add(-1, t.Left, t.Lost, t.MovedOut)
	return numbers
}

var (
	momentInText  = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d(?: – \d{4}-\d\d-\d\d \d\d:\d\d|–\d\d:\d\d)?`)
	dayAndTime    = regexp.MustCompile(`\d{1,2} [A-Z][a-z]{2}|\d+月\d+日|\d\d:\d\d`)
	yearInText    = regexp.MustCompile(`\d{4}年`)
	numberOfClock = regexp.MustCompile(`\d\d:\d\d`)
)

// counted are the numbers of accounts that totals are of, without those of all accounts.
func (r *reported) counted() (numbers []float64) {
	for _, t := range r.Totals {
		isCount := t.Name == "accounts" || t.Name == "abnormal"
		if !isCount && t.Counted < len(r.Accounts) {
			numbers = append(numbers, float64(t.Counted))
		}
	}
	return numbers
}

// checkFacts checks what the report covers, and how changes are counted.
func (w *writtenReport) checkFacts() {
	w.Helper()
	platforms := map[string]bool{}
	for _, a := range w.Accounts {
		platforms[a.Platform] = true
	}
	covered := []float64{float64(len(w.Accounts))}
	if len(platforms) > 1 {
		covered = append(covered, float64(len(platforms)))
	}
	w.checkPeriodText(w.facts[2])
	checkNumbers(w.T, w.about("covered"), w.facts[3], covered...)
	recorded := 0.0
	for _, d := range w.Days {
		if d.Recorded {
			recorded++
		}
	}
	complete := []float64{recorded}
	if n := len(w.MissingDays); n > 0 {
		complete = append(complete, recorded+float64(n))
	}
	if w.language == "en" && recorded == 1 && len(complete) == 1 { // on the one day
		complete = nil
	}
	days, _, _ := strings.Cut(w.facts[4], map[string]string{"en": ", not on", "zh": "，缺少"}[w.language])
	checkNumbers(w.T, w.about("days"), days, complete...)
	n := len(w.facts)
	notes := w.facts[5 : n-2]
	if counted := w.counted(); len(counted) > 0 {
		checkNumbers(w.T, w.about("counted"), notes[0], append(counted, float64(len(w.Accounts)))...)
		notes = notes[1:]
	} else if strings.Contains(notes[0], "≥") {
		notes = notes[1:]
	}
	for _, t := range w.Totals {
		if t.Name == "fansCount" {
			checkNumbers(w.T, w.about("basis"), notes[0], t.besides()...)
		}
	}
	got := map[string]int{}
	for _, fact := range notes[1:] {
		var accounts int
		fmt.Sscan(fact, &accounts)
		got[momentInText.FindString(fact)] += accounts
	}
	want := map[string]int{}
	for _, m := range w.Moves {
		want[w.intervalText(&m.At)]++
	}
	compareCounts(w.T, w.about("moves"), got, want)
	share := regexp.MustCompile(`[:：][^:：]*$`).FindString(w.facts[n-2])
	checkNumbers(w.T, w.about("availability"), share, shares(w.Availability)...)
	if at := momentInText.FindString(w.facts[n-1]); at != w.clockText(stamp(w.Recorded), "2006-01-02 15:04") {
		w.Errorf("%s: recorded %q, not %v", w.what, at, w.Recorded)
	}
}

// checkPeriodText checks from when until the newest recording the report says it is, and with what it compares.
func (w *writtenReport) checkPeriodText(text string) {
	w.Helper()
	clocks := []string{}
	addClock := func(at time.Time) {
		clocks = append(clocks, w.clockText(stamp(at), "15:04"))
	}
	addClock(w.Begin)
	if clocks[0] == "00:00" { // a day stands for its beginning, but not for a recording
		clocks = clocks[:0]
	}
	length := w.Recorded.Sub(w.Since).Hours()
	isLater := w.Since.After(w.Begin)
	if length > 0 {
		addClock(w.Recorded)
	}
	if length > 0 && isLater {
		addClock(w.Since)
	}
	got := numberOfClock.FindAllString(text, -1)
	if len(got) > len(clocks) && !isLater { // the recording that is compared is earlier
		addClock(w.ComparedWith)
	}
	if !slices.Equal(got, clocks) {
		w.Errorf("%s: %v in %q, not %v", w.what, got, text, clocks)
	}
	if length > 0 {
		text = yearInText.ReplaceAllString(numberOfClock.ReplaceAllString(text, ""), "")
		checkLength(w.T, w.about("period"), text, [2]float64{length, length})
	}
}

// clockText is a time of JSON where the viewer is.
func (r *reported) clockText(text, layout string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return ""
	}
	return at.In(r.zone()).Format(layout)
}

// intervalText is an interval as tables have it; "" for one that is not known.
func (r *reported) intervalText(i *intervalJSON) string {
	if i == nil {
		return ""
	}
	const layout = "2006-01-02 15:04"
	before := r.clockText(i.Before, layout)
	after := r.clockText(i.After, layout)
	isMoment := after == "" || r.lengthOfInterval(i) <= 15*time.Minute
	switch {
	case isMoment:
		return before
	case after[:10] == before[:10]:
		return after + "–" + before[11:]
	default:
		return after + " – " + before
	}
}

func (r *reported) lengthOfInterval(i *intervalJSON) time.Duration {
	after, _ := time.Parse(time.RFC3339, i.After)
	before, _ := time.Parse(time.RFC3339, i.Before)
	return before.Sub(after)
}

// rows are the rows of the table with so many columns in a section, without its head.
func (w *writtenReport) rows(section, columns int) [][]string {
	rows := tableOf(w.sections[section], columns)
	if len(rows) == 0 {
		return nil
	}
	return rows[1:]
}

// checkTables checks the totals, the days, the platforms, the works and the accounts.
func (w *writtenReport) checkTables() {
	w.Helper()
	totals := w.rows(0, 5)
	days := w.rows(1, 5)
	platforms := w.rows(2, 6)
	const columns = 7 // of accounts: nothing is known of reads, likes and comments
	accounts := w.rows(7, columns)
	if len(totals) != len(w.Totals) || len(days) != len(w.Days) || len(platforms) != len(w.Platforms) ||
		len(accounts) != len(w.Accounts) || len(w.rows(6, 6)) != len(w.Works) {
		w.Errorf("%s: %d, %d, %d, %d", w.what, len(totals), len(days), len(platforms), len(accounts))
		return
	}
	for i, t := range w.Totals {
		checkNumbers(w.T, w.about(t.Name), strings.Join(totals[i][1:4], " "), known(t.After, t.Before, t.Change)...)
		checkNumbers(w.T, w.about(t.Name), totals[i][4], t.besides()...)
		if t.Name != "accounts" && t.Name != "abnormal" {
			w.checkBound(t.Name, totals[i][1], t.Counted, len(w.Accounts))
			w.checkBound(t.Name+" before", totals[i][2], t.CountedBefore, intOf(w.Totals[0].Before))
		}
	}
	for i, d := range w.Days {
		want := known(d.Followers)
		want = append(want, float64(d.Accounts), float64(d.Abnormal))
		for _, n := range []int{d.Joined, -d.Left} {
			if n != 0 {
				want = append(want, float64(n))
			}
		}
		if !d.Recorded {
			want = nil
		}
		if days[i][0] != d.Date {
			w.Errorf("%s: %s, not %s", w.what, days[i][0], d.Date)
		}
		checkNumbers(w.T, w.about(d.Date), strings.Join(days[i][1:], " "), want...)
		if d.Recorded {
			w.checkBound(d.Date, days[i][3], d.Counted["followers"], d.Accounts)
		}
	}
	for _, row := range platforms {
		i := slices.IndexFunc(w.Platforms, func(p platformJSON) bool { return p.Platform == row[0] })
		p := w.Platforms[max(i, 0)]
		want := append(known(p.Followers, &p.Accounts, &p.Abnormal), shares(p.Availability)...)
		if p.Percent != nil {
			want = append(want, *p.Percent)
		}
		checkNumbers(w.T, w.about(row[0]), strings.Join(row[1:], " "), want...)
		w.checkBound(row[0], row[2], p.Counted, p.Accounts)
	}
	for i, a := range w.Accounts {
		want := append(known(a.Followers, a.Change, a.Works), shares(a.Availability)...)
		checkNumbers(w.T, w.about(a.ID), strings.Join(accounts[i][3:], " "), want...)
	}
	for i, work := range w.Works {
		row := strings.Join(w.rows(6, 6)[i][3:], " ")
		checkNumbers(w.T, w.about("work"), row, known(&work.Before, &work.After, &work.Change)...)
	}
}

// checkBound checks that a sum has the sign of a lower bound only where it is of some of all accounts.
func (w *writtenReport) checkBound(what, sum string, counted, all int) {
	w.Helper()
	isBound := strings.HasPrefix(sum, "≥ ")
	if want := counted > 0 && counted < all; isBound != want {
		w.Errorf("%s: %s is %q of %d of %d accounts", w.what, what, sum, counted, all)
	}
}

// checkStories checks the strips of the platforms, and what is told of incidents.
func (w *writtenReport) checkStories() {
	w.Helper()
	signs := map[string]string{}
	for _, row := range w.rows(3, 2) {
		i := slices.IndexFunc(w.Platforms, func(p platformJSON) bool { return p.Platform == row[0] })
		levels := w.Platforms[max(i, 0)].Levels
		strip := []rune(row[1])
		if len(strip) != min(len(levels), 90) {
			w.Errorf("%s: %d days in the strip of %s", w.what, len(strip), row[0])
			continue
		}
		for n, sign := range strip {
			level := levels[len(levels)-len(strip)+n]
			if other := cmp.Or(signs[level], string(sign)); other != string(sign) {
				w.Errorf("%s: %s has the sign %c, and %s", w.what, level, sign, other)
			}
			signs[level] = string(sign)
		}
	}
	var stories []string
	for _, line := range strings.Split(w.sections[3], "\n") {
		if story, ok := strings.CutPrefix(line, "- **"); ok {
			_, story, _ = strings.Cut(story, "**")
			stories = append(stories, story)
		}
	}
	if len(stories) != len(w.Incidents) {
		w.Errorf("%s: %d stories of %d incidents", w.what, len(stories), len(w.Incidents))
		return
	}
	for n, i := range w.Incidents {
		text := stories[n]
		checkLength(w.T, w.about(i.ID), text, i.Lasted.length())
		clocks := []string{w.clockText(i.Began.After, "15:04"), w.clockText(i.Began.Before, "15:04")}
		want := []float64{float64(len(i.Accounts))}
		if i.Ended != nil {
			clocks = append(clocks, w.clockText(i.Ended.After, "15:04"), w.clockText(i.Ended.Before, "15:04"))
		} else {
			isOne := len(i.Accounts) == 1 && w.language == "en" // "it is still abnormal"
			if !isOne {
				want = append(want, float64(i.Still))
			}
			if i.Still < len(i.Accounts) {
				want = append(want, float64(len(i.Accounts)))
			}
		}
		got := numberOfClock.FindAllString(text, -1)
		slices.Sort(got)
		slices.Sort(clocks)
		if !slices.Equal(got, clocks) {
			w.Errorf("%s: %v in %q, not %v", w.what, got, text, clocks)
		}
		for _, e := range w.episodes() {
			if e.byTrait == 0 && e.id() == i.ID {
				of, normal := w.othersOf(e)
				want = append(want, round(100*float64(normal)/float64(of), 0))
			}
		}
		for _, id := range i.Accounts {
			text = strings.ReplaceAll(text, w.names[id], "")
		}
		text = dayAndTime.ReplaceAllString(lengthInWords.ReplaceAllString(text, ""), "")
		checkNumbers(w.T, w.about(i.ID), text, want...)
	}
}

// maxRows is how many accounts that are abnormal or recovered a report lists.
const maxRows = 20

// checkAbnormal checks the accounts that are abnormal: those that turned last are first.
func (w *writtenReport) checkAbnormal() {
	w.Helper()
	type open struct {
		account accountJSON
		began   *intervalJSON
		lasted  length
	}
	var want []open
	for _, a := range w.Accounts {
		for _, t := range w.Troubles {
			if t.Ended == nil && slices.Contains(t.Accounts, a.ID) {
				want = append(want, open{a, t.Began, t.Lasted.length()})
			}
		}
	}
	slices.SortStableFunc(want, func(a, b open) int { return cmp.Compare(b.began.text()[1], a.began.text()[1]) })
	rows := w.rows(4, 5)
	if len(rows) != min(len(want), maxRows) {
		w.Errorf("%s: %d of %d abnormal accounts", w.what, len(rows), len(want))
		return
	}
	for i, row := range rows {
		o := want[i]
		isRight := row[0] == o.account.Nickname && (o.began == nil || row[2] == w.intervalText(o.began))
		if !isRight {
			w.Errorf("%s: abnormal %v, not %+v", w.what, row, o)
		}
		checkLength(w.T, w.about(row[0]), row[3], o.lasted)
		checkNumbers(w.T, w.about(row[0]), row[4], known(o.account.Followers)...)
	}
}

// checkRecovered checks the accounts that recovered, with the last time and how often they did.
func (w *writtenReport) checkRecovered() {
	w.Helper()
	times := map[string]int{}
	most := 0
	for _, t := range w.Troubles {
		for _, id := range t.Accounts {
			if t.Ended != nil {
				times[id]++
				most = max(most, times[id])
			}
		}
	}
	columns := 5
	if most > 1 {
		columns++
	}
	rows := w.rows(5, columns)
	if len(rows) != min(len(times), maxRows) {
		w.Errorf("%s: %d of %d accounts recovered", w.what, len(rows), len(times))
	}
	last := ""
	for _, row := range rows {
		id := w.idOf(row[0])
		isFound := false
		for _, t := range w.Troubles {
			isIts := t.Ended != nil && slices.Contains(t.Accounts, id)
			if !isIts || isFound {
				continue // those that ended last are first
			}
			isFound = true
			ended := momentInText.FindString(row[3])
			isRight := (t.Began == nil || row[2] == w.intervalText(t.Began)) && ended == w.intervalText(t.Ended)
			isLater := last != "" && t.Ended.Before > last
			if !isRight || isLater {
				w.Errorf("%s: recovered %v, not %v to %v", w.what, row, t.Began, t.Ended)
			}
			last = t.Ended.Before
			checkLength(w.T, w.about(row[0]), row[4], t.Lasted.length())
		}
		if most > 1 {
			checkNumbers(w.T, w.about(row[0]), row[5], float64(times[id]))
		}
		if !isFound {
			w.Errorf("%s: %v did not recover", w.what, row)
		}
	}
}

// idOf is the ID of an account with a name.
func (r *reported) idOf(name string) string {
	for id, own := range r.names {
		if own == name {
			return id
		}
	}
	return ""
}
