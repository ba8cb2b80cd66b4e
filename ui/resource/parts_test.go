package resource_test

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

// A change in percent has one decimal. One below a tenth of a percent has no digit to show, and is not 0.
func TestPercentCell(t *testing.T) {
	v := viewIn(t, words.English)
	up := v.Theme.Glyphs.Up
	down := v.Theme.Glyphs.Down
	for sent, want := range map[string]string{
		"0":     "0%",
		"3":     up + "3.0%",
		"-2.5":  down + "2.5%",
		"0.1":   up + "0.1%",
		"0.09":  up + "<0.1%",
		"-0.05": down + "<0.1%",
	} {
		if got := resource.PercentCell(v, number(t, sent)).Text; got != want {
			t.Errorf("%s is %q, want %q", sent, got, want)
		}
	}
	if got := resource.PercentCell(v, api.Number{}).Text; got != "" {
		t.Errorf("an unknown change is %q", got)
	}
}

// number is a number as it is sent.
func number(t *testing.T, text string) api.Number {
	t.Helper()
	n, err := api.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Parts with the most abnormal accounts come first, and those without any are left out.
func TestMostAbnormal(t *testing.T) {
	part := func(id string, abnormal int) *resource.Part {
		return &resource.Part{Tally: &fleet.Tally{ID: id, Tally: api.Tally{Abnormal: abnormal}}}
	}
	var got []string
	parts := []*resource.Part{part("few", 1), part("none", 0), part("most", 9), part("also", 1)}
	for _, p := range resource.MostAbnormal(parts) {
		got = append(got, p.ID)
	}
	if want := []string{"most", "few", "also"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Files have the name of a group as the service sent it, and its ID if that is not known: never the local name.
func TestFilesHaveNoLocalNames(t *testing.T) {
	v := viewIn(t, words.English)
	column := columnOf(t, resource.Parts(v, "overview.groups"), "name")
	for local, want := range map[string]string{"": "Harbor", "mine": "g1"} {
		p := &resource.Part{
			Tally:  &fleet.Tally{ID: "g1"},
			Name:   "Harbor",
			Local:  local,
			Change: &fleet.Comparison{},
		}
		value := column.Of(p)
		if got := value.File(); got != want {
			t.Errorf("with the local name %q the file has %q, want %q", local, got, want)
		}
		if got := value.Text(); got != "Harbor" {
			t.Errorf("with the local name %q the screen has %q", local, got)
		}
	}
}

// An account is so since the incident began while it is abnormal, and else since that ended.
func TestSinceWhenAnAccountOfAnIncidentIsSo(t *testing.T) {
	v := viewIn(t, words.English)
	column := columnOf(t, resource.TurnedAccounts(v), "since")
	began := before(9*time.Hour, time.Hour)
	ended := before(2*time.Hour, time.Hour)
	incident := &fleet.IncidentFile{Episode: &findings.Episode{Began: began}}
	for name, tt := range map[string]struct {
		turned findings.Turned
		want   history.Interval
	}{
		"still abnormal": {findings.Turned{}, began},
		"recovered":      {findings.Turned{Ended: ended}, ended},
		"gone":           {findings.Turned{Ended: ended, Gone: true}, ended},
	} {
		tt.turned.Account = &api.Account{ID: "a", Type: "KWAI"}
		row := &resource.TurnedAccount{Turned: &tt.turned, Of: incident}
		if got := column.Of(row).Interval(); got != tt.want {
			t.Errorf("%s: since %v, want %v", name, got, tt.want)
		}
	}
}

// The titles of a section and of each kind in it are rows of their own: the cursor stays on each.
func TestKeysOfSections(t *testing.T) {
	r := resource.Findings(viewIn(t, words.English))
	keys := map[string]bool{}
	for _, section := range findings.Sections() {
		for _, kind := range []findings.Kind{"", findings.Silent, findings.LikelyToTurn} {
			row := &resource.FindingRow{Section: &resource.FindingSection{Of: section, Kind: kind}}
			keys[r.Key(row)] = true
		}
	}
	if want := 3 * len(findings.Sections()); len(keys) != want {
		t.Errorf("%d keys of %d rows", len(keys), want)
	}
}
