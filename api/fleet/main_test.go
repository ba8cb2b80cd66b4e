package fleet_test

import (
	"os"
	"testing"

	"channeldeck/ui/testkit/postgres"
)

func TestMain(m *testing.M) {
	code := m.Run()
	postgres.Stop()
	os.Exit(code)
}
