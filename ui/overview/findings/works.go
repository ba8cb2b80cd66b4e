package findings

import "channeldeck/api"

// Work is a work with a metric that moved much against its own week.
type Work struct {
	Query         api.WorkQuery
	Title         string       // "" if unknown
	Before, After api.Snapshot // at the ends of the newest interval
	Metric        string       // such as viewCount
	PerHour       api.Number   // its change in that interval
	Times         api.Number   // PerHour as a multiple of the median of its week; unset for a loss, and if that is not above 0
}
