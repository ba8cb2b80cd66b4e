package triage

import (
	"testing"

	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 120, 40)
	panetest.EveryColumn(t, w.Context.View, Resource(w.Context.View), m.found.Value.findings)
}
