package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"channeldeck/ui/plain"
)

// build identifies the program.
type build struct {
	Version  string `json:"version"` // of the module, "devel" for a build without one
	Commit   string `json:"commit"`  // "unknown" for a build without version control
	Date     string `json:"date"`    // of the commit, RFC 3339; "" if unknown
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// versionCommand prints the version, the commit and its date. It sends nothing.
func (a *app) versionCommand() *cobra.Command {
	return a.command("cli.version", "version", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		b := thisBuild()
		if a.format == "" {
			_, err := fmt.Fprintln(a.Out, "channeldeck", b.Version, "commit", b.Commit, cmp.Or(b.Date, "-"), b.Go, b.Platform)
			return err
		}
		_ = a.loadConfig(cmd) // mistakes in it do not change the version
		sheet := &plain.Sheet[build]{Rows: []build{b}, Single: true, Columns: memberColumns[build]("version", "commit", "date", "go", "platform")}
		return output(cmd.Context(), a, "version", a.outputFormat(), sheet)
	})
}

func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

// buildOf reads what the go command stamped into the program.
func buildOf(info *debug.BuildInfo) build {
	b := build{Version: "devel", Commit: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	modified := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				modified = "-modified"
			}
		}
	}
	b.Commit += modified
	return b
}

func version() string { return thisBuild().Version }
