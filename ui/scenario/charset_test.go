package scenario

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/cli"
	"channeldeck/ui/config"
)

// A list in another charset is an error that names it, also where none is stated. Names that were cut within
// a character are shown, and that is said.
func TestListsInAnotherCharset(t *testing.T) {
	t.Parallel()
	const row = `{"id":"a%d","userId":"u","type":"x","uid":"1","nickname":"%s","groupId":"g","status":1}`
	for name, tt := range map[string]struct {
		nicknames []string
		code      int
		says      map[string]string // by language
	}{
		"GBK": {
			[]string{"\xd5\xc5\xc8\xfd", "\xc0\xee\xcb\xc4"}, // 张三, 李四
			cli.ExitUnreachable,
			map[string]string{"en": "not UTF-8, probably GBK", "zh": "不是 UTF-8 编码，可能是 GBK"},
		},
		"Windows-1252": {
			[]string{"M\xfcller", "Garc\xeda"},
			cli.ExitUnreachable,
			map[string]string{"en": "probably Windows-1252", "zh": "可能是 Windows-1252"},
		},
		"cut": {
			[]string{"张三\xe4\xb8", "李四", `cut \ud83d`},
			cli.ExitDone,
			map[string]string{"en": "sent 2 texts that were cut within a character", "zh": "有 2 处在字符中间被截断"},
		},
		"whole": {[]string{"张三", "李四"}, cli.ExitDone, nil},
	} {
		var rows []string
		for i, nickname := range tt.nicknames {
			rows = append(rows, fmt.Sprintf(row, i, nickname))
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(
				w,
				`{"code":0,"message":"ok","data":{"total":%d,"list":[%s]}}`,
				len(rows),
				strings.Join(rows, ","),
			)
		}))
		defer server.Close()
		for _, lang := range []string{"en", "zh"} {
			p := newProgram(t, server.URL, func() time.Time { return day0 })
			src := config.System()
			src.Getenv = func(name string) string { return p.vars[name] }
			var stdout, stderr bytes.Buffer
			code := cli.Run(t.Context(), cli.Env{
				Args:   []string{"accounts", "-o", "json", "--lang", lang},
				In:     strings.NewReader(""),
				Out:    &stdout,
				Err:    &stderr,
				Config: src,
				Now:    p.clock,
			})
			said := stderr.String()
			want := tt.says[lang]
			if strings.Contains(said, "Base URL") || strings.Contains(said, "base URL") {
				t.Errorf("%s: it suggests another base URL: %s", name, said)
			}
			if code != tt.code || !strings.Contains(said, want) || want == "" && said != "" {
				t.Errorf("%s, %s: %d, %s", name, lang, code, said)
			}
			if code == cli.ExitDone && strings.Count(stdout.String(), `"id"`) != len(rows) {
				t.Errorf("%s: %s", name, stdout.String())
			}
		}
	}
}
