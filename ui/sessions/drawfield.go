package sessions

import (
	"cmp"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/widget/markdown"
)

// drawField draws lines of a field below its label.
func (w *drawer) drawField(it item) []string {
	const indent = "   "
	var lines []string
	if label := transcript.FieldLabel(w.ctx.Words, it.field); label != "" && it.from == 0 {
		lines = append(lines, indent+w.tone(theme.Muted).Render(label))
	}
	code := strings.Join(w.d.linesOf(it), "\n")
	for _, line := range markdown.Code(w.ctx.Theme, code, cmp.Or(w.d.t.Language(it.ref, it.field), "text"), max(w.width-len(indent), 1)) {
		lines = append(lines, indent+line)
	}
	return lines
}
