package findings

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api"
)

// Fingerprint is the state of a finding: one that is known, or was reported, is new again
// when its fingerprint changes.
func (f *Finding) Fingerprint() string {
	if state := f.What.entry().incidentState; state != nil {
		return state(f)
	}
	if state := f.Kind.entry().state; state != nil {
		return state(f)
	}
	return api.Timestamp(f.At.Before)
}

// noState is the state of what never changes.
func noState(*Finding) string { return "" }

// lastingState is that of a status. One that was so from the first recording on does not depend on
// when that was: pruning makes At.After unknown too.
func lastingState(f *Finding) string {
	if f.always {
		return ""
	}
	return api.Timestamp(f.At.Before)
}

// forecastState is that of the accounts that are likely to turn.
func forecastState(f *Finding) string {
	var ids []string
	for _, a := range f.Accounts {
		ids = append(ids, a.ID)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// ruleState is that of a rule and the accounts that match it.
func ruleState(f *Finding) string {
	of := []string{f.Rule.When, f.Rule.Unknown}
	for _, a := range f.Accounts {
		of = append(of, a.Type+"/"+a.ID)
	}
	slices.Sort(of)
	h := fnv.New64a()
	fmt.Fprintf(h, "%q", of)
	return strconv.FormatUint(h.Sum64(), 36)
}

// incidentState is when an incident happened, and for how many accounts it still holds.
func incidentState(f *Finding) string {
	return api.Timestamp(f.At.Before) + " " + strconv.Itoa(len(f.Accounts))
}

// beginningState is when an incident of old statistics happened. How many accounts still have them does not count:
// an account that flaps must not announce the others again.
func beginningState(f *Finding) string { return api.Timestamp(f.At.Before) }

// frozenState is the number at which followers stopped.
func frozenState(f *Finding) string { return f.Is.String() }

// changesState is that of the changes of a model or a publish option.
func changesState(f *Finding) string {
	h := fnv.New64a()
	for _, c := range f.Changes {
		key := c.After.Path
		value := strings.Join(c.After.Values, " ")
		if r := c.Row(); r != nil {
			key = r.Key
			value = r.PriceOrRate().String()
		}
		fmt.Fprintln(h, c.Kind, key, value)
	}
	for _, c := range f.Options {
		fmt.Fprintln(h, c.Kind, c.Member, c.Value)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}
