package options

import (
	"fmt"
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/api/post"
	"channeldeck/api/quote"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/testkit/panetest"
)

// The pane shows the verdicts, reasons and needs of 200 posts that [fleet.Fleet.PreflightAll] gives,
// which the command and the tool of agents print.
func TestPaneJudgesAsTheFleet(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 140, 40)
	panetest.Pump(t, m, m.loadAll(false))
	for i, p := range panetest.Posts(200) {
		it := post.Post{Title: p.Title, Body: p.Text}
		for _, f := range p.Files {
			files, problems := quote.ParseFiles(f, quote.NewValues(nil), nil)
			if len(problems) > 0 {
				t.Fatal(f, problems)
			}
			it.Files = append(it.Files, files...)
		}
		r := fleet.PreflightRequest{Post: &it}
		for _, o := range p.Options {
			r.Options = append(r.Options, fleet.TypedOption{Name: o[0], Value: o[1]})
		}
		all, err := w.Site().Store.Fleet.PreflightAll(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for _, one := range all {
			verdict := options.JudgePost(one)
			want[one.Platform.Platform] = fmt.Sprint(verdict.Fit, options.Why(m.view, verdict))
		}
		s := m.newFiles(readPost{PreflightRequest: r})
		panetest.Pump(t, m, s.fill())
		shown := 0
		for row := range s.Table.Rows() {
			if row.IsTitle() {
				continue
			}
			shown++
			got := fmt.Sprint(row.Fit, options.Why(m.view, row))
			if id := row.Platform.Platform; got != want[id] {
				t.Errorf("%d: %+v on %s: %s, want %s", i, p, id, got, want[id])
			}
		}
		if shown != len(want) {
			t.Errorf("%d: %d platforms of %d", i, shown, len(want))
		}
	}
}
