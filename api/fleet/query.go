package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/api/typed"
)

// Status is a filter by the health of accounts.
type Status string

// The filters by health. Any keeps all accounts.
const (
	Any      Status = ""
	Abnormal Status = "abnormal"
	Normal   Status = "normal"
	Unknown  Status = "unknown" // a status that the interface does not list
	Outage   Status = "outage"  // the relay does not return the account
)

// Statuses returns the filters by health in the order in which a key cycles through them.
func Statuses() []Status {
	return []Status{Any, Abnormal, Normal, Unknown, Outage}
}

// StatusNamed returns the filter that a user means by its name, in English or Chinese.
func StatusNamed(name string) (Status, bool) {
	words := map[string]Status{
		"正常":           Normal,
		"异常":           Abnormal,
		"未知":           Unknown,
		"其他状态":         Unknown,
		"other status": Unknown,
		"无法连接":         Outage,
		"not reached":  Outage,
	}
	name = fold.String(strings.TrimSpace(name))
	status := cmp.Or(words[name], Status(name))
	return status, status != Any && slices.Contains(Statuses(), status)
}

// Health is the health that a filter other than Any keeps.
func (s Status) Health() api.Health {
	switch s {
	case Abnormal:
		return api.HealthAbnormal
	case Normal:
		return api.HealthNormal
	case Outage:
		return api.HealthOutage
	default:
		return api.HealthUnknown
	}
}

// Query is a question about a list: its filters, which combine, and how it is shown. It is one
// line of text in flags, saved views and filter lines: see [ParseQuery].
type Query struct {
	Platforms []string // identifiers or names; nil for all
	Groups    []string // IDs or names; nil for all
	IDs       []string // of accounts; nil for all
	Sites     []string // names of sites; nil for all
	Status    Status
	Changed   bool     // only accounts with a mark since the baseline
	Terms     []Term   // comparisons such as followers>100k
	Match     string   // the text that columns are searched for
	Columns   []string // nil for those of the list
	Sort      string   // a column, behind "-" for descending; "" for the order of the list
	Question  string   // of a list of prices

	Baseline history.Baseline // "" for the one that the user chose last
	Since    time.Duration    // in place of Baseline: compare with this long ago
}

// Or returns q with what it leaves open from another query.
func (q Query) Or(other Query) Query {
	or := func(list *[]string, others []string) {
		if len(*list) == 0 {
			*list = others
		}
	}
	or(&q.Platforms, other.Platforms)
	or(&q.Groups, other.Groups)
	or(&q.IDs, other.IDs)
	or(&q.Sites, other.Sites)
	or(&q.Columns, other.Columns)
	q.Status = cmp.Or(q.Status, other.Status)
	q.Match = cmp.Or(q.Match, other.Match)
	q.Sort = cmp.Or(q.Sort, other.Sort)
	q.Question = cmp.Or(q.Question, other.Question)
	q.Terms = slices.Concat(q.Terms, other.Terms)
	q.Changed = q.Changed || other.Changed
	if q.Baseline == "" && q.Since == 0 {
		q.Baseline = other.Baseline
		q.Since = other.Since
	}
	return q
}

// SortColumn returns the column of Sort, "" for none.
func (q *Query) SortColumn() (id string, desc bool) {
	id, desc = strings.CutPrefix(q.Sort, "-")
	return id, desc
}

// sent is the status as the service filters by it.
func (q *Query) sent() (status api.Opt[int]) {
	switch q.Status {
	case Abnormal, Outage: // the service has one status for both
		return api.Some(0)
	case Normal:
		return api.Some(1)
	}
	return status
}

// Filters reports whether q keeps less than all accounts, apart from its text.
func (q *Query) Filters() bool {
	return len(q.Platforms)+len(q.Groups)+len(q.IDs)+len(q.Sites)+len(q.Terms) > 0 ||
		q.Status != Any ||
		q.Changed
}

// WithGone reports whether accounts that are not listed any more may match.
func (q *Query) WithGone() bool {
	return q.Changed || len(q.IDs) > 0
}

// SameFilters reports whether two queries keep the same accounts.
func (q *Query) SameFilters(other *Query) bool {
	own := q.OnlyFilters()
	others := other.OnlyFilters()
	return own.String() == others.String()
}

// OnlyFilters returns q without its text and without how the list is shown.
func (q *Query) OnlyFilters() Query {
	return Query{
		Platforms: q.Platforms,
		Groups:    q.Groups,
		IDs:       q.IDs,
		Sites:     q.Sites,
		Status:    q.Status,
		Changed:   q.Changed,
		Terms:     q.Terms,
	}
}

// Computed reports whether q filters, sorts or shows by what only a history knows.
func (q *Query) Computed() bool {
	names := append(slices.Clone(q.Columns), strings.TrimPrefix(q.Sort, "-"))
	return q.Changed ||
		slices.ContainsFunc(names, func(name string) bool {
			return slices.Contains(ComputedColumns(), name)
		}) ||
		slices.ContainsFunc(q.Terms, func(t Term) bool {
			return t.isChange() || t.isPublishing() ||
				slices.Contains(ComputedColumns(), t.Column)
		})
}

// Columns of accounts that only a history knows.
const (
	ColumnVisit      = "sinceVisit" // changes of the followers
	ColumnWeek       = "sevenDays"
	ColumnMonth      = "thirtyDays"
	ColumnSince      = "since"          // the time for which an account has had its health
	ColumnAfter      = "after"          // the last recording before that time, for files
	ColumnBefore     = "before"         // the first recording of it, for files
	ColumnForecast   = "forecast"       // whether it is likely to turn abnormal within findings.ForecastSpan
	ColumnLocalGroup = "localGroupName" // the name that users gave to its group here
	ColumnLastWork   = "lastWork"       // when the number of its works grew last
)

// ComputedColumns returns the columns that need a history, first those of the spans in their
// order.
func ComputedColumns() []string {
	return []string{
		ColumnVisit,
		ColumnWeek,
		ColumnMonth,
		ColumnSince,
		ColumnAfter,
		ColumnBefore,
		ColumnForecast,
		ColumnLastWork,
		ColumnLocalGroup,
	}
}

// Keep returns the filters of q as a function that shares nothing with it; nil keeps all.
// past may be nil; now is the time at which ages are compared.
func (q *Query) Keep(past *Past, now time.Time) func(*api.Account) bool {
	if !q.Filters() {
		return nil
	}
	type set map[string]bool
	setOf := func(names []string) set {
		s := make(set, len(names))
		for _, name := range names {
			s[name] = true
		}
		return s
	}
	platforms := setOf(q.Platforms)
	groups := setOf(q.Groups)
	ids := setOf(q.IDs)
	sites := setOf(q.Sites)
	status := q.Status
	changed := q.Changed
	var terms []func(*api.Account) bool
	for i := range q.Terms {
		terms = append(terms, q.Terms[i].keep(past, now))
	}
	return func(a *api.Account) bool {
		return (len(platforms) == 0 || platforms[a.Type]) && (len(ids) == 0 || ids[a.ID]) &&
			(len(groups) == 0 || groups[a.GroupID]) &&
			(len(sites) == 0 || sites[a.Site]) &&
			(status == Any || status.Health() == a.Health() &&
				!past.IsGone(a)) && (!changed || past.Mark(a) != "") &&
			!slices.ContainsFunc(terms, func(keep func(*api.Account) bool) bool {
				return !keep(a)
			})
	}
}

// Filter returns the accounts that q keeps: of rows and, where it asks for them, of those that
// are gone. past may be nil.
func (q *Query) Filter(rows []*api.Account, past *Past, now time.Time) []*api.Account {
	if past != nil && q.WithGone() {
		rows = slices.Concat(rows, past.Gone)
	}
	return q.kept(rows, past, now)
}

// kept returns the rows that q keeps.
func (q *Query) kept(rows []*api.Account, past *Past, now time.Time) []*api.Account {
	keep := q.Keep(past, now)
	if keep == nil {
		return rows
	}
	var kept []*api.Account
	for _, a := range rows {
		if keep(a) {
			kept = append(kept, a)
		}
	}
	return kept
}

// MaxQuery bounds the bytes of a query.
const MaxQuery = 16 << 10

// TermError is a part of a query that cannot be understood.
type TermError struct {
	Term    string
	Wrong   string   // its name or its value
	Choices []string // what Wrong could be; nil where it is malformed
	TooLong bool     // Term is the beginning of a query beyond MaxQuery
}

func (e *TermError) Error() string {
	return fmt.Sprintf("%q is not understood", e.Term)
}

// ParseQuery reads a query of accounts from one line: filters such as
//
//	platform:x,douyin status:abnormal group:"Client: Harbor" id:1,2 site:china is:changed
//
// comparisons such as followers>100k followers<-2%/7d 30d<0 since<24h updated>7d, how the list is shown
// (columns:id,name sort:-followers baseline:7d), and text, all separated by blanks. Text and
// values that hold blanks or could be taken for something else stand between double quotes,
// in which a backslash escapes a character. All filters must match, and one of the values of
// a filter. String is the reverse. The error is a *TermError.
func ParseQuery(line string) (Query, error) {
	q, err := parse(line, nil)
	for i, name := range append(q.Columns, q.Sort) {
		desc := strings.HasPrefix(name, "-")
		c, known := columnOf(fold.String(strings.TrimPrefix(name, "-")))
		if !known {
			continue
		}
		if i < len(q.Columns) {
			q.Columns[i] = c.names[0]
		} else if desc {
			q.Sort = "-" + c.names[0]
		} else {
			q.Sort = c.names[0]
		}
	}
	return q, err
}

// ParseList is ParseQuery for a list of other rows. It knows only some names: columns, sort,
// baseline or question. All else is text. The error is a *TermError.
func ParseList(line string, names ...string) (Query, error) {
	return parse(line, append(names, ""))
}

// parse reads a query, of which only some names have a meaning; nil for all of accounts.
func parse(line string, names []string) (Query, error) {
	var q Query
	var text []string
	if len(line) > MaxQuery {
		beginning := strings.ToValidUTF8(line[:20], "")
		return q, &TermError{Term: beginning, Wrong: beginning, TooLong: true}
	}
	for _, word := range joined(fields(line, unicode.IsSpace)) {
		name, op, value := cutOperator(word)
		if op == "" || names == nil && name == "question" ||
			names != nil && !slices.Contains(names, name) {
			text = append(text, unquote(word))
			continue
		}
		isFilter, err := q.set(name, op, value)
		if err != nil {
			return q, err
		}
		if isFilter {
			continue
		}
		t, isTerm, err := parseTerm(word, name, op, value)
		if names != nil || err == nil && !isTerm {
			text = append(text, unquote(word))
		} else if err != nil {
			return q, err
		} else {
			q.Terms = append(q.Terms, t)
		}
	}
	q.Match = strings.Join(text, " ")
	return q, nil
}

// joined joins names, operators and values that stand apart, as in followers > 100k.
func joined(words []string) (out []string) {
	open := false // the last one has no value yet
	for _, word := range words {
		last := len(out) - 1
		before, _, _ := cutOperator("-" + word)
		if last >= 0 && (open || before == "-" && isColumn(out[last])) {
			out[last] += word
		} else {
			out = append(out, word)
		}
		name, op, value := cutOperator(out[len(out)-1])
		open = op != "" && op != ":" && value == "" && isColumn(name)
	}
	return out
}

// set sets the filter or the presentation with a name. It reports whether there is one.
func (q *Query) set(name, op, value string) (known bool, err error) {
	list := q.list(name)
	if list == nil && !slices.Contains(
		[]string{"status", "状态", "is", "sort", "question", "baseline"},
		name,
	) {
		return false, nil
	}
	word := name + op + value
	if op != ":" && op != "=" {
		return true, &TermError{
			Term:    word,
			Wrong:   name + op,
			Choices: []string{name + ":"},
		}
	}
	if unquote(value) == "" || name == "sort" && unquote(value) == "-" {
		return true, &TermError{
			Term:    word,
			Wrong:   word,
			Choices: []string{word + "VALUE"},
		}
	}
	if list == nil {
		wrong, choices := q.setValue(name, unquote(value))
		if wrong {
			return true, &TermError{
				Term:    word,
				Wrong:   unquote(value),
				Choices: choices,
			}
		}
		return true, nil
	}
	values := fields(value, func(r rune) bool {
		return r == ',' || r == '，'
	})
	if len(values) == 0 {
		return true, &TermError{
			Term:    word,
			Wrong:   word,
			Choices: []string{name + ":VALUE"},
		}
	}
	for _, v := range values {
		*list = append(*list, unquote(v))
	}
	return true, nil
}

// list returns the list of values that a term with a name sets, nil for a name of something else.
func (q *Query) list(name string) *[]string {
	switch name {
	case "platform", "type", "平台":
		return &q.Platforms
	case "group", "分组":
		return &q.Groups
	case "id":
		return &q.IDs
	case "site", "站点":
		return &q.Sites
	case "columns":
		return &q.Columns
	}
	return nil
}

// setValue sets what a name stands for. If the value is wrong it returns those that can be chosen.
func (q *Query) setValue(name, value string) (wrong bool, choices []string) {
	ok := true
	switch name {
	case "status", "状态":
		q.Status, ok = StatusNamed(value)
		choices = []string{"normal", "abnormal", "unknown", "outage"}
	case "is":
		q.Changed = value == "changed"
		ok = q.Changed
		choices = []string{"changed"}
	case "sort":
		q.Sort = value
	case "question":
		q.Question = value
	case "baseline":
		q.Baseline = history.Baseline(value)
		if !slices.Contains(history.Baselines(), q.Baseline) {
			q.Baseline = ""
			q.Since, ok = typed.Age(value)
		}
		choices = []string{"visit", "24h", "7d", "30d"}
	}
	return !ok, choices
}

// String returns the line of which ParseQuery makes q.
func (q *Query) String() string {
	var parts []string
	add := func(name string, values ...string) {
		if len(values) > 0 && values[0]+name != name {
			quoted := make([]string, len(values))
			for i, v := range values {
				quoted[i] = inQuotes(
					v,
					strings.ContainsAny(v, `,"\`) || strings.ContainsFunc(v, unicode.IsSpace),
				)
			}
			parts = append(parts, name+":"+strings.Join(quoted, ","))
		}
	}
	add("platform", q.Platforms...)
	add("status", string(q.Status))
	add("group", q.Groups...)
	add("id", q.IDs...)
	add("site", q.Sites...)
	if q.Changed {
		add("is", "changed")
	}
	for _, t := range q.Terms {
		parts = append(parts, t.String())
	}
	for _, word := range strings.Fields(q.Match) {
		name, op, value := cutOperator(word)
		known, err := new(Query).set(name, op, value)
		_, isTerm, termErr := parseTerm(word, name, op, value)
		parts = append(
			parts,
			inQuotes(
				word,
				known || isTerm || cmp.Or(err, termErr) != nil || strings.ContainsAny(word, `"\`),
			),
		)
	}
	add("question", q.Question)
	add("columns", q.Columns...)
	add("sort", q.Sort)
	if q.Since > 0 {
		add("baseline", formatAge(q.Since))
	}
	add("baseline", string(q.Baseline))
	return strings.Join(parts, " ")
}

// fields splits s at characters that are not between double quotes. It keeps the quotes.
func fields(s string, separates func(rune) bool) []string {
	quoted := false
	escaped := false
	return strings.FieldsFunc(s, func(r rune) bool {
		if escaped {
			escaped = false
		} else if r == '\\' && quoted {
			escaped = true
		} else if r == '"' {
			quoted = !quoted
		}
		return !quoted && r != '"' && separates(r)
	})
}

// inQuotes returns s between double quotes if it must be.
func inQuotes(s string, must bool) string {
	if !must && s != "" {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// unquote returns s without its quotes and escapes.
func unquote(s string) string {
	var b strings.Builder
	quoted := false
	escaped := false
	for _, r := range s {
		switch {
		case escaped:
			escaped = false
			b.WriteRune(r)
		case r == '\\' && quoted:
			escaped = true
		case r == '"':
			quoted = !quoted
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// operators are the operators of filters and terms, also as input methods write them. One that
// begins with another comes first.
var operators = [...][2]string{
	{"<=", "<="}, {">=", ">="}, {"＜＝", "<="}, {"＞＝", ">="}, {"≤", "<="}, {"≥", ">="},
	{":", ":"},
	{"=", "="},
	{"<", "<"},
	{">", ">"},
	{"：", ":"},
	{"＝", "="},
	{"＜", "<"},
	{"＞", ">"},
}

// cutOperator cuts a word at its first operator outside of quotes: ":", "=", "<", "<=", ">" or
// ">=". The name is folded. Without an operator, all are empty.
func cutOperator(word string) (name, op, value string) {
	for i := range word {
		if word[i] == '"' {
			break
		}
		for _, o := range operators {
			value, found := strings.CutPrefix(word[i:], o[0])
			if found && i > 0 {
				return fold.String(word[:i]), o[1], value
			}
		}
	}
	return "", "", ""
}
