package pane

import (
	"context"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/plain"
	"channeldeck/ui/text"
)

// What leaves the program: onto the clipboard, or into a file. A notice says
// what became of it.

// nameCells is how much of a text its notice repeats.
const nameCells = 40

// CopyText is the command that puts text on the clipboard and says so: what is
// a short name of it for the notice. What is there already does not give way to
// nothing.
func (c *Context) CopyText(what, text string) tea.Cmd {
	return func() tea.Msg {
		if text == "" {
			return Notice{Level: Info, Text: c.Words.T("notice.nothing_to_copy")}
		}
		err := c.Copy(text)
		if large, ok := errors.AsType[*TooLargeError](err); ok {
			return Notice{Level: Failure, Text: c.Words.T("notice.too_large", "Size", c.Words.Int(large.Size), "Most", c.Words.Int(large.Most))}
		}
		if err != nil {
			return Notice{Level: Failure, Text: c.Words.T("notice.copy_failed", "Reason", err.Error())}
		}
		return Notice{Level: Done, Text: c.Words.T("notice.copied", "What", what)}
	}
}

// CopyShort copies a short text, which is its own name.
func (c *Context) CopyShort(s string) tea.Cmd {
	return c.CopyText(text.Cut(text.Clean(s), nameCells), s)
}

// CopyCell copies the cell under the cursor of a table, in full where the screen
// has it short.
func (c *Context) CopyCell(t interface {
	CurrentCell() (column, text string, ok bool)
}) tea.Cmd {
	_, cell, ok := t.CurrentCell()
	if !ok {
		return nil
	}
	return c.CopyShort(cell)
}

// CopyMade copies what encode makes, off the update loop: it must use nothing
// that Update changes.
func (c *Context) CopyMade(what string, encode func(ctx context.Context) ([]byte, error)) tea.Cmd {
	return func() tea.Msg {
		content, err := encode(c.Base)
		if err != nil {
			return Notice{Level: Failure, Text: c.Words.T("notice.copy_failed", "Reason", text.Clean(err.Error()))}
		}
		return c.CopyText(what, string(content))()
	}
}

// CopyJSON copies a value as JSON, what the service sent as it sent it.
func (c *Context) CopyJSON(what string, v any) tea.Cmd {
	return c.CopyMade(what, func(context.Context) ([]byte, error) { return JSON(v) })
}

// JSON is a value as indented JSON. What the service sent stays as it is, also
// where it is no proper JSON: a name twice, letters that are none.
func JSON(v any) ([]byte, error) {
	return json.Marshal(v, jsontext.WithIndent("  "), jsontext.PreserveRawStrings(true), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// TooLargeError is a text that no terminal would take onto its clipboard: its
// size and the most there may be, in bytes.
type TooLargeError struct{ Size, Most int }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d bytes are too large for the clipboard of a terminal, which takes %d", e.Size, e.Most)
}

// SaveFile is the command that writes content into a new file and says where.
func (c *Context) SaveFile(name string, content []byte) tea.Cmd {
	return func() tea.Msg {
		path, err := c.Save(name, content)
		if err != nil {
			return Notice{Level: Failure, Text: c.Words.T("notice.save_failed", "Reason", err.Error())}
		}
		return Notice{Level: Done, Text: c.Words.T("notice.saved", "Path", path)}
	}
}

// Sheet is rows that can be written in any format, with dash for what is missing
// in one for people.
type Sheet interface {
	Bytes(ctx context.Context, f plain.Format, dash string) ([]byte, error)
}

// ExportSheet exports a table in a format.
func (c *Context) ExportSheet(what string, f plain.Format, sheet Sheet) tea.Cmd {
	return c.Export(what, f.Extension(), func(ctx context.Context) ([]byte, error) { return sheet.Bytes(ctx, f, c.Theme.Glyphs.Dash) })
}

// Export is the command that makes a file's content and writes it, off the
// update loop: encode must use nothing that Update changes. The name of the file
// is what is in it, the time, and its extension.
func (c *Context) Export(what, extension string, encode func(ctx context.Context) ([]byte, error)) tea.Cmd {
	name := what + "-" + c.Now().Format("20060102-150405") + "." + extension
	return func() tea.Msg {
		content, err := encode(c.Base)
		if err != nil {
			return Notice{Level: Failure, Text: c.Words.T("notice.save_failed", "Reason", text.Clean(err.Error()))}
		}
		return c.SaveFile(name, content)()
	}
}
