package pane

import (
	"time"

	"channeldeck/api"
)

// Moment formats a time from the service to the minute, in the user's time zone. A
// value that is not a time is returned as it is.
func (c *Context) Moment(sent string) string {
	t, ok := api.ParseTime(sent)
	if !ok {
		return sent
	}
	return c.Time(t)
}

// When is Moment followed by the time that has passed since; "" for a value that is
// not a time.
func (c *Context) When(sent string) string {
	t, ok := api.ParseTime(sent)
	if !ok {
		return ""
	}
	return c.Time(t) + " " + c.Theme.Glyphs.Between + " " + c.Words.Ago(t, c.Now())
}

// Time formats a time to the minute, in the user's time zone.
func (c *Context) Time(t time.Time) string { return c.Words.Time(t.In(c.Now().Location())) }
