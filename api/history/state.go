package history

import (
	"bytes"
	"cmp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Counts are the status and the counts of an account at a time.
type Counts struct {
	At     time.Time
	Gone   bool // the account was not listed any more; the rest is unset
	Status api.Number
	Values [api.NumCounts]api.Number // by api.Count; unset for unknown ones
	Group  string                    // "" also where it was not recorded
}

// Health is the meaning of the status.
func (c *Counts) Health() api.Health { return api.HealthOf(c.Status) }

// Followers is the number of followers.
func (c *Counts) Followers() api.Number { return c.Values[api.CountFans] }

// StatusOf returns the status that is recorded of an account.
func StatusOf(a *api.Account) api.Number {
	if a.RelayDown() {
		return api.Int(api.StatusOutage)
	}
	return a.Status
}

// CountsOf returns the counts of an account that is listed at a time.
func CountsOf(a *api.Account, at time.Time) Counts {
	c := Counts{
		At:     at,
		Status: StatusOf(a),
		Group:  a.GroupID,
	}
	for of := range c.Values {
		c.Values[of], _ = a.Statistic(api.Count(of))
	}
	return c
}

// AccountThen returns an account with the status, the counts and the group that were recorded of
// it, and with the name that it had, "" for its own. The members that identify it are as last received;
// the others are missing. The time of its statistics is known where it did not change since; a text that is
// no time is taken to be that of then.
func AccountThen(a *api.Account, c *Counts, name string, at time.Time) *api.Account {
	then := a.Identity()
	then.Nickname = cmp.Or(name, a.Nickname)
	then.Counted = true // only known counts are recorded
	then.GroupID = c.Group
	then.Status = c.Status
	for of, n := range c.Values {
		then.SetCount(api.Count(of), n)
	}
	t, isTime := a.LastStatsTime.At()
	wasSent := !isTime || !t.After(at)
	if wasSent {
		then.LastStatsTime = a.LastStatsTime
	}
	if c.Health() == api.HealthOutage { // as the service sends it
		then.Status = api.Int(0)
		then.Nickname = a.RelayAccountRef.Or("")
	}
	return then
}

// storedState is the state of an account as it is stored: the status, the counts in their order, and the group as
// JSON, with commas between them: 1,9626,,,55,"g". Of an unknown number nothing is stored, and the group follows the
// last known one. Other versions may store more counts or fewer.
type storedState Counts

// parse reads a state. The text in it is the group, which is the last, and the first number the status. Counts that
// only a later version knows are skipped. A group that is the same as in the state before takes no memory.
func (s *storedState) parse(state []byte, group string) error {
	rest := state
	more := len(rest) > 0
	for numbers := 0; more; numbers++ {
		if bytes.HasPrefix(rest, []byte(`"`)) {
			return s.setGroup(rest, group)
		}
		var element []byte
		element, rest, more = bytes.Cut(rest, []byte(","))
		if len(element) == 0 {
			continue
		}
		n, err := api.ParseNumber(element)
		if err != nil {
			return err
		}
		s.set(numbers, n)
	}
	return nil
}

// setGroup sets the group, which is quoted. It probably is the one of the state before.
func (s *storedState) setGroup(quoted []byte, before string) error {
	isSame := string(quoted) == `"`+before+`"`
	if isSame && !strings.Contains(before, `\`) {
		s.Group = before
		return nil
	}
	group, err := jsontext.AppendUnquote(nil, quoted)
	s.Group = string(group)
	return err
}

// set sets the number with an index in the state.
func (s *storedState) set(i int, n api.Number) {
	if i == 0 {
		s.Status = n
	} else if i <= len(s.Values) {
		s.Values[i-1] = n
	}
}

// appendState appends the state of an account.
func appendState(b []byte, a *api.Account) ([]byte, error) {
	c := CountsOf(a, time.Time{})
	b = append(b, c.Status.String()...)
	known := len(c.Values)
	for known > 0 && !c.Values[known-1].IsSet() {
		known--
	}
	for _, n := range c.Values[:known] {
		b = append(b, ',')
		b = append(b, n.String()...)
	}
	b = append(b, ',')
	return jsontext.AppendQuote(b, text(c.Group))
}

// read reads a state from a time on in place of another one; it is nil for an account that was gone.
func (c *Counts) read(at int64, state []byte) error {
	group := c.Group
	*c = Counts{
		At:   time.UnixMilli(at),
		Gone: state == nil,
	}
	if c.Gone {
		return nil
	}
	return (*storedState)(c).parse(state, group)
}

// namedState returns a state as an object with the names of the members, without unknown counts. In
// an outage of its relay the status of an account is null.
func namedState(state []byte) (jsontext.Value, error) {
	var c Counts
	if err := c.read(0, state); err != nil {
		return nil, err
	}
	named := map[string]any{"status": c.Status}
	if c.Health() == api.HealthOutage {
		named["status"] = nil
		named["outage"] = true
	}
	if c.Group != "" {
		named["groupId"] = c.Group
	}
	for of, n := range c.Values {
		if n.IsSet() {
			named[api.Count(of).String()] = n
		}
	}
	return json.Marshal(named, json.Deterministic(true))
}

// statusIn returns the status in a state, unset for an account that was gone.
func statusIn(state []byte) api.Number {
	if state == nil {
		return api.Number{}
	}
	var c Counts
	_ = c.read(0, state) // of an unreadable state it is unknown
	return c.Status
}

// turned reports whether two states of an account differ in the status, or in whether the
// account was listed.
func turned(a, b []byte) bool {
	if (a == nil) != (b == nil) {
		return true
	}
	return !bytes.Equal(a, b) && statusIn(a) != statusIn(b)
}

// turnState is the state of a turn from one state of an account to another: the status, and the one before.
func turnState(state, before []byte) []byte {
	turn, _ := json.Marshal([2]api.Number{statusIn(state), statusIn(before)}) // cannot fail
	return turn
}
