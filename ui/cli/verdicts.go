package cli

import "slices"

// verdict is the result of a check of a post, a value or an example at a site.
type verdict struct {
	site       *app
	exit       int    // ExitDone if all is in order
	text, hint string // "" if there is nothing to be said
}

// sayVerdicts says the verdict of each of several sites, behind its name. The exit code is that of the best
// one: it is enough if one site takes what was checked. That of the only site is the result as it is.
func sayVerdicts(a *app, sites []*app, verdicts []verdict) error {
	best := verdicts[0]
	for _, v := range verdicts {
		if badness(v.exit) < badness(best.exit) {
			best = v
		}
	}
	if len(sites) == 1 && best.exit != ExitDone {
		return &commandError{exit: best.exit, text: best.text, hint: best.hint}
	}
	for _, v := range verdicts {
		if v.exit != ExitDone && v.text != "" {
			a.printFailure(failure{
				Exit:    best.exit,
				Message: aboutSite(a.words, v.site.site, v.text),
				Hint:    v.hint,
			})
		} else if v.text != "" {
			sayAbout(sites, v.site, v.text)
		}
	}
	if best.exit == ExitDone {
		return nil
	}
	return &commandError{exit: best.exit} // without a text: all are printed
}

// badness orders the exit codes of verdicts: the best one is first.
func badness(exit int) int {
	return slices.Index([]int{ExitDone, ExitChanged, ExitInvalid, ExitFailed}, exit)
}
