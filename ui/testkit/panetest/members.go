package panetest

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
)

// Agree fails the test where the value of a row in a column, its text in files and in printed tables, and the
// member of its JSON with the name of the column do not tell the same: above all a number of what is not known.
// Each member of the JSON has a column, or a reason in [withoutColumn], but for objects of the service.
func Agree[R any](t testing.TB, r *resource.Resource[R], rows ...R) {
	t.Helper()
	objects := make([]jsontext.Value, len(rows))
	names := map[string]bool{} // of the members that a row has
	isOfService := false
	for i, row := range rows {
		of := r.JSON(row)
		object, err := api.Marshal(of)
		hasJSON := r.Fields != nil || r.Record != nil // else rows can be for lines only
		if err != nil && hasJSON {
			t.Errorf("%s: the JSON of a row: %v", r.Name, err)
		}
		objects[i] = object
		hasFields := r.Fields != nil && (r.Record == nil || r.Record(row) == nil)
		isOfService = isOfService || !hasFields && passedThrough(of)
		for name := range api.Members(object) {
			names[name] = true
		}
	}
	columns := map[string]bool{}
	for i := range r.Columns {
		c := &r.Columns[i]
		columns[c.ID] = true
		if c.Of == nil {
			continue
		}
		for k, row := range rows {
			agreeUnknown(t, r, c, row)
			member := api.Member(objects[k], c.ID)
			value := c.ValueOf(row)
			isFile := names[c.ID] && !c.TableOnly && TellsOtherwise(r.Name, c.ID) == ""
			// a code of the service, such as a status, can be a number there and a text here
			isSameKind := isOfService || value.Digits() != "" || member.Kind() != '0'
			if isFile && !(isSameKind && SameMember(value.File(), member)) {
				t.Errorf("%s: %s is %q in files, and %s in JSON", r.Name, c.ID, value.File(), member)
			}
		}
	}
	for _, f := range r.Fields {
		columns[f.Name] = columns[f.Name] || !f.IsNested()
	}
	for name := range names {
		if !columns[name] && !isOfService && reasonOf(withoutColumn(), r.Name, name) == "" {
			t.Errorf("%s: %s of the JSON has no column", r.Name, name)
		}
	}
}

// passedThrough reports whether the JSON of a row is an object of the service, or what it sent.
func passedThrough(of any) bool {
	t := reflect.TypeOf(of)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t == reflect.TypeFor[jsontext.Value]() || t != nil && t.PkgPath() == reflect.TypeFor[api.Account]().PkgPath()
}

// agreeUnknown fails the test where a row has a value in some form that is unknown.
func agreeUnknown[R any](t testing.TB, r *resource.Resource[R], c *resource.Column[R], row R) {
	t.Helper()
	value := c.ValueOf(row)
	if value.IsKnown() {
		return
	}
	if s := c.TextOf(row); s != "" {
		t.Errorf("%s: %s is unknown, and %q in files", r.Name, c.ID, s)
	}
	if s := c.DisplayOf(row); s != "" {
		t.Errorf("%s: %s is unknown, and printed as %q", r.Name, c.ID, s)
	}
	if v := value.JSON(); v != nil {
		t.Errorf("%s: %s is unknown, and %v in JSON", r.Name, c.ID, v)
	}
}

// SameMember reports whether a value in a file is that of a member of an object: the same number, text, instant,
// interval, range or list. What is unknown is null, empty or missing.
func SameMember(file string, member jsontext.Value) bool {
	sent := resource.TextOrJSON(member)
	if sent == file {
		return true
	}
	switch member.Kind() {
	case '0':
		of, _ := api.ParseNumber(sent)
		n, err := api.ParseNumber(file)
		return err == nil && n.Cmp(of) == 0
	case '"':
		of, isTime := api.SomeTime(sent).At()
		at, _ := api.SomeTime(file).At()
		return isTime && at.Equal(of.Truncate(time.Second))
	case '{':
		var of struct {
			history.Interval
			Least api.Number `json:"leastHours"`
			Most  api.Number `json:"mostHours"`
		}
		err := json.Unmarshal(member, &of)
		isLength := resource.RangeValue(of.Least, of.Most, "h").File() == file
		return err == nil && (isLength || resource.IntervalValue(of.Interval).File() == file)
	case '[':
		var share [2]api.Number
		if json.Unmarshal(member, &share) == nil && resource.RangeValue(share[0], share[1], "%").File() == file {
			return true
		}
		var items []jsontext.Value
		if json.Unmarshal(member, &items) != nil {
			return false
		}
		var texts []string
		for _, item := range items {
			texts = append(texts, resource.TextOrJSON(item))
		}
		return strings.Join(texts, ", ") == file || strings.Join(texts, " ") == file
	}
	return false
}

// TellsOtherwise returns why a column does not tell what the member with its name tells, "" where it does.
func TellsOtherwise(name, column string) string { return reasonOf(tellsOtherwise(), name, column) }

// reasonOf returns why a member of a resource is listed, "" if it is not: "*" stands for all members.
func reasonOf(reasons map[string]string, name, member string) string {
	for _, listed := range []string{member, "*"} {
		if reason := reasons[name+"."+listed]; reason != "" {
			return reason
		}
	}
	return ""
}

// withoutColumn are the members of JSON that no column has, each with the reason.
func withoutColumn() map[string]string {
	return map[string]string{
		"accounts.platform":             "of a recorded state: which account it is the user has said",
		"accounts.id":                   "of a recorded state: which account it is the user has said",
		"check.kind":                    "what is checked, for programs",
		"check.option":                  "what is checked, for programs",
		"config.from":                   "where a setting is from",
		"files.why":                     "the column of findings",
		"files.needs":                   "a list, which the column of findings words",
		"files.items":                   "a list of objects, of which each has a column",
		"groups.group":                  "the object of the service",
		"groups.sums":                   "an object, of which each member has a column",
		"groups.counted":                "an object, of which each member has a column",
		"incidents.accounts":            "a list of rows: see the resource of turned accounts",
		"incidents.options":             "a list of objects",
		"incidents.prices":              "a list of objects",
		"incidents.recovery":            "a list of objects",
		"matrix.supported":              "a list: each platform has a column",
		"matrix.unsupported":            "a list: each platform has a column",
		"options.depth":                 "the indent of the text",
		"overview.groups.compared":      "an object: the change with what it leaves out",
		"overview.groups.counted":       "an object, of which each member has a column",
		"overview.platforms.compared":   "an object: the change with what it leaves out",
		"overview.platforms.counted":    "an object, of which each member has a column",
		"prices.actual":                 "of a file: the words of the reason say it",
		"prices.durationFrom":           "the column of remarks says it",
		"prices.file":                   "of a file: the words of the reason say it",
		"prices.input":                  "an object, of which two members have a column",
		"prices.limit":                  "of a file: the words of the reason say it",
		"prices.perSecond":              "of a change: the words of its prices say it",
		"prices.priceTo":                "the words of the price have the range",
		"prices.totalTo":                "the words of the total have the range",
		"prices.unlisted":               "the column of remarks says it",
		"prices.varies":                 "an object: the column of remarks words it",
		"sessions.hits.part":            "the place in the message",
		"sessions.hits.tool":            "in the words of the place",
		"sessions.running":              "the sign tells it",
		"sessions.tools.errors":         "a list of objects",
		"sessions.tools.failedSessions": "how often the tool failed has a column",
		"sessions.tools.otherErrors":    "how many errors the list leaves out",
		"triage.accounts":               "a list of objects",
		"triage.changes":                "an object: the column of details words it",
		"triage.counted":                "an object, of which each member has a column",
		"triage.forecast":               "an object: the column of details words it",
		"triage.metrics":                "an object of metrics that differ from work to work",
		"triage.others":                 "a list, which the column of details words",
		"triage.percent":                "an object: the column of details words it",
		"works.recent.accountId":        "the account is in the inspector",
	}
}

// tellsOtherwise are the columns whose value is not that of the member with their name, each with the reason.
func tellsOtherwise() map[string]string {
	return map[string]string{
		"checklist.origin":      "also that the row changed",
		"checklist.section":     "in words",
		"files.findings":        "in words, and of all items: the list in JSON has those of the post as a whole",
		"groups.change30d":      "of the followers: JSON has an object",
		"groups.platforms":      "in words: the list in JSON has objects",
		"incidents.others":      "two numbers: JSON has an object",
		"options.createSchema":  "only whether there is a schema",
		"options.filterSchema":  "only whether there is a schema",
		"options.optional":      "the queries of the filters: JSON has objects",
		"platforms.displayName": "in the language of the user: the service sends all",
		"prices.variant":        "in words: JSON has an object",
		"rules-test.accounts":   "the names: JSON has objects",
		"rules.accounts":        "how many: JSON has objects",
		"sessions.media.type":   "of the file: the part in JSON has a type too",
		"triage.name":           "of several accounts, how many: JSON lists them",
	}
}
