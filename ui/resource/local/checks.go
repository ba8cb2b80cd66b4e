package local

import "channeldeck/ui/resource"

// Status is the outcome of a check.
type Status string

// The outcomes.
const (
	Passed  Status = "ok"
	Warning Status = "warning"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// Check is a row of the doctor's report.
type Check struct {
	Check  string `json:"check"` // such as config.file, site.tls, api.accounts
	Status Status `json:"status"`
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitzero"`

	Site string `json:"-"` // of several that are checked, "" for what they share
	Exit int    `json:"-"` // of the program, if the check failed
}

// Title names the check, of several sites with its site.
func (c *Check) Title() string { return resource.SiteKey(c.Site, c.Check) }

// Checks returns the resource of checks.
func Checks(v *resource.View) *resource.Resource[*Check] {
	r := resource.Members[*Check]("doctor", "check", "status", "detail", "hint")
	r.Columns[1].Of = func(c *Check) resource.Value {
		return resource.WordValue(
			string(c.Status),
			v.Words.T("cli.doctor.status."+string(c.Status)),
		)
	}
	return r
}
