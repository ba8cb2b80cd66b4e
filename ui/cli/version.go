package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

type build struct {
	Version  string `json:"version"` // of the module, "devel" for a build without one
	Commit   string `json:"commit"`  // "unknown" for a build without version control
	Date     string `json:"date"`    // of the commit, RFC 3339; "" if unknown
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersion(a *app) *cobra.Command {
	return command(
		a.words,
		"cli.version",
		"version",
		func(cmd *cobra.Command, _ []string) error {
			return printVersion(cmd, a)
		},
	)
}

func printVersion(cmd *cobra.Command, a *app) error {
	b := thisBuild()
	line := strings.Join(
		[]string{
			"channeldeck",
			b.Version,
			"commit",
			b.Commit,
			cmp.Or(b.Date, "-"),
			b.Go,
			b.Platform,
		},
		" ",
	)
	if _, ok := terminalWidth(a.Out); ok { // for people, not for scripts
		line += "\n" + a.words.T("cli.version.newest")
	}
	return printLine(
		cmd,
		a,
		line,
		members[*build]("version", "version", "commit", "date", "go", "platform"),
		&b,
	)
}

func thisBuild() build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(cmp.Or(info, &debug.BuildInfo{}))
}

// buildOf reads what the go command stamped into the program.
func buildOf(info *debug.BuildInfo) build {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	b := build{
		Version:  strings.Trim(cmp.Or(info.Main.Version, "devel"), "()"),
		Commit:   cmp.Or(settings["vcs.revision"], "unknown"),
		Date:     settings["vcs.time"],
		Go:       runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if settings["vcs.modified"] == "true" {
		b.Commit += "-modified"
	}
	return b
}

func version() string { return thisBuild().Version }
