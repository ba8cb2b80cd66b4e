package mcp

import (
	"bytes"
	stdjson "encoding/json" // the encoder of the SDK knows no jsontext.Value
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
	"channeldeck/ui/text"
)

// DefaultBytes is the default of Config.MaxBytes.
const DefaultBytes = 64 << 10

// The shares of an answer. What remains of it are its other members, which are short.
const (
	rowsShare  = 0.74
	cutShare   = 0.07
	notesShare = 0.07
	textShare  = 0.07
	maxNote    = 500 // bytes
)

// answer is the structured content of the result of a tool.
type answer struct {
	Rows      []jsontext.Value `json:"rows"`
	Malformed []jsontext.Value `json:"malformed,omitzero"` // rows of the page that the schema does not allow
	Value     jsontext.Value   `json:"value,omitzero"`     // what was left out of an earlier answer
	Cut       []cut            `json:"cut,omitzero"`       // what is left out of this one
	Total     int              `json:"total"`
	Offset    int              `json:"offset"`
	Next      api.Opt[int]     `json:"next,omitzero"` // the offset of the next page
	Exit      int              `json:"exit"`          // of the command
	Notes     []string         `json:"notes,omitzero"`
	Loaded    time.Time        `json:"loaded,omitzero"`
	Baseline  time.Time        `json:"baseline,omitzero"`
	Sites     []Load           `json:"sites,omitzero"` // in place of these two where there are several
}

// share is a part of the bytes that an answer may have.
func (s *server) share(of float64) int {
	limit := s.MaxBytes
	if limit == 0 {
		limit = DefaultBytes
	}
	return int(of * float64(limit))
}

// fill takes the rows from the offset on that have room, at least one of those there are, and keeps
// those apart that the schema of the tool does not allow.
func (s *server) fill(
	a *answer,
	rows []jsontext.Value,
	limit int,
	allowed func(rows []jsontext.Value) []bool,
) {
	most := s.share(rowsShare)
	var page []jsontext.Value
	var cuts []cut
	size := 0
	files := 0
	for n := a.Offset; n < len(rows) && len(page) < limit; n++ {
		var c cleaner
		row := c.clean(rows[n])
		if size > 0 && size+len(row) > most {
			break
		}
		shortener := cutter{row: n}
		row = shortener.value(row, "", 0, most)
		cuts = append(cuts, shortener.cuts...)
		files += c.files
		size += len(row) + len(",")
		page = append(page, row)
	}
	a.Rows = []jsontext.Value{}
	for i, ok := range allowed(page) {
		if ok {
			a.Rows = append(a.Rows, page[i])
		} else {
			a.Malformed = append(a.Malformed, page[i])
		}
	}
	next := a.Offset + len(page)
	if next < len(rows) {
		a.Next = api.Some(next)
		a.Notes = append(
			a.Notes,
			s.Words.T("mcp.more", "Rows", len(page), "Total", len(rows), "Next", next),
		)
	}
	if n := len(a.Malformed); n > 0 {
		a.Notes = append(a.Notes, s.Words.N("mcp.malformed", n))
	}
	s.leaveOut(a, cuts, files)
}

// resume takes what an earlier answer left out at a place. It reports false if there is no such place.
func (s *server) resume(a *answer, rows []jsontext.Value, p place) bool {
	a.Rows = []jsontext.Value{}
	if p.row >= len(rows) {
		return false
	}
	a.Offset = p.row
	var c cleaner
	value := find(c.clean(rows[p.row]), p.at)
	if value == nil {
		return false
	}
	shortener := cutter{row: p.row}
	a.Value = shortener.value(value, p.at, p.from, s.share(rowsShare))
	s.leaveOut(a, shortener.cuts, 0)
	return true
}

// leaveOut notes what an answer does not have.
func (s *server) leaveOut(a *answer, cuts []cut, files int) {
	room := s.share(cutShare)
	for _, c := range cuts {
		room -= len(c.Rest) + len(`{"rest":"","left":12345678,"unit":"elements"},`)
		if room >= 0 {
			a.Cut = append(a.Cut, c)
		}
	}
	if n := len(cuts); n > 0 {
		a.Notes = append(a.Notes, s.Words.N("mcp.cut", n))
	}
	if files > 0 {
		a.Notes = append(a.Notes, s.Words.N("mcp.files", files))
	}
}

// limitNotes keeps the notes that have room.
func (s *server) limitNotes(a *answer) {
	room := s.share(notesShare)
	var kept []string
	for _, note := range a.Notes {
		note = shortened(note, maxNote)
		if room -= quotedLen(note); room >= 0 {
			kept = append(kept, note)
		}
	}
	a.Notes = kept
}

// quotedLen is how many bytes a text takes in a list of JSON.
func quotedLen(s string) int {
	quoted, _ := jsontext.AppendQuote(nil, s) // cleaned text is valid UTF-8
	return len(quoted) + len(",")
}

// result is an answer as clients receive it. structured is whether the client reads structured
// content: then its text is only a summary.
func (s *server) result(a *answer, structured bool) (*mcp.CallToolResult, error) {
	s.limitNotes(a)
	content, err := api.Marshal(a)
	if err != nil {
		return nil, err
	}
	if !structured {
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: string(content)}},
		}, nil
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: s.summary(a)}},
		StructuredContent: stdjson.RawMessage(content),
	}, nil
}

// summary is an answer in some lines: how many rows it has, its notes, and how the rows begin.
func (s *server) summary(a *answer) string {
	rows := len(a.Rows) + len(a.Malformed)
	lines := []string{
		s.Words.T(
			"mcp.summary",
			"Rows", rows,
			"Total", a.Total,
			"Offset", a.Offset,
			"Exit", a.Exit,
		),
	}
	lines = append(lines, a.Notes...)
	if a.Value != nil {
		lines = append(lines, brief(a.Value))
	}
	for _, row := range slices.Concat(a.Rows, a.Malformed) {
		lines = append(lines, brief(row))
	}
	room := s.share(textShare)
	var b strings.Builder
	for _, line := range lines {
		if room -= quotedLen(line); room < 0 {
			break
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// brief is the beginning of a row in one line: its members that are no objects and lists.
func brief(row jsontext.Value) string {
	const most = 200
	var members []string
	for name, v := range jsonobject.Members(row) {
		s := string(jsonobject.Text(v))
		switch v.Kind() {
		case '{', '[', 'n':
		case '"':
			isLink := strings.HasPrefix(s, "http")
			if !isLink {
				members = append(members, name+": "+shortened(s, most/2))
			}
		default:
			members = append(members, name+": "+string(v))
		}
		if len(members) == 8 {
			break
		}
	}
	if len(members) == 0 {
		return shortened(text.Clean(string(row)), most)
	}
	return shortened(text.Clean(strings.Join(members, ", ")), most)
}

// rowsOf returns the rows of the JSON of a command; an object is one row.
func rowsOf(out jsontext.Value) (rows []jsontext.Value, ok bool) {
	out = bytes.TrimSpace(out)
	switch out.Kind() {
	case '{':
		return []jsontext.Value{out}, out.IsValid(
			jsontext.AllowDuplicateNames(true),
			jsontext.AllowInvalidUTF8(true),
		)
	case '[':
		return new(jsonobject.Reader).Elements(out, []jsontext.Value{})
	default:
		return nil, false
	}
}

// notes are the remarks and the error of a command.
func notes(printed []byte) (list []string) {
	for line := range strings.Lines(string(printed)) {
		line = strings.TrimSpace(line)
		var e struct{ Message, Hint string }
		if json.Unmarshal([]byte(line), &e, json.MatchCaseInsensitiveNames(true)) == nil {
			line = text.Sentences(e.Message, e.Hint)
		}
		line = text.Clean(strings.TrimPrefix(line, "channeldeck: "))
		if line != "" {
			list = append(list, line)
		}
	}
	return list
}
