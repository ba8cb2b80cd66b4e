package terminal

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// maxClipboard is the number of base64 bytes that common terminals accept in one
// OSC 52 sequence; they silently drop longer ones.
const maxClipboard = 74994

// maxScreenString is the length of a string that GNU Screen passes through. Versions
// before 2014 drop strings of 256 bytes and more.
const maxScreenString = 240

// TooLargeError reports a text that is too large for the clipboard of a terminal:
// its size and the maximum, in bytes.
type TooLargeError struct{ Size, Most int }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf(
		"%d bytes are too large for the clipboard of a terminal, which takes %d",
		e.Size,
		e.Most,
	)
}

// Copied says where a copied text is.
type Copied string

// The places. What a terminal does with a text, nobody can ask it.
const (
	Sent        Copied = "sent"         // sent to the terminal, which may have to allow it
	InTmux      Copied = "tmux"         // in the paste buffer of tmux, which sends it to the terminal around it
	TmuxUnknown Copied = "tmux_unknown" // sent to tmux, which cannot be asked whether it drops it
)

// BlockedError reports that tmux drops copied texts, with the values of the two options of
// which one would let them through.
type BlockedError struct{ SetClipboard, AllowPassthrough string }

func (e *BlockedError) Error() string {
	return fmt.Sprintf(
		"tmux drops it: set-clipboard is %s and allow-passthrough is %s",
		e.SetClipboard,
		e.AllowPassthrough,
	)
}

// Copy puts text on the clipboard of the terminal's machine, also through SSH: by tmux, or by
// OSC 52. The error is a *TooLargeError, a *BlockedError, or that of tmux or the output.
func (t *Terminal) Copy(text string) (Copied, error) {
	n := base64.StdEncoding.EncodedLen(len(text))
	if n > maxClipboard {
		return "", &TooLargeError{Size: len(text), Most: maxClipboard / 4 * 3}
	}
	where, through, err := t.clipboard()
	if err != nil {
		return "", err
	}
	if through == loadBuffer {
		_, err := t.runTmux(text, "load-buffer", "-w", "-")
		return where, err
	}
	sequence := ansi.SetSystemClipboard(text)
	all := ""
	if through != wrapped {
		all = sequence
	}
	if through != plainly {
		all += t.through(sequence)
	}
	return where, t.send(all)
}

// Clipboard returns where a text that is copied now will be. The error is a *BlockedError.
func (t *Terminal) Clipboard() (Copied, error) {
	where, _, err := t.clipboard()
	return where, err
}

// way is how a text gets to the clipboard.
type way int

const (
	plainly    way = iota
	wrapped        // in a sequence for the terminal around tmux or GNU Screen
	both           // plainly and wrapped
	loadBuffer     // by tmux itself
)

// clipboard asks tmux, where the terminal is one of its panes.
func (t *Terminal) clipboard() (Copied, way, error) {
	if !t.tmux {
		return Sent, wrapped, nil
	}
	out, err := t.runTmux(
		"",
		"display-message",
		"-p",
		"#{version}|#{set-clipboard}|#{allow-passthrough}",
	)
	values := strings.Split(strings.TrimSpace(out), "|")
	if err != nil || len(values) != 3 {
		return TmuxUnknown, both, nil
	}
	blocked := BlockedError{SetClipboard: values[1], AllowPassthrough: values[2]}
	if takesBuffers(values[0]) {
		return InTmux, loadBuffer, nil
	}
	if blocked.SetClipboard == "on" {
		return InTmux, plainly, nil
	}
	if blocked.AllowPassthrough != "0" && blocked.AllowPassthrough != "off" { // old versions have no such option
		return Sent, wrapped, nil
	}
	blocked.AllowPassthrough = "off"
	return "", 0, &blocked
}

// takesBuffers reports whether a version of tmux sends loaded buffers to the terminal around
// it: 3.2 and later, also as "next-3.6"; one without a number is newer.
func takesBuffers(version string) bool {
	number := strings.TrimRight(
		strings.TrimLeft(version, "abcdefghijklmnopqrstuvwxyz-"),
		"abcdefghijklmnopqrstuvwxyz-",
	)
	n, err := strconv.ParseFloat(number, 64)
	return err != nil || n >= 3.2
}

// tmuxTime is how long tmux may take for a command.
const tmuxTime = 2 * time.Second

// runTmux runs a command of the tmux around the terminal.
func (t *Terminal) runTmux(input string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), tmuxTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "tmux", args...)
	cmd.Env = t.env
	cmd.Stdin = strings.NewReader(input)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil && errs.Len() > 0 {
		err = fmt.Errorf("tmux: %s", strings.TrimSpace(errs.String()))
	}
	return string(out), err
}
