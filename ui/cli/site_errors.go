package cli

import (
	"slices"

	"channeldeck/ui/explain"
	"channeldeck/ui/words"
)

// siteError is a failure of one of several sites.
type siteError struct {
	site string
	from explain.Origin
	err  error
}

// siteErrors are the failures of some of several sites, of which some may have answered.
type siteErrors struct {
	of       []siteError
	asked    int // sites
	answered bool
}

func (e *siteErrors) Error() string {
	return e.of[0].site + ": " + e.of[0].err.Error()
}

// exit is the exit code of the first failure. Where others have rows it is that of an incomplete
// result, unless all have rows and only say what changed, or name the same mistake of the user.
func (e *siteErrors) exit() int {
	failed := slices.IndexFunc(e.of, func(one siteError) bool {
		return exitCode(one.err) != ExitChanged
	})
	if failed < 0 {
		return ExitChanged
	}
	if e.answered && !e.isMistake() {
		return ExitIncomplete
	}
	return exitCode(e.of[failed].err)
}

// isMistake reports whether all sites refuse what the user asked for.
func (e *siteErrors) isMistake() bool {
	return len(e.of) == e.asked && !slices.ContainsFunc(e.of, func(one siteError) bool {
		return exitCode(one.err) != ExitUsage
	})
}

// failures describes each failure, behind the name of its site.
func (e *siteErrors) failures(w *words.Words) (all []failure) {
	for _, one := range e.of {
		for _, r := range failuresOf(w, one.err, one.from) {
			r.Message = aboutSite(w, one.site, r.Message)
			all = append(all, r)
		}
	}
	return all
}

// aboutSite is a text about a site.
func aboutSite(w *words.Words, site, text string) string {
	return w.T("cli.site.about", "Site", site, "Text", text)
}
