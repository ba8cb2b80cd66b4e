package works

import (
	"regexp"
	"slices"
	"testing"

	"channeldeck/ui/testkit/panetest"
)

// All cards name the previous snapshot alike, with a rate beside it or without: yesterday's within 24 hours by the
// clock, an older one with its day.
func TestCardsNameTheSnapshotAlike(t *testing.T) {
	for before, want := range map[string]string{
		"2026-05-19T22:00:00Z": "since 22:00",
		"2026-05-19T08:00:00Z": "since 05-19 08:00",
	} {
		for _, width := range []int{120, 160} {
			d := begin(t, panetest.Options{Handler: service(response(
				`{"id":"a","fetchedAt":"`+before+`","metrics":{"viewCount":100,"likeCount":7,"shareCount":4}}`,
				`{"id":"b","fetchedAt":"2026-05-20T09:00:00Z","metrics":{"viewCount":99134,"likeCount":7}}`,
			))}, width, 38)
			openByName(d)
			since := regexp.MustCompile(`since [\d:-]+( [\d:]+)?`).FindAllString(d.stack.View(), -1)
			slices.Sort(since)
			if since = slices.Compact(since); !slices.Equal(since, []string{want}) {
				t.Errorf("%d cells, %s: %q, want %q:\n%s", width, before, since, want, d.stack.View())
			}
		}
	}
}
