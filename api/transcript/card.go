package transcript

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// Card is a report of a service or an SDK about a run, beside the messages: its result, an error,
// the progress of a tool, a lost login, a limit.
type Card struct {
	Kind      string // "result", "error", "tool_progress", "auth_status" or "rate_limit"
	Title     string
	Cost      string // US dollars, "" if unknown
	Turns     int    // 0 if unknown
	Duration  time.Duration
	Published string // as sent
	Channels  []Channel
	Files     []File
	Why       string // the error
	Failed    bool
}

// Channel is a channel that a run created or changed.
type Channel struct {
	Created bool
	Name    string // in one line
	Error   string
}

// isCard reports whether parts of a type are cards.
func isCard(kind string) bool {
	return slices.Contains(
		[]string{
			"result",
			"error",
			"tool_progress",
			"auth_status",
			"rate_limit",
			"rate_limit_event",
		},
		kind,
	)
}

// readCard reads the members of a card. The value of the part shows all of them.
func readCard(kind string, o jsonobject.Object) *Card {
	c := &Card{
		Kind:      strings.TrimSuffix(kind, "_event"),
		Title:     textOf(o, "title", "tool_name"),
		Cost:      string(o.Find(jsonobject.IsNumber, "total_cost_usd")),
		Published: textOf(o, "publishTime"),
	}
	info := jsonobject.Of(o.Find(jsonobject.IsObject, "rate_limit_info"))
	if info != nil {
		o = info
	}
	c.Turns, _ = strconv.Atoi(string(o.Find(jsonobject.IsNumber, "num_turns")))
	for name, unit := range map[string]time.Duration{
		"duration_ms":          time.Millisecond,
		"elapsed_time_seconds": time.Second,
	} {
		if n, err := strconv.ParseFloat(
			string(o.Find(jsonobject.IsNumber, name)),
			64,
		); err == nil && n > 0 && n < 1e12 {
			c.Duration = time.Duration(n * float64(unit))
		}
	}
	c.Why = cmp.Or(textOf(o, "errorMessage"), errorText(o.Find(jsonobject.Any, "error")))
	for _, e := range jsonobject.Elements(o.Find(jsonobject.IsArray, "errors")) {
		c.Why = join("; ", c.Why, errorText(e))
	}
	for _, item := range jsonobject.Elements(o.Find(jsonobject.IsArray, "medias")) {
		media := jsonobject.Of(item)
		if item.Kind() == '"' {
			media = jsonobject.Object{{Name: []byte("url"), Value: item}}
		}
		c.Files = append(c.Files, *readFile(&media))
	}
	for _, name := range []string{"createChannel", "updateChannel"} {
		c.addChannels(name == "createChannel", o.Find(jsonobject.Any, name))
	}
	subtype := textOf(o, "subtype", "status")
	code := Brief(o.Find(jsonobject.Any, "code"))
	if kind == "error" {
		c.Why = cmp.Or(textOf(o, "message"), c.Why)
		c.Title = cmp.Or(c.Title, code)
	} else if c.Kind != "result" || strings.HasPrefix(subtype, "error") {
		c.Title = join(" ", c.Title, join(" ", subtype, textOf(o, "rateLimitType")))
	}
	c.Failed = kind == "error" || c.Why != "" || strings.HasPrefix(subtype, "error") ||
		subtype == "rejected" ||
		o.Find("t", "is_error") != nil
	if c.Failed {
		c.Why = cmp.Or(c.Why, code, subtype)
	}
	return c
}

// addChannels adds the channels of a member: an object, a text, or an array of them.
func (c *Card) addChannels(created bool, v jsontext.Value) {
	if v.Kind() == '[' {
		for _, item := range jsonobject.Elements(v) {
			c.addChannels(created, item)
		}
		return
	}
	o := jsonobject.Of(v)
	channel := Channel{
		Created: created,
		Name: join(
			" ",
			cmp.Or(textOf(o, "nickname", "name", "title"), string(jsonobject.Text(v))),
			textOf(o, "id", "accountId", "uid"),
		),
	}
	_, failed := failureOf(v)
	if failed || textOf(o, "errorMessage") != "" {
		channel.Error = cmp.Or(
			errorText(o.Find(jsonobject.Any, "error")),
			textOf(o, "errorMessage", "message"),
			Brief(v),
		)
		c.Why = cmp.Or(c.Why, channel.Error)
	}
	if channel.Name != "" || channel.Error != "" {
		c.Channels = append(c.Channels, channel)
	}
}
