package sessions

import (
	"slices"
	"testing"

	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := begin(t, w, 120, 40, example("01"))
	panetest.Press(t, m, "i")
	panetest.EveryColumn(t, w.Context.View, m.media, slices.Collect(files(t, m).Rows()))
}
