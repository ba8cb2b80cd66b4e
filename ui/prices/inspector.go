package prices

import (
	"slices"

	"channeldeck/api/media"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
)

// blocks are the content of the inspector of a row: the answer to the question, the verdict on the
// files, and everything that the model states.
func (m *Model) blocks(r *prices.Answer) []resource.Block {
	v := m.view
	w := m.words
	own, limits, extra := prices.ModelFacts(v, r.Model)
	asked := prices.OfferedRow(r)
	blocks := []resource.Block{
		{
			Lines: func(width int) []string {
				return prices.AnswerLines(v, r, width)
			},
		},
		{
			Title: w.T("prices.part.matrix"),
			Lines: func(width int) []string {
				return prices.MatrixLines(v, r.Model, asked, m.ctx.Key(m.keys.View), width)
			},
		},
		{Title: w.T("prices.part.limits"), Facts: limits},
		{Title: w.T("prices.part.model"), Facts: prices.WithDefaults(v, own)},
		{Title: w.T("prices.part.extra"), Facts: extra},
	}
	if len(m.check.files) == 0 {
		return blocks
	}
	verdict := media.CheckModel(r.Model.VideoModel, m.check.files)
	return slices.Insert(blocks, 1, resource.Block{
		Title: w.T("prices.part.files"),
		Lines: func(width int) []string {
			return prices.VerdictLines(v, &verdict, m.check.Value(), width)
		},
	})
}
