// Package api is the typed client of the service that channeldeck talks to:
// agent session messages, channel accounts and their groups, platforms and
// their publish options, work details, and the video generation catalog.
//
// Types follow part 2 of the interface field by field. A member that may be
// missing is an [Opt] or a [Number], so that "missing", null and 0 stay apart;
// members that the interface does not list are kept in each object's Unknown
// and written out again after the known ones.
package api
