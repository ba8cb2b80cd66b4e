// Package sandbox is the service itself, embedded: every call of the
// interface as an [http.Handler] over generated data.
//
// The data is deterministic: the same seed and clock give the same responses. It
// looks like an operator's morning. [Server.Examples] lists the sessions and works,
// which no call lists. Texts are in English or Chinese, by the Accept-Language of the
// request.
//
// The sandbox rejects unknown query parameters and unknown members of a body
// (code 10002), which a deployment ignores. Stored data (groups, snapshots)
// lasts as long as the server.
package sandbox
