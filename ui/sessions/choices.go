package sessions

import (
	"bytes"
	"cmp"
	"context"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

func (r *readScreen) chooseMessage() {
	t := r.page.doc.t
	g := r.m.theme.Glyphs
	here := r.page.here().Message
	items := make([]picker.Item, len(t.Messages))
	digits := len(strconv.Itoa(len(items)))
	for i := range t.Messages {
		sign, _ := roleSign(g, t.Messages[i].Role)
		headline := cmp.Or(
			ansi.Strip(r.page.drawer.md.Line(t.Messages[i].Headline(), theme.Plain)),
			g.Dash,
		)
		note := ""
		at := r.page.drawer.local(i)
		if !at.IsZero() {
			note = at.Format("15:04:05")
		}
		items[i] = picker.Item{
			ID:     strconv.Itoa(i),
			Label:  text.Right(strconv.Itoa(i+1), digits) + " " + sign + " " + headline,
			Note:   note,
			Chosen: i == here,
		}
	}
	r.m.stack.PickOne(r.m.words.T("sessions.choose_message"), items, func(id string) tea.Cmd {
		i, _ := strconv.Atoi(id)
		r.goToMessage(i + 1)
		return nil
	})
}

// goToMessage goes to a message by its number, which begins with 1.
func (r *readScreen) goToMessage(number int) {
	n := len(r.page.doc.t.Messages)
	if n > 0 {
		r.page.goTo(transcript.Ref{Message: min(number, n) - 1, Part: -1})
	}
}

// chooseName offers what the session mentions, to open it in its own pane.
func (r *readScreen) chooseName() tea.Cmd {
	w := r.m.words
	named := r.m.named()(r.page.doc.t)
	names := named.names
	if len(names) == 0 {
		return pane.Notify(pane.Info, w.T("sessions.no_names"))
	}
	kind := func(n transcript.Name) string {
		return w.T("sessions.name." + string(n.Kind))
	}
	widest := 0
	for _, n := range names {
		widest = max(widest, text.Width(kind(n)))
	}
	items := make([]picker.Item, len(names))
	for i, n := range names {
		label, platform := r.m.label(named, i)
		items[i] = picker.Item{
			ID:    strconv.Itoa(i),
			Label: text.Left(kind(n), widest) + " " + label,
			Note:  platform,
		}
	}
	r.m.stack.PickOne(w.T("sessions.choose_name"), items, func(id string) tea.Cmd {
		i, _ := strconv.Atoi(id)
		return r.m.stack.Goto(target(names[i]))
	})
	return nil
}

func target(n transcript.Name) pane.Target {
	switch n.Kind {
	case transcript.NameAccount:
		return pane.Target{Pane: "accounts", AccountID: n.ID}
	case transcript.NameWork:
		return pane.Target{Pane: "works", Platform: n.Platform, WorkID: n.ID}
	case transcript.NameSession:
		return pane.Target{Pane: Name, SessionID: n.ID}
	}
	return pane.Target{Pane: "prices", Model: n.ID}
}

func (r *readScreen) chooseExport() {
	w := r.m.words
	var items []picker.Item
	for d := transcript.DepthSummary; d <= transcript.DepthAll; d++ {
		items = append(items, picker.Item{
			ID:     d.String(),
			Label:  "Markdown",
			Note:   w.T("sessions.depth." + d.String()),
			Chosen: d == r.page.depth,
		})
	}
	items = append(items, picker.Item{
		ID:    "json",
		Label: "JSON",
		Note:  w.T("sessions.export.as_sent"),
	},
		picker.Item{
			ID:    maskedMarkdown,
			Label: "Markdown",
			Note:  w.T("sessions.export.masked"),
		},
		picker.Item{
			ID:    maskedJSON,
			Label: "JSON",
			Note:  w.T("sessions.export.masked"),
		})
	r.m.stack.PickOne(w.T("sessions.export.choose"), items, r.export)
}

// export writes the session into a new file, outside Update.
func (r *readScreen) export(format string) tea.Cmd {
	if format == maskedMarkdown || format == maskedJSON {
		return r.exportMasked(format)
	}
	t := r.page.doc.t
	w := r.m.words
	name := r.fileName()
	depth, ok := transcript.ParseDepth(format)
	if !ok {
		return r.m.stack.Output.Export(name, "json", func(context.Context) ([]byte, error) {
			return pane.JSON(t.Records)
		})
	}
	return r.m.stack.Output.Export(name, "md", func(context.Context) ([]byte, error) {
		var b bytes.Buffer
		err := wording.Markdown(&b, w, t, depth)
		return b.Bytes(), err
	})
}

func (r *readScreen) copyJSON() tea.Cmd {
	at := r.page.here()
	p := r.page.doc.t.Part(at)
	if p != nil {
		return r.m.stack.Output.CopyJSON(r.m.words.T("sessions.copied_part"), p.Raw)
	}
	if len(r.page.items) > 0 {
		return r.m.stack.Output.CopyJSON(
			r.m.words.T("sessions.copied_record"),
			r.page.doc.t.Records[at.Message],
		)
	}
	return nil
}

// copyText copies the field, part or message under the cursor.
func (r *readScreen) copyText() tea.Cmd {
	s, ok := r.textHere()
	if !ok {
		return nil
	}
	return r.m.stack.Output.CopyText(excerpt(s), s)
}

// excerpt names a text that was copied.
func excerpt(s string) string {
	return text.Cut(text.Line(transcript.Excerpt(s)), 60)
}

// textHere returns the text of the field, part or message under the cursor. ok is false for an empty
// session.
func (r *readScreen) textHere() (s string, ok bool) {
	t := r.page.doc.t
	it := r.page.current()
	switch it.Kind {
	case transcript.ItemNone:
		return "", false
	case transcript.ItemField:
		s = t.FieldText(it.Ref, it.Field)
	default:
		if p := t.Part(it.Ref); p != nil {
			s = partText(t, it.Ref, p)
		} else {
			s = messageText(&t.Messages[it.Message])
		}
	}
	return strings.TrimSpace(text.CleanLines(s)), true
}

// messageText returns the text of a message, without its reasoning and its calls.
func messageText(m *transcript.Message) string {
	s := ""
	for _, part := range m.Parts {
		if part.Kind == transcript.KindText && !part.Blank() {
			s += part.Text + "\n"
		}
	}
	return s
}

// partText is the text, address or result of a part.
func partText(t *transcript.Transcript, at transcript.Ref, p *transcript.Part) string {
	if p.File() != nil && p.File().URL != "" {
		return p.File().URL
	}
	if p.Source() != nil && p.Source().URL != "" {
		return p.Source().URL
	}
	for _, f := range []transcript.Field{
		transcript.FieldText,
		transcript.FieldError,
		transcript.FieldOutput,
		transcript.FieldInput,
		transcript.FieldValue,
	} {
		s := t.FieldText(at, f)
		if strings.TrimSpace(s) != "" {
			return s
		}
	}
	return p.Label()
}
