// Package tune puts off the first garbage collection. It is imported for this effect,
// and imports little, so that it is initialised before the libraries: what these
// allocate would start a collection in the midst of their initialisation.
package tune

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The heap may grow to 12 MB, not 4, before it is collected for the first time: most
// commands then need no collection. Later it may grow by 16 MB, by 8 % at least and 35 % at
// most, not to twice its size: a list of 100,000 accounts takes 80 MB, and a search in a long
// session leaves much garbage. The variable GOGC has precedence, as in any Go program.
func init() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(300)
	afterCollection(300)
}

// afterCollection sets the percentage after the next collection.
func afterCollection(percent int) {
	runtime.AddCleanup(new([2]*byte), func(before int) {
		const growth = 16 << 20
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		percent := int(min(max(100*growth/max(live[0].Value.Uint64(), 1), 8), 35))
		if percent != before {
			debug.SetGCPercent(percent)
		}
		afterCollection(percent)
	}, percent)
}
