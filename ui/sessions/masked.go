package sessions

import (
	"bytes"
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/mask"
	"channeldeck/api/transcript"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
)

// Exports in which keys, tokens, cookies and addresses are masked.
const (
	maskedMarkdown = "masked-markdown"
	maskedJSON     = "masked-json"
)

func (r *readScreen) fileName() string {
	return "session-" + text.FileName(r.page.doc.id)
}

// exportMasked writes the masked session into a new file, as Markdown with the detail of the page.
func (r *readScreen) exportMasked(format string) tea.Cmd {
	records := r.page.doc.t.Records
	w := r.m.words
	depth := r.page.depth
	now := r.m.view.Now()
	extension := "md"
	if format == maskedJSON {
		extension = "json"
	}
	found := 0
	save := r.m.stack.Output.Export(r.fileName()+"-masked", extension, func(context.Context) ([]byte, error) {
		masked, n, err := mask.Records(records)
		if err != nil {
			return nil, err
		}
		found = n
		if format == maskedJSON {
			return pane.JSON(masked)
		}
		var b bytes.Buffer
		err = wording.Markdown(
			&b,
			w,
			transcript.New(masked, transcript.IsRecent(masked, now)),
			depth,
		)
		return b.Bytes(), err
	})
	return func() tea.Msg { return r.m.withMasked(save(), found) }
}

// copyMasked copies what copyText copies, masked.
func (r *readScreen) copyMasked() tea.Cmd {
	s, ok := r.textHere()
	if !ok {
		return nil
	}
	s, found := mask.Text(s)
	save := r.m.stack.Output.CopyText(excerpt(s), s)
	return func() tea.Msg { return r.m.withMasked(save(), found) }
}

// withMasked adds to the notice of a success how many values were masked.
func (m *site) withMasked(msg tea.Msg, found int) tea.Msg {
	notice, ok := msg.(pane.Notice)
	if ok && notice.Level != pane.Failure {
		notice.Text = text.Sentences(notice.Text, m.words.N("sessions.masked", found))
		return notice
	}
	return msg
}
