// Command traced is channeldeck, and writes an execution trace of itself into the file that TRACE names.
package main

import (
	"fmt"
	"os"
	"runtime/trace"

	"channeldeck/ui/cli"
	"channeldeck/ui/cli/tune"
)

func main() {
	file, err := os.Create(os.Getenv("TRACE"))
	if err == nil {
		err = trace.Start(file)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := cli.Main(tune.Command)
	trace.Stop()
	if err := file.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}
