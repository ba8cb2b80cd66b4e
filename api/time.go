package api

import (
	"strings"
	"time"
)

// ParseTime parses a time of the service: ISO 8601, in UTC if it has no zone,
// as deployments send it. It accepts nothing else.
func ParseTime(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if len(s) < len(time.DateOnly) || len(s) > 64 {
		return time.Time{}, false
	}
	for _, layout := range [...]string{
		time.RFC3339,
		"2006-01-02T15:04:05Z0700",
		"2006-01-02T15:04:05",
		"2006-01-02T15:04Z07:00",
		time.DateTime,
		time.DateOnly,
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
