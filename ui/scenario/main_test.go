// Package scenario plays services over days and weeks. What panes and commands say must be
// what a plain computation from all that was recorded says.
package scenario

import (
	"os"
	"testing"
	"time"

	_ "channeldeck/ui/testkit/garbage"
	"channeldeck/ui/testkit/parallel"
	"channeldeck/ui/testkit/postgres"
)

// day0 is when a service begins.
var day0 = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func TestMain(m *testing.M) {
	parallel.Waiting()
	code := m.Run()
	postgres.Stop()
	os.Exit(code)
}
