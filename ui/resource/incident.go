package resource

import (
	"cmp"
	"strconv"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/text"
)

// Availability is the share of a time in which accounts were normal, at least and at most: 97.5%,
// or 88.2–91%; "" if it is not known.
func (v *View) Availability(share [2]api.Number) string {
	w, least, most := v.Words, share[0], share[1]
	switch {
	case !least.IsSet():
		return ""
	case least.Cmp(most) == 0:
		return w.Exact(least.String()) + "%"
	}
	return w.Exact(least.String()) + "–" + w.Exact(most.String()) + "%"
}

// incidentRecord is the JSON of an incident.
type incidentRecord struct {
	ID           string            `json:"id"`
	Platform     string            `json:"platform,omitzero"`
	GroupID      string            `json:"groupId,omitzero"`
	Owner        string            `json:"owner,omitzero"`
	Others       findings.Others   `json:"others"`
	Began        history.Interval  `json:"began"`
	Ended        *history.Interval `json:"ended"`
	Lasted       history.Length    `json:"lasted"`
	Normal       int               `json:"normal"`
	Turned       int               `json:"turned"`
	Still        int               `json:"still"`
	Availability [2]api.Number     `json:"availability"`
	Accounts     []turnedRecord    `json:"accounts"`
	Recovery     []findings.Moment `json:"recovery"`
	Options      []fleet.Changed   `json:"options"`
	Prices       []fleet.Changed   `json:"prices"`
	Relayed      int               `json:"relayed"`
}

// turnedRecord is an account that turned.
type turnedRecord struct {
	Platform string            `json:"platform"`
	ID       string            `json:"id"`
	Nickname string            `json:"nickname"`
	GroupID  string            `json:"groupId"`
	Owner    string            `json:"owner"`
	Ended    *history.Interval `json:"ended"`
	Gone     bool              `json:"gone"`
}

// Incidents is what is shown and printed of the incidents in the history.
func Incidents(v *View) *Resource[*fleet.IncidentFile] {
	w := v.Words
	column := func(id string, of, show func(*fleet.IncidentFile) string) Column[*fleet.IncidentFile] {
		return Column[*fleet.IncidentFile]{ID: id, Title: w.T("incident.column." + id), Value: of, Show: show}
	}
	count := func(id string, of func(*fleet.IncidentFile) int) Column[*fleet.IncidentFile] {
		c := column(id, func(i *fleet.IncidentFile) string { return strconv.Itoa(of(i)) }, nil)
		c.Right = true
		return c
	}
	return &Resource[*fleet.IncidentFile]{
		Name: "incidents", Brief: []string{"what", "began", "lasted", "turned", "normal", "still", "others", "id"},
		ID: (*fleet.IncidentFile).ID, Record: func(i *fleet.IncidentFile) any { return recordOf(i, Incident{i, v}.Lasted()) },
		Columns: []Column[*fleet.IncidentFile]{
			column("what", func(i *fleet.IncidentFile) string { return cmp.Or(i.Platform, i.GroupID, i.Owner) }, func(i *fleet.IncidentFile) string { return Incident{i, v}.Subject() }),
			column("began", func(i *fleet.IncidentFile) string { return intervalText(i.Began) }, func(i *fleet.IncidentFile) string { return v.Interval(i.Began) }),
			column("ended", func(i *fleet.IncidentFile) string { return intervalText(i.Ended) }, func(i *fleet.IncidentFile) string { return v.Interval(i.Ended) }),
			column("lasted", func(i *fleet.IncidentFile) string { return history.Hours(Incident{i, v}.Lasted().Least).String() }, func(i *fleet.IncidentFile) string { return v.Length(Incident{i, v}.Lasted()) }),
			count("turned", func(i *fleet.IncidentFile) int { return len(i.Turned) }),
			count("normal", func(i *fleet.IncidentFile) int { return i.Normal }),
			count("still", func(i *fleet.IncidentFile) int { return i.Still() }),
			column("others", func(i *fleet.IncidentFile) string {
				return strconv.Itoa(i.Others.Normal) + "/" + strconv.Itoa(i.Others.Of)
			}, nil),
			column("availability", func(i *fleet.IncidentFile) string { return i.Availability[0].String() }, func(i *fleet.IncidentFile) string { return v.Availability(i.Availability) }),
			column("id", (*fleet.IncidentFile).ID, nil),
		},
	}
}

// Incident words an incident.
type Incident struct {
	*fleet.IncidentFile
	View *View
}

// Lasted is how long the incident lasted, until now if it goes on.
func (i Incident) Lasted() history.Length { return i.Episode.Lasted(i.View.Now()) }

func recordOf(i *fleet.IncidentFile, lasted history.Length) incidentRecord {
	r := incidentRecord{
		ID: i.ID(), Platform: i.Platform, GroupID: i.GroupID, Owner: i.Owner, Others: i.Others, Began: i.Began, Ended: i.Ended.OrNil(), Lasted: lasted,
		Normal: i.Normal, Turned: len(i.Turned), Still: i.Still(), Availability: i.Availability, Recovery: i.Curve(), Options: i.Options, Prices: i.Prices, Relayed: i.Relayed,
	}
	for _, t := range i.Turned {
		r.Accounts = append(r.Accounts, turnedRecord{t.Account.Type, t.Account.ID, t.Account.Nickname, t.Account.GroupID, t.Account.UserID, t.Ended.OrNil(), t.Gone})
	}
	return r
}

// Subject is whose accounts turned abnormal: the name of a platform, a group or an owner.
func (i Incident) Subject() string {
	switch {
	case i.GroupID != "":
		return i.View.GroupTitle(i.GroupID)
	case i.Owner != "":
		return i.View.Words.T("finding.owner", "ID", text.Line(i.Owner))
	}
	return i.View.PlatformName(i.Platform)
}

// Spared says how many of the accounts that could have turned too did not.
func (i Incident) Spared() string {
	w := i.View.Words
	id := "incident.others_of_platform"
	if i.Platform == "" {
		id = "incident.others"
	}
	if i.Others.Of == 0 {
		id += "_none"
	}
	return w.T(id, "Name", i.Subject(), "Normal", w.Int(i.Others.Normal), "Of", w.Int(i.Others.Of), "Percent", api.Share(int64(i.Others.Normal), int64(i.Others.Of), 0).String())
}
