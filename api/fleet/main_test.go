package fleet_test

import (
	"os"
	"testing"

	_ "channeldeck/ui/testkit/garbage"
	"channeldeck/ui/testkit/postgres"
)

func TestMain(m *testing.M) {
	code := m.Run()
	postgres.Stop()
	os.Exit(code)
}
