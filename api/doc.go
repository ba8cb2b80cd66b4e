// Package api is the typed client of the service that channeldeck talks to:
// agent session messages, channel accounts and their groups, platforms and
// their publish options, work details, and the video generation catalog.
//
//	client, err := api.New("https://api.example.com", api.WithAPIKey(key))
//	list, err := client.Accounts(ctx, api.AccountQuery{Status: api.Some(0)})
//
// Types follow part 2 of the interface field by field. A member that may be
// missing is an [Opt] or a [Number], so that "missing", null and 0 stay apart;
// members that the interface does not list are kept in each object's Unknown
// and written out again after the known ones.
//
// Every method fails with one of three errors: an [*ArgumentError] before
// anything is sent, a [*TransportError] where there was no answer to act on, an
// [*Error] where the service refused. None of them, and no log line, holds the
// API key. A context that ended comes through by [errors.Is].
//
// The key goes to the origin of the base URL only, in a header, and not with
// the catalog. A GET that failed on its way is sent again within the overall
// limit; the call that creates a group never is, see [OutcomeUnknown], and work
// details, which have effects at the platform, only if no connection was made.
package api
