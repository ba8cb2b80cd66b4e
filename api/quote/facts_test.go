package quote

import (
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/media"
)

// TestFactsAreComplete: every member of 2.6 has a fact, and so have those that the
// interface does not list, behind the members of their object.
func TestFactsAreComplete(t *testing.T) {
	paths := func(m *api.VideoModel) string {
		var out []string
		for _, f := range Facts(m) {
			out = append(out, f.Path)
		}
		return strings.Join(out, " ")
	}
	const limits = "maxCount formats minDuration maxDuration maxTotalDuration maxSizeMb " +
		"minAspectRatio maxAspectRatio minWidth maxWidth minPixels maxPixels minFps maxFps"
	bare := "name label description tags creditsScope modes resolutions durations maxInputImages"
	for _, kind := range media.Kinds() {
		for name := range strings.FieldsSeq(limits) {
			bare += " inputConstraints." + string(kind) + "." + name
		}
	}
	bare += " aspectRatios defaults.resolution defaults.aspectRatio defaults.duration"
	list := models(t, `[{"name":"m"},{"name":"n","zeta":[1, 2],"alpha":null,"defaults":{"mode":"x"},
	 "inputConstraints":{"images":{"maxWidth":9,"minHeight":3},"depth":{}}}]`)
	if got := paths(&list[0]); got != bare {
		t.Errorf("got\n%s\nwant\n%s", got, bare)
	}
	want := strings.Replace(
		bare,
		"inputConstraints.images.maxFps",
		"inputConstraints.images.maxFps inputConstraints.images.minHeight",
		1,
	)
	want = strings.Replace(want, " aspectRatios", " inputConstraints.depth aspectRatios", 1) +
		" defaults.mode zeta alpha"
	if got := paths(&list[1]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	facts := Facts(&list[1])
	if last := facts[len(facts)-2]; !last.Extra || last.Values[0] != "[1, 2]" {
		t.Errorf("got %+v", last)
	}
}
