// Package parallel lets tests that wait run beside each other.
package parallel

import (
	"flag"
	"runtime"
	"strconv"
)

// perCore is the number of tests for each core. Tests that wait for terminals use a third of one.
const perCore = 3

// Waiting lets more tests run at a time than the machine has cores, unless the command line says how many. TestMain
// calls it in packages whose parallel tests wait for terminals, processes, connections or locks.
func Waiting() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if given {
		return
	}
	if err := flag.Set("test.parallel", strconv.Itoa(perCore*runtime.GOMAXPROCS(0))); err != nil {
		panic(err) // the testing package has no such flag any more
	}
}
