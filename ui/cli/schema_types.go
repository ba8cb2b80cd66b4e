package cli

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/media"
	"channeldeck/api/report"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/resource/prices"
)

// outputFields are the fields of the rows that commands print as JSON: of a list, or of a part of an output, whose
// name is in upper case. schema.json says of them, and of [outputTypes], only what they do not: see [described].
func outputFields(v *resource.View) map[string][]resource.Field {
	return map[string][]resource.Field{
		"Incident":        resource.Incidents(v).Fields,
		"ItemVerdict":     options.ItemResource(v).Fields,
		"Price":           prices.PriceResource(v).Fields,
		"check":           options.CheckResource(v).Fields,
		"groups":          resource.Groups(v).Fields,
		"platforms-files": options.MatrixResource(v, nil).Fields,
		"prices-answers":  prices.AnswerResource(v, false).Fields,
		"prices-changes":  prices.ChangeResource(v).Fields,
		"triage":          resource.Findings(v).Fields,
	}
}

// outputTypes are the types of other outputs and of their parts: objects of the service, of the history and of the
// configuration, and documents.
func outputTypes() map[string]reflect.Type {
	return map[string]reflect.Type{
		"Account":          reflect.TypeFor[api.Account](),
		"Change":           reflect.TypeFor[fleet.ChangeRecord](),
		"Forecast":         reflect.TypeFor[findings.ForecastRecord](),
		"Group":            reflect.TypeFor[api.AccountGroup](),
		"Interval":         reflect.TypeFor[history.Interval](),
		"Match":            reflect.TypeFor[local.Match](),
		"Meanwhile":        reflect.TypeFor[fleet.Changed](),
		"OptionExample":    reflect.TypeFor[options.Example](),
		"Part":             reflect.TypeFor[fleet.Part](),
		"Path":             reflect.TypeFor[local.Place](),
		"PostFinding":      reflect.TypeFor[options.FindingRecord](),
		"Report":           reflect.TypeFor[report.Report](),
		"Status":           reflect.TypeFor[local.Glance](),
		"Work":             reflect.TypeFor[api.Work](),
		"config-keys":      reflect.TypeFor[[]local.Key](),
		"config-show":      reflect.TypeFor[[]local.Setting](),
		"doctor":           reflect.TypeFor[[]local.Check](),
		"error":            reflect.TypeFor[failure](),
		"history-account":  reflect.TypeFor[[]local.AccountState](),
		"history-export":   reflect.TypeFor[[]history.Record](),
		"history-show":     reflect.TypeFor[[]history.Summary](),
		"log":              reflect.TypeFor[[]history.Change](),
		"options-check":    reflect.TypeFor[[]options.Issue](),
		"rules":            reflect.TypeFor[[]local.Rule](),
		"rules-test":       reflect.TypeFor[[]local.RuleDay](),
		"sandbox-examples": reflect.TypeFor[[]sandbox.Example](),
		"sessions":         reflect.TypeFor[[]history.Session](),
		"sessions-hits":    reflect.TypeFor[[]archive.Hit](),
		"sessions-tools":   reflect.TypeFor[[]history.Tool](),
		"version":          reflect.TypeFor[local.Build](),
	}
}

// isOfSites reports whether an output is a row of a site, or a list of such rows, which in a list of several sites
// have the name of theirs.
func isOfSites(name string, isList bool) bool {
	switch name {
	case "Account", "Forecast", "Incident", "ItemVerdict", "OptionExample", "Price", "Report", "platforms":
		return true
	case "config-keys", "config-show", "sandbox-examples": // of this machine
		return false
	}
	return isList
}

// withSite adds the site to the members of a row, or of the rows of a list.
func withSite(definition jsontext.Value) jsontext.Value {
	site := `{"properties":{"site":` + string(reference("Site")) + `}}`
	if api.Member(definition, "items") != nil {
		return described(definition, jsontext.Value(`{"items":`+site+`}`))
	}
	return described(definition, jsontext.Value(site))
}

// describer writes the schemas of types. Parts that have a definition are referred to by its name.
type describer struct {
	names   map[reflect.Type]string
	written jsontext.Value // the definitions of schema.json
}

func newDescriber(written jsontext.Value) describer {
	d := describer{
		written: written,
		names: map[reflect.Type]string{
			reflect.TypeFor[findings.Forecast](): "Forecast",
			reflect.TypeFor[history.Length]():    "Length",
			reflect.TypeFor[media.Answer]():      "Verdict",
		},
	}
	for name, t := range outputTypes() {
		if t.Kind() == reflect.Struct {
			d.names[t] = name
		}
	}
	return d
}

// derived are the definitions that follow from fields and types, by name.
func (d describer) derived(v *resource.View) map[string]jsontext.Value {
	all := map[string]jsontext.Value{}
	for name, t := range outputTypes() {
		all[name] = d.structure(t)
	}
	for name, fields := range outputFields(v) {
		row := d.row(fields)
		if name == "prices-answers" { // it has what a price has
			ofPrice := api.Member(api.Member(d.written, "Price"), "properties")
			row = described(row, jsontext.Value(`{"properties":`+string(ofPrice)+`}`))
		}
		if unicode.IsLower(rune(name[0])) {
			row = arrayOf(row)
		}
		all[name] = row
	}
	return all
}

// schemaOf returns the schema of a type, true where it is not known.
func (d describer) schemaOf(t reflect.Type) jsontext.Value {
	if name, hasDefinition := d.names[t]; hasDefinition {
		return reference(name)
	}
	return d.structure(t)
}

func reference(name string) jsontext.Value {
	return jsontext.Value(`{"$ref":"#/$defs/` + name + `"}`)
}

// structure is schemaOf for a type that has no definition, or for its definition.
func (d describer) structure(t reflect.Type) jsontext.Value {
	switch t {
	case reflect.TypeFor[api.Number](), reflect.TypeFor[api.Sum]():
		return reference("Number")
	case reflect.TypeFor[api.Opt[string]](), reflect.TypeFor[api.Text](), reflect.TypeFor[api.Time]():
		return reference("Text")
	case reflect.TypeFor[api.Opt[bool]]():
		return jsontext.Value(`{"type":["boolean","null"]}`)
	case reflect.TypeFor[time.Time]():
		return jsontext.Value(`{"type":"string","format":"date-time"}`)
	case reflect.TypeFor[jsontext.Value]():
		return jsontext.Value("true")
	case reflect.TypeFor[report.Accounts]():
		return d.structure(reflect.TypeFor[[]report.AccountRecord]())
	case reflect.TypeFor[findings.Kind]():
		return enumOf(findings.Kinds())
	case reflect.TypeFor[findings.Section]():
		return enumOf(findings.Sections())
	}
	switch t.Kind() {
	case reflect.String:
		return jsontext.Value(`{"type":"string"}`)
	case reflect.Int, reflect.Int32, reflect.Int64:
		return jsontext.Value(`{"type":"integer"}`)
	case reflect.Bool:
		return jsontext.Value(`{"type":"boolean"}`)
	case reflect.Pointer:
		return jsontext.Value(`{"anyOf":[` + string(d.schemaOf(t.Elem())) + `,{"type":"null"}]}`)
	case reflect.Slice:
		return arrayOf(d.schemaOf(t.Elem()))
	case reflect.Array:
		n := strconv.Itoa(t.Len())
		return jsontext.Value(`{"type":"array","items":` + string(d.schemaOf(t.Elem())) +
			`,"minItems":` + n + `,"maxItems":` + n + `}`)
	case reflect.Map:
		return jsontext.Value(`{"type":"object","additionalProperties":` + string(d.schemaOf(t.Elem())) + `}`)
	case reflect.Struct:
		return d.object(t)
	}
	return jsontext.Value("true")
}

// arrayOf is the schema of a list.
func arrayOf(items jsontext.Value) jsontext.Value {
	return jsontext.Value(`{"type":"array","items":` + string(items) + `}`)
}

// enumOf is the schema of a text that is one of several.
func enumOf[T ~string](values []T) jsontext.Value {
	texts, _ := api.Marshal(values) // names
	return jsontext.Value(`{"enum":` + string(texts) + `}`)
}

// members are the members of an object.
type members struct {
	properties jsontext.Value
	required   []string
}

func (m *members) add(name string, schema jsontext.Value, always bool) {
	m.properties = resource.WithMember(m.properties, name, schema)
	if always {
		m.required = append(m.required, name)
	}
}

// object is the schema of a struct. Objects of the service may have more members than its interface lists.
func (d describer) object(t reflect.Type) jsontext.Value {
	m := members{properties: jsontext.Value("{}")}
	d.addMembers(&m, t)
	unlisted, hasUnlisted := t.FieldByName("Unknown")
	isOfService := hasUnlisted && unlisted.Tag.Get("json") == ",embed"
	return m.object(!isOfService)
}

// object is the schema of an object with the members, and with no others where it is closed.
func (m *members) object(isClosed bool) jsontext.Value {
	out := jsontext.Value(`{"type":"object"}`)
	if isClosed {
		out = resource.WithMember(out, "additionalProperties", jsontext.Value("false"))
	}
	if len(m.required) > 0 {
		names, _ := api.Marshal(m.required) // names of fields
		out = resource.WithMember(out, "required", names)
	}
	return resource.WithMember(out, "properties", m.properties)
}

// addMembers adds the members of a struct: those that are always written are required.
func (d describer) addMembers(m *members, t reflect.Type) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		isInline := name == "" && f.Type.Kind() == reflect.Struct && (f.Anonymous || options == "inline")
		if isInline {
			d.inline(m, f.Type)
			continue
		}
		if options == "embed" && t == reflect.TypeFor[local.AccountState]() {
			for _, count := range local.StateCounts() {
				m.add(count.String(), reference("Number"), true)
			}
			continue
		}
		if name == "" || name == "-" {
			continue
		}
		field := resource.Field{Name: name, Type: f.Type}
		if strings.Contains(options, "omitzero") || strings.Contains(options, "omitempty") {
			field.Unknown = resource.OrMissing
		}
		d.addField(m, &field)
	}
}

// addField adds a field, which is required unless it may be missing.
func (d describer) addField(m *members, f *resource.Field) {
	m.add(f.Name, d.ofField(f), f.Unknown != resource.OrMissing)
}

// ofField is the schema of a field.
func (d describer) ofField(f *resource.Field) jsontext.Value {
	if f.Items != nil {
		return arrayOf(d.row(f.Items))
	}
	of := f.Type
	switch f.Unknown {
	case resource.OrMissing:
		if of.Kind() == reflect.Pointer { // null is not written
			of = of.Elem()
		}
	case resource.OrNull:
		if of.Kind() == reflect.String {
			return reference("Text")
		}
		if of == reflect.TypeFor[history.Interval]() {
			of = reflect.PointerTo(of)
		}
	}
	return d.schemaOf(of)
}

// row is the schema of a row with fields.
func (d describer) row(fields []resource.Field) jsontext.Value {
	m := members{properties: jsontext.Value("{}")}
	for i := range fields {
		d.addField(&m, &fields[i])
	}
	return m.object(true)
}

// inline adds the members of a struct in another one, with what is written about them in its definition.
func (d describer) inline(m *members, t reflect.Type) {
	own := members{properties: jsontext.Value("{}")}
	d.addMembers(&own, t)
	written := api.Member(api.Member(d.written, d.names[t]), "properties")
	for name, schema := range api.Members(own.properties) {
		m.add(name, described(schema, api.Member(written, name)), slices.Contains(own.required, name))
	}
}

// described adds to the schema of a type what is written about it: descriptions, and members that its JSON gets
// elsewhere. Where a type is written, that is the schema.
func described(of, written jsontext.Value) jsontext.Value {
	if written == nil {
		return of
	}
	for _, keyword := range []string{"type", "$ref", "enum", "const", "anyOf"} {
		if api.Member(written, keyword) != nil {
			return written
		}
	}
	if of.Kind() != '{' {
		return written
	}
	out := jsontext.Value("{}")
	for keyword, v := range api.Members(written) {
		if keyword != "properties" && keyword != "items" {
			out = resource.WithMember(out, keyword, v)
		}
	}
	for keyword, v := range api.Members(of) {
		switch keyword {
		case "properties":
			v = describedMembers(v, api.Member(written, keyword))
		case "items":
			v = described(v, api.Member(written, keyword))
		}
		out = resource.WithMember(out, keyword, v)
	}
	return out
}

// describedMembers is described for the members of an object, and adds those that only are written.
func describedMembers(of, written jsontext.Value) jsontext.Value {
	out := jsontext.Value("{}")
	for name, v := range api.Members(of) {
		out = resource.WithMember(out, name, described(v, api.Member(written, name)))
	}
	for name, v := range api.Members(written) {
		if api.Member(of, name) == nil {
			out = resource.WithMember(out, name, v)
		}
	}
	return out
}
