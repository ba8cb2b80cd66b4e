package prices

import (
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/words"
)

// SayRefusal says why a model cannot do what was asked.
func SayRefusal(w *words.Words, r *quote.Refusal, q quote.Question) string {
	return refusalWord(&pane.Context{Words: w}, r, q)
}

// SayFinding says which limit rejects a reference file, or cannot be judged.
func SayFinding(w *words.Words, f *quote.Finding) string {
	return findingWord(&pane.Context{Words: w}, f)
}

// SayProblem says what was not understood of a description.
func SayProblem(w *words.Words, p quote.Problem) string {
	return problemWord(&pane.Context{Words: w}, p)
}
