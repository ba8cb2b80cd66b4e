package history_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Local names are kept beside those with which groups were created, also for ever, and are
// part of the summaries and exports.
func TestGroupNames(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0))
		d.Entries().Remember(history.Entry{
			Kind: history.KindGroup,
			ID:   "made",
			At:   day0,
			Body: jsontext.Value(`{"id":"made","name":"East"}`),
		})
		for _, n := range [][2]string{
			{"made", "Client: Harbor"},
			{"old", "typo"},
			{"old", "Own brand"},
			{"gone", "x"},
			{"gone", ""},
			{"secret", "my " + c.Key},
		} {
			if n[0] != "secret" || c.Key != "" {
				d.NameGroup(n[0], n[1])
			}
		}
		d.Flush()
		if _, err := d.Content().Prune(t.Context(), day0.AddDate(1, 0, 0)); err != nil {
			t.Fatal(err)
		}
		names, err := d.GroupNames(t.Context())
		if want := map[string]history.GroupName{
			"made": {Created: "East", Local: "Client: Harbor"},
			"old":  {Local: "Own brand"},
		}; err != nil || !maps.Equal(names, want) {
			t.Errorf("%v, error %v; want %v", names, err, want)
		}
		records, err := d.Content().Records(t.Context())
		if err != nil || !slices.ContainsFunc(records, func(r history.Record) bool {
			return r.Kind == "groupName" && r.ID == "old" && bytes.Equal(r.Value, []byte(`"Own brand"`))
		}) {
			t.Errorf("exported %v, error %v", records, err)
		}
		all, _, err := d.Content().Summaries(t.Context())
		if err != nil || !slices.ContainsFunc(all, func(s history.Summary) bool {
			return s.Kind == "groupName" && s.Items == 2
		}) {
			t.Errorf("summaries %v, error %v", all, err)
		}
		if _, err := d.Content().Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		if names, err := d.GroupNames(t.Context()); err != nil || len(names) > 0 {
			t.Errorf("%v remain, error %v", names, err)
		}
	})
}

// The groups that a service lists are those of the time, with their names beside the others.
func TestListedGroups(t *testing.T) {
	listed := func(t *testing.T, body string) []api.AccountGroup {
		t.Helper()
		rows, err := api.DecodeRows[api.AccountGroup]([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	onBoth(t, func(t *testing.T, c history.Config) {
		day1 := day0.AddDate(0, 0, 1)
		d := open(t, at(c, day0))
		if rows, when, err := d.Groups(t.Context()); len(rows) != 0 || !when.IsZero() || err != nil {
			t.Errorf("before: %v at %v, error %v", rows, when, err)
		}
		d.RecordGroups(
			day0,
			listed(t, `[{"id":"g","name":"East","rank":1},{"id":"old","name":"Old","rank":2,"isDefault":true}]`),
		)
		d.RecordGroups(
			day1,
			listed(t, `[{"id":"new","name":"New","rank":1},{"id":"g","name":"Client: Harbor","rank":2}]`),
		)
		d.NameGroup("g", "Mine")
		d.Flush()
		now := open(t, at(c, day1))
		rows, when, err := now.Groups(t.Context())
		if err != nil || len(rows) != 2 || rows[0].ID != "new" || rows[1].Name != "Client: Harbor" ||
			!when.Equal(day1) {
			t.Errorf("now: %+v at %v, error %v", rows, when, err)
		}
		names, err := now.GroupNames(t.Context())
		if want := map[string]history.GroupName{
			"new": {Listed: "New"},
			"g":   {Listed: "Client: Harbor", Local: "Mine"},
		}; err != nil || !maps.Equal(names, want) {
			t.Errorf("names now %v, error %v", names, err)
		}
		then, err := now.AsOf(t.Context(), day0)
		if err != nil {
			t.Fatal(err)
		}
		rows, when, err = then.Groups(t.Context())
		if err != nil || len(rows) != 2 || rows[0].Name != "East" || !rows[1].IsDefault.Or(false) || !when.Equal(day0) {
			t.Errorf("then: %+v at %v, error %v", rows, when, err)
		}
		if names, err := then.GroupNames(t.Context()); err != nil || names["g"].Listed != "East" ||
			names["old"].Listed != "Old" {
			t.Errorf("names then %v, error %v", names, err)
		}
	})
}

// Names belong to a site.
func TestGroupNamesOfSites(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0))
		d.NameGroup("g", "Here")
		d.Flush()
		c.Site += "/other"
		if names, err := open(t, at(c, day0)).GroupNames(t.Context()); err != nil || len(names) > 0 {
			t.Errorf("the other site has %v, error %v", names, err)
		}
	})
}
