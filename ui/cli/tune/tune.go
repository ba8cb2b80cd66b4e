// Package tune puts off garbage collections. It is imported for this effect by the program alone,
// and imports little, so that it is initialised before the libraries: what these
// allocate would start a collection in the midst of their initialisation.
package tune

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// growth is by how much the heap may grow between two collections.
type growth struct {
	bytes       uint64
	least, most uint64 // percent of what lives
}

var (
	// A search in a long session leaves much garbage.
	lasting = growth{bytes: 16 << 20, least: 8, most: 35}
	// A command leaves garbage that nobody needs to collect before its end. A report of 5,000 accounts has 5 MB that
	// live: it is collected once, where with a growth of 100 percent it was collected up to three times.
	ending = growth{bytes: 24 << 20, least: 8, most: 300}
)

// first is the percentage before the first collection.
const first = 400

// The nearer the data of the program comes to this size, the less the heap grows: such data takes most of the
// memory that the program may take. With one growth for small and another for large data, the heap was largest with
// data just below the limit between them.
const (
	large       = 76 << 20
	leastGrowth = 8 << 20
)

var ends atomic.Bool

// Command lets the heap of a program that ends soon grow more between collections.
func Command() { ends.Store(true) }

// The heap may grow to 16 MB, not 4, before it is collected for the first time: most commands then need no
// collection, and the dashboard has shown its first list. Later its growth is limited, not to twice its size.
// The variable GOGC has precedence, as in any Go program.
func init() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(first)
	afterCollection(first)
}

// afterCollection sets the percentage after the next collection.
func afterCollection(percent uint64) {
	runtime.AddCleanup(new([2]*byte), func(before uint64) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		alive := live[0].Value.Uint64()
		limit := lasting
		if ends.Load() {
			limit = ending
		}
		left := large - min(alive, large)
		limit.bytes = min(limit.bytes, max(left, leastGrowth))
		percent := 100 * limit.bytes / max(alive, 1)
		percent = min(max(percent, limit.least), limit.most)
		if percent != before {
			debug.SetGCPercent(int(percent))
		}
		afterCollection(percent)
	}, percent)
}
