package cli

import (
	"context"
	"os/exec"
	"strings"
	"time"

	"github.com/cli/browser"

	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
)

// browserTime is how long a browser has to fail. One that runs on is left alone.
const browserTime = 2 * time.Second

// A pipe to this program would break when it ends, and what a browser says is not for the screen.
func init() {
	browser.Stdout = nil
	browser.Stderr = nil
}

// browse returns a function that opens a web address in the browser of this machine, or nil
// if it has none that could be seen: the terminal is on another machine, or there is no
// desktop. A browser in the terminal would draw over the dashboard.
func browse(source config.Source, remote bool, hidden []string) func(address string) error {
	own := source.Getenv("BROWSER")
	desktop := source.GOOS == "windows" || source.GOOS == "darwin"
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"} {
		desktop = desktop || source.Getenv(name) != ""
	}
	if remote || own == "" && !desktop {
		return nil
	}
	return func(address string) error {
		done := make(chan error, 1)
		go func() {
			if own != "" {
				done <- runBrowser(own, address, hidden)
				return
			}
			done <- browser.OpenURL(address)
		}()
		select {
		case err := <-done:
			return err
		case <-time.After(browserTime):
			return nil
		}
	}
}

// runBrowser runs the first program of BROWSER that exists: a list with colons, where %s
// stands for the address.
func runBrowser(list, address string, hidden []string) error {
	err := error(exec.ErrNotFound)
	for entry := range strings.SplitSeq(list, ":") {
		argv := strings.Fields(entry)
		if len(argv) == 0 {
			continue
		}
		if !strings.Contains(entry, "%s") {
			argv = append(argv, "%s")
		}
		for i := range argv {
			argv[i] = strings.ReplaceAll(argv[i], "%s", address)
		}
		if _, err = exec.LookPath(argv[0]); err == nil {
			_, err = program.Run(
				context.Background(),
				program.Program{Argv: argv, Hidden: hidden, Detached: true},
				func() {},
			)
			return err
		}
	}
	return err
}
