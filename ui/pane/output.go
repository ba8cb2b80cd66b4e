package pane

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/explain"
	"channeldeck/ui/plain"
	"channeldeck/ui/terminal"
	"channeldeck/ui/text"
)

// Copies and files. A notice reports the outcome.

// nameCells is the width of a copied text in its notice.
const nameCells = 40

// Output copies texts and writes files for the user. The history of a site has what was copied.
type Output struct {
	ctx  *Context
	site *Site
}

// CopyText returns a command that puts text on the clipboard; what names it in the
// notice. An empty text leaves the clipboard unchanged.
func (o Output) CopyText(what, text string) tea.Cmd {
	return func() tea.Msg {
		if text == "" {
			return Notice{Level: Info, Text: o.ctx.Words.T("notice.nothing_to_copy")}
		}
		where, err := o.ctx.Copy(text)
		if large, ok := errors.AsType[*terminal.TooLargeError](err); ok {
			id := "notice.too_large"
			if o.ctx.Save == nil { // an export would come here too
				id = "notice.too_large_for_ssh"
			}
			return Notice{
				Level: Failure,
				Text: o.ctx.Words.T(
					id,
					"Size", o.ctx.Words.Int(large.Size),
					"Most", o.ctx.Words.Int(large.Most),
				),
			}
		}
		if blocked, ok := errors.AsType[*terminal.BlockedError](err); ok {
			return Notice{
				Level: Failure,
				Text: o.ctx.Words.T(
					"notice.copy_blocked",
					"Clipboard", blocked.SetClipboard,
					"Passthrough", blocked.AllowPassthrough,
				),
			}
		}
		if err != nil {
			return Notice{
				Level: Failure,
				Text:  o.ctx.Words.T("notice.copy_failed", "Reason", err.Error()),
			}
		}
		o.site.Store.Fleet.Memory().Log(history.Change{
			At:   o.ctx.View.Now(),
			What: history.CopiedText,
			Name: what,
		})
		level := Done
		id := "notice.copied"
		if where == terminal.TmuxUnknown {
			level = Warning
			id = "notice.copied_unknown"
		} else if o.ctx.OverSSH && where == terminal.InTmux {
			id = "notice.copied_tmux"
		} else if o.ctx.OverSSH {
			id = "notice.copied_over_ssh"
		}
		return Notice{Level: level, Text: o.ctx.Words.T(id, "What", what)}
	}
}

// CopyShort copies a short text, which also names itself in the notice.
func (o Output) CopyShort(s string) tea.Cmd {
	return o.CopyText(text.Cut(text.Line(s), nameCells), s)
}

// CopyMade copies the result of encode, which runs outside Update: it must not use
// anything that Update changes.
func (o Output) CopyMade(what string, encode func(ctx context.Context) ([]byte, error)) tea.Cmd {
	return func() tea.Msg {
		content, err := encode(o.ctx.Base)
		if err != nil {
			return Notice{
				Level: Failure,
				Text:  o.ctx.Words.T("notice.copy_failed", "Reason", text.Line(err.Error())),
			}
		}
		return o.CopyText(what, string(content))()
	}
}

// CopyJSON copies a value as JSON; values from the service stay as they were sent.
func (o Output) CopyJSON(what string, v any) tea.Cmd {
	return o.CopyMade(what, func(context.Context) ([]byte, error) {
		return JSON(v)
	})
}

// JSON returns a value as indented JSON. Values from the service stay as they were
// sent, also with duplicate names or invalid UTF-8.
func JSON(v any) ([]byte, error) {
	return api.Marshal(v, jsontext.WithIndent("  "), jsontext.PreserveRawStrings(true))
}

// SaveFile returns a command that writes content into a new file and reports its
// path. Without files it puts content on the clipboard.
func (o Output) SaveFile(name string, content []byte) tea.Cmd {
	if o.ctx.Save == nil {
		return o.CopyText(name, string(content))
	}
	return func() tea.Msg {
		path, err := o.ctx.Save(name, content)
		if err != nil {
			return Notice{
				Level: Failure,
				Text:  o.ctx.Words.T("notice.save_failed", "Reason", explain.System(o.ctx.Words, err)),
			}
		}
		return Notice{Level: Done, Text: o.ctx.Words.T("notice.saved", "Path", path)}
	}
}

// ExportSheet exports rows in a format.
func (o Output) ExportSheet(what string, f plain.Format, sheet *plain.Sheet) tea.Cmd {
	return o.Export(what, f.Extension(), func(ctx context.Context) ([]byte, error) {
		return sheet.Bytes(ctx, f, o.ctx.Theme.Glyphs.Dash)
	})
}

// Export returns a command that encodes and writes a file. encode runs outside
// Update: it must not use anything that Update changes. The file is named after its
// content and the time.
func (o Output) Export(
	what, extension string,
	encode func(ctx context.Context) ([]byte, error),
) tea.Cmd {
	name := what + "-" + o.ctx.View.Now().Format("20060102-150405") + "." + extension
	return func() tea.Msg {
		content, err := encode(o.ctx.Base)
		if err != nil {
			return Notice{
				Level: Failure,
				Text:  o.ctx.Words.T("notice.save_failed", "Reason", explain.System(o.ctx.Words, err)),
			}
		}
		return o.SaveFile(name, content)()
	}
}
