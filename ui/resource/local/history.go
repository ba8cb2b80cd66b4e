package local

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
)

// AccountState is a recorded state of an account: it began after one recording and not later than the
// next one.
type AccountState struct {
	After    string         `json:"after,omitzero"` // "" if no earlier recording is known
	At       string         `json:"at"`
	Platform string         `json:"platform"`
	ID       string         `json:"id"`
	Listed   bool           `json:"listed"`
	Status   api.Number     `json:"status"`
	Outage   bool           `json:"outage,omitzero"` // the relay did not return the account
	Counts   jsontext.Value `json:",embed"`          // all counts, null for unknown ones
	GroupID  string         `json:"groupId"`
}

// StateCounts returns all counts in the order in which a state has them: those that are summed first.
func StateCounts() []api.Count {
	sums := api.SummedCounts()
	all := sums[:]
	for c := range api.NumCounts {
		if !slices.Contains(sums[:], c) {
			all = append(all, c)
		}
	}
	return all
}

// StateOf returns the state of an account from a recording on.
func StateOf(
	key history.AccountKey,
	c *history.Counts,
	recorded history.Recordings,
) *AccountState {
	s := &AccountState{
		At:       c.At.UTC().Format(time.RFC3339),
		Platform: key.Platform,
		ID:       key.ID,
		Listed:   !c.Gone,
		Status:   c.Status,
		GroupID:  c.Group,
	}
	began := recorded.Interval(c.At)
	if !began.After.IsZero() {
		s.After = began.After.UTC().Format(time.RFC3339)
	}
	if c.Health() == api.HealthOutage {
		s.Status = api.Number{}
		s.Outage = true
	}
	s.Counts = jsontext.Value("{}")
	for _, count := range StateCounts() {
		n, _ := api.Marshal(c.Values[count]) // a number or null
		s.Counts = resource.WithMember(s.Counts, count.String(), n)
	}
	return s
}

// States returns the resource of the states of an account.
func States(*resource.View) *resource.Resource[*AccountState] {
	ids := []string{"after", "at", "listed", "status", "outage"}
	for _, count := range api.SummedCounts() {
		ids = append(ids, count.String())
	}
	return resource.Members[*AccountState]("accounts", append(ids, "groupId")...)
}

// Summaries returns the resource of the summaries of the history, one for each kind of row.
func Summaries(v *resource.View) *resource.Resource[*history.Summary] {
	r := resource.Members[*history.Summary]("history", "kind", "items", "records", "first", "last")
	r.Columns[1].Right = true
	r.Columns[2].Right = true
	r.Columns[3].Of = func(s *history.Summary) resource.Value {
		return resource.RecordedTime(s.First)
	}
	r.Columns[4].Of = func(s *history.Summary) resource.Value {
		return resource.RecordedTime(s.Last)
	}
	r.Columns[3].Print = v.TimeText
	r.Columns[4].Print = v.TimeText
	return r
}

// Records returns the resource of all that the history has.
func Records(*resource.View) *resource.Resource[*history.Record] {
	return &resource.Resource[*history.Record]{
		Name: "history",
		Columns: []resource.Column[*history.Record]{
			{
				ID: "kind",
				Of: func(r *history.Record) resource.Value {
					return resource.TextValue(r.Kind)
				},
			},
			{
				ID: "id",
				Of: func(r *history.Record) resource.Value {
					return resource.TextValue(r.ID)
				},
			},
			{
				ID: "at",
				Of: func(r *history.Record) resource.Value {
					return resource.SentTime(api.SomeTime(r.At.Format(time.RFC3339)))
				},
			},
			{
				ID: "value",
				Of: func(r *history.Record) resource.Value {
					return resource.TextValue(string(r.Value))
				},
			},
		},
	}
}
