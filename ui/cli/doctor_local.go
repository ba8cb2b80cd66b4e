package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
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
	} else if err == nil {
		s, id := passed, "file"
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
			s, id = warning, "file_open"
		}
		x.add("config.file", s, id, "Path", cfg.Path, "Mode", info.Mode().Perm())
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
	s, id := passed, "size"
	if err != nil || width == 0 {
		s, id = warning, "size_unknown"
	} else if width < minWidth || height < minHeight {
		s, id = failed, "size_small"
	}
	x.add("terminal.size", s, id, "Width", width, "Height", height, "MinWidth", minWidth, "MinHeight", minHeight)
	look := x.theme(x.service.config)
	id = map[termenv.Profile]string{termenv.TrueColor: "colours_true", termenv.ANSI256: "colours_256", termenv.ANSI: "colours_16", termenv.Ascii: "colours_none"}[look.Renderer.ColorProfile()]
	if x.Config.Getenv("NO_COLOR") != "" {
		id = "colours_off"
	}
	x.add("terminal.colours", passed, id, "Palette", look.Palette.Name)
	id = "clipboard_plain" // see ui.Terminal
	if x.Config.Getenv("TMUX") != "" {
		id = "clipboard_tmux"
	} else if strings.HasPrefix(name, "screen") {
		id = "clipboard_screen"
	}
	x.add("terminal.clipboard", passed, id)
	return x.checkWidths(out)
}

// checkWidths compares how many cells the terminal uses for characters with how
// many the program assumes: if they differ, columns do not line up.
func (x *diagnosis) checkWidths(out *os.File) error {
	in, ok := x.In.(*os.File)
	if !ok {
		x.add("terminal.width", skipped, "no_input")
		return nil
	}
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil { // not a terminal
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
	case slices.Equal(measured, want):
		x.add("terminal.width", passed, "width")
	default:
		i := 0
		for measured[i] == want[i] {
			i++
		}
		x.add("terminal.width", warning, "width_differs", "Text", texts[i], "Want", want[i], "Got", measured[i])
	}
	return nil
}
