package options

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// accountField is the member of a schema that is the ID of an account.
const accountField = "accountId"

// NamesAccount reports whether a schema of an option has a member that is the ID of an account.
func NamesAccount(o *api.PublishOption) bool {
	return strings.Contains(string(o.FilterSchema)+string(o.CreateSchema), `"`+accountField+`"`)
}

// KnownValues are the values of examples for an account, none for nil.
func KnownValues(account *api.Account) []schema.Parameter {
	if account == nil {
		return nil
	}
	return []schema.Parameter{{Name: accountField, Value: account.ID}}
}

// ExampleAccount returns an account for examples: one of the platform that is in order, nil for
// none.
func ExampleAccount(rows []*api.Account, platform string) *api.Account {
	for _, a := range rows {
		if a.Type == platform && a.Health() == api.HealthNormal {
			return a
		}
	}
	return nil
}

// Visible replaces characters of JSON text that must not reach a terminal by their JSON
// escapes; in a line that has some, also joiners, variation selectors and skin tones.
func Visible(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if text.CleanLines(line) == line {
			b.WriteString(line)
			continue
		}
		for _, r := range line {
			if r == '\n' || text.Clean(string(r)) == string(r) {
				b.WriteRune(r)
			} else if r == '\t' || r == '\r' {
				b.WriteByte(' ')
			} else {
				for _, unit := range utf16.Encode([]rune{r}) {
					fmt.Fprintf(&b, `\u%04x`, unit)
				}
			}
		}
	}
	return b.String()
}

// Inline returns a piece of JSON on one line with no hidden characters.
func Inline(s string) string { return text.Clean(Visible(s)) }

// IsSchema reports whether a schema was sent and is not null.
func IsSchema(raw jsontext.Value) bool {
	return len(raw) > 0 && raw.Kind() != 'n'
}

// OptionFacts returns the fields of 2.2 but the schemas, and the undocumented ones.
func OptionFacts(v *resource.View, o *api.PublishOption) []resource.Fact {
	rest := *o
	rest.FilterSchema = nil
	rest.CreateSchema = nil
	return v.Members(Name, &rest, []string{
		"label",
		"description",
		"requiresAccount",
	}, func(member string, f *resource.Fact) {
		switch member {
		case "field":
			f.Tone = theme.Strong
			f.Note = v.Words.T("options.field_note")
		case "valueType":
			f.Value = WordOr(v, "value_type", o.ValueType)
		case "description":
			f.Value = Described(v, member, f.Value)
		case "requiresAccount":
			if needs, ok := o.RequiresAccount.Get(); ok {
				f.Note = v.Words.T("options.account." + strconv.FormatBool(needs))
			}
		}
	})
}

// Example is the query and the body that follow from an option, by usage rules 2
// and 3 of 4.2. One without a schema is null.
type Example struct {
	Field    string           `json:"field"`
	Query    api.Opt[string]  `json:"query"`    // the required filters, escaped
	Optional []OptionalFilter `json:"optional"` // the other filters
	Body     jsontext.Value   `json:"body"`
	Issues   []Issue          `json:"issues,omitzero"` // why query or body are not valid
}

// OptionalFilter is a filter that the query leaves out.
type OptionalFilter struct {
	Name  string          `json:"name"`
	Types []string        `json:"types,omitzero"`
	Query api.Opt[string] `json:"query"` // with a value from the schema, else null
}

// Examples returns the resource of an example.
func Examples() *resource.Resource[*Example] {
	r := resource.Members[*Example](Name, "field", "query", "optional", "body")
	r.Columns[2].Of = func(x *Example) resource.Value {
		var names []string
		for _, f := range x.Optional {
			names = append(names, f.Query.Or(f.Name))
		}
		return resource.TextValue(strings.Join(names, " "))
	}
	return r
}

// Issues returns the resource of what is wrong with a value.
func Issues() *resource.Resource[*Issue] {
	r := resource.Members[*Issue](Name, "path", "text")
	r.Columns[1].Of = func(i *Issue) resource.Value {
		return resource.WordValue(i.Text, text.Blank(2*i.Depth)+i.Text)
	}
	return r
}
