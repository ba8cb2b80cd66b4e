package overview

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// recordedOnly is a history of three recordings that no visit wrote to.
func recordedOnly(t *testing.T) history.Config {
	t.Helper()
	c := history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Key:  panetest.Key,
		Now:  func() time.Time { return panetest.Now },
	}
	recorded := history.Open(c)
	rows, err := api.DecodeRows[api.Account]([]byte("[" + strings.Join(yesterday(), ",") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	var list []*api.Account
	for i := range rows {
		list = append(list, &rows[i])
	}
	for _, hours := range []int{24, 12, 1} {
		at := panetest.Now.Add(-time.Duration(hours) * time.Hour)
		recorded.RecordAccounts(at, list, api.Int(int64(len(list))), true)
	}
	recorded.Close(t.Context())
	return c
}

// A history that no visit wrote to is compared with its first recording, now and at a moment in the past.
func TestBaselineWithoutAVisit(t *testing.T) {
	c := recordedOnly(t)
	for _, tt := range []struct {
		lang  words.Lang
		width int
		want  string
	}{
		{words.English, 120, "since yesterday 09:30, the first recording ·"},
		{words.English, 70, "─ the first recording ·"},
		{words.Chinese, 120, "对比昨天 09:30（首次记录）"},
		{words.Chinese, 70, "─ 首次记录"},
	} {
		for _, past := range []bool{false, true} {
			o := panetest.Options{Lang: tt.lang, Handler: service(now(), fmt.Sprintf(catalog, 12))}
			o.History = panetest.History(t, c.Path, panetest.Now)
			if past {
				o.History = history.Open(c)
				t.Cleanup(func() { o.History.Close(context.Background()) })
			}
			w := panetest.New(t, o)
			if past {
				w.Context.Moment = panetest.Now
			}
			m := panetest.Begin(t, New, w, tt.width, 38)
			if view := m.stack.View(); !strings.Contains(view, tt.want) {
				t.Errorf("in the past %t: no %q in\n%s", past, tt.want, view)
			}
			o.History.Close(t.Context())
		}
	}
}

// Where no visit was, none is offered to compare with: the first recording is in its place, also while another
// baseline is shown.
func TestBaselinesWithoutAVisit(t *testing.T) {
	for _, past := range []bool{false, true} {
		c := recordedOnly(t)
		o := panetest.Options{Handler: service(now(), fmt.Sprintf(catalog, 12))}
		o.History = panetest.History(t, c.Path, panetest.Now)
		w := panetest.New(t, o)
		if past {
			w.Context.Moment = panetest.Now
		}
		m := panetest.Begin(t, New, w, 120, 38)
		for _, shown := range []history.Baseline{history.SinceVisit, history.SinceDay} {
			if got := m.store.Baseline(); got != shown {
				t.Fatalf("it is compared with %s, not %s", got, shown)
			}
			panetest.Press(t, m, "b")
			view := m.stack.View()
			panetest.Shows(t, view, m.words.T("overview.pick_baseline"), m.words.T("overview.baseline.first"))
			for _, visit := range []string{"overview.baseline.visit", "overview.baseline.visit_then"} {
				if strings.Contains(view, m.words.T(visit)) {
					t.Errorf("in the past %t, compared with %s, a visit is offered:\n%s", past, shown, view)
				}
			}
			panetest.Press(t, m, "down", "enter")
		}
	}
}
