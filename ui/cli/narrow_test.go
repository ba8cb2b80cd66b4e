package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/quote"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

// printedAt is a table as a terminal of a width shows it.
func printedAt[R any](
	t *testing.T,
	v *resource.View,
	of *resource.Resource[R],
	width int,
	rows ...R,
) string {
	t.Helper()
	s := plain.Of(of, rows)
	var columns []plain.Column
	for _, name := range s.Brief {
		i := slices.IndexFunc(s.Columns, func(c plain.Column) bool { return c.ID == name })
		s.Columns[i].Title = titleOf(v.Words, of.Name, &s.Columns[i])
		columns = append(columns, s.Columns[i])
	}
	s.Columns = columns
	s.Dense = true
	var b bytes.Buffer
	if err := s.Write(t.Context(), &b, plain.Table, plain.Screen{Terminal: true, Width: width}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if text.Width(strings.TrimSuffix(line, "\n")) > width {
			t.Errorf("%s: wider than %d cells: %s", of.Name, width, line)
		}
	}
	return b.String()
}

// Tables on terminals have the whole IDs that commands take, and all names.
func TestNarrowTablesHaveWhatCommandsTake(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	began := history.Interval{After: clock().Add(-25 * time.Hour), Before: clock().Add(-5 * time.Hour)}
	incident := &fleet.IncidentFile{Episode: &findings.Episode{
		Platform: "instagram",
		Began:    began,
		Normal:   223,
		Turned:   make([]findings.Turned, 11),
	}}
	for i := range incident.Turned {
		incident.Turned[i].Account = &api.Account{}
	}
	session := &resource.Session{Session: history.Session{ID: "6710a1e5c0de00000000000a", Title: "Rendering"}}
	forecast := &findings.Forecast{
		Platform: "wxSph",
		Median:   5 * 24 * time.Hour,
		Spells:   30,
		Ended:    20,
		Accounts: 12,
	}
	names := []string{"Ada", "Beryl", "Cedar", "Dahlia", "Ember", "Fern", "Golden", "Hazel"}
	for _, name := range names {
		forecast.Likely = append(forecast.Likely, &api.Account{ID: name, Nickname: name + " Tea"})
	}
	spaces := regexp.MustCompile(`\s+`)
	for _, width := range []int{80, 100, 120} {
		got := printedAt(t, v, resource.Incidents(v), width, incident)
		if !strings.Contains(got, incident.ID()) || strings.Contains(got, "between…") {
			t.Errorf("%d cells lack %s:\n%s", width, incident.ID(), got)
		}
		got = printedAt(t, v, resource.Sessions(v), width, session)
		if !strings.Contains(got, session.ID) {
			t.Errorf("%d cells lack %s:\n%s", width, session.ID, got)
		}
		got = printedAt(t, v, resource.Forecasts(v), width, forecast)
		line := spaces.ReplaceAllString(got, " ")
		if !strings.Contains(line, strings.Join(names, " Tea, ")) {
			t.Errorf("%d cells lack a name:\n%s", width, got)
		}
	}
}

// Tables of prices on terminals name each model and the price whole; what fewer prices have goes first.
func TestNarrowTablesOfPrices(t *testing.T) {
	site := panetest.New(t, panetest.Options{}).Site()
	models, err := site.Store.Fleet.Prices(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rows := prices.PriceRows(quote.New(models).Match(quote.Filter{}))
	for _, width := range []int{80, 100, 120} {
		got := printedAt(t, site.View, prices.PriceResource(site.View), width, rows...)
		for _, row := range rows {
			if name := row.Model.DisplayName(); !strings.Contains(got, name) {
				t.Errorf("%d cells cut %s:\n%s", width, name, got)
			}
		}
	}
}
