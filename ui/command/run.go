package command

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"time"

	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
)

// Result is the end of a program. A program that was not started because an earlier one
// could not start has none.
type Result struct {
	Output []byte // with its errors; none of one that had the terminal
	Err    error
}

// The limits of a program whose output is read.
const (
	maxNotice  = 64 << 10
	maxPager   = 1 << 20
	noticeTime = 10 * time.Second
	pagerTime  = time.Minute
)

// Limits returns how much a program of the command may print, in bytes, and how long it may
// run.
func Limits(c *config.Command) (size int, limit time.Duration) {
	if c.Output.V == config.OutputPager {
		return maxPager, pagerTime
	}
	return maxNotice, noticeTime
}

// Run runs programs of a command, which have no terminal, one after the other. The error of
// a result is context.DeadlineExceeded for a program that was stopped because of its time.
func Run(ctx context.Context, c *config.Command, programs []program.Program) []Result {
	var results []Result
	size, limit := Limits(c)
	for _, p := range programs {
		p.Detached = true
		p.Limit = size
		within, cancel := context.WithTimeout(ctx, limit)
		out, err := program.Run(within, p, func() {})
		cancel()
		results = append(results, Result{out, err})
		if IsMissing(err) || ctx.Err() != nil {
			break
		}
	}
	return results
}

// IsMissing reports whether the error is that the program does not exist.
func IsMissing(err error) bool {
	return errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist)
}
