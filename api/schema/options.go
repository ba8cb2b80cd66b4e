package schema

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Member is a member of the object that a schema describes, with what all its alternatives say.
type Member struct {
	Field           // of the first alternative that has it; Required in all of them, and without a default
	Default string  // JSON, "" for none
	Inner   []Field // the fields inside it
	When    []Fixed // the values of other members with which alone it is required
}

// Fixed is a member with a value, as JSON.
type Fixed struct{ Name, Value string }

// Bound returns the value of a keyword of the field, "" if it is missing.
func (f *Field) Bound(keyword string) string {
	for _, b := range f.Bounds {
		if b.Keyword == keyword {
			return b.Value
		}
	}
	return ""
}

// Options returns the members of the object that the schema describes, in document order, those of
// several alternatives once.
func (s *Schema) Options() (all []Member) {
	always := s.RequiredMembers()
	fields := s.Fields()
	var alternative []Field // the members of the one that is read
	for i, f := range fields {
		if f.Depth == 1 {
			addConditions(all, alternative)
			alternative = nil
		}
		if f.Role != "properties" || f.Path != "$"+step(f.Name) {
			continue
		}
		if f.Depth > 1 {
			alternative = append(alternative, f)
		}
		at := slices.IndexFunc(all, func(m Member) bool {
			return m.Name == f.Name
		})
		if at < 0 {
			at = len(all)
			all = append(all, Member{Field: f, Inner: inside(fields[i:])})
		} else {
			all[at].addValues(&f)
		}
		if all[at].Default == "" {
			all[at].Default = f.Bound("default")
		}
		all[at].Required = slices.Contains(always, f.Name) && all[at].Default == ""
	}
	addConditions(all, alternative)
	return all
}

// inside returns the fields inside the first one.
func inside(fields []Field) []Field {
	end := 1
	for end < len(fields) && fields[end].Depth > fields[0].Depth {
		end++
	}
	return fields[1:end]
}

// addValues makes the only value of a member in one alternative and that in another a list of values.
func (m *Member) addValues(f *Field) {
	value := f.Bound("const")
	for i := range m.Bounds {
		b := &m.Bounds[i]
		isValue := b.Keyword == "const" || b.Keyword == "enum"
		if isValue && value != "" && value != b.Value {
			m.Bounds = slices.Clone(m.Bounds)
			m.Bounds[i] = Bound{Keyword: "enum", Value: b.Value + ", " + value}
			return
		}
	}
}

// addConditions adds the fixed values of an alternative to the members that only it requires.
func addConditions(all []Member, alternative []Field) {
	var fixed []Fixed
	for _, f := range alternative {
		value := f.Bound("const")
		if f.Required && value != "" {
			fixed = append(fixed, Fixed{Name: f.Name, Value: value})
		}
	}
	for _, f := range alternative {
		at := slices.IndexFunc(all, func(m Member) bool {
			return m.Name == f.Name
		})
		m := &all[at]
		if f.Required && !m.Required && m.Default == "" && f.Bound("const") == "" {
			m.When = fixed
		}
	}
}

// Conditions returns each if of the object that the schema describes, with its then and else.
func (s *Schema) Conditions() (all [][]Field) {
	fields := s.Fields()
	for i := 0; i < len(fields); i++ {
		if fields[i].Depth != 1 || fields[i].Role != "if" {
			continue
		}
		end := i + 1
		for end < len(fields) && (fields[end].Depth > 1 ||
			fields[end].Role == "then" || fields[end].Role == "else") {
			end++
		}
		all = append(all, fields[i:end])
		i = end - 1
	}
	return all
}

// Plain reports whether the members, the alternatives and the conditions are everything that the
// schema says.
func (s *Schema) Plain() bool {
	if s.Problem() != nil {
		return false
	}
	return !slices.ContainsFunc(s.Fields(), func(f Field) bool {
		known := []string{"properties", "anyOf", "oneOf", "if", "then", "else"}
		return f.Depth == 1 && !slices.Contains(known, f.Role)
	})
}

// Closest replaces an issue of alternatives by what is wrong with the alternative that needs the
// fewest changes: what is missing can still be added. A value that no alternative allows has those of all of
// them as its allowed ones.
func Closest(issues []Issue) (list []Issue) {
	for _, issue := range issues {
		if issue.Kind != "no_alternative" || len(issue.Causes) == 0 {
			list = append(list, issue)
			continue
		}
		alternatives := alternativesOf(&issue)
		best := slices.MinFunc(alternatives, func(a, b []Issue) int {
			return slices.Compare(changes(a), changes(b))
		})
		for _, chosen := range best {
			chosen.allowAll(alternatives)
			list = append(list, chosen)
		}
	}
	return list
}

// alternativesOf returns what is wrong with each alternative.
func alternativesOf(issue *Issue) (alternatives [][]Issue) {
	byNumber := map[int][]Issue{}
	for _, cause := range issue.Causes {
		byNumber[cause.Alternative] = append(byNumber[cause.Alternative], cause)
	}
	for _, number := range slices.Sorted(maps.Keys(byNumber)) {
		alternatives = append(alternatives, Closest(byNumber[number]))
	}
	return alternatives
}

// allowAll adds the values or the types that the alternatives allow in the same place to those of an issue, if each of
// them has such an issue there.
func (i *Issue) allowAll(alternatives [][]Issue) {
	var values []string
	for _, issues := range alternatives {
		at := slices.IndexFunc(issues, func(other Issue) bool {
			isAlike := i.Kind == other.Kind || i.listsValues() && other.listsValues()
			return isAlike && i.Path == other.Path
		})
		if at < 0 {
			return
		}
		for _, value := range issues[at].Values {
			if !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
	}
	isLonger := len(values) > len(i.Values)
	if isLonger && i.listsValues() {
		i.Kind = "enum"
		i.Values = values
	} else if isLonger && i.Kind == WrongType {
		i.Values = values
	}
}

// listsValues reports whether the values of an issue are those that are allowed.
func (i *Issue) listsValues() bool { return i.Kind == "const" || i.Kind == "enum" }

// CheckOptions validates an object of options. What was not given counts as its default where that
// explains the object best.
func (s *Schema) CheckOptions(given []Fixed) ([]Issue, *Problem) {
	issues, problem := s.Check(objectOf(given))
	if len(issues) == 0 || problem != nil {
		return nil, problem
	}
	issues = Closest(issues)
	filled := slices.Clone(given)
	for _, m := range s.Options() {
		isGiven := slices.ContainsFunc(given, func(f Fixed) bool {
			return f.Name == m.Name
		})
		if m.Depth == 1 && m.Default != "" && !isGiven {
			filled = append(filled, Fixed{Name: m.Name, Value: m.Default})
		}
	}
	fewer, problem := s.Check(objectOf(filled))
	fewer = Closest(fewer)
	if problem == nil && slices.Compare(changes(fewer), changes(issues)) < 0 {
		return fewer, nil
	}
	return issues, nil
}

// Root returns the name of the member that an issue is about or inside of, "" for the object.
func (i *Issue) Root() string {
	rest, ok := strings.CutPrefix(i.Path, "$.")
	if ok {
		return rest[:len(rest)-len(strings.TrimLeftFunc(rest, isNameRune))]
	}
	rest, ok = strings.CutPrefix(i.Path, "$['")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "']")
	return strings.NewReplacer(`\\`, `\`, `\'`, `'`).Replace(name)
}

// isNameRune reports whether a character can be in a name after a dot of a JSONPath.
func isNameRune(c rune) bool { return c != '.' && c != '[' }

// objectOf returns the object with some members.
func objectOf(members []Fixed) jsontext.Value {
	items := make([]jsontext.Value, len(members))
	for i, m := range members {
		items[i] = slices.Concat(
			quote(m.Name),
			jsontext.Value(":"),
			jsontext.Value(m.Value),
		)
	}
	return join('{', items, '}')
}

// changes counts the values that choose another alternative, then what is wrong, then what is missing.
func changes(issues []Issue) []int {
	others := 0
	wrong := 0
	missing := 0
	for _, issue := range issues {
		if issue.Kind == Missing {
			missing += len(issue.Values)
		} else {
			wrong++
		}
		if issue.Kind == "const" {
			others++
		}
	}
	return []int{others, wrong, missing}
}
