package sessions

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/archive"
	"channeldeck/api/transcript"
)

// toggleProblems makes the problems the hits and goes to the first one from the cursor on, or ends that.
func (r *readScreen) toggleProblems() tea.Cmd {
	all := r.page.doc.problems
	if r.problems {
		r.problems = false
		return nil
	}
	if len(all) == 0 {
		return r.m.ctx.Inform("sessions.no_problems")
	}
	r.search.end()
	r.problems = true
	i, _ := slices.BinarySearchFunc(all, r.page.here(), transcript.Ref.Compare)
	r.page.reveal(all[i%len(all)])
	return nil
}

// openSearch begins to search the text.
func (r *readScreen) openSearch() tea.Cmd {
	r.problems = false
	return r.search.open()
}

// next goes to the next hit or, if these are the hits, to the next problem; with -1 to the previous one.
func (r *readScreen) next(by int) tea.Cmd {
	if r.problems {
		return r.page.goToProblem(by)
	}
	return r.search.next(by)
}

// problemHere is the number of the problem under the cursor, or of all problems.
func (r *readScreen) problemHere() string {
	w := r.m.words
	all := r.page.doc.problems
	i, found := slices.BinarySearchFunc(all, r.page.here(), transcript.Ref.Compare)
	if !found {
		return w.N("sessions.problems", len(all))
	}
	return w.T(
		"sessions.problem_of",
		"N", w.Int(i+1),
		"Total", w.Int(len(all)),
	)
}

// goToFailedCall goes to the last call that failed or, without one, to the last problem.
func (r *readScreen) goToFailedCall() tea.Cmd {
	all := r.page.doc.problems
	if len(all) == 0 {
		return r.m.ctx.Inform("sessions.no_problems")
	}
	last := all[len(all)-1]
	for _, at := range slices.Backward(all) {
		part := r.page.doc.t.Part(at)
		if part != nil && part.Tool != nil && archive.Failed(part.Tool) {
			last = at
			break
		}
	}
	r.search.end()
	r.problems = true
	r.page.reveal(last)
	return nil
}

// goTo offers what belongs to the session.
func (r *readScreen) goTo() tea.Cmd {
	k := r.m.keys
	k.FailedCall.SetEnabled(len(r.page.doc.problems) > 0)
	k.Names.SetEnabled(len(r.m.named()(r.page.doc.t).names) > 0)
	k.Media.SetEnabled(len(r.page.doc.t.Shelf()) > 0)
	actions := []key.Binding{k.FailedCall, k.Names, k.Media}
	if !slices.ContainsFunc(actions, key.Binding.Enabled) {
		return r.m.ctx.Inform("sessions.nothing_to_go_to")
	}
	return r.m.stack.Menu("menu.go_to", actions...)
}
