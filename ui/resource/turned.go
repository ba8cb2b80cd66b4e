package resource

import (
	"slices"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// TurnedAccount is an account of an incident.
type TurnedAccount struct {
	*findings.Turned
	Of *fleet.IncidentFile
}

// TurnedAccounts returns the resource of the accounts of an incident, by which they are shown, copied and
// exported.
func TurnedAccounts(v *View) *Resource[*TurnedAccount] {
	platform := Word("platform", 95, 0, 18, theme.Muted, func(t *TurnedAccount) (code, name string) {
		return t.Account.Type, v.PlatformName(t.Account.Type)
	})
	platform.Short = Abbreviated
	group := Column[*TurnedAccount]{
		ID:       "groupId",
		Min:      8,
		Max:      24,
		Priority: 80,
		Searched: true,
		Of: func(t *TurnedAccount) Value {
			id := t.Account.GroupID
			return ReferenceValue(id, v.GroupTitle(id)).Toned(theme.Muted)
		},
	}
	return &Resource[*TurnedAccount]{
		Name: "turned",
		ID:   func(t *TurnedAccount) string { return t.Account.ID },
		Key: func(t *TurnedAccount) string {
			return t.Account.Type + "/" + t.Account.ID
		},
		Fields: slices.Concat(
			OfColumns[string](Always, "platform", "id"),
			OfColumns[string](OrEmpty, "nickname", "groupId", "owner"),
			OfColumns[history.Interval](OrNull, "ended"),
			OfColumns[bool](Always, "gone"),
		),
		Columns: []Column[*TurnedAccount]{
			turnedSign(v),
			turnedName(v),
			platform,
			turnedState(v),
			turnedSince(v),
			Number("fansCount", 85, 8, v.Short, func(t *TurnedAccount) api.Number {
				followers, _ := t.Account.Statistic(api.CountFans)
				return followers
			}),
			group,
			exported("ended", func(t *TurnedAccount) Value {
				return IntervalValue(t.Ended)
			}),
			exported("id", func(t *TurnedAccount) Value {
				return TextValue(t.Account.ID)
			}),
			exported("nickname", func(t *TurnedAccount) Value {
				return TextValue(t.Account.Nickname)
			}),
			exported("owner", func(t *TurnedAccount) Value {
				return TextValue(t.Account.UserID)
			}),
			exported("gone", func(t *TurnedAccount) Value {
				return v.Flag(t.Gone)
			}),
		},
	}
}

// turnedSign is whether an account still is abnormal, recovered, or is no longer listed.
func turnedSign(v *View) Column[*TurnedAccount] {
	return Column[*TurnedAccount]{
		ID:        "sign",
		TableOnly: true,
		Max:       2,
		Priority:  99,
		Pinned:    true,
		Sign:      true,
		Cell: func(t *TurnedAccount) Cell {
			g := &v.Theme.Glyphs
			switch t.state() {
			case "gone":
				return Cell{Text: g.Dash, Tone: theme.Warn}
			case "recovered":
				return Cell{Text: g.Normal, Tone: theme.Good}
			}
			return Cell{Text: g.Abnormal, Tone: theme.Bad}
		},
	}
}

func turnedName(v *View) Column[*TurnedAccount] {
	name := Text("name", 100, 14, 60, theme.Plain, func(t *TurnedAccount) string {
		return v.AccountTitle(t.Account)
	})
	name.Pinned = true
	name.Grow = true
	return name
}

// turnedState is the column of the state of an account after the incident, in words.
func turnedState(v *View) Column[*TurnedAccount] {
	return Column[*TurnedAccount]{
		ID:       "state",
		Max:      30,
		Priority: 92,
		Searched: true,
		Of: func(t *TurnedAccount) Value {
			state := t.state()
			word := v.Words.T("turned.state."+state, "Time", v.Length(t.lasted(v)))
			return WordValue(state, text.Line(word))
		},
	}
}

// turnedSince is when an account turned abnormal or, if it no longer is, when that ended.
func turnedSince(v *View) Column[*TurnedAccount] {
	since := func(t *TurnedAccount) history.Interval {
		if t.Ended.Before.IsZero() {
			return t.Of.Began
		}
		return t.Ended
	}
	return Column[*TurnedAccount]{
		ID:       "since",
		Right:    true,
		Max:      16,
		Priority: 90,
		Of: func(t *TurnedAccount) Value {
			return IntervalValue(since(t)).Toned(theme.Muted)
		},
		Cell: func(t *TurnedAccount) Cell {
			return Cell{Text: v.IntervalAge(since(t)), Tone: theme.Muted}
		},
		Print: v.IntervalText,
	}
}

// state returns the state of the account after the incident: abnormal, recovered or gone.
func (t *TurnedAccount) state() string {
	if t.Gone {
		return "gone"
	}
	if t.Ended.Before.IsZero() {
		return "abnormal"
	}
	return "recovered"
}

// lasted is for how long the account was abnormal, until now if it still is.
func (t *TurnedAccount) lasted(v *View) history.Length {
	until := t.Ended
	if until.Before.IsZero() {
		until = history.Interval{After: v.Now(), Before: v.Now()}
	}
	return history.Lasted(t.Of.Began, until)
}
