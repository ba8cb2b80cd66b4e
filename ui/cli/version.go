package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionCommand prints what this is. It asks the service for nothing.
func (a *app) versionCommand() *cobra.Command {
	return a.command("cli.version", "version", a.none, func(*cobra.Command, []string) error {
		_, err := fmt.Fprintf(a.Out, "channeldeck %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return err
	})
}

// version is that of the module, or the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return s.Value[:12]
		}
	}
	return "devel"
}
