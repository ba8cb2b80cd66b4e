package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// An example that is not valid is printed as a draft with its problems, and a
// value is never valid if a pattern could not be checked. Both schemas of an
// option can be validated against.
func TestDraftsAndChecks(t *testing.T) {
	const option = `{"field":"f","valueType":"list",` +
		`"filterSchema":{"type":"object","required":["kind","tags"],"properties":{"kind":{"enum":[null,"a"]},` +
		`"tags":{"type":"array","items":{"type":["null","string"]}},"bookmark":{"type":"string"}}},` +
		`"createSchema":{"type":"object","required":["code","mirror"],"properties":{"code":{"type":"string",` +
		`"pattern":"^(?i)x"},"mirror":{"type":"string","pattern":"^(?=.b)(.)(.)\\2\\1$"}}}}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"code":0,"message":"ok","data":[`+option+`]}`)
	}))
	t.Cleanup(server.Close)
	env := serviceAt(server.URL)
	for _, tt := range []struct {
		args     []string
		code     int
		out, err string
	}{
		{
			[]string{"--example", "f", "-o", "json"},
			ExitFailed,
			`"query":"kind=a&tags%5B%5D=string","optional":[{"name":"bookmark","types":["string"],"query":null}]`,
			"not valid yet",
		},
		{[]string{"--example", "f", "-o", "json"}, ExitFailed, `"issues":[{"path":"$.code"`, "$.mirror doesn't match"},
		{
			[]string{"--check", "f", "--value", `{"code":"x","mirror":"abba"}`},
			ExitInvalid,
			"couldn't be checked against ^(?i)x",
			"1 problem",
		},
		{
			[]string{"--check", "f", "--value", `{"code":"x","mirror":"abab"}`},
			ExitInvalid,
			"doesn't match",
			"2 problems",
		},
		{[]string{"--check", "f", "--filters", "--value", `{"kind":"a","tags":[null]}`}, ExitDone, "", ""},
		{
			[]string{"--check", "f", "--filters", "--value", `{"kind":"a","tags":["x"]}`},
			ExitDone,
			"path",
			"is valid for f",
		},
		{
			[]string{"--check", "f", "--filters", "--value", `{"kind":"b","tags":[]}`},
			ExitInvalid,
			`$.kind`,
			"1 problem",
		},
	} {
		got := run(t, env, append([]string{"options", "p"}, tt.args...)...)
		if got.code != tt.code || !strings.Contains(got.out, tt.out) || !strings.Contains(got.err, tt.err) {
			t.Errorf("%q: exit %d\n%s%s", tt.args, got.code, got.out, got.err)
		}
	}
}

// Options of a platform that the site does not serve are an error, in the words of a check, and not
// “no options”.
func TestOptionsOfAPlatformThatIsNotServed(t *testing.T) {
	const platforms = `{"platform":"away","displayName":"Away","status":"unavailable"},` +
		`{"platform":"soon","displayName":"Soon","status":"coming_soon"},` +
		`{"platform":"bare","displayName":"Bare","status":"available"}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := ""
		if strings.HasSuffix(r.URL.Path, "/platforms") {
			data = platforms
		}
		_, _ = io.WriteString(w, `{"code":0,"message":"ok","data":[`+data+`]}`)
	}))
	t.Cleanup(server.Close)
	env := serviceAt(server.URL)
	for _, tt := range []struct {
		args string
		code int
		err  string
	}{
		{
			"away",
			ExitUnsupported,
			"Away has no options: served by the other site (China or international), not by this one.",
		},
		{"away --example tid", ExitUnsupported, "served by the other site"},
		{"away --lang zh", ExitUnsupported, "Away 无发布选项：由另一站点（中国站或国际站）提供，不在此站点。"},
		{"soon", ExitUnsupported, "Soon has no options: not served by any site yet."},
		{"bare", ExitDone, "Bare has no extra options."},
		{"BARE", ExitDone, "Bare has no extra options."},
		{"Away", ExitUnsupported, "Away has no options: served by the other site"},
		{"bilibili", ExitUsage, "Unknown platform: bilibili.\n  The platforms are "},
		{"bilibili --example tid", ExitUsage, "Unknown platform: bilibili.\n"},
		{"nonsense --lang zh", ExitUsage, "未知平台：nonsense"},
	} {
		got := run(t, env, append([]string{"options"}, strings.Fields(tt.args)...)...)
		if got.code != tt.code || !strings.Contains(got.err, tt.err) {
			t.Errorf("%s: exit %d, %s", tt.args, got.code, got.err)
		}
	}
}

// A platform without lists of values may have options all the same, as the pane shows them.
func TestOptionsWithoutLists(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	for lang, want := range map[string]string{
		"en": "Its options are typed, as with check --option: short_title, cover_tsp, download_type, private_status.",
		"zh": "服务不提供抖音的可选值列表，选项须自行填写（见 check --option）：short_title、",
	} {
		got := run(t, d.env(), "options", "douyin", "--no-history", "--lang", lang)
		if got.code != ExitDone || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}
