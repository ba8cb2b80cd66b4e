package sessions

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// chooseMessage is the list of all messages to jump to one.
func (m *Model) chooseMessage() {
	t, g := m.doc.t, m.ctx.Theme.Glyphs
	here := m.here().Message
	items := make([]picker.Item, len(t.Messages))
	for i := range t.Messages {
		msg := &t.Messages[i]
		sign, _ := roleSign(g, msg.Role)
		headline := text.Clean(msg.Headline())
		if headline == "" {
			headline = g.Dash
		}
		note := ""
		if at := m.draw.local(i); !at.IsZero() {
			note = at.Format("15:04:05")
		}
		items[i] = picker.Item{ID: strconv.Itoa(i), Label: strconv.Itoa(i+1) + " " + sign + " " + headline, Note: note, Chosen: i == here}
	}
	m.Choice.One(m.ctx.Words.T("sessions.choose_message"), items, func(id string) tea.Cmd {
		if i, err := strconv.Atoi(id); err == nil {
			m.goTo(transcript.Ref{Message: i, Part: -1})
		}
		return nil
	})
}

// chooseName offers what the session names, to open it in its own pane.
func (m *Model) chooseName() tea.Cmd {
	names := m.doc.t.Names()
	if len(names) == 0 {
		return pane.Notify(pane.Info, m.ctx.Words.T("sessions.no_names"))
	}
	items := make([]picker.Item, len(names))
	for i, n := range names {
		note := m.ctx.Words.N("sessions.times", n.Count)
		if n.Platform != "" {
			note = text.Clean(n.Platform) + ", " + note
		}
		items[i] = picker.Item{ID: strconv.Itoa(i), Label: m.nameKind(n.Kind) + " " + text.Clean(n.ID), Note: note}
	}
	m.Choice.One(m.ctx.Words.T("sessions.choose_name"), items, func(id string) tea.Cmd {
		i, err := strconv.Atoi(id)
		if err != nil {
			return nil
		}
		return m.openName(names[i])
	})
	return nil
}

func (m *Model) nameKind(k transcript.NameKind) string {
	return m.ctx.Words.T([...]string{
		transcript.NameAccount: "sessions.name.account",
		transcript.NameWork:    "sessions.name.work",
		transcript.NameSession: "sessions.name.session",
		transcript.NameModel:   "sessions.name.model",
	}[k])
}

func (m *Model) openName(n transcript.Name) tea.Cmd {
	switch n.Kind {
	case transcript.NameAccount:
		return pane.Goto(pane.Target{Pane: "accounts", AccountID: n.ID})
	case transcript.NameWork:
		return pane.Goto(pane.Target{Pane: "works", Platform: n.Platform, WorkID: n.ID})
	case transcript.NameSession:
		return pane.Goto(pane.Target{Pane: Name, SessionID: n.ID}) // by the root, which remembers the way back
	}
	return pane.Goto(pane.Target{Pane: "prices", Model: n.ID})
}

// chooseExport offers the formats of a file.
func (m *Model) chooseExport() {
	w := m.ctx.Words
	items := []picker.Item{
		{ID: "markdown", Label: "Markdown", Note: w.T("sessions.depth." + max(m.depth, transcript.DepthTools).String())},
		{ID: "markdown-all", Label: "Markdown", Note: w.T("sessions.depth.all")},
		{ID: "markdown-story", Label: "Markdown", Note: w.T("sessions.depth.story")},
		{ID: "json", Label: "JSON", Note: w.T("sessions.export.as_sent")},
	}
	m.Choice.One(w.T("sessions.choose_export"), items, m.export)
}

// export writes the session into a new file, off the update loop.
func (m *Model) export(format string) tea.Cmd {
	t, name := m.doc.t, "session-"+text.FileName(m.doc.id)
	if format == "json" {
		return m.ctx.Export(name, "json", func(context.Context) ([]byte, error) {
			var b bytes.Buffer
			err := transcript.JSON(&b, t.Records)
			return b.Bytes(), err
		})
	}
	depth, w := max(m.depth, transcript.DepthTools), m.ctx.Words
	switch format {
	case "markdown-all":
		depth = transcript.DepthAll
	case "markdown-story":
		depth = transcript.DepthStory
	}
	return m.ctx.Export(name, "md", func(context.Context) ([]byte, error) {
		var b bytes.Buffer
		err := t.Markdown(&b, w, depth)
		return b.Bytes(), err
	})
}

// copy puts the text under the cursor on the clipboard, the part as JSON, or the
// id of the session.
func (m *Model) copy(msg tea.KeyMsg) tea.Cmd {
	w, d := m.ctx.Words, m.doc
	if key.Matches(msg, m.keys.CopyID) {
		return m.ctx.CopyText(text.Cut(text.Clean(d.id), 60), d.id)
	}
	if len(m.page.items) == 0 {
		return nil
	}
	it := m.page.items[m.page.cursor.item]
	p := d.t.Part(it.ref)
	if key.Matches(msg, m.keys.CopyJSON) {
		return m.copyJSON(it.ref)
	}
	s := ""
	switch {
	case it.kind == itemField:
		s = d.t.FieldText(it.ref, it.field)
	case p != nil:
		s = partText(d.t, it.ref, p)
	case it.ref.Message < len(d.t.Messages):
		for j := range d.t.Messages[it.ref.Message].Parts {
			if part := &d.t.Messages[it.ref.Message].Parts[j]; part.Kind == transcript.KindText && !part.Blank() {
				s += part.Text + "\n"
			}
		}
	}
	if s = strings.TrimSpace(text.CleanLines(s)); s == "" {
		return pane.Notify(pane.Info, w.T("notice.nothing_to_copy"))
	}
	return m.ctx.CopyText(text.Cut(text.Clean(transcript.Excerpt(s, 60)), 60), s)
}

// partText is what a person would want of a part: its text, address, result.
func partText(t *transcript.Transcript, r transcript.Ref, p *transcript.Part) string {
	switch {
	case p.File != nil && p.File.URL != "":
		return p.File.URL
	case p.Source != nil && p.Source.URL != "":
		return p.Source.URL
	}
	for _, f := range []transcript.Field{
		transcript.FieldText, transcript.FieldError, transcript.FieldOutput, transcript.FieldInput, transcript.FieldValue, transcript.FieldName,
	} {
		if s := t.FieldText(r, f); strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// copyJSON copies a part as it was sent, or the record where r is none of its
// parts.
func (m *Model) copyJSON(r transcript.Ref) tea.Cmd {
	w := m.ctx.Words
	if p := m.doc.t.Part(r); p != nil {
		return m.ctx.CopyJSON(w.T("sessions.copied_part"), p.Raw)
	}
	return m.ctx.CopyJSON(w.T("sessions.copied_record"), m.doc.t.Records[r.Message])
}
