// Command screenshots draws the pictures of channeldeck that are in this folder:
//
//	go run ./screenshots
//
// The names of those in Chinese end in -chinese. tour.svg is animated. The program runs
// in this process, against the sandbox, with a clock that stands still, so that the
// pictures change only when the program does.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	if err := run("screenshots"); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

// run writes all pictures into a directory.
func run(dir string) error {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	for _, p := range pictures() {
		drawn, err := p.draw(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, p.name+".svg"), []byte(drawn), 0o644); err != nil {
			return err
		}
	}
	return nil
}
