package cli

import (
	"strconv"
	"strings"

	"channeldeck/ui/config"
)

// explainConfig puts a mistake in the configuration into the user's language,
// with its place in front and the remedy below.
func (a *app) explainConfig(e *config.Error) report {
	w := a.words
	reason := e.Reason
	if e.Kind == config.BadURL {
		reason = w.T("error.reason." + reason)
	}
	message := w.T("cli.config.error."+string(e.Kind),
		"Key", e.Key, "Action", strings.TrimPrefix(e.Key, "keys."), "Value", e.Value, "Path", e.Path, "Site", e.Site, "Reason", reason,
		"Choices", strings.Join(e.Choices, ", "), "Want", a.wanted(e), "Cause", e.Cause())
	switch {
	case e.From.Line > 0:
		message = e.From.Name + ":" + strconv.Itoa(e.From.Line) + ":" + strconv.Itoa(e.From.Column) + ": " + message
	case e.From.Layer != config.Default:
		message = e.From.String() + ": " + message
	}
	r := report{Message: message, Hint: e.Command}
	if id := "cli.config.hint." + string(e.Kind); e.Command == "" && w.Has(id) {
		r.Hint = w.T(id, "Site", e.Site, "Key", e.Key)
	}
	return r
}

func (a *app) wanted(e *config.Error) string {
	if e.Want == "" {
		return ""
	}
	return a.words.T("cli.config.want."+string(e.Want), "Choices", strings.Join(e.Choices, ", "))
}
