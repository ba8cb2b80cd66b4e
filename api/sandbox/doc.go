// Package sandbox is the service itself, embedded: every call of the
// interface as an [http.Handler] over generated data.
//
// The data is deterministic: the same seed and clock give the same responses. It
// looks like an operator's morning; with Options.Hostile it is also as awkward as
// data can be: names in many scripts, some hostile, missing and contradictory
// numbers, messages in four versions of their format. [Server.Examples] lists ids
// that show a particular case. Texts are in English or Chinese, by the
// Accept-Language of the request.
//
// The sandbox rejects unknown query parameters and unknown members of a body
// (code 10002), which a deployment ignores. Stored data (groups, snapshots,
// accounts that turned abnormal) lasts as long as the server.
//
// Latency and faults are configurable, see [Options] and [FaultKinds].
package sandbox
