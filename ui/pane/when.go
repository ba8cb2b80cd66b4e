package pane

import (
	"time"

	"channeldeck/api"
)

// Times of the service, as all panes write them.

// Moment is a time of the service to the minute, in the person's zone; what is
// no time as it was sent.
func (c *Context) Moment(sent string) string {
	t, ok := api.ParseTime(sent)
	if !ok {
		return sent
	}
	return c.moment(t)
}

// When is Moment and how long ago that was; "" for what is no time.
func (c *Context) When(sent string) string {
	t, ok := api.ParseTime(sent)
	if !ok {
		return ""
	}
	return c.moment(t) + " " + c.Theme.Glyphs.Between + " " + c.Words.Ago(t, c.Now())
}

func (c *Context) moment(t time.Time) string { return c.Words.Time(t.In(c.Now().Location())) }
