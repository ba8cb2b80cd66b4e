package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// What changed at two sites is in one list, as the lists of each have it.
func TestPriceChangesOfSeveralSites(t *testing.T) {
	t.Parallel()
	bodies := map[string]*atomic.Pointer[string]{"a": {}, "b": {}}
	serve := func(site string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, *bodies[site].Load())
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	send := func(site, old, now string) {
		body := strings.Replace(catalog, old, now, 1)
		bodies[site].Store(&body)
	}
	env := twoSites(t, serve("a"), serve("b"))
	since := func(days int, args ...string) result {
		w, out, errs := newEnv(t, env, append([]string{"prices", "--since", "7d", "-o", "csv"}, args...)...)
		w.Now = func() time.Time { return clock().AddDate(0, 0, days) }
		return result{Run(t.Context(), w), strings.ReplaceAll(out.String(), "\r", ""), errs.String()}
	}
	send("a", "", "")
	send("b", "", "")
	if got := since(0, "--site", "a,b"); got.code != ExitDone || !strings.Contains(got.err, "a: ") ||
		!strings.Contains(got.err, "b: ") {
		t.Errorf("the first time: %+v", got)
	}
	send("a", `"price":10,`, `"price":12,`)
	got := since(1, "--site", "a,b", "--columns", "site,change,name")
	if got.code != ExitChanged || got.out != "site,change,name\na,dearer,one\n" || !strings.Contains(got.err, "a: ") {
		t.Errorf("a change at one site: %+v", got)
	}
	send("b", `"name":"two"`, `"name":"new"`)
	for _, model := range [][]string{nil, {"--model", "two"}} {
		both := since(2, append(model, "--site", "b,a")...)
		want := ""
		for _, site := range []string{"b", "a"} {
			_, rows, _ := strings.Cut(since(2, append(model, "--site", site)...).out, "\n")
			for line := range strings.Lines(rows) {
				want += site + "," + line
			}
		}
		if _, rows, _ := strings.Cut(both.out, "\n"); both.code != ExitChanged || want == "" || rows != want {
			t.Errorf("%v: %+v, want\n%s", model, both, want)
		}
	}
}

// Prices and quotes of two sites have the rows that each site has, with its name. The credits of a
// site are ranked by themselves.
func TestPricesOfSeveralSites(t *testing.T) {
	t.Parallel()
	elsewhere := strings.NewReplacer(
		`"price":1}`,
		`"price":2}`,
		`"price":30`,
		`"price":3`,
		`"name":"free"`,
		`"name":"other"`,
	).Replace(catalog)
	env := twoSites(t, answering(t, catalog)["CHANNELDECK_BASE_URL"], answering(t, elsewhere)["CHANNELDECK_BASE_URL"])
	delete(env, "A_KEY")
	lines := func(out string) []string {
		return strings.Split(strings.TrimSpace(strings.ReplaceAll(out, "\r", "")), "\n")
	}
	for command, schema := range map[string]string{
		"prices":                     "prices",
		"prices --sort price --desc": "prices",
		"prices --model one":         "prices",
		"prices --mode image2video":  "prices",
		"prices 8s 1080p i2v x20":    "prices-answers", "prices --input mp4,9s": "prices-answers",
	} {
		args := append(strings.Fields(command), "-o", "csv")
		both := run(t, env, append(args, "--site", "b,a")...)
		var want []string
		for _, site := range []string{"b", "a"} {
			for _, line := range lines(run(t, env, append(args, "--site", site)...).out)[1:] {
				want = append(want, site+","+line)
			}
		}
		got := lines(both.out)[1:]
		if schema != "prices" { // what does not match comes last
			slices.Sort(got)
			slices.Sort(want)
		}
		if len(want) < 4 || !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", command, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		rowsOfSites(t, env, strings.Fields(command), schema, len(want))
	}
	if got := run(
		t, env, "prices", "8s", "i2v", "--site", "a,b", "--columns",
		"site,creditsScope,rank,name,price", "-o", "csv",
	); !strings.Contains(got.out, "a,general,1,one,30") || !strings.Contains(got.out, "b,general,1,one,3") ||
		!strings.Contains(got.out, "b,own,1,two,2") {
		t.Errorf("ranks: %+v", got)
	}
	if got := run(
		t, env, "prices", "--site", "a,b", "--model", "free", "-o", "csv",
	); got.code != ExitDone || len(lines(got.out)) != 2 || !strings.HasPrefix(lines(got.out)[1], "a,free") {
		t.Errorf("a model of one site: %+v", got)
	}
	if got := run(t, env, "prices", "--site", "a,b", "--model", "none"); got.code != ExitNotFound {
		t.Errorf("a model of no site: %+v", got)
	}
	if got := run(
		t, env, "prices", "--site", "b", "--columns", "site,name", "-o", "csv",
	); lines(got.out)[1] != "b,one" {
		t.Errorf("the site of one: %+v", got)
	}
	down := twoSites(t, answering(t, catalog)["CHANNELDECK_BASE_URL"], "http://127.0.0.1:1")
	for _, command := range []string{"prices", "prices 8s i2v", "prices --model none"} {
		got := run(t, down, append(strings.Fields(command), "--site", "a,b", "-o", "csv")...)
		if got.code != ExitIncomplete || !strings.Contains(got.err, "channeldeck: b: ") ||
			command != "prices --model none" && !strings.Contains(got.out, "a,") {
			t.Errorf("%s without b: %+v", command, got)
		}
	}
}
