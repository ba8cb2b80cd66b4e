package transcript

import (
	"github.com/go-json-experiment/json/jsontext"
)

// message writes a message: its parts in order, then files and sources.
func (e *exporter) message(m *Message) {
	shown, listed := 0, 0
	for i := range m.Parts {
		switch {
		case e.Depth.View(&m.Parts[i]) == ViewNone:
		case m.Parts[i].Kind == KindFile || m.Parts[i].Kind == KindSource:
			listed++
		default:
			shown++
		}
	}
	full := e.Depth == DepthAll
	_, stopped := m.Stopped()
	if shown+listed == 0 && !stopped && !full {
		return
	}
	e.line("## ", e.heading(e.Words.Role(m.Role, m.RoleText), m.Run, m.Step, m.Time))
	for _, n := range m.Notes {
		e.line("> ", e.Words.Note(n))
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		if e.Depth.View(p) != ViewNone && p.Kind != KindFile && p.Kind != KindSource {
			e.part(p)
		}
	}
	if stopped {
		e.line("*", e.Words.NoContent, "*")
	}
	e.list(m, KindFile, e.Words.Files)
	e.list(m, KindSource, e.Words.Sources)
	if full {
		e.members(m.Extra)
	}
}

func (e *exporter) part(p *Part) {
	switch p.Kind {
	case KindText:
		if !p.Blank() {
			e.block(p.Text)
		}
	case KindReasoning:
		e.line("### ", e.Words.Reasoning)
		e.fenced("markdown", p.Text)
	case KindTool:
		e.tool(p.Tool)
	case KindReasoningFile:
		e.line("- ", fileText(p.File))
	case KindCustom:
		e.line("*", inline(p.Name), "*")
	case KindStepStart:
		e.line("---")
	case KindData:
		e.line("### ", e.Words.Data, ": ", inline(p.Name))
		e.value(p.Value)
	case KindUnknown:
		e.line("### ", e.Words.Unknown, ": ", inline(p.Type))
		e.value(p.Value)
	}
	if p.Interrupted {
		e.line("*", e.Words.CutOff, "*")
	}
	if e.Depth == DepthAll {
		e.members(p.Extra)
	}
}

func (e *exporter) tool(t *Tool) {
	title := inline(t.Name)
	if t.Title != "" {
		title = t.Title + " (" + title + ")"
	}
	e.line("### ", title, " · ", e.Words.Outcome(t.Outcome))
	if in := t.Given(); in != nil {
		e.line(e.Words.Input)
		e.blocks(in)
	}
	if t.Output != nil {
		e.line(e.Words.Output)
		e.blocks(t.Output)
	}
	if t.ErrorText != "" {
		e.line(e.Words.Error)
		e.fenced("", t.ErrorText)
	}
	if t.Approval != nil && t.Approval.Reason != "" {
		e.line(e.Words.Reason, ": ", t.Approval.Reason)
	}
}

func (e *exporter) blocks(v jsontext.Value) {
	for _, b := range Blocks(v) {
		if b.Label != "" {
			e.line(inline(b.Label))
		}
		switch {
		case b.File != nil:
			e.line("- ", fileText(b.File))
		case b.JSON != nil:
			e.value(b.JSON)
		default:
			e.fenced("", b.Text)
		}
	}
}

func (e *exporter) value(v jsontext.Value) {
	if v != nil {
		e.fenced("json", string(appendLayout(nil, v)))
	}
}

func (e *exporter) members(ms []Member) {
	for _, m := range ms {
		e.line(e.Words.Metadata, ": ", inline(m.Name))
		e.value(m.Value)
	}
}

// list writes the files or the sources of a message.
func (e *exporter) list(m *Message, k Kind, title string) {
	found := false
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind != k {
			continue
		}
		if !found {
			e.line("**", title, "**")
			found = true
		}
		if k == KindFile {
			e.item(fileText(p.File))
		} else {
			e.item(sourceText(p.Source))
		}
	}
	if !found {
		return
	}
	e.out.WriteString("\n")
	for i := range m.Parts {
		if m.Parts[i].Kind == k && e.Depth == DepthAll {
			e.members(m.Parts[i].Extra)
		}
	}
}

func fileText(f *File) string {
	if f.Inline || f.URL == "" {
		return f.String()
	}
	return joined(f.Name, f.MediaType, "<"+f.URL+">")
}

func sourceText(s *Source) string {
	address := ""
	if s.URL != "" {
		address = "<" + s.URL + ">"
	}
	return joined(s.Title, s.Filename, s.MediaType, address)
}
