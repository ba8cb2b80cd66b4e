package cli

import (
	"strconv"
	"strings"

	"channeldeck/ui/config"
)

// explainConfig tells a mistake in the configuration in the person's language,
// with its place in front and what mends it below.
func (a *app) explainConfig(e *config.Error) report {
	w := a.words
	name := configKinds()[e.Kind]
	from := e.From.String()
	if e.From.Layer == config.Default {
		from = ""
	}
	reason := e.Reason
	if e.Kind == config.BadURL {
		reason = w.T("error.reason." + reason)
	}
	message := w.T("cli.config.error."+name,
		"Key", e.Key, "Action", strings.TrimPrefix(e.Key, "keys."), "Value", e.Value, "Path", e.Path, "Site", e.Site, "Reason", reason,
		"Choices", strings.Join(e.Choices, ", "), "Want", a.wanted(e), "Cause", e.Cause())
	switch {
	case e.Line > 0:
		message = e.Path + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + message
	case e.From.Layer == config.Env || e.From.Layer == config.Flag:
		message = from + ": " + message
	}
	r := report{Message: message}
	switch hint := "cli.config.hint." + name; {
	case e.Command != "":
		r.Hint = e.Command
	case w.Has(hint):
		r.Hint = w.T(hint)
	}
	if e.Kind == config.CannotEdit {
		r.Hint = e.Reason
	}
	return r
}

func (a *app) wanted(e *config.Error) string {
	names := map[config.Want]string{
		config.WantText: "text", config.WantBool: "bool", config.WantNumber: "number", config.WantList: "list", config.WantTable: "table",
		config.WantChoice: "choice", config.WantDuration: "duration", config.WantSize: "size", config.WantName: "name",
	}
	if e.Want == 0 {
		return ""
	}
	return a.words.T("cli.config.want."+names[e.Want], "Choices", strings.Join(e.Choices, ", "))
}

// configKinds names the kinds for the catalog.
func configKinds() map[config.Kind]string {
	return map[config.Kind]string{
		config.FileUnreadable: "file_unreadable", config.Syntax: "syntax", config.UnknownKey: "unknown_key", config.KeyInFile: "key_in_file",
		config.WrongType: "wrong_type", config.BadValue: "bad_value", config.BadURL: "bad_url", config.BadSiteName: "bad_site_name",
		config.SeveralKeys: "several_keys", config.NotConfigured: "not_configured", config.NoSuchSite: "no_such_site",
		config.SiteNotChosen: "site_not_chosen", config.NoBaseURL: "no_base_url", config.NoKey: "no_key", config.KeyElsewhere: "key_elsewhere",
		config.KeyEnvEmpty: "key_env_empty", config.KeyFileUnreadable: "key_file_unreadable", config.KeyFileOpen: "key_file_open",
		config.KeyMalformed: "key_malformed", config.KeyCommandFailed: "key_command_failed", config.KeyCommandSlow: "key_command_slow",
		config.KeyringFailed: "keyring_failed", config.KeyringEmpty: "keyring_empty", config.FileExists: "file_exists",
		config.UnknownAction: "unknown_action", config.UnknownKeystroke: "unknown_keystroke", config.KeysCollide: "keys_collide",
		config.CannotEdit: "cannot_edit", config.CannotWrite: "cannot_write",
	}
}
