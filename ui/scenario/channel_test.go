package scenario

import (
	"fmt"
	"strings"
	"time"
)

// channel is an account as the service lists it.
type channel struct {
	id, platform, group, user, name string
	status, followers, works        int
	relayed, relayDown              bool
	stats, created                  time.Time // zero: never fetched, and not stated
	undated                         bool      // in the past: when the statistics were fetched is not known
}

// account is how findings and this package name the account.
func (c *channel) account() string { return c.platform + "/" + c.id }

// reference is the nickname of an account while its relay is unavailable.
func reference(id string) string { return "ref-" + id }

// is returns the state of the account in a recording: its status, -1 if its relay does not return it,
// and its followers if they are known.
func (c *channel) is() string {
	status := c.status
	if c.relayDown {
		status = -1
	}
	if !c.counted() {
		return fmt.Sprint(status)
	}
	return fmt.Sprint(status, " ", c.followers)
}

// counted reports whether the followers are known.
func (c *channel) counted() bool { return c.followers != 0 || !c.stats.IsZero() }

// health returns the word for the state of the account now.
func (c *channel) health() string { return healthOf(c.is()) }

// healthOf returns the word for a state of an account, "" where it was not listed.
func healthOf(is string) string {
	status, _, _ := strings.Cut(is, " ")
	switch status {
	case "":
		return ""
	case "-1":
		return "outage"
	case "0":
		return "abnormal"
	case "1":
		return "normal"
	}
	return "unknown"
}

// isStale reports whether the statistics are older than a week at a time.
func (c *channel) isStale(now time.Time) bool {
	return c.isDated() && now.Sub(c.stats) > 7*aDay
}

// isDated reports whether it is known when the statistics were fetched.
func (c *channel) isDated() bool { return !c.stats.IsZero() && !c.undated }

// row is the account as the service sends it.
func (c *channel) row() string {
	name := c.name
	status := c.status
	more := ""
	if c.relayed {
		more = fmt.Sprintf(`,"relayAccountRef":%q`, reference(c.id))
	}
	if c.relayDown {
		name = reference(c.id)
		status = 0
	}
	if !c.stats.IsZero() {
		more += fmt.Sprintf(`,"lastStatsTime":%q`, c.stats.UTC().Format(time.RFC3339))
	}
	if !c.created.IsZero() {
		more += fmt.Sprintf(`,"createdAt":%q`, c.created.UTC().Format(time.RFC3339))
	}
	const format = `{"id":%q,"type":%q,"groupId":%q,"userId":%q,"uid":"1","nickname":%q,"status":%d,` +
		`"fansCount":%d,"workCount":%d%s}`
	return fmt.Sprintf(format, c.id, c.platform, c.group, c.user, name, status, c.followers, c.works, more)
}

// rowsOf is a list of accounts as the service sends it.
func rowsOf(list []*channel) string {
	var rows []string
	for _, c := range list {
		rows = append(rows, c.row())
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// answerAccounts is the answer to a call for the accounts.
func answerAccounts(list []*channel) string {
	return fmt.Sprintf(`{"total":%d,"list":%s}`, len(list), rowsOf(list))
}
