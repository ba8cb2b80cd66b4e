// Command screenshots draws the pictures of channeldeck that are in this folder:
//
//	go run ./screenshots
//
// The names of those in Chinese end in -chinese. tour.svg is animated. The program runs in this process, against the sandbox, with
// a clock that stands still, so that the pictures change only when the program does.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"channeldeck/ui/words"
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
	write := func(name, drawn string, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return os.WriteFile(filepath.Join(dir, name+".svg"), []byte(drawn), 0o644)
	}
	for _, p := range pictures() {
		drawn, err := p.draw(ctx)
		if err := write(p.name, drawn, err); err != nil {
			return err
		}
	}
	for _, lang := range words.Langs() {
		drawn, err := tour(ctx, tourOf(lang), morning(lang))
		if err := write("tour"+suffix(lang), drawn, err); err != nil {
			return err
		}
	}
	return nil
}
