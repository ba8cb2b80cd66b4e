package options

import (
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// platformOf returns the row of a platform of the sandbox.
func platformOf(t *testing.T, c *panetest.World, id string) *Row {
	t.Helper()
	platforms, err := c.Site().Store.Fleet.Platforms(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Rows(platforms) {
		if r.Platform.Platform == id {
			return r
		}
	}
	t.Fatalf("no platform %s", id)
	return nil
}

// originOf returns who states the line of an option, "none" where there is no such line.
func originOf(v *resource.View, lines []fleet.Line, option string) string {
	for i := range lines {
		l := &lines[i]
		if len(l.Options) > 0 && l.Options[0] == option {
			return LineOrigin(v.Words, l)
		}
	}
	return "none"
}

// What the schema requires, of every post or together with another option, is not said to be known from
// the web client only.
func TestOriginOfWhatTheServiceStates(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	v := w.Site().View
	for platform, options := range map[string]map[string]string{
		"bilibili":  {"tid": "", "source": "", "topic_id": "web client, 2026-06"},
		"pinterest": {"boardId": "", "coverImageUrl": "web client, 2026-06"},
		"youtube":   {"categoryId": "web client, 2026-06"},
	} {
		lines := platformOf(t, w, platform).checklist()
		for option, want := range options {
			if got := originOf(v, lines, option); got != want {
				t.Errorf("%s: %s is stated by %q, want %q", platform, option, got, want)
			}
		}
	}
}
