// Package memory measures what is allocated.
package memory

import "runtime"

// Allocated returns the bytes that do allocates, with what else allocates meanwhile.
func Allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
