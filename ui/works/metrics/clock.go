package metrics

import (
	"time"

	"channeldeck/api"
)

// ParseTime reads a time of the service.
func ParseTime(s string) (time.Time, bool) { return api.ParseTime(s) }

// seconds is the time from a to b. time.Duration ends at 292 years, which a
// broken clock passes easily.
func seconds(a, b time.Time) float64 {
	return float64(b.Unix()-a.Unix()) + float64(b.Nanosecond()-a.Nanosecond())/1e9
}
