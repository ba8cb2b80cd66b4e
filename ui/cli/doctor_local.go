package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/muesli/termenv"
	"golang.org/x/term"

	"channeldeck/ui"
	"channeldeck/ui/cli/doctor"
	"channeldeck/ui/config"
)

// checkConfig checks the file and lists the settings that are not the default.
func (x *diagnosis) checkConfig(ctx context.Context, err error) {
	cfg := x.service.config
	if err != nil {
		x.fail("config", err)
	}
	if info, err := os.Stat(cfg.Path); !cfg.Found {
		x.add("config.file", passed, "no_file", "Path", cfg.Path)
	} else if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
		x.add("config.file", warning, "file_open", "Path", cfg.Path, "Mode", info.Mode().Perm())
	} else if err == nil {
		x.add("config.file", passed, "file", "Path", cfg.Path, "Mode", info.Mode().Perm())
	}
	for _, s := range cfg.Settings() {
		if s.From.Layer != config.Default {
			x.add("config."+s.Key, passed, "setting", "Value", s.Text, "From", s.From)
		}
	}
	if err := checkColumns(cfg); err != nil {
		x.fail("config.accounts.columns", err)
	}
	if err := rebind(x.paneContext(ctx, x.service, ui.NewTerminal(io.Discard, nil)), cfg); err != nil {
		x.fail("config.keys", err)
	}
}

// The smallest window that the dashboard supports.
const minWidth, minHeight = 40, 12

// checkTerminal checks the terminal of the dashboard. It fails if it is
// interrupted.
func (x *diagnosis) checkTerminal() error {
	_, isInput := terminal(x.In)
	if _, ok := terminal(x.Out); !ok {
		x.add("terminal", skipped, "no_terminal")
		return nil
	}
	out, name := x.Out.(*os.File), x.Config.Getenv("TERM")
	if name == "" || name == "dumb" {
		x.add("terminal", warning, "dumb", "Term", name)
	} else {
		x.add("terminal", passed, "term", "Term", name)
	}
	width, height, err := term.GetSize(int(out.Fd()))
	switch {
	case err != nil || width == 0:
		x.add("terminal.size", warning, "size_unknown")
	case width < minWidth || height < minHeight:
		x.add("terminal.size", failed, "size_small", "Width", width, "Height", height, "MinWidth", minWidth, "MinHeight", minHeight)
	default:
		x.add("terminal.size", passed, "size", "Width", width, "Height", height)
	}
	look := x.theme(x.service.config)
	id := map[termenv.Profile]string{termenv.TrueColor: "colours_true", termenv.ANSI256: "colours_256", termenv.ANSI: "colours_16", termenv.Ascii: "colours_none"}[look.Renderer.ColorProfile()]
	if x.Config.Getenv("NO_COLOR") != "" {
		id = "colours_off"
	}
	x.add("terminal.colours", passed, id, "Palette", look.Palette.Name)
	clipboard := "plain" // see ui.Terminal
	switch {
	case x.Config.Getenv("TMUX") != "":
		clipboard = "tmux"
	case strings.HasPrefix(name, "screen"):
		clipboard = "screen"
	}
	x.add("terminal.clipboard", passed, "clipboard_"+clipboard)
	if !isInput {
		x.add("terminal.width", skipped, "no_input")
		return nil
	}
	return x.checkWidths(x.In.(*os.File), out)
}

// checkWidths compares how many cells the terminal uses for characters with how
// many the program assumes: if they differ, columns do not line up.
func (x *diagnosis) checkWidths(in, out *os.File) error {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		x.add("terminal.width", skipped, "no_input")
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
		x.add("terminal.width", warning, "width_unknown")
		return nil
	}
	for i := range texts {
		if measured[i] != want[i] {
			x.add("terminal.width", warning, "width_differs", "Text", texts[i], "Want", strconv.Itoa(want[i]), "Got", strconv.Itoa(measured[i]))
			return nil
		}
	}
	x.add("terminal.width", passed, "width")
	return nil
}
