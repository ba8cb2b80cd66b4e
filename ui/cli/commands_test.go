package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"channeldeck/api/sandbox"
	"channeldeck/ui/plain"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

const (
	aWork    = "dQw4w9WgX01"
	anOwner  = "youtube_UCwTiupUPwYLa61cy3915829" // of it: a normal account of any sandbox
	aSession = "6710a1e5c0de000000000008"
	hostile  = "6710a1e5c0de00000000000d"
)

// Every command in every format. NDJSON has the rows of JSON, and CSV
// those of TSV.
func TestCommands(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	for name, args := range map[string][]string{
		"groups":          {"groups", "create", "=Spring | campaign", "--duplicate"},
		"platforms":       {"platforms"},
		"options":         {"options", "pinterest"},
		"options-none":    {"options", "douyin"},
		"options-example": {"options", "pinterest", "--example", "boardId"},
		"options-check":   {"options", "pinterest", "--check", "boardId", "--value", `{"name":5,"accountId":""}`},
		"work":            {"work", "youtube", aWork, "--account", anOwner},
		"session":         {"session", aSession},
		"prices":          {"prices", "--mode", "image2video", "--resolution", "1080P", "--duration", "5"},
		"prices-model":    {"prices", "--model", "VELA-1-fast"},
		"prices-count": {
			"prices", "--mode", "image2video", "--resolution", "720p", "--duration", "5s",
			"--count", "20",
		},
		"prices-input": {"prices", "--mode", "video2video", "--input", "4s 1280x720 30fps 20MB mp4"},
		"doctor":       {"doctor"},
		"samples":      {"sandbox", "--examples"},
	} {
		t.Run(name, func(t *testing.T) {
			out := map[string]string{}
			for _, format := range plain.Formats() {
				env := d.env()
				if name == "doctor" {
					env = withState(t, env) // which it examines
				}
				got := run(t, env, append(args, "-o", format)...)
				want := ExitDone
				if name == "options-check" {
					want = ExitInvalid
				}
				// rules that only the web client states
				remarks := name == "options" && (format == "table" || format == "markdown")
				if said := remarks || name == "options-none"; got.code != want ||
					want == ExitDone && said != (got.err != "") {
					t.Errorf("%s: exit %d, %s", format, got.code, got.err)
				}
				if strings.ContainsAny(got.out, "\x1b\u009b\u202e") {
					t.Errorf("%s: the terminal can be steered", format)
				}
				out[format] = settled(got.out)
			}
			var sheet golden.Sheet
			for _, format := range []string{"table", "json", "markdown"} {
				sheet.Add(format, out[format])
			}
			sheet.Golden(t, "command-"+name)
			if n := strings.Count(out["tsv"], "\n"); len(records(t, out["csv"])) != n {
				t.Errorf("CSV and TSV have different rows:\n%s", out["csv"])
			}
			if flat := strings.NewReplacer(
				"[\n",
				"",
				"\n]\n",
				"\n",
				",\n",
				"\n",
				"[]\n",
				"",
			).Replace(out["json"]); name != "groups" && name != "work" && flat != out["ndjson"] {
				t.Errorf("NDJSON is not the rows of JSON:\n%s", out["ndjson"])
			}
		})
	}
}

// settled replaces what differs from run to run.
func settled(s string) string {
	for _, change := range []struct{ from, to string }{
		{`127\.0\.0\.1:\d+`, "ADDRESS"}, {`[0-9.]+(µ|m|)s(, HTTP| 内响应)`, "TIME$2"},
		{`/[^ "]*/config.toml`, "CONFIG"}, {`/[^ "]*/channeldeck.db`, "HISTORY"},
	} {
		s = regexp.MustCompile(change.from).ReplaceAllString(s, change.to)
	}
	return s
}

// Transcripts of every depth.
func TestSessionDepths(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	intent := "- Intent: Publish last night's clip"
	listed := "### list_accounts · done · Harbor Bakes → accounts: 3"
	other := `toolCallId: "f2"`
	for depth, want := range map[string]struct{ has, lacks []string }{
		"summary": {
			[]string{
				intent,
				"- Tools: `list_accounts`, `publish_work`",
				"- error: publish_work: CredentialExpired: the Douyin login",
			},
			[]string{listed, other, "```"},
		},
		"conversation": {
			[]string{
				"### publish_work · failed",
				"CredentialExpired: the Douyin login",
				"*Interrupted while it was being written.*",
			},
			[]string{intent, listed, other},
		},
		"tools": {
			[]string{listed, "### publish_work · failed", "at run (agent/loop.ts:44)"},
			[]string{intent, other},
		},
		"all": {[]string{listed, "### publish_work · failed", other, `runId: "run_failed"`}, []string{intent}},
	} {
		got := run(t, d.env(), "session", aSession, "--depth", depth).out
		for _, s := range want.has {
			if !strings.Contains(got, s) {
				t.Errorf("%s lacks %q:\n%s", depth, s, got)
			}
		}
		for _, s := range want.lacks {
			if strings.Contains(got, s) {
				t.Errorf("%s contains %q:\n%s", depth, s, got)
			}
		}
	}
	implicit := run(t, d.env(), "session", aSession).out
	explicit := run(t, d.env(), "session", aSession, "-o", "markdown", "--depth", "tools").out
	if implicit != explicit {
		t.Error("Markdown is not the default, or tools is not its depth")
	}
	for _, format := range append(plain.Formats(), "") {
		args := []string{"session", hostile, "--depth", "all"}
		if format != "" {
			args = append(args, "-o", format)
		}
		if got := run(t, d.env(), args...); got.code != ExitDone ||
			strings.ContainsAny(got.out, "\x1b\u009b\u202e\u2066\x07") {
			t.Errorf("%s: exit %d, or the terminal can be steered", format, got.code)
		}
	}
	empty := run(t, d.env(), "session", "6710a1e5c0de000000000007")
	if empty.code != ExitDone || !strings.Contains(empty.err, "no messages") ||
		!strings.Contains(empty.out, "6710a1e5c0de000000000007") {
		t.Errorf("%+v", empty)
	}
}

func TestInChinese(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	var sheet golden.Sheet
	for _, args := range [][]string{
		{"platforms"}, {"options", "pinterest"}, {"options", "pinterest", "--check", "boardId", "--value", "{}"},
		{"work", "youtube", aWork, "--account", anOwner},
		{"groups", "create", "春季"},
		{"prices", "--mode", "video2video", "--input", "4s 1280x720 30fps 20MB mp4"},
		{"triage", "--limit", "3"}, {"doctor"}, {"session", aSession, "--depth", "summary"},
	} {
		env := d.env()
		if args[0] == "doctor" {
			env = withState(t, env) // which it examines
		}
		sheet.Add(
			strings.Join(args, " "),
			settled(run(t, env, append(args, "-o", "markdown", "--lang", "zh")...).out),
		)
	}
	sheet.Golden(t, "chinese")
}

// JSON is printed as the service sent it, with undocumented fields.
func TestJSONIsAsSent(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	var model struct {
		Name    string
		Pricing []any
	}
	if err := json.Unmarshal(
		[]byte(run(t, d.env(), "prices", "--model", "vela-1", "-o", "json").out),
		&model,
	); err != nil || model.Name != "vela-1" || len(model.Pricing) == 0 {
		t.Errorf("%v %v", model, err)
	}
	var rows []map[string]any
	if err := json.Unmarshal([]byte(run(t, d.env(), "prices", "-o", "json").out), &rows); err != nil || len(rows) < 50 {
		t.Fatal(len(rows), err)
	}
	for _, name := range []string{
		"name", "label", "creditsScope", "mode", "resolution", "aspectRatio", "duration", "price",
		"originPrice", "perSecond", "discount",
	} {
		if _, there := rows[0][name]; !there || len(rows[0]) != 11 {
			t.Errorf("%s: %v", name, rows[0])
		}
	}
	var platforms []map[string]any
	if err := json.Unmarshal(
		[]byte(run(t, d.env(), "platforms", "-o", "json").out),
		&platforms,
	); err != nil || len(platforms) != 14 || platforms[0]["mediaRules"] == nil {
		t.Errorf("%v %v", platforms, err)
	}
	var work map[string]any
	if err := json.Unmarshal(
		[]byte(run(t, d.env(), "work", "youtube", aWork, "--account", anOwner, "-o", "json").out),
		&work,
	); err != nil || work["snapshots"] == nil {
		t.Errorf("%v %v", work, err)
	}
}

// Commands send only the requests and the key that they need.
func TestCallsAndKeys(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	without := map[string]string{"CHANNELDECK_BASE_URL": d.URL}
	unusable := map[string]string{"CHANNELDECK_BASE_URL": d.URL, "CHANNELDECK_API_KEY_FILE": "/none/such"}
	for _, tt := range []struct {
		env   map[string]string
		args  []string
		code  int
		calls int
		keys  int
	}{
		{without, []string{"prices"}, ExitDone, 1, 0},
		{d.env(), []string{"prices"}, ExitDone, 1, 0},
		{unusable, []string{"prices"}, ExitDone, 1, 0},
		{d.env(), []string{"platforms"}, ExitDone, 1, 1},
		{unusable, []string{"platforms"}, ExitUsage, 0, 0},
		{without, []string{"options", "pinterest"}, ExitUsage, 0, 0},
		{without, []string{"work", "youtube", aWork, "--account", anOwner}, ExitUsage, 0, 0},
		{without, []string{"session", aSession}, ExitUsage, 0, 0},
		{without, []string{"groups", "create", "x"}, ExitUsage, 0, 0},
		{without, []string{"accounts"}, ExitUsage, 0, 0},
		{d.env(), []string{"work", "youtube", aWork, "--account", anOwner}, ExitDone, 2, 2},
		{d.env(), []string{"work", "bilibili", "1"}, ExitUnsupported, 1, 1},
		{d.env(), []string{"groups", "create", "x", "--read-only"}, ExitUsage, 0, 0},
		{d.env(), []string{"groups", "create", " "}, ExitUsage, 0, 0},
		{d.env(), []string{"options", "pinterest", "--check", "boardId", "--value", "{"}, ExitUsage, 0, 0},
		{d.env(), []string{"work", "youtube", "a/b", "--account", anOwner}, ExitUsage, 1, 1},
	} {
		d.forget()
		got := run(t, tt.env, tt.args...)
		keys := 0
		calls := d.requests()
		for _, r := range calls {
			if r.Header.Get("X-Api-Key") != "" {
				keys++
			}
		}
		if got.code != tt.code || len(calls) != tt.calls || keys != tt.keys {
			t.Errorf("%v: exit %d, %d calls, %d with a key: %s", tt.args, got.code, len(calls), keys, got.err)
		}
		if (got.code == ExitDone) != (got.out != "") {
			t.Errorf("%v: %q", tt.args, got.out)
		}
	}
}

// Without a key the platform list is requested without one.
func TestPlatformsWithoutAKey(t *testing.T) {
	env := answering(t, `{"code":0,"message":"ok","data":[{"platform":"x","status":"available","later":1}]}`)
	delete(env, "CHANNELDECK_API_KEY")
	if got := run(
		t,
		env,
		"platforms",
		"-o",
		"ndjson",
	); got.out != `{"platform":"x","status":"available","later":1}`+"\n" || got.code != ExitDone {
		t.Errorf("%+v", got)
	}
}

func TestManPages(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "man1")
	got := run(t, nil, "man", dir)
	paths := strings.Fields(got.out)
	if got.code != ExitDone || len(paths) < 18 {
		t.Fatalf("%+v", got)
	}
	for _, path := range paths {
		page, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(page), ".TH CHANNELDECK") || strings.Contains(string(page), "cli.") {
			t.Errorf("%s: %.80s, %v", path, page, err)
		}
		for line := range strings.Lines(string(page)) {
			if (line[0] == '.' || line[0] == '\'') && !regexp.MustCompile(`^\.(TH|SH|nf|fi)\b`).MatchString(line) {
				t.Errorf("%s: man would take %q for a command", path, line)
			}
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "channeldeck-prices.1"))
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(
		t,
		"man-prices.golden",
		regexp.MustCompile(`"channeldeck [^"]*"`).ReplaceAllString(string(page), `"channeldeck VERSION"`),
	)
	if got := run(t, nil, "man", "/dev/null/x"); got.code != ExitUsage || !strings.Contains(got.err, "Couldn't write") {
		t.Errorf("%+v", got)
	}
}

// Every command has an example that runs, as far as it can without other programs.
func TestEveryCommandHasAnExample(t *testing.T) {
	w, _, _ := newEnv(t, nil)
	a := newApp(w, nil)
	var err error
	if a.words, err = words.New(words.English); err != nil {
		t.Fatal(err)
	}
	root := a.root()
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Example == "" || cmd.Short == "" || strings.HasPrefix(cmd.Example, "cli.") {
			t.Errorf("%s: %q, %q", cmd.CommandPath(), cmd.Short, cmd.Example)
		}
		for line := range strings.Lines(cmd.Example) {
			_, args, ok := strings.Cut(strings.TrimSpace(line), "channeldeck ")
			if !ok || strings.ContainsAny(args, "\"'") || strings.HasPrefix(strings.TrimSpace(line), "man ") {
				continue
			}
			args, _, _ = strings.Cut(strings.TrimRight(args, ")"), " | ")
			args, _, _ = strings.Cut(args, " > ")
			args, _, _ = strings.Cut(args, " < ")
			of, rest, err := root.Find(strings.Fields(args))
			if err == nil {
				err = of.ParseFlags(rest)
			}
			if err == nil && of.Args != nil {
				err = of.Args(of, of.Flags().Args())
			}
			if err != nil {
				t.Errorf("%s: %q: %v", cmd.CommandPath(), line, err)
			}
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(root)
}

// With NO_COLOR commands print no escape sequences.
func TestNoColor(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"accounts --demo --accounts 20",
		"platforms --demo",
		"prices --demo",
		"session 6710a1e5c0de000000000001 --demo",
	} {
		w, _, _ := newEnv(t, map[string]string{"TERM": "xterm-256color", "NO_COLOR": "1"}, strings.Fields(args)...)
		code, printed := openScreen(t).run(t, w)
		if code != ExitDone || strings.Contains(printed, "\x1b") || len(printed) < 100 {
			t.Errorf("%s: exit %d, %.300q", args, code, printed)
		}
	}
}

// Chat programs add invisible characters and wide spaces to copied text.
func TestCopiedIDsWork(t *testing.T) {
	t.Parallel()
	// each run creates a snapshot with the same ID
	env := func() map[string]string { return deploy(t, sandbox.Options{Accounts: 60, Now: clock}).env() }
	account := list(t, deploy(t, sandbox.Options{Accounts: 60, Now: clock}))[0].ID
	for name, args := range map[string][]string{
		"session":  {"session", aSession},
		"work":     {"work", "youtube", aWork, "--account", anOwner},
		"options":  {"options", "pinterest"},
		"accounts": {"accounts", "--id", account, "-o", "ndjson"},
	} {
		want := run(t, env(), args...)
		copied := slices.Clone(args)
		for i, arg := range args[1:] {
			if !strings.HasPrefix(arg, "-") && arg != "ndjson" {
				copied[i+1] = "\ufeff\u00a0" + arg[:3] + "\u200b" + arg[3:] + "\u3000"
			}
		}
		if got := run(t, env(), copied...); got.code != want.code || settled(got.out) != settled(want.out) {
			t.Errorf("%s: exit %d, want %d\n%s%s", name, got.code, want.code, got.out, got.err)
		}
	}
}
