package config

import (
	"strings"
	"testing"
)

func TestHistorySetting(t *testing.T) {
	for text, want := range map[string]string{
		"true":                                  "true",
		"0":                                     "false",
		"postgres://u@h/db?sslmode=verify-full": "postgres://u@h/db?sslmode=verify-full",
		"postgresql:///db":                      "postgresql:///db",
	} {
		if got, err := parseHistory(text); got != want || err != nil {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	// Other values are refused and not repeated: they may contain a password.
	for _, text := range []string{
		"", "yes", "mysql://u:hunter2@h/db", "host=h password=hunter2", "postgres://u@h/db?sslpassword=hunter2",
		"postgres://u:hunter2@h/db", "postgres://u@h/db?password=hunter2", "postgres://u:hunter2%zz@h/db",
	} {
		if _, err := parseHistory(text); !IsKind(err, HistoryURL) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
