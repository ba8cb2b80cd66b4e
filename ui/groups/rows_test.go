package groups

import (
	"testing"

	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 120, 40)
	panetest.EveryColumn(t, w.Context.View, resource.Groups(w.Context.View), m.rows())
}
