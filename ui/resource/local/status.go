package local

import (
	"channeldeck/api"
	"channeldeck/ui/resource"
)

// Glance is the JSON of the status. Its members are the names that --format accepts.
type Glance struct {
	Site     string     `json:"site"`
	Accounts api.Number `json:"accounts"`
	Abnormal api.Number `json:"abnormal"`
	New      int        `json:"new"`
	Stale    api.Number `json:"stale"`
	At       string     `json:"at"`    // of the recording
	Since    string     `json:"since"` // the baseline, "" for none
}

// Glances returns the resource of the status.
func Glances() *resource.Resource[*Glance] {
	return resource.Members[*Glance](
		"status",
		"site",
		"accounts",
		"abnormal",
		"new",
		"stale",
		"at",
		"since",
	)
}
