//go:build !windows

package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/testkit/race"
)

// mistakes are commands with a mistake, and a few that are right and have nothing to print.
// Those behind "zh|" are answered in Chinese.
const mistakes = `
accounts --group nope
zh|accounts --group nope
accounts --group "Client: Harbour"
accounts --status abnormall
zh|accounts --status 坏了
accounts --platform youtub
zh|accounts --platform 优兔
accounts --platform nowhere
accounts --view nope
zh|accounts --view 晨检
accounts --match zzzzqq
accounts --match followrs>10
zh|accounts --match followrs>10
accounts --match followers>many
accounts --match status:ill
zh|accounts --match is:new
accounts --colums id
zh|accounts --platfrom x
accounts --sort folowers
zh|accounts --columns nickname,粉丝量
accounts --limit 0
accounts --id 7.30123E+18
zh|accounts --id 7.30123E+18
accounts --id nope
accounts -o cvs
zh|accounts --lang zh -o exel
acounts
zh|acounts
groups destroy
groups --view nope
platforms x
prices --model "Vela 9"
prices --model qqqqqq
zh|prices --model qqqqqq
prices --tag nope
zh|prices --tag 快
prices --scope vella
prices --mode txt2video
prices --resolution 1081p
prices 8s 1080x i2v
zh|prices 8s 1080x i2v
prices 8s 1080q
prices --since tomorrow
zh|prices --since 明天
prices --since 2026-13-01
prices --count 0
prices --view nope
options nowhere
options YouTub
zh|options YouTub
options linkedin
zh|options linkedin
options pinterest --example bordId
options pinterest --check bordId --value {}
options pinterest --check boardId --value {
check --platform pintrest
zh|check --account 小林的厨
check --platform pinterest --option boardid
check --platform pinterest --file nothing.mp4
work tiktok
work https://vm.tiktok.com/abc/
zh|work https://vm.tiktok.com/abc/
work https://elsewhere.example/1
work tiktok https://www.bilibili.com/video/BV1xx411c7mD
work tiktok 7.30123E+18
zh|work tiktok ７.３０１２３Ｅ+１８
work bilibili 1
work youtube dQw4w9WgXcQ --rate-base view
session a/b
session https://chat.example/c/6710a1e5c0de0000000000ff
session 6710a1e5c0de000000000001 --depth tool
zh|session 6710a1e5c0de000000000001 --depth 全部
sessions
zh|sessions
sessions --search soup
sessions --tools
triage --kind stail
zh|triage --kind 过期
triage --since soon
report --group nope
zh|report --group nope
report --platform youtub
report --since 0d
history prune --older-than ever
--pane acounts
zh|--pane 账号
--view nope
config use nope
completion bsh
schema acounts
accounts --match followers:abc
accounts --match status>3
zh|accounts --match status>3
accounts --match status:abnormall
accounts --match "followers > many"
accounts --match 粉丝>很多
accounts --match sort:folowers
zh|accounts --match columns:id,粉丝量
accounts --match platform:youtub
accounts --match group:nope
zh|accounts --match baseline:明天
accounts --match "followers>1 followrs>1 status:ill"
accounts --match platform:
accounts --status ""
accounts --platform ""
zh|accounts --group "  "
accounts --columns ""
accounts --to "" -o csv
accounts --to /nonexistent/a/x.csv
zh|accounts --to /nonexistent/a/x.csv
groups --sort nope
zh|accounts --limit x
incidents --since x
forecast --within x
accounts --to /tmp -o csv
accounts --jq .[
zh|accounts --jq .[]|foo
accounts --bom
accounts --labels -o json
accounts --limit -1
forecast --platform x
forecast nope
status --since nope
status --lang de
skill foo
history shw
history account nope
history account ""
history work nowhere 1
history work x ""
history export nope
config chek
config use ""
config check --config /nonexistent/a.toml
log --columns wat
mcp --tools triage,acounts
serve
serve --authorized-keys /nonexistent/keys
completion ""
prices --model ""
prices --since ""
prices --count abc
prices 8s + 5s
work youtube ""
zh|work youtube "  "
session ""
options pinterest --example ""
check --platform pinterest --option =x
check --platform pinterest --account ""
check --platform pinterest --account Nobody
triage --kind ""
sessions --search ""
groups create "  "
sandbox --accounts abc
accounts --site ,
accounts --columns ,
accounts --match platform:,
zh|accounts --match sort:-
doctor nope
incidents
`

// An argument has at most 16 kB, as one of an agent can have any length. The text of a post may be
// longer.
func TestLongArguments(t *testing.T) {
	long := strings.Repeat("é", maxArgument/2+1)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"accounts", "--match", long}, "--match is longer than 16 kB."},
		{[]string{"accounts", "--match=" + long}, "--match is longer than 16 kB."},
		{[]string{"accounts", "-o", long}, "éééééééééé… is longer"},
		{[]string{"sessions", "--search=" + long}, "--search is longer"},
		{[]string{"prices", "--", long}, "éééééééééé… is longer"},
		{[]string{long}, "éééééééééé… is longer"},
		{[]string{"rules", "test", long}, "éééééééééé… is longer"},
		{[]string{"--" + long}, "--ééééééééé… is longer"},
		{[]string{"prices", "--", "--text", long}, "éééééééééé… is longer"},
	} {
		if got := run(t, nil, tt.args...); got.code != ExitUsage || !strings.Contains(got.err, tt.want) ||
			len(got.err) > 200 {
			t.Errorf("%.40q: %d, %.200s", tt.args, got.code, got.err)
		}
	}
	if got := run(t, nil, "accounts", "--demo", "--id", strings.Repeat("a,", maxArgument)); got.code != ExitNotFound {
		t.Errorf("a list of IDs: %d, %.200s", got.code, got.err)
	}
	for _, args := range [][]string{
		{"check", "--demo", "--platform", "pinterest", "--text", long},
		{"check", "--demo", "--platform", "pinterest", "--title=" + long},
	} {
		if got := run(t, nil, args...); got.code != ExitInvalid || !strings.Contains(got.out, "8,193 characters") {
			t.Errorf("%.60q: %d, %.200s", args, got.code, got.out+got.err)
		}
	}
}

// Every mistake is answered by a sentence that names it, and by its exit code; mistakes.golden
// has them all. Nothing is printed on standard output but the header of a list.
func TestMistakes(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	env := withState(t, d.env())
	if got := run(t, env, "record"); got != (result{}) {
		t.Fatalf("%+v", got)
	}
	var all strings.Builder
	list := strings.Split(strings.TrimSpace(mistakes), "\n")
	if len(list) < 150 {
		t.Errorf("%d mistakes", len(list))
	}
	for _, line := range list {
		command, chinese := strings.CutPrefix(line, "zh|")
		var args []string
		for _, quoted := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(command, -1) {
			args = append(args, strings.Trim(quoted, `"`))
		}
		if chinese && !slices.Contains(args, "--lang") {
			args = append(args, "--lang", "zh")
		}
		got := run(t, env, args...)
		if n := strings.Count(got.out, "\n"); n > 2 || got.err == "" {
			t.Errorf("%s: %d lines, and on standard error: %s", line, n, got.err)
		}
		fmt.Fprintf(
			&all,
			"$ channeldeck %s\n%d %s",
			line,
			got.code,
			regexp.MustCompile(`[A-Z0-9]{26}|http://127\S+`).ReplaceAllString(got.err, "…"),
		)
	}
	golden.Equal(t, "mistakes.golden", all.String())
}
