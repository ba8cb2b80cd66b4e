package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionCommand prints the version and the commit. It sends nothing.
func (a *app) versionCommand() *cobra.Command {
	return a.command("cli.version", "version", a.noArguments, func(*cobra.Command, []string) error {
		_, err := fmt.Fprintln(a.Out, "channeldeck", version(), "commit", commit(debug.ReadBuildInfo()), runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
		return err
	})
}

// version is the version of the module, "devel" for a build without one.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// commit is the revision that the program was built from, "unknown" for a build
// without version control.
func commit(info *debug.BuildInfo, ok bool) string {
	revision, suffix := "unknown", ""
	for i := 0; ok && i < len(info.Settings); i++ {
		switch s := info.Settings[i]; {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			suffix = "-modified"
		}
	}
	return revision + suffix
}
