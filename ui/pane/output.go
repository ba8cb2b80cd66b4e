package pane

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/plain"
	"channeldeck/ui/terminal"
	"channeldeck/ui/text"
)

// Copies and files. A notice reports the outcome.

// nameCells is the width of a copied text in its notice.
const nameCells = 40

// CopyText returns a command that puts text on the clipboard; what names it in the
// notice. An empty text leaves the clipboard unchanged.
func (c *Context) CopyText(what, text string) tea.Cmd {
	return func() tea.Msg {
		if text == "" {
			return Notice{Level: Info, Text: c.Words.T("notice.nothing_to_copy")}
		}
		where, err := c.Copy(text)
		if large, ok := errors.AsType[*terminal.TooLargeError](err); ok {
			id := "notice.too_large"
			if c.Save == nil { // an export would come here too
				id = "notice.too_large_for_ssh"
			}
			return Notice{
				Level: Failure,
				Text: c.Words.T(
					id,
					"Size", c.Words.Int(large.Size),
					"Most", c.Words.Int(large.Most),
				),
			}
		}
		if blocked, ok := errors.AsType[*terminal.BlockedError](err); ok {
			return Notice{
				Level: Failure,
				Text: c.Words.T(
					"notice.copy_blocked",
					"Clipboard", blocked.SetClipboard,
					"Passthrough", blocked.AllowPassthrough,
				),
			}
		}
		if err != nil {
			return Notice{
				Level: Failure,
				Text:  c.Words.T("notice.copy_failed", "Reason", err.Error()),
			}
		}
		c.Store.Fleet.Log(history.Change{At: c.View.Now(), What: history.CopiedText, Name: what})
		level := Done
		id := "notice.copied"
		if where == terminal.TmuxUnknown {
			level = Warning
			id = "notice.copied_unknown"
		} else if c.OverSSH && where == terminal.InTmux {
			id = "notice.copied_tmux"
		} else if c.OverSSH {
			id = "notice.copied_over_ssh"
		}
		return Notice{Level: level, Text: c.Words.T(id, "What", what)}
	}
}

// CopyShort copies a short text, which also names itself in the notice.
func (c *Context) CopyShort(s string) tea.Cmd {
	return c.CopyText(text.Cut(text.Line(s), nameCells), s)
}

// CopyMade copies the result of encode, which runs outside Update: it must not use
// anything that Update changes.
func (c *Context) CopyMade(what string, encode func(ctx context.Context) ([]byte, error)) tea.Cmd {
	return func() tea.Msg {
		content, err := encode(c.Base)
		if err != nil {
			return Notice{
				Level: Failure,
				Text:  c.Words.T("notice.copy_failed", "Reason", text.Line(err.Error())),
			}
		}
		return c.CopyText(what, string(content))()
	}
}

// CopyJSON copies a value as JSON; values from the service stay as they were sent.
func (c *Context) CopyJSON(what string, v any) tea.Cmd {
	return c.CopyMade(what, func(context.Context) ([]byte, error) {
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
func (c *Context) SaveFile(name string, content []byte) tea.Cmd {
	if c.Save == nil {
		return c.CopyText(name, string(content))
	}
	return func() tea.Msg {
		path, err := c.Save(name, content)
		if err != nil {
			return Notice{
				Level: Failure,
				Text:  c.Words.T("notice.save_failed", "Reason", err.Error()),
			}
		}
		return Notice{Level: Done, Text: c.Words.T("notice.saved", "Path", path)}
	}
}

// ExportSheet exports rows in a format.
func (c *Context) ExportSheet(what string, f plain.Format, sheet *plain.Sheet) tea.Cmd {
	return c.Export(what, f.Extension(), func(ctx context.Context) ([]byte, error) {
		return sheet.Bytes(ctx, f, c.Theme.Glyphs.Dash)
	})
}

// Export returns a command that encodes and writes a file. encode runs outside
// Update: it must not use anything that Update changes. The file is named after its
// content and the time.
func (c *Context) Export(
	what, extension string,
	encode func(ctx context.Context) ([]byte, error),
) tea.Cmd {
	name := what + "-" + c.View.Now().Format("20060102-150405") + "." + extension
	return func() tea.Msg {
		content, err := encode(c.Base)
		if err != nil {
			return Notice{
				Level: Failure,
				Text:  c.Words.T("notice.save_failed", "Reason", text.Line(err.Error())),
			}
		}
		return c.SaveFile(name, content)()
	}
}
