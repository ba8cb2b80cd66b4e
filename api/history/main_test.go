package history_test

import (
	"os"
	"testing"

	_ "channeldeck/ui/testkit/garbage"
	"channeldeck/ui/testkit/parallel"
	"channeldeck/ui/testkit/postgres"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv("HISTORY_TEST_WRITER"); mode != "" {
		writer(mode)
		return
	}
	parallel.Waiting()
	code := m.Run()
	postgres.Stop()
	os.Exit(code)
}
