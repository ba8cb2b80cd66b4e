// Command channeldeck shows the accounts, groups, publish options, works,
// agent sessions and model prices of a channel management service.
package main

import (
	"os"

	"channeldeck/ui/cli"
	"channeldeck/ui/cli/tune"
)

func main() {
	os.Exit(cli.Main(tune.Command))
}
