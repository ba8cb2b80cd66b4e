package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/ui/resource/local"
)

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
		local.Builds(),
		&b,
	)
}

func thisBuild() local.Build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(cmp.Or(info, &debug.BuildInfo{}))
}

// buildOf reads what the go command stamped into the program.
func buildOf(info *debug.BuildInfo) local.Build {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	b := local.Build{
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
