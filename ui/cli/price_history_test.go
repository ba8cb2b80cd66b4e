package cli

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
)

func TestPriceChangesSince(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	serve := func(body string) {
		d.answer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }))
	}
	serve(catalog)
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": d.URL})
	at := func(days int, args ...string) result {
		t.Helper()
		w, out, err := newEnv(t, env, append([]string{"prices", "-o", "csv"}, args...)...)
		w.Now = func() time.Time { return clock().AddDate(0, 0, days) }
		code := Run(t.Context(), w)
		return result{code, out.String(), err.String()}
	}
	if got := at(0, "--since", "7d"); got.code != ExitDone || !strings.Contains(got.err, "no prices yet") ||
		strings.Count(got.out, "\n") != 1 {
		t.Errorf("%+v", got)
	}
	serve(strings.Replace(strings.Replace(catalog, `"price":10,`, `"price":12,`, 1), `"name":"two"`, `"name":"new"`, 1))
	got := at(3, "--since", "7d")
	if got.code != ExitChanged || !strings.Contains(got.err, "begins at") ||
		!strings.Contains(got.out, "dearer,one,") ||
		!strings.Contains(got.out, "newModel,new,") ||
		!strings.Contains(got.out, "goneModel,two,") {
		t.Errorf("%+v", got)
	}
	if got := at(4, "--since", "12h"); got.code != ExitDone || !strings.Contains(got.err, "No price changed.") ||
		strings.Count(got.out, "\n") != 1 {
		t.Errorf("nothing changed in 12 hours: %+v", got)
	}
	if got := at(12, "--since", "10d", "--model", "one"); got.code != ExitChanged || strings.Count(got.out, "\n") != 2 {
		t.Errorf("one model: %+v", got)
	}
	if got := at(
		12,
		"--since",
		"10d",
		"--model",
		"two",
	); got.code != ExitChanged || !strings.Contains(got.out, "\ngoneModel,two,") {
		t.Errorf("a model that is gone: %+v", got)
	}
	for _, args := range [][]string{
		{"--since", "soon"},
		{"--since", "-3d"},
		{"--since", "7d", "--mode", "text2video"},
	} {
		if got := at(12, args...); got.code != ExitUsage {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// The texts of the catalog depend on the language, and its prices do not.
func TestPriceChangesInAnotherLanguage(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	serve := func(price string) {
		d.answer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body := strings.Replace(catalog, `"price":10,`, `"price":`+price+`,`, 1)
			if strings.HasPrefix(r.Header.Get("Accept-Language"), "zh") {
				body = strings.NewReplacer(`"label":"One"`, `"label":"一"`, `"fast"`, `"快速"`).Replace(body)
			}
			fmt.Fprint(w, body)
		}))
	}
	serve("10")
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": d.URL})
	changes := func(hours int, language string) result {
		t.Helper()
		w, out, err := newEnv(t, env, "prices", "-o", "csv", "--since", "1h", "--lang", language)
		w.Now = func() time.Time { return clock().Add(time.Duration(hours) * time.Hour) }
		code := Run(t.Context(), w)
		return result{code, out.String(), err.String()}
	}
	changes(0, "en")
	if got := changes(2, "zh"); got.code != ExitDone || strings.Count(got.out, "\n") != 1 {
		t.Errorf("nothing changed: %+v", got)
	}
	serve("12")
	if got := changes(4, "en"); got.code != ExitChanged || strings.Count(got.out, "\n") != 2 ||
		!strings.Contains(got.out, "dearer,one,") {
		t.Errorf("a price changed: %+v", got)
	}
	serve("14")
	if got := changes(6, "zh"); got.code != ExitChanged || strings.Count(got.out, "\n") != 2 ||
		!strings.Contains(got.out, "dearer,one,") {
		t.Errorf("another price changed: %+v", got)
	}
}
