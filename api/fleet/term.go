package fleet

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/api/typed"
)

// Term compares a column of an account with a value: followers>100k. The value of followers can
// be a change in percent over 7 or 30 days: followers<-2%/7d. That of works can be no new work within a time:
// works=0/14d, or works>0/14d for some. A value
// that is not known never matches, such as a change over 30 days if the history is shorter. An age of which only
// bounds are known matches if both bounds do.
type Term struct {
	Column string // its name
	Op     string // "<", "<=", "=", ">", ">=", or ":" for a text that contains the value
	Value  string
}

// String is the term as ParseQuery reads it.
func (t Term) String() string {
	return t.Column + t.Op + inQuotes(
		t.Value,
		strings.ContainsAny(t.Value, `" \`) || strings.TrimSpace(t.Value) != t.Value,
	)
}

// followersColumn is the column whose change in percent a term can name.
const followersColumn = "fansCount"

// worksColumn is the column of which a term can say that it did not grow within a time.
const worksColumn = "workCount"

// statisticsColumn is the column of the time of statistics, which the history does not record.
const statisticsColumn = "lastStatsTime"

// column is something that a term can name: one of number, at and text is set.
type column struct {
	names  []string // the first one is that of the column, the last one that which is offered
	number func(a *api.Account, p *Past) (api.Number, bool)
	at     func(a *api.Account, p *Past) (time.Time, bool) // compared by its age
	text   func(a *api.Account, p *Past) string
	// earliest is the first time that at can have been, zero if that is not known. It is nil for a column whose at is
	// exact.
	earliest func(a *api.Account, p *Past) time.Time
}

// columns returns what terms can name.
func columns() []column {
	count := func(c api.Count, names ...string) column {
		return column{
			names: append([]string{c.String()}, names...),
			number: func(a *api.Account, _ *Past) (api.Number, bool) {
				return a.Statistic(c)
			},
		}
	}
	change := func(s history.Span) func(*api.Account, *Past) (api.Number, bool) {
		return func(a *api.Account, p *Past) (api.Number, bool) {
			is, was := p.followersOver(a, s)
			n := is.Sub(was)
			return n, n.IsSet()
		}
	}
	sent := func(of func(*api.Account) api.Time) func(*api.Account, *Past) (time.Time, bool) {
		return func(a *api.Account, _ *Past) (time.Time, bool) {
			return of(a).At()
		}
	}
	return []column{
		count(api.CountFans, "粉丝", "followers"),
		count(api.CountWorks, "作品", "works"),
		count(api.CountReads, "阅读", "reads"),
		count(api.CountLikes, "点赞", "likes"),
		count(api.CountComments, "评论", "comments"),
		count(api.CountIncome, "收入", "income"),
		count(api.CountFollowing, "关注", "following"),
		count(api.CountCollects, "收藏", "collects"),
		count(api.CountForwards, "转发", "forwards"),
		{names: []string{ColumnVisit, "变化", "change"}, number: change(history.SpanBaseline)},
		{names: []string{ColumnWeek, "7d"}, number: change(history.SpanWeek)},
		{names: []string{ColumnMonth, "30d"}, number: change(history.SpanMonth)},
		{
			names: []string{ColumnSince},
			at: func(a *api.Account, p *Past) (time.Time, bool) {
				at := p.Spell(a).At.Before
				return at, !at.IsZero()
			},
			earliest: func(a *api.Account, p *Past) time.Time {
				return p.Spell(a).At.After
			},
		},
		{
			names: []string{statisticsColumn, "统计时间", "updated"},
			at: func(a *api.Account, _ *Past) (time.Time, bool) {
				return a.StatsTime()
			},
		},
		{
			names: []string{"createdAt", "创建时间", "created"},
			at:    sent(func(a *api.Account) api.Time { return a.CreatedAt }),
		},
		{
			names: []string{"nickname", "昵称", "name"},
			text:  func(a *api.Account, p *Past) string { return p.Name(a) },
		},
		{
			names: []string{"uid"},
			text: func(a *api.Account, _ *Past) string {
				return a.UID
			},
		},
		{
			names: []string{"account", "handle"},
			text: func(a *api.Account, _ *Past) string {
				return a.Account.Or("")
			},
		},
	}
}

// isChange reports whether the term compares a change over a span.
func (t *Term) isChange() bool {
	_, _, ok := parseChange(t.Value)
	return ok && t.Column == followersColumn
}

// isPublishing reports whether the term compares the number of new works within a time with 0.
func (t *Term) isPublishing() bool {
	_, ok := parsePublishing(t.Value)
	return ok && t.Column == worksColumn && (t.Op == "=" || t.Op == ">")
}

// Publishing returns within which time the term asks for accounts with a new work, or for those without one;
// ok is false for all other terms.
func (t *Term) Publishing() (within time.Duration, published, ok bool) {
	if !t.isPublishing() {
		return 0, false, false
	}
	within, ok = parsePublishing(t.Value)
	return within, t.Op == ">", ok
}

// parsePublishing reads a number of new works within a time, which can only be 0: 0/14d.
func parsePublishing(s string) (within time.Duration, ok bool) {
	over, ok := strings.CutPrefix(fold.String(s), "0/")
	if !ok {
		return 0, false
	}
	within, ok = typed.Age(over)
	return within, ok && within > 0
}

// isAge reports whether the term compares an age.
func (t Term) isAge() bool {
	c, _ := columnOf(fold.String(t.Column))
	return c.at != nil
}

// span is the longest span over which q compares a change, SpanBaseline for none.
func (q *Query) span() (longest history.Span) {
	for _, t := range q.Terms {
		longest = max(longest, t.span())
	}
	return longest
}

// span is the time over which the term compares a change, SpanBaseline for none.
func (t *Term) span() history.Span {
	switch t.Column {
	case ColumnWeek:
		return history.SpanWeek
	case ColumnMonth:
		return history.SpanMonth
	case followersColumn:
		_, span, _ := parseChange(t.Value)
		return span
	}
	return history.SpanBaseline
}

// TermNames returns the names that filters, terms and the presentation can have, the short ones.
func TermNames() []string {
	names := []string{"platform", "status", "group", "id", "site", "is"}
	for _, c := range columns() {
		names = append(names, c.names[len(c.names)-1])
	}
	return append(names, "columns", "sort", "baseline")
}

// columnOf returns what a folded name means.
func columnOf(name string) (column, bool) {
	for _, c := range columns() {
		if slices.ContainsFunc(c.names, func(n string) bool { return fold.String(n) == name }) {
			return c, true
		}
	}
	return column{}, false
}

func isColumn(name string) bool {
	_, known := columnOf(fold.String(name))
	return known
}

// parseTerm reads a comparison. A word with an unknown name and ":" is text; one with another
// operator and a number is a mistake.
func parseTerm(word, name, op, value string) (t Term, isTerm bool, err error) {
	t = Term{Op: op, Value: unquote(value)}
	if op == "" {
		return t, false, nil
	}
	isOrder := op != ":" && op != "="
	c, known := columnOf(name)
	if !known {
		if isOrder && isComparable(t.Value) {
			return t, false, &TermError{
				Term:    word,
				Wrong:   name,
				Choices: TermNames(),
			}
		}
		return t, false, nil
	}
	t.Column = c.names[0]
	if !t.isChange() && !t.isPublishing() && !c.takes(t.Value, isOrder) {
		wrong := &TermError{Term: word, Wrong: t.Value}
		if t.Column == worksColumn && strings.Contains(t.Value, "/") {
			wrong.Wrong = op + t.Value
			wrong.Choices = []string{"=0/14d", ">0/14d"}
		}
		return t, false, wrong
	}
	return t, true, nil
}

// isComparable reports whether a value is a number, an age or a change in percent.
func isComparable(value string) bool {
	if _, isNumber := parseShort(value); isNumber {
		return true
	}
	if _, isAge := typed.Age(value); isAge {
		return true
	}
	_, _, isChange := parseChange(value)
	return isChange
}

// takes reports whether the column can be compared with a value; isOrder is that with < or >.
func (c *column) takes(value string, isOrder bool) bool {
	ok := true
	if c.number != nil {
		_, ok = parseShort(value)
	} else if c.at != nil {
		_, ok = typed.Age(value)
	} else if c.text != nil {
		ok = !isOrder
	}
	return ok
}

// keep returns the term as a function of an account at a time.
func (t *Term) keep(past *Past, now time.Time) func(*api.Account) bool {
	c, _ := columnOf(fold.String(t.Column))
	if t.isChange() {
		percent, span, _ := parseChange(t.Value)
		percent = percent.Add(api.Int(100)) // of what they were
		return func(a *api.Account) bool {
			is, was := past.followersOver(a, span)
			return is.IsSet() && was.Sign() > 0 && t.holds(comparePercent(is, percent, was))
		}
	}
	if t.isPublishing() {
		within, _ := parsePublishing(t.Value)
		return func(a *api.Account) bool {
			published, known := past.publishes(a, within, now)
			return known && published == (t.Op == ">")
		}
	}
	if c.text != nil {
		value := fold.String(t.Value)
		contains := t.Op == ":"
		return func(a *api.Account) bool {
			s := fold.String(c.text(a, past))
			return s == value || contains && strings.Contains(s, value)
		}
	}
	if c.number != nil {
		number, _ := parseShort(t.Value)
		return func(a *api.Account) bool {
			n, known := c.number(a, past)
			return known && t.holds(n.Cmp(number))
		}
	}
	age, _ := typed.Age(t.Value)
	isLowerBound := t.Op == ">" || t.Op == ">="
	return func(a *api.Account) bool {
		at, known := c.at(a, past)
		if known && !isLowerBound && c.earliest != nil {
			earliest := c.earliest(a, past)
			known = !earliest.IsZero() && t.holds(cmp.Compare(now.Sub(earliest), age))
		}
		return known && t.holds(cmp.Compare(now.Sub(at), age))
	}
}

// holds reports whether the comparison of an account with the value, as cmp.Compare returns it,
// satisfies the term.
func (t *Term) holds(order int) bool {
	switch t.Op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	}
	return order == 0
}

// parseChange reads a change in percent over 7 or 30 days, such as -2%/7d.
func parseChange(s string) (percent api.Number, span history.Span, ok bool) {
	value, over, _ := strings.Cut(fold.String(s), "%/")
	percent, err := api.ParseNumber(value)
	if err != nil {
		return percent, history.SpanBaseline, false
	}
	age, _ := typed.Age(over)
	switch age {
	case 7 * 24 * time.Hour:
		return percent, history.SpanWeek, true
	case 30 * 24 * time.Hour:
		return percent, history.SpanMonth, true
	}
	return percent, history.SpanBaseline, false
}

// comparePercent compares a number with percent of another: in floats, and exactly where these are close.
func comparePercent(n, percent, of api.Number) int {
	number, _ := n.Float64()
	share, _ := percent.Float64()
	whole, _ := of.Float64()
	x := 100 * number
	y := share * whole
	if math.Abs(x-y) > 1e-9*(math.Abs(x)+math.Abs(y)) {
		return cmp.Compare(x, y)
	}
	return n.Mul(api.Int(100)).Cmp(percent.Mul(of))
}

// parseShort reads a number, which may have a unit such as k, M, 万 or 亿.
func parseShort(s string) (api.Number, bool) {
	units := map[string]int64{
		"k": 1e3,
		"w": 1e4,
		"万": 1e4,
		"m": 1e6,
		"亿": 1e8,
		"b": 1e9,
	}
	times := int64(1)
	for unit, n := range units {
		rest, ok := strings.CutSuffix(fold.String(s), unit)
		if ok {
			s = rest
			times = n
			break
		}
	}
	n, err := api.ParseNumber(strings.ReplaceAll(s, ",", ""))
	return n.Mul(api.Int(times)), err == nil
}

// formatAge is a time span as typed.Age reads it.
func formatAge(d time.Duration) string {
	if d%(24*time.Hour) == 0 {
		return strconv.Itoa(int(d/(24*time.Hour))) + "d"
	}
	if d%time.Hour == 0 {
		return strconv.Itoa(int(d/time.Hour)) + "h"
	}
	return strconv.Itoa(int(d/time.Minute)) + "m"
}
