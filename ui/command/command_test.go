package command

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
)

// own is a command that runs for each row.
func own(run ...string) *config.Command {
	return &config.Command{
		Run:    run,
		Each:   config.Value[bool]{V: true},
		Output: config.Value[string]{V: config.OutputNotice},
		Hidden: []string{"SECRET"},
	}
}

func TestPrepare(t *testing.T) {
	rows := []Row{
		{
			ID: "a1",
			Record: jsontext.Value(
				`{"id":"a1","nickname":"$(reboot); '\"\n","fansCount":9007199254740993,"ok":true,` +
					`"work":{"title":"T"},"base url":"x","ID":"other","note":null}`,
			),
		},
		{
			ID:     "a2",
			Record: jsontext.Value(`{"id":"a2","nickname":"{id}","fansCount":0,"ok":false,"work":{"title":""}}`),
		},
	}
	got, err := Prepare(
		own("tag", "{nickname}", "--id={id}/{fansCount}", "{work.title}{ok}", "{{id}}", "{print $1}", "{work}"),
		rows,
		Place{Pane: "accounts", Site: "china"},
	)
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	if want := []string{
		"tag",
		"$(reboot); '\"\n",
		"--id=a1/9007199254740993",
		"Ttrue",
		"{id}",
		"{print $1}",
		`{"title":"T"}`,
	}; !slices.Equal(got[0].Argv, want) {
		t.Errorf("got %q", got[0].Argv)
	}
	if want := "{id}"; got[1].Argv[1] != want { // what a field contains is not expanded
		t.Errorf("got %q", got[1].Argv)
	}
	want := []string{
		"CHANNELDECK_PANE=accounts",
		"CHANNELDECK_SITE=china",
		"CHANNELDECK_ID=a1",
		"CHANNELDECK_FIELD_ID=a1",
		"CHANNELDECK_FIELD_NICKNAME=$(reboot); '\"\n",
		"CHANNELDECK_FIELD_FANSCOUNT=9007199254740993", "CHANNELDECK_FIELD_OK=true",
	}
	if !slices.Equal(got[0].Env, want) || !slices.Equal(got[0].Hidden, []string{"SECRET"}) {
		t.Errorf("got %q", got[0].Env)
	}
	once := own("count")
	once.Each.V = false
	got, err = Prepare(once, rows, Place{Pane: "accounts"})
	if err != nil || len(got) != 1 || bytes.Count(got[0].Input, []byte("\n")) != 2 ||
		!bytes.HasPrefix(got[0].Input, []byte(`{"id":"a1",`)) ||
		!reflect.DeepEqual(got[0].Env, []string{"CHANNELDECK_PANE=accounts"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for i, site := range []string{"china", "international"} { // of several that are shown
		rows[i].Site = site
	}
	got, err = Prepare(once, rows, Place{Pane: "accounts", Site: "china"})
	if err != nil || !slices.Contains(got[0].Env, "CHANNELDECK_SITE=china,international") {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = Prepare(own("tag"), rows, Place{Pane: "accounts", Site: "china"})
	if err != nil || !slices.Contains(got[0].Env, "CHANNELDECK_SITE=china") ||
		!slices.Contains(got[1].Env, "CHANNELDECK_SITE=international") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	record := jsontext.Value(`{"id":"-rf","name":"--help","nul":"a\u0000b","none":null,"long":"` +
		strings.Repeat("x", maxArgument) + `"}`)
	for _, tt := range []struct {
		arg   string
		fault Fault
	}{
		{"{id}", IsOption},
		{"{name}x", IsOption},
		{"{name}", IsOption},
		{"--id={id}", ""},
		{"./{id}", ""},
		{"-{id}", ""},
		{"{{id}}{id}", ""},
		{"{none}", NoField}, {"{missing}", NoField}, {"{id.x}", NoField}, {"x{nul}", HasNUL}, {"x{long}", TooLong},
	} {
		got, err := Prepare(own("a", tt.arg), []Row{{ID: "1", Record: record}}, Place{})
		refused, ok := errors.AsType[*Refused](err)
		if ok != (tt.fault != "") || ok && (refused.Fault != tt.fault || refused.Argument != tt.arg || got != nil) {
			t.Errorf("%s: %v, %v", tt.arg, got, err)
		}
	}
	for _, id := range []string{"a\x00b", strings.Repeat("x", maxVariable+1)} {
		if _, err := Prepare(own("a"), []Row{{ID: id, Record: record}}, Place{}); err == nil {
			t.Errorf("an ID of %d bytes is a variable", len(id))
		}
	}
}

// FuzzPrepare checks that a hostile row changes neither the number of arguments nor the
// program, adds no option, and sets no variable but its own.
func FuzzPrepare(f *testing.F) {
	for _, s := range []string{
		"", "-rf", "--", "a b", "'; reboot #", "$(x)", "`x`", "{id}", "{{id}}", "a\nb", "a\x00b",
		"\x1b]0;x\a", "=", "A=B", "\xff", "％", "\u2212x",
	} {
		f.Add(s, s, s)
	}
	f.Add("0", "n", "0\x82\xf2")
	run := []string{"tool", "{id}", "--name={name}", "{name}/{id}", "{{id}}", "-", "{n}"}
	f.Fuzz(func(t *testing.T, id, name, value string) {
		fields := map[string]string{name: value}
		fields["id"], fields["name"], fields["n"] = id, value, "-1" // also where name is one of these
		record, err := json.Marshal(fields, jsontext.AllowInvalidUTF8(true))
		if err != nil {
			t.Skip(err)
		}
		for _, c := range []*config.Command{own(run[:6]...), own(run...)} {
			programs, err := Prepare(c, []Row{{
				ID:     id,
				Record: jsontext.Value(record),
			}}, Place{Pane: "works", Site: "x"})
			if err != nil {
				if programs != nil {
					t.Error("a refused command has programs")
				}
				continue
			}
			p := programs[0]
			if len(p.Argv) != len(c.Run) || p.Argv[0] != "tool" || p.Argv[4] != "{id}" ||
				!strings.HasPrefix(p.Argv[2], "--name=") {
				t.Errorf("%q", p.Argv)
			}
			for _, i := range []int{1, 3} {
				if strings.HasPrefix(p.Argv[i], "-") {
					t.Errorf("%q became an option", p.Argv[i])
				}
			}
			seen := map[string]bool{}
			for _, e := range p.Env {
				name, _, _ := strings.Cut(e, "=")
				fixed := slices.Contains([]string{"CHANNELDECK_ID", "CHANNELDECK_PANE", "CHANNELDECK_SITE"}, name)
				if seen[name] || !fixed && !strings.HasPrefix(name, "CHANNELDECK_FIELD_") ||
					strings.Contains(e, "\x00") {
					t.Errorf("%q", e)
				}
				seen[name] = true
			}
			if len(c.Run) == len(run) {
				t.Error("-1 became an option")
			}
		}
	})
}

// A real program gets hostile fields as they are, one per argument, and no key.
func TestRunAProgram(t *testing.T) {
	const hostile = "$(touch pwned) `touch pwned`; touch pwned #\n'\"\\ *"
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("SECRET", "test-key")
	record, err := json.Marshal(map[string]string{"id": "1", "nickname": hostile})
	if err != nil {
		t.Fatal(err)
	}
	script := `printf '%s|' "$#" "$1" "$CHANNELDECK_FIELD_NICKNAME" "${SECRET-none}"; cat; [ -t 0 ] || ` +
		`(: </dev/tty) 2>/dev/null && echo tty; exit 3`
	programs, err := Prepare(
		own("sh", "-c", script, "sh", "{nickname}", "{id}"),
		[]Row{{ID: "1", Record: jsontext.Value(record)}},
		Place{Pane: "accounts"},
	)
	if err != nil {
		t.Fatal(err)
	}
	results := Run(t.Context(), own(), programs)
	exit, ok := errors.AsType[*exec.ExitError](results[0].Err)
	if want := "2|" + hostile + "|" + hostile + "|none|"; string(results[0].Output) != want || !ok ||
		exit.ExitCode() != 3 {
		t.Errorf("%q, %v", results[0].Output, results[0].Err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("files appeared: %v", left)
	}
}

func TestRunIsLimited(t *testing.T) {
	sh := func(script string) program.Program { return program.Program{Argv: []string{"sh", "-c", script}} }
	results := Run(t.Context(), own(), []program.Program{
		sh("echo out; echo err >&2"),
		sh("yes"),
		sh("exit 1"),
		{Argv: []string{"/none/such"}},
		sh("echo never"),
	})
	if len(results) != 4 || string(results[0].Output) != "out\nerr\n" || results[1].Err != program.ErrTooLarge ||
		results[2].Err == nil ||
		!IsMissing(results[3].Err) {
		t.Errorf("%q", results)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if results := Run(ctx, own(), []program.Program{
		sh("sleep 3600"),
		sh("sleep 3600"),
	}); len(results) != 1 || results[0].Err != context.Canceled {
		t.Errorf("%q", results)
	}
}

func TestLimits(t *testing.T) {
	for output, want := range map[string]time.Duration{
		config.OutputNotice: 10 * time.Second,
		config.OutputNone:   10 * time.Second,
		config.OutputPager:  time.Minute,
	} {
		c := own()
		c.Output.V = output
		if size, limit := Limits(c); limit != want || size < 64<<10 {
			t.Errorf("%s: %d bytes, %v", output, size, limit)
		}
	}
}
