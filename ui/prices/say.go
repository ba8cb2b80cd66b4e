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

// SayProblem says what was not understood of a description.
func SayProblem(w *words.Words, p quote.Problem) string {
	return problemWord(&pane.Context{Words: w}, p)
}
