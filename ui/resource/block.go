package resource

import (
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// Block is a part of an inspector under a heading.
type Block struct {
	Title string                   // "" for none
	Lines func(width int) []string // nil for none
	Facts []Fact                   // below Lines
}

// Note returns a muted sentence as lines of a block.
func (v *View) Note(sentence string, width int) []string {
	return v.Paragraph(sentence, width, theme.Muted)
}

// Paragraph returns a sentence in a tone as lines of a block.
func (v *View) Paragraph(sentence string, width int, tone theme.Tone) []string {
	lines := text.Wrap(text.Clean(sentence), max(width-2, 4))
	for i, line := range lines {
		lines[i] = text.Cut(" "+v.Theme.Tone(tone).Render(line), width)
	}
	return lines
}

// AbnormalShare is a line of a block: the share of abnormal accounts as a bar and as
// a percentage. Without accounts it is nil.
func (v *View) AbnormalShare(abnormal, accounts, width int) []string {
	if accounts == 0 {
		return nil
	}
	share := float64(abnormal) / float64(accounts)
	percent := " " + v.Words.T("accounts.percent_abnormal", "N", v.Words.Int(int(share*100+0.5)))
	room := min(width-2-text.Width(percent), 40)
	return []string{" " + bar.Share(v.Theme, share, room, v.Theme.Tone(theme.Bad), v.Theme.Line) + v.Theme.Tone(theme.Muted).Render(percent)}
}
