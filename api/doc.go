// Package api is the typed client of the service that channeldeck uses: agent
// session messages, channel accounts and their groups, platforms and their
// publish options, work details, and the video generation catalog.
//
//	client, err := api.New("https://api.example.com", api.WithAPIKey(key))
//	list, err := client.Accounts(ctx, api.AccountQuery{Status: api.Some(0)})
//
// Types follow part 2 of the interface field by field. An optional member is an
// [Opt] or a [Number], so that missing, null and 0 differ. Members that the
// interface does not list are kept in the field Unknown of each object and
// written after the known ones. A value of another type than the interface says
// does not affect the rest of its row, see [Malformed].
//
// Every method returns one of three errors: an [*ArgumentError] before anything
// is sent, a [*TransportError] without a usable response, or an [*Error] of the
// service. [ClassOf] and [Retryable] interpret all three. No error and no log
// line contains the API key. The error of a context is found by [errors.Is].
//
// The key is sent only to the origin of the base URL, in a header, and not with
// the catalog request. A GET that failed is repeated within the timeout. The
// request that creates a group is never repeated, see [OutcomeUnknown]; work
// details, which have effects at the platform, only if no connection was made.
package api
