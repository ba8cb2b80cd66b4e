package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/muesli/termenv"
	"golang.org/x/term"

	"channeldeck/theme"
	"channeldeck/ui"
	"channeldeck/ui/cli/doctor"
	"channeldeck/ui/config"
)

// configuration looks at the file and at what is in force other than by default.
func (x *examination) configuration(ctx context.Context, wrong error) {
	cfg := x.service.config
	if wrong != nil {
		x.fail("config", wrong)
	}
	if !cfg.Found {
		x.find("config.file", well, "no_file", "Path", cfg.Path)
	} else if info, err := os.Stat(cfg.Path); err == nil {
		x.permissions(cfg.Path, info)
	}
	for _, s := range cfg.Settings() {
		if s.From.Layer != config.Default {
			x.find("config."+s.Key, well, "setting", "Value", s.Text, "From", s.From.String())
		}
	}
	if err := checkColumns(cfg); err != nil {
		x.fail("config.accounts.columns", err)
	}
	if err := rebind(x.paneContext(ctx, x.service, ui.NewTerminal(io.Discard, nil)), cfg); err != nil {
		x.fail("config.keys", err)
	}
}

// permissions warns of a file that others can write: it names the program that
// gives the key.
func (x *examination) permissions(path string, info fs.FileInfo) {
	mode := info.Mode().Perm()
	if runtime.GOOS != "windows" && mode&0o022 != 0 {
		x.find("config.file", warning, "file_open", "Path", path, "Mode", mode.String())
		return
	}
	x.find("config.file", well, "file", "Path", path, "Mode", mode.String())
}

// site looks at where to ask and with which key. The key is fetched once.
func (x *examination) site() (*config.Site, error) {
	site, err := x.service.config.Site()
	if err != nil {
		return nil, err
	}
	x.find("site", well, "site", "Name", site.Name, "URL", site.BaseURL.V, "From", site.BaseURL.From.String())
	return site, nil
}

// The smallest window that the dashboard draws in.
const leastWidth, leastHeight = 40, 12

// terminal looks at the terminal that the dashboard would be drawn on.
// The error is that of an interruption.
func (x *examination) terminal() error {
	_, in := terminal(x.In)
	out, isFile := x.Out.(*os.File)
	_, onTerminal := terminal(x.Out)
	if !onTerminal || !isFile {
		x.find("terminal", skipped, "no_terminal")
		return nil
	}
	name := x.env("TERM")
	if name == "" || name == "dumb" {
		x.find("terminal", warning, "dumb", "Term", name)
	} else {
		x.find("terminal", well, "term", "Term", name)
	}
	width, height, err := term.GetSize(int(out.Fd()))
	switch {
	case err != nil || width == 0:
		x.find("terminal.size", warning, "size_unknown")
	case width < leastWidth || height < leastHeight:
		x.find("terminal.size", failed, "size_small", "Width", width, "Height", height, "LeastWidth", leastWidth, "LeastHeight", leastHeight)
	default:
		x.find("terminal.size", well, "size", "Width", width, "Height", height)
	}
	x.colours()
	x.find("terminal.clipboard", well, "clipboard_"+x.clipboard())
	if !in {
		x.find("terminal.width", skipped, "no_input")
		return nil
	}
	return x.widths(out)
}

func (x *examination) env(name string) string {
	for _, e := range x.Environ {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}

func (x *examination) colours() {
	cfg := x.service.config
	look := theme.For(x.Out, x.Environ, theme.Choice{Name: cfg.Theme.V, ASCII: cfg.ASCII.V})
	id := map[termenv.Profile]string{termenv.TrueColor: "colours_true", termenv.ANSI256: "colours_256", termenv.ANSI: "colours_16", termenv.Ascii: "colours_none"}[look.Renderer.ColorProfile()]
	if x.has("NO_COLOR") {
		id = "colours_off"
	}
	x.find("terminal.colours", well, id, "Palette", look.Palette.Name)
}

// clipboard is the way by which texts are copied; see ui.Terminal.
func (x *examination) clipboard() string {
	switch {
	case x.env("TMUX") != "":
		return "tmux"
	case strings.HasPrefix(x.env("TERM"), "screen"):
		return "screen"
	}
	return "plain"
}

// widths compares how wide the terminal draws letters with how wide they are
// taken to be: where the two differ, columns do not line up.
func (x *examination) widths(out *os.File) error {
	in := x.In.(*os.File) // a terminal is one
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		x.find("terminal.width", skipped, "no_input")
		return nil
	}
	texts, want := []string{"中文", "한글", "🎬", "é"}, []int{4, 4, 2, 1}
	const patience = 500 * time.Millisecond
	measured, err := doctor.MeasureWidths(in, out, patience, texts...)
	if restored := term.Restore(int(in.Fd()), before); err == nil {
		err = restored
	}
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		x.find("terminal.width", warning, "width_unknown")
		return nil
	}
	for i := range texts {
		if measured[i] != want[i] {
			x.find("terminal.width", warning, "width_differs", "Text", texts[i], "Want", strconv.Itoa(want[i]), "Got", strconv.Itoa(measured[i]))
			return nil
		}
	}
	x.find("terminal.width", well, "width")
	return nil
}
