package cli

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/testkit/race"
)

// outputs are commands that print JSON, by the name of its schema.
func outputs() map[string][]string {
	return map[string][]string{
		"accounts":        {"accounts"},
		"groups":          {"groups"},
		"groups-create":   {"groups create Summer --duplicate"},
		"triage":          {"triage", "triage --stale-after 1h"},
		"report":          {"report --since 7d"},
		"status":          {"status"},
		"forecast":        {"forecast"},
		"incidents":       {"incidents"},
		"rules":           {"rules"},
		"rules-test":      {"rules test followers<1B"},
		"log":             {"log"},
		"platforms":       {"platforms"},
		"platforms-files": {"platforms --file mp4,4s --title Spring", "check --file mp4,4s", "check"},
		"options-files":   {"options douyin --file mp4,4s,62MB --text x"},
		"options":         {"options pinterest", "options douyin"},
		"options-example": {"options pinterest --example boardId"},
		"check": {
			"check --platform pinterest --title x --option boardId=549755885175",
			"check --platform douyin --file mp4,4s",
		},
		"options-check":  {"options pinterest --check boardId --value {}"},
		"work":           {"work youtube " + aWork + " --account " + anOwner},
		"session":        {"session " + aSession, "session --stored " + aSession},
		"sessions":       {"sessions"},
		"sessions-hits":  {"sessions --search publish"},
		"sessions-tools": {"sessions --tools"},
		"prices":         {"prices"},
		"prices-answers": {
			"prices 8s 1080p i2v x20",
			"prices --count 2 --duration 20",
			"prices --count 2",
			"prices --input 4s,mp4",
		},
		"prices-changes":   {"prices --since 7d"},
		"prices-model":     {"prices --model vela-1"},
		"doctor":           {"doctor"},
		"history-show":     {"history show"},
		"history-account":  {"history account ACCOUNT"},
		"history-work":     {"history work youtube " + aWork},
		"history-export":   {"history export"},
		"config-show":      {"config show"},
		"config-path":      {"config path"},
		"config-init":      {"config init --force"},
		"history-path":     {"history path"},
		"config-keys":      {"config keys"},
		"sandbox-examples": {"sandbox --examples"},
		"version":          {"version"},
		"error":            {"session none", "accounts --bogus", "options pinterest --check shoe --value {}"},
	}
}

// fill records what the commands of outputs print, and returns the ID of an account.
func fill(t *testing.T, env map[string]string) (account string) {
	t.Helper()
	for _, command := range []string{
		"record",
		"session " + aSession,
		"work youtube " + aWork + " --account " + anOwner,
		"options pinterest",
		"groups create Spring",
	} {
		if got := run(t, env, strings.Fields(command)...); got.code != ExitDone {
			t.Fatalf("%s: %+v", command, got)
		}
	}
	return strings.TrimSpace(run(t, env, "accounts", "--jq", ".[0].id").out)
}

// deployFilled returns the environment of a service with some accounts, whose history has what the commands of outputs
// print, and the ID of an account.
func deployFilled(t *testing.T, accounts int) (env map[string]string, account string) {
	t.Helper()
	d := deploy(t, sandbox.Options{Accounts: accounts, Now: clock})
	env = withState(t, d.env())
	return env, fill(t, env)
}

// validator compiles what the schema command prints.
func validator(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	got := run(t, nil, "schema", name)
	if got.code != ExitDone || got.err != "" {
		t.Fatalf("%s: %+v", name, got)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(got.out))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// The JSON of every command matches its schema, and its members are the columns of CSV. Every command prints the same
// rows in all formats, with the same exit code. CSV and TSV have the same columns.
func TestFormatsAgree(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	env, id := deployFilled(t, 60)
	w, _, _ := newEnv(t, nil)
	_, names := newApp(w, newWords(w)).definitions()
	for _, name := range names {
		schema := validator(t, name)
		if len(outputs()[name]) == 0 {
			t.Errorf("no command prints %s", name)
		}
		for _, command := range outputs()[name] {
			in := map[string]result{}
			args := strings.Fields(strings.Replace(command, "ACCOUNT", id, 1))
			for _, format := range []string{"json", "ndjson", "csv", "tsv", "markdown", "table"} {
				in[format] = run(t, env, append(slices.Clone(args), "-o", format)...)
			}
			text := in["json"].out
			if name == "error" {
				text = in["json"].err
			}
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err == nil {
				err = schema.Validate(value)
			}
			if err != nil {
				t.Errorf("%s: %v", command, err)
			}
			mayBeEmpty := []string{"options douyin", "prices --since 7d", "forecast", "incidents", "rules"}
			if rows, ok := value.([]any); ok && len(rows) == 0 && !slices.Contains(mayBeEmpty, command) {
				t.Errorf("%s prints no row to check", command)
			}
			if resourceName := membersOf(name); resourceName != "" {
				membersAreColumns(t, resourceName, command, in["ndjson"].out, in["csv"].out)
			}
			isList := name != "error" && name != reportName
			if isList {
				formatsAgree(t, command, value, in)
			}
		}
	}
}

// formatsAgree compares what a command prints in each format with the value that it prints as JSON.
func formatsAgree(t *testing.T, command string, value any, in map[string]result) {
	t.Helper()
	rows, isList := value.([]any)
	if !isList {
		rows = []any{value}
	}
	if n := strings.Count(in["ndjson"].out, "\n"); n != len(rows) {
		t.Errorf("%s: %d rows as JSON, %d as NDJSON", command, len(rows), n)
	}
	for line := range strings.Lines(in["ndjson"].out) {
		if _, err := jsonschema.UnmarshalJSON(strings.NewReader(line)); err != nil {
			t.Errorf("%s as NDJSON: %v", command, err)
		}
	}
	exit := in["json"].code
	for format, got := range in {
		if got.code != exit || got.out == "" && len(rows) > 0 {
			t.Errorf("%s as %s: exit %d, not %d, and %d bytes", command, format, got.code, exit, len(got.out))
		}
	}
	csv := records(t, in["csv"].out)
	header := strings.Join(csv[0], "\t")
	tsv := strings.Split(strings.TrimSuffix(in["tsv"].out, "\n"), "\n")
	if header != tsv[0] || len(csv) != len(tsv) {
		t.Errorf("%s: %d lines of CSV with %q, %d of TSV with %q", command, len(csv), header, len(tsv), tsv[0])
	}
	if isList && len(csv) != len(rows)+1 {
		t.Errorf("%s: %d rows as JSON, %d lines of CSV", command, len(rows), len(csv))
	}
}

// schema.json says of fields and types only what does not follow from them: no member that they do not have, and
// nothing of a member that its type says.
func TestSchemasFollowFromFieldsAndTypes(t *testing.T) {
	d := newDescriber(api.Member(schemas, "$defs"))
	w, _, _ := newEnv(t, nil)
	a := newApp(w, newWords(w))
	for name, of := range d.derived(a.view(nil)) {
		written := api.Member(d.written, name)
		if written == nil {
			t.Errorf("schema.json does not name %s", name)
		}
		checkWritten(t, name, of, written)
	}
}

// checkWritten fails for what is written of a schema although it follows from its type.
func checkWritten(t *testing.T, path string, of, written jsontext.Value) {
	t.Helper()
	bare := jsontext.Value("{}")
	for keyword, v := range api.Members(written) {
		if keyword != "description" {
			bare = resource.WithMember(bare, keyword, v)
		}
	}
	isSame := of != nil && len(bare) > 2 && slices.Equal(compacted(t, bare), compacted(t, of))
	if isSame {
		t.Errorf("schema.json says of %s what its type says", path)
	}
	if items := api.Member(written, "items"); items != nil {
		checkWritten(t, path, api.Member(of, "items"), items)
	}
	for name, member := range api.Members(api.Member(written, "properties")) {
		known := api.Member(api.Member(of, "properties"), name)
		isAdded := path == "Account" && name == "gone" // by the past
		if known == nil && !isAdded {
			t.Errorf("%s has no member %s", path, name)
		}
		checkWritten(t, path+"."+name, known, member)
	}
}

func compacted(t *testing.T, v jsontext.Value) jsontext.Value {
	t.Helper()
	v = v.Clone()
	if err := v.Compact(); err != nil {
		t.Fatal(err)
	}
	return v
}

// A list of values in schema.json has all constants of the type.
func TestSchemasListAllConstants(t *testing.T) {
	checked := 0
	var walk func(path string, of reflect.Type, written jsontext.Value)
	walk = func(path string, of reflect.Type, written jsontext.Value) {
		for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
			if items := api.Member(written, "items"); items != nil {
				written = items
			}
			of = of.Elem()
		}
		if of.Kind() == reflect.Struct {
			for f := range of.Fields() {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if member := api.Member(api.Member(written, "properties"), name); member != nil {
					walk(path+"."+name, f.Type, member)
				}
			}
			return
		}
		enum := string(api.Member(written, "enum"))
		isOfOurs := of.Kind() == reflect.String && strings.HasPrefix(of.PkgPath(), "channeldeck/")
		if enum == "" || !isOfOurs {
			return
		}
		for _, value := range constantsOf(t, of) {
			checked++
			if !strings.Contains(enum, `"`+value+`"`) {
				t.Errorf("%s cannot be %s: %s", path, value, enum)
			}
		}
	}
	all := api.Member(schemas, "$defs")
	for name, of := range outputTypes() {
		walk(name, of, api.Member(all, name))
	}
	w, _, _ := newEnv(t, nil)
	for name, fields := range outputFields(newApp(w, newWords(w)).view(nil)) {
		written := api.Member(all, name)
		if items := api.Member(written, "items"); items != nil {
			written = items
		}
		for _, f := range fields {
			if member := api.Member(api.Member(written, "properties"), f.Name); member != nil && f.Type != nil {
				walk(name+"."+f.Name, f.Type, member)
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d constants were checked", checked)
	}
}

// constantsOf returns the values of the constants of a type, as its package declares them.
func constantsOf(t *testing.T, of reflect.Type) (values []string) {
	t.Helper()
	files, err := filepath.Glob("../../" + strings.TrimPrefix(of.PkgPath(), "channeldeck/") + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(of, err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			typed, ok := spec.Type.(*ast.Ident)
			if !ok || typed.Name != of.Name() {
				return true
			}
			if value, ok := spec.Values[0].(*ast.BasicLit); ok {
				text, _ := strconv.Unquote(value.Value)
				values = append(values, text)
			}
			return true
		})
	}
	return values
}

// The definitions are those of the golden file, which tests of the server for agents read.
func TestSchemaDefinitions(t *testing.T) {
	golden.Equal(t, "schema.golden", run(t, nil, "schema", "accounts").out)
}

func TestSchemasRejectOtherOutputs(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"accounts":     `[{"id":"a"}]`,
		"groups":       `[{"id":"a"}]`,
		"prices":       `[{"name":"a"}]`,
		"version":      `{"version":1}`,
		"doctor":       `[{"check":"a","status":"fine","detail":""}]`,
		"prices-model": `[]`,
	} {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if validator(t, name).Validate(value) == nil {
			t.Errorf("%s accepts %s", name, text)
		}
	}
	if got := run(
		t,
		nil,
		"schema",
		"shoes",
	); got.code != ExitUsage || !strings.Contains(got.err, "accounts, groups, ") {
		t.Errorf("%+v", got)
	}
}

// Every command that prints data has a schema.
func TestEveryCommandHasASchema(t *testing.T) {
	noData := strings.Fields(
		`channeldeck completion config config-check config-edit config-use help history history-clear history-prune ` +
			`man mcp record sandbox schema serve skill`,
	)
	w, _, _ := newEnv(t, nil)
	a := newApp(w, newWords(w))
	_, names := a.definitions()
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		name := strings.TrimPrefix(strings.ReplaceAll(cmd.CommandPath(), " ", "-"), "channeldeck-")
		if slices.Contains(noData, name) == slices.Contains(names, name) {
			t.Errorf("%s has no schema, or has one and no data", name)
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(a.root())
}
