//go:build unix

package e2e

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// control is a client of tmux that runs commands one after the other, in control mode (see tmux(1)). Most of what the
// tests do is to look at a screen again, and a process for each look takes more processor time than the program.
type control struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startControl starts a client with the commands of its command line.
func startControl(cmd *exec.Cmd) (*control, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &control{cmd: cmd, in: in, out: bufio.NewReader(out)}
	return c, c.begin()
}

// begin waits until the client has a session. A command that tmux reads before that has no target.
func (c *control) begin() error {
	told := ""
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			return fmt.Errorf("tmux has not begun: %w: %s", err, told)
		}
		if strings.HasPrefix(line, "%session-changed ") {
			return nil
		}
		told += line
	}
}

// run runs a command and returns what it prints, as lines.
func (c *control) run(args ...string) (string, error) {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = quoted(arg)
	}
	if _, err := io.WriteString(c.in, strings.Join(words, " ")+"\n"); err != nil {
		return "", err
	}
	printed, failed, err := c.read()
	if failed {
		err = errors.New(printed)
	}
	return printed, err
}

// read reads what the next command prints, and skips what tmux tells in between.
func (c *control) read() (printed string, failed bool, err error) {
	var lines []string
	number := "" // of the command, with its time and flags
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			return "", false, fmt.Errorf("the client of tmux has ended: %w", err)
		}
		line = strings.TrimSuffix(line, "\n")
		if number == "" {
			if begun, ok := strings.CutPrefix(line, "%begin "); ok {
				number = begun
			}
			continue
		}
		failed := line == "%error "+number
		if failed || line == "%end "+number {
			return strings.Join(lines, "\n"), failed, nil
		}
		lines = append(lines, line)
	}
}

// end ends the server, and waits for the client.
func (c *control) end() {
	_, _ = c.run("kill-server") // it may have ended by itself
	_ = c.in.Close()
	_ = c.cmd.Wait()
}

// quoted is an argument as the parser of tmux reads it: in quotes, with the numbers of ASCII characters that mean
// something there.
func quoted(arg string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(arg) {
		isDigit := '0' <= c && c <= '9'
		isLetter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if isDigit || isLetter || c >= 0x80 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
