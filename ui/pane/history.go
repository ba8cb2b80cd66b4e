package pane

import (
	"channeldeck/api/history"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// HistoryProblem words a problem of the history.
func HistoryProblem(w *words.Words, p *history.Problem) string {
	return w.T("history."+string(p.Kind), "Path", text.Clean(p.MovedTo), "Reason", text.Clean(p.Err.Error()))
}
