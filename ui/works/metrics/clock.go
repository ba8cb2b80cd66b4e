package metrics

import "time"

// seconds is the time from a to b. time.Duration ends at 292 years, which a
// broken clock passes easily.
func seconds(a, b time.Time) float64 {
	return float64(b.Unix()-a.Unix()) + float64(b.Nanosecond()-a.Nanosecond())/1e9
}
