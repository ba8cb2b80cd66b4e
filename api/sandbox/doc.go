// Package sandbox is the service itself, embedded: every call of the
// interface as an [http.Handler] over generated data.
//
// The data are deterministic: the same seed and the same clock give the same
// answers. They are made to be awkward in the ways in which a deployment's are:
// names in many scripts, some hostile, missing and contradictory numbers, stored
// messages of four versions of their format. [Server.Examples] lists the ids
// that show something in particular.
//
// The sandbox is strict in what it takes, stricter than a deployment in two
// places: an unknown query parameter and an unknown member of a body are
// refused (code 10002), where a deployment would ignore them. What is stored
// (groups, snapshots, accounts that turned abnormal) stays while it runs.
//
// Latency and faults can be dialled in, see [Options] and [FaultKinds].
package sandbox
