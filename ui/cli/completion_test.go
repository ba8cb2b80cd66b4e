package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// complete returns the completions of the last word.
func complete(t *testing.T, env map[string]string, words ...string) []string {
	t.Helper()
	got := run(t, env, append([]string{"__complete"}, words...)...)
	if got.code != ExitDone {
		t.Errorf("%v: exit %d, %s", words, got.code, got.err)
	}
	var offered []string
	for line := range strings.Lines(got.out) {
		name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !strings.HasPrefix(name, ":") {
			offered = append(offered, name)
		}
	}
	return offered
}

func TestCompletion(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	env := d.env()
	for _, tt := range []struct {
		words string
		has   string // one that is offered
		n     int    // how many are; 0 for any number
	}{
		{"", "prices", 0},
		{"pri", "prices", 1},
		{"options ", "pinterest", 14},
		{"options pint", "pinterest", 1},
		{"options pinterest ", "", 0},
		{"options pinterest --example ", "boardId", 2},
		{"options pinterest --check board", "boardId", 2},
		{"work Y", "YouTube", 1},
		{"accounts --platform ", "douyin", 14},
		{"accounts --status ", "abnormal", 2},
		{"accounts --sort fans", "fansCount", 1},
		{"accounts --columns ", "nickname", 0},
		{"accounts --columns nickname,fansC", "nickname,fansCount", 1},
		{"accounts -o ", "markdown", 6},
		{"prices --model vela-1", "vela-1-fast", 2},
		{"prices --mode ", "lf2video", 0},
		{"prices --aspect 9", "9:16", 0},
		{"prices --sort per", "perSecond", 1},
		{"session x --depth ", "summary", 4},
		{"completion ", "fish", 4},
		{"--pane ", "accounts", 0},
		{"--lang ", "zh", 2},
		{"--theme ", "mono", 5},
	} {
		got := complete(t, env, strings.Split(tt.words, " ")...)
		if tt.has != "" && !slices.Contains(got, tt.has) || tt.n > 0 && len(got) != tt.n || tt.has == "" && tt.n == 0 && tt.words != "" && len(got) > 0 {
			t.Errorf("%q: %v", tt.words, got)
		}
	}
	if got := complete(t, nil, "options", "--demo", ""); !slices.Contains(got, "douyin") {
		t.Errorf("in the demo: %v", got)
	}
	file := write(t, t.TempDir()+"/c.toml", "[sites.china]\nbase_url = 'https://a.example'\n[sites.intl]\nbase_url = 'https://b.example'\n", 0o600)
	if got := complete(t, nil, "accounts", "--config", file, "--site", ""); !slices.Equal(got, []string{"china", "intl"}) {
		t.Errorf("sites: %v", got)
	}
}

// Without a response in time there are no completions and no messages.
func TestCompletionIsSilent(t *testing.T) {
	t.Parallel()
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer slow.Close()
	for _, env := range []map[string]string{
		nil,
		{"CHANNELDECK_BASE_URL": "http://127.0.0.1:1"},
		{"CHANNELDECK_BASE_URL": slow.URL},
		{"CHANNELDECK_BASE_URL": slow.URL, "CHANNELDECK_API_KEY_FILE": "/none/such"},
	} {
		got := run(t, env, "__completeNoDesc", "options", "")
		if got.out != ":4\n" || strings.Contains(got.err, "channeldeck:") {
			t.Errorf("%v: %+v", env, got)
		}
	}
}

// Names that a shell would interpret are not offered.
func TestCompletionOfHostileNames(t *testing.T) {
	var list []string
	for _, name := range []string{`ok-1.2:3@4+5/6`, `$(reboot)`, `a b`, `;ls`, `-rf`, `\u001b[2J`, `x\ny`, ``, `*`} {
		list = append(list, fmt.Sprintf(`{"platform":"%s","capabilities":{},"displayName":{"en-US":"\u001b[31mred\tred"}}`, name))
	}
	env := answering(t, `{"code":0,"message":"ok","data":[`+strings.Join(list, ",")+`]}`)
	if got := run(t, env, "__complete", "options", ""); got.out != "ok-1.2:3@4+5/6\tred red\n:4\n" {
		t.Errorf("%q", got.out)
	}
}

func TestCompletionScripts(t *testing.T) {
	for shell, says := range map[string]string{"bash": "complete -o default", "zsh": "#compdef channeldeck", "fish": "complete -c channeldeck", "powershell": "Register-ArgumentCompleter"} {
		if got := run(t, nil, "completion", shell); got.code != ExitDone || !strings.Contains(got.out, says) || got.err != "" {
			t.Errorf("%s: %d, %s", shell, got.code, got.err)
		}
	}
	if got := run(t, nil, "completion", "csh"); got.code != ExitUsage || !strings.Contains(got.err, "one of bash, zsh, fish, powershell") {
		t.Errorf("%+v", got)
	}
}
