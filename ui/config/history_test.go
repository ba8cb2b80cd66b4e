package config

import (
	"strings"
	"testing"
)

func TestHistorySetting(t *testing.T) {
	for text, want := range map[string]string{
		"true": "true", "0": "false", "postgres://u@h/db?sslmode=verify-full": "postgres://u@h/db?sslmode=verify-full", "postgresql:///db": "postgresql:///db",
	} {
		if got, err := parseHistory(text); got != want || err != nil {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "yes", "mysql://h/db"} {
		if _, err := parseHistory(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
	// A password is refused and not repeated.
	for _, text := range []string{"postgres://u:hunter2@h/db", "postgres://u@h/db?password=hunter2", "postgres://u:hunter2%zz@h/db"} {
		if _, err := parseHistory(text); !IsKind(err, HistoryURL) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
