package resource

import (
	"cmp"
	"slices"
	"strconv"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/text"
)

// Availability is the share of a time in which accounts were normal, at least and at most: 97.5%,
// or 88.2–91%; "" if it is not known. A lower bound that rounds to 0.0 is not written: ≤ 19.9%.
func (v *View) Availability(share [2]api.Number) string {
	w := v.Words
	least := share[0]
	most := share[1]
	if !least.IsSet() {
		return ""
	}
	if least.Cmp(most) == 0 {
		return w.Exact(least.String()) + "%"
	}
	isTiny := least.Sign() > 0 && least.Mul(api.Int(20)).Cmp(api.Int(1)) < 0 // below 0.05
	if isTiny {
		return "≤ " + w.Exact(most.String()) + "%"
	}
	return w.Exact(least.String()) + "–" + w.Exact(most.String()) + "%"
}

// Incidents returns the resource of the incidents in the history, by which they are shown and
// printed.
func Incidents(v *View) *Resource[*fleet.IncidentFile] {
	return &Resource[*fleet.IncidentFile]{
		Name:    "incidents",
		Brief:   []string{"what", "began", "lasted", "turned", "normal", "still", "id"},
		ID:      (*fleet.IncidentFile).ID,
		Fields:  incidentFields(v),
		Columns: slices.Concat(incidentTimes(v), incidentCounts(v), incidentTraits(v)),
	}
}

// incidentFields are the JSON of an incident. Of three columns it has the objects that they word.
func incidentFields(v *View) []Field {
	return slices.Concat(
		OfColumns[string](Always, "id"),
		OfColumns[string](OrMissing, "platform", "groupId", "owner"),
		Nested(Always, "others", func(i *fleet.IncidentFile) findings.Others {
			return i.Others
		}),
		OfColumns[history.Interval](Always, "began"),
		OfColumns[history.Interval](OrNull, "ended"),
		Nested(Always, "lasted", func(i *fleet.IncidentFile) history.Length {
			return Incident{i, v}.Lasted()
		}),
		OfColumns[int](Always, "normal"),
		OfColumns[bool](OrMissing, "partial"),
		OfColumns[int](Always, "turned", "still"),
		Nested(Always, "availability", func(i *fleet.IncidentFile) [2]api.Number {
			return i.Availability
		}),
		Rows("accounts", TurnedAccounts(v), turnedAccounts),
		Nested(Always, "recovery", (*fleet.IncidentFile).Curve),
		Nested(Always, "options", func(i *fleet.IncidentFile) []fleet.Changed {
			return i.Options
		}),
		Nested(Always, "prices", func(i *fleet.IncidentFile) []fleet.Changed {
			return i.Prices
		}),
		OfColumns[int](Always, "relayed"),
	)
}

// turnedAccounts are the accounts of an incident.
func turnedAccounts(i *fleet.IncidentFile) []*TurnedAccount {
	accounts := make([]*TurnedAccount, len(i.Turned))
	for k := range i.Turned {
		accounts[k] = &TurnedAccount{&i.Turned[k], i}
	}
	return accounts
}

// incidentColumn is a column of incidents.
func incidentColumn(
	v *View,
	id string,
	of func(*fleet.IncidentFile) Value,
) Column[*fleet.IncidentFile] {
	return Column[*fleet.IncidentFile]{
		ID:    id,
		Title: v.Words.T("incident.column." + id),
		Of:    of,
	}
}

// incidentTimes say what an incident is of, when it was and how long it lasted, in hours.
func incidentTimes(v *View) []Column[*fleet.IncidentFile] {
	what := incidentColumn(v, "what", func(i *fleet.IncidentFile) Value {
		of := cmp.Or(i.Platform, i.GroupID, i.Owner)
		return WordValue(of, Incident{i, v}.Subject())
	})
	began := incidentColumn(v, "began", func(i *fleet.IncidentFile) Value {
		return IntervalValue(i.Began)
	})
	began.Print = v.IntervalText
	began.Wraps = true
	ended := incidentColumn(v, "ended", func(i *fleet.IncidentFile) Value {
		return IntervalValue(i.Ended)
	})
	ended.Print = v.IntervalText
	lasted := incidentColumn(v, "lasted", func(i *fleet.IncidentFile) Value {
		return v.lengthValue(Incident{i, v}.Lasted())
	})
	lasted.Wraps = true
	return []Column[*fleet.IncidentFile]{what, began, ended, lasted}
}

// incidentCounts are the numbers of accounts of an incident, how much of the time they were normal,
// and its ID.
func incidentCounts(v *View) []Column[*fleet.IncidentFile] {
	count := func(id string, of func(*fleet.IncidentFile) int) Column[*fleet.IncidentFile] {
		c := incidentColumn(v, id, func(i *fleet.IncidentFile) Value {
			return CountValue(of(i))
		})
		c.Right = true
		c.Spare = id != "turned" // the counts beside the first say less than the ID
		return c
	}
	id := incidentColumn(v, "id", func(i *fleet.IncidentFile) Value {
		return TextValue(i.ID())
	})
	id.Whole = true
	return []Column[*fleet.IncidentFile]{
		count("turned", func(i *fleet.IncidentFile) int {
			return len(i.Turned)
		}),
		count("normal", func(i *fleet.IncidentFile) int { return i.Normal }),
		count("still", (*fleet.IncidentFile).Still),
		incidentColumn(v, "others", func(i *fleet.IncidentFile) Value {
			normal := strconv.Itoa(i.Others.Normal)
			return TextValue(normal + "/" + strconv.Itoa(i.Others.Of))
		}),
		incidentColumn(v, "availability", func(i *fleet.IncidentFile) Value {
			share := i.Availability
			return RangeValue(share[0], share[1], "%").Reads(v.Availability(share))
		}),
		id,
	}
}

// incidentTraits are what the accounts of an incident share, and what its words say of it.
func incidentTraits(v *View) []Column[*fleet.IncidentFile] {
	columns := []Column[*fleet.IncidentFile]{
		incidentColumn(v, "platform", func(i *fleet.IncidentFile) Value {
			return WordValue(i.Platform, v.PlatformName(i.Platform))
		}),
		incidentColumn(v, "groupId", func(i *fleet.IncidentFile) Value {
			return ReferenceValue(i.GroupID, v.GroupTitle(i.GroupID))
		}),
		incidentColumn(v, "owner", func(i *fleet.IncidentFile) Value {
			return TextValue(i.Owner)
		}),
		incidentColumn(v, "partial", func(i *fleet.IncidentFile) Value {
			return v.ifSo(i.InPart)
		}),
		incidentColumn(v, "relayed", func(i *fleet.IncidentFile) Value {
			return CountValue(i.Relayed)
		}),
	}
	for k := range columns {
		columns[k].OnRequest = true
	}
	return columns
}

// Incident words an incident.
type Incident struct {
	*fleet.IncidentFile
	View *View
}

// Lasted is how long the incident lasted, until now if it goes on.
func (i Incident) Lasted() history.Length {
	return i.Episode.Lasted(i.View.Now())
}

// Subject is whose accounts turned abnormal: the name of a platform, a group or an owner.
func (i Incident) Subject() string {
	if i.GroupID != "" {
		return i.View.GroupTitle(i.GroupID)
	}
	if i.Owner != "" {
		return i.View.Words.T("finding.owner", "ID", text.Line(i.Owner))
	}
	return i.View.PlatformName(i.Platform)
}

// Story says what happened: how many accounts turned and when, whether it is over, how many others could
// have turned too, and how much of the time accounts were normal.
func (i Incident) Story() []string {
	v := i.View
	w := v.Words
	turned := w.Int(len(i.Turned))
	lasted := v.Length(i.Lasted())
	story := []string{w.T(
		"incident.turned",
		"Turned", turned,
		"Normal", w.Int(i.Normal),
		"Time", v.Interval(i.Began),
	)}
	if i.InPart {
		story = append(story, w.T("incident.in_part"))
	}
	if still := i.Still(); still == 0 {
		story = append(story, w.T(
			"incident.over",
			"Time", v.Interval(i.Ended),
			"Lasted", lasted,
		))
	} else {
		story = append(story, w.T(
			"incident.open",
			"Still", w.Int(still),
			"Turned", turned,
			"Lasted", lasted,
		))
	}
	story = append(story, i.Spared())
	if share := v.Availability(i.Availability); share != "" {
		story = append(story, w.T(
			"incident.available",
			"Subject", i.Subject(),
			"Share", share,
		))
	}
	if i.Relayed > 0 {
		story = append(story, w.N("incident.relayed", i.Relayed))
	}
	return story
}

// ChangeMeanwhile says what changed in the time of an incident: a publish option of a platform, or a model.
func (v *View) ChangeMeanwhile(c *fleet.Changed) (what, platform string) {
	if c.Platform == "" {
		return v.Words.T("incident.price", "Name", text.Line(c.Label)), ""
	}
	name := sentLabel(v.Words, c.Platform, c.Name, c.Label)
	return v.Words.T("incident.option", "Name", name), v.PlatformName(c.Platform)
}

// Spared says how many of the accounts that could have turned too did not.
func (i Incident) Spared() string {
	return i.View.spared(i.Subject(), i.Platform != "", i.Others)
}

// spared says how many of the other accounts, of a platform or of all, did not turn abnormal.
func (v *View) spared(subject string, ofPlatform bool, others findings.Others) string {
	w := v.Words
	id := "incident.others"
	if ofPlatform {
		id = "incident.others_of_platform"
	}
	if others.Of == 0 {
		id += "_none"
	}
	percent := api.Share(int64(others.Normal), int64(others.Of), 0).String()
	return w.T(
		id,
		"Name", subject,
		"Normal", w.Int(others.Normal),
		"Of", w.Int(others.Of),
		"Percent", percent,
	)
}
