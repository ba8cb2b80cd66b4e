package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/testkit/race"
)

// content is the structured content of a result.
type structured struct {
	Rows, Malformed []json.RawMessage
	Value           json.RawMessage
	Cut             []cut
	Total, Offset   int
	Next            *int
	Notes           []string
}

// answerOf is the answer to one call, and the size of its line.
func answerOf(t *testing.T, c Config, tool, arguments string) (structured, message, int) {
	t.Helper()
	cl := connect(t, c)
	go cl.send(t, initialize, toolCall("1", tool, arguments))
	for line := range cl.lines {
		var m message
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		if m.ID != 1.0 {
			continue
		}
		var got structured
		if m.Result.StructuredContent != nil {
			if err := json.Unmarshal(m.Result.StructuredContent, &got); err != nil {
				t.Fatal(err)
			}
		}
		return got, m, len(line)
	}
	t.Fatal("no answer")
	return structured{}, message{}, 0
}

func quoted(s string) string {
	out, _ := json.Marshal(s)
	return string(out)
}

func record(parts string) string {
	return `{"id":"m","sessionId":"s","createdAt":"2026-11-20T09:00:00Z","message":{"id":"m","role":"user",` +
		`"parts":[` + parts + `]}}`
}

// Whatever a command prints, an answer has at most 64 kB, and calls with rest return all of it.
func TestAnswersAreBounded(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	long := strings.Repeat("Vor dem “Hafen” – 港口\n", 40_000)
	members := map[string]string{}
	for i := range 30_000 {
		members[fmt.Sprintf("member %d", i)] = strings.Repeat("y", i%9)
	}
	many, _ := json.Marshal(members)
	list, _ := json.Marshal(slices.Repeat([]string{"an element, and one more"}, 50_000))
	for name, part := range map[string]string{
		"a text of 1 MB":  `{"type":"text","text":` + quoted(long) + `}`,
		"a text of 20 MB": `{"type":"text","text":"` + strings.Repeat("x", 20<<20) + `"}`,
		"quotes":          `{"type":"text","text":` + quoted(strings.Repeat(`"\`, 100_000)) + `}`,
		"many members":    string(many),
		"many elements":   `{"type":"data-x","data":` + string(list) + `}`,
		"nested lists":    `{"type":"data-x","data":[` + string(list) + `,` + string(list) + `]}`,
		"a long name":     `{"` + strings.Repeat("n", 200_000) + `":"x"}`,
		"a long number":   `{"n":` + strings.Repeat("7", 200_000) + `}`,
		"deep JSON":       `{"a":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`,
		"two texts and a list": `{"a":` + quoted(long) + `,"b":"short","c":` + quoted(long) + `,"d":` +
			string(list) + `}`,
	} {
		row := record(part)
		c := newConfig(t, prints("["+row+","+row+"]"))
		got, m, size := answerOf(t, c, "read_session", `{"session":"s","offset":1}`)
		if size > DefaultBytes || m.Result.IsError || got.Total != 2 || got.Offset != 1 ||
			len(got.Rows)+len(got.Malformed) != 1 {
			t.Errorf(
				"%s: %d bytes, %d of %d rows from %d: %.300s",
				name,
				size,
				len(got.Rows),
				got.Total,
				got.Offset,
				m.Result.Content,
			)
		}
		if len(got.Cut) == 0 && name != "a long name" && name != "deep JSON" {
			t.Errorf("%s: nothing is said to be cut", name)
		}
		if text := m.Result.Content[0].Text; len(text) > len(m.Result.StructuredContent)/4 && size > 10_000 {
			t.Errorf("%s: the text is no summary: %d bytes", name, len(text))
		}
	}
}

// A page has as many rows as 64 kB have room for, however many the call asks for, and the pages
// together have all rows.
func TestPagesOfRowsAreBounded(t *testing.T) {
	t.Parallel()
	const most = 64 << 10
	const total = 1500
	rows := make([]string, total)
	size := 0
	for i := range rows {
		rows[i] = fmt.Sprintf(
			`{"id":"%d","userId":"u","type":"x","uid":"7","nickname":"港口 %s","groupId":"g","status":1}`,
			i,
			strings.Repeat("n", i%400),
		)
		size = max(size, len(rows[i]))
	}
	c := newConfig(t, prints("["+strings.Join(rows, ",")+"]"))
	offset := 0
	for offset < total {
		got, _, bytes := answerOf(t, c, "accounts", fmt.Sprintf(`{"limit":500,"offset":%d}`, offset))
		if bytes > most {
			t.Fatalf("%d rows from %d have %d bytes", len(got.Rows), offset, bytes)
		}
		for i, row := range got.Rows {
			if string(row) != rows[offset+i] {
				t.Fatalf("row %d: %s", offset+i, row)
			}
		}
		next := offset + len(got.Rows)
		isLast := next == total
		if isLast != (got.Next == nil) || !isLast && *got.Next != next {
			t.Fatalf("%d rows from %d of %d, then %v", len(got.Rows), offset, total, got.Next)
		}
		if filled := bytes + 2*size; !isLast && float64(filled) < rowsShare*most {
			t.Errorf("%d rows from %d have only %d bytes", len(got.Rows), offset, bytes)
		}
		offset = next
	}
}

// However much a command remarks, an answer has notes of at most 500 bytes, as many as have room.
func TestNotesAreBounded(t *testing.T) {
	t.Parallel()
	remark := "channeldeck: " + strings.Repeat("港口", 1000) + "\n"
	c := newConfig(t, func(context.Context, ...string) Result {
		return Result{Out: []byte(`[]`), Err: []byte(strings.Repeat(remark, 200))}
	})
	got, _, size := answerOf(t, c, "accounts", `{}`)
	all := 0
	for _, note := range got.Notes {
		all += quotedLen(note)
		if len(note) > 500 || !strings.HasPrefix(note, "港口") {
			t.Errorf("a note of %d bytes: %.30s", len(note), note)
		}
	}
	share := notesShare // of the bytes of an answer
	room := int(share * DefaultBytes)
	if all > room || all < room-1000 || size > DefaultBytes {
		t.Errorf("%d notes of %d bytes, an answer of %d", len(got.Notes), all, size)
	}
}

// Calls with rest return the whole of what was cut, in order.
func TestRestReturnsWhatWasCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Vor dem “Hafen” – 港口\n", 20_000)
	elements := make([]string, 20_000)
	for i := range elements {
		elements[i] = fmt.Sprintf("element %d", i)
	}
	list, _ := json.Marshal(elements)
	c := newConfig(
		t,
		prints("["+record("")+","+record(`{"type":"text","a/b~":`+quoted(long)+`,"list":`+string(list)+`}`)+"]"),
	)
	got, _, _ := answerOf(t, c, "read_session", `{"session":"s","offset":1}`)
	var row struct {
		Message struct{ Parts []map[string]any }
	}
	if err := json.Unmarshal(got.Rows[0], &row); err != nil {
		t.Fatal(err)
	}
	first := row.Message.Parts[0]
	text := strings.TrimSuffix(first["a/b~"].(string), "…")
	whole := first["list"].([]any)
	if len(got.Cut) != 2 {
		t.Fatalf("%+v", got.Cut)
	}
	for _, c0 := range got.Cut {
		left := c0.Left
		for rest, calls := c0.Rest, 0; rest != ""; calls++ {
			next, m, size := answerOf(t, c, "read_session", `{"session":"s","rest":`+quoted(rest)+`}`)
			if size > DefaultBytes || m.Result.IsError || len(next.Rows) > 0 || calls > 100 {
				t.Fatalf("%s: %d bytes, %+v", rest, size, m.Result)
			}
			rest = ""
			after := 0
			if len(next.Cut) > 0 {
				rest = next.Cut[0].Rest
				after = next.Cut[0].Left
			}
			before := len(text) + len(whole)
			if c0.Unit == "bytes" {
				var part string
				_ = json.Unmarshal(next.Value, &part)
				if after > 0 {
					part = strings.TrimSuffix(part, "…")
				}
				text += part
			} else {
				var part []any
				_ = json.Unmarshal(next.Value, &part)
				whole = append(whole, part...)
			}
			if moved := len(text) + len(whole) - before; moved <= 0 || left-moved != after {
				t.Fatalf("%s: %d of %d moved, %d are left", c0.Rest, moved, left, after)
			}
			left = after
		}
	}
	if text != long || len(whole) != len(elements) || whole[len(whole)-1] != elements[len(elements)-1] {
		t.Errorf("%d bytes of %d, %d elements of %d", len(text), len(long), len(whole), len(elements))
	}
}

// Any place can be asked for; one that does not exist is an error.
func TestPlaces(t *testing.T) {
	t.Parallel()
	c := newConfig(t, prints(`[{"a":"港口","b":[1,2,3],"n":12}]`))
	for rest, want := range map[string]string{
		"0@0":     `{"a":"港口","b":[1,2,3],"n":12}`,
		"0/a@0":   `"港口"`,
		"0/a@3":   `"口"`,
		"0/a@1":   `"口"`,
		"0/a@99":  `""`,
		"0/b@1":   `[2,3]`,
		"0/b/1@0": `2`,
		"0@2":     `{"n":12}`,
	} {
		if got, m, _ := answerOf(t, c, "accounts", `{"rest":"`+rest+`"}`); string(got.Value) != want {
			t.Errorf("%s: %s, %+v", rest, got.Value, m.Result.Content)
		}
	}
	for _, rest := range []string{
		"1@0", "0/x@0", "0/b/3@0", "0/a/b@0", "0", "@", "-1@0", "0@-1", "0a@0",
		"99999999999999999999@0", "0@1e9",
	} {
		if _, m, _ := answerOf(
			t,
			c,
			"accounts",
			`{"rest":"`+rest+`"}`,
		); !m.Result.IsError || !strings.Contains(m.Result.Content[0].Text, "rest") {
			t.Errorf("%s: %+v", rest, m.Result)
		}
	}
}

// The data of files is named and not sent.
func TestFilesAreNamed(t *testing.T) {
	t.Parallel()
	data := strings.Repeat("QUJD", 1000)
	row := record(`{"type":"file","mediaType":"image/png","url":"data:image/png;base64,` + data + `"},` +
		`{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"` + data + `"}},` +
		`{"type":"resource","resource":{"uri":"file:///a","blob":"QUJD"}},` +
		`{"type":"text","text":"see data:image/gif;base64,` + data + ` there"},` +
		`{"type":"tool-x","output":` + quoted(`{"content":[{"type":"image","data":"`+data+`"}]}`) + `},` +
		`{"type":"text","text":"QUJD"}`)
	got, m, size := answerOf(t, newConfig(t, prints("["+row+"]")), "read_session", `{"session":"s"}`)
	all := string(m.Result.StructuredContent)
	for _, want := range []string{
		"data:image/png;3kB",
		`"base64;3kB"`,
		`"base64;3B"`,
		"see data:image/gif;3kB there",
		`\"data\":\"base64;3kB\"`,
		`"text":"QUJD"`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in %s", want, all)
		}
	}
	if strings.Contains(all, data[:100]) || size > 5000 ||
		!strings.HasPrefix(got.Notes[0], "5 texts with the data of files") {
		t.Errorf("%d bytes: %.300s %q", size, all, got.Notes)
	}
}

// Rows that the schema of a tool does not allow are kept apart, and counted.
func TestMalformedRowsAreKeptApart(t *testing.T) {
	t.Parallel()
	account := func(nickname, fans string) string {
		return `{"id":"1","userId":"u","type":"x","uid":"7","nickname":` + nickname +
			`,"groupId":"g","status":1,"fansCount":` + fans + `}`
	}
	rows := []string{
		account(`"a"`, "1"),
		account("null", "1"),
		account(`"b"`, `"1.2万"`),
		account(`"c"`, "null"),
		`{"id":"5"}`,
		"null",
		`"x"`,
		account(`"d"`, "1e999"),
	}
	got, _, _ := answerOf(t, newConfig(t, prints("["+strings.Join(rows, ",")+"]")), "accounts", `{"limit":7}`)
	if len(got.Rows) != 2 || len(got.Malformed) != 5 || got.Total != 8 || got.Next == nil || *got.Next != 7 ||
		!strings.HasPrefix(got.Notes[1], "5 rows do not have the form") {
		t.Errorf("%+v", got)
	}
	if string(got.Malformed[1]) != rows[2] {
		t.Errorf("%s, want it as it was sent", got.Malformed[1])
	}
	got, _, _ = answerOf(t, newConfig(t, prints("["+strings.Join(rows, ",")+"]")), "accounts", `{"offset":7}`)
	if len(got.Rows) != 0 || len(got.Malformed) != 1 ||
		!strings.Contains(string(got.Malformed[0]), `"fansCount":"1e999"`) {
		t.Errorf("%+v", got)
	}
}

// A client from before structured content gets the rows as text.
func TestOlderClientsReadText(t *testing.T) {
	t.Parallel()
	cl := connect(t, newConfig(t, prints(`[]`)))
	go cl.send(t, strings.Replace(initialize, "2025-06-18", "2025-03-26", 1), toolCall("1", "accounts", "{}"))
	got := cl.answers(t)
	if r := got[1].Result; len(r.StructuredContent) > 0 || !strings.HasPrefix(r.Content[0].Text, `{"rows":[]`) {
		t.Errorf("%+v", r)
	}
}

// readPage returns a page of a resource, and the address of the next one.
func readPage(t *testing.T, c Config, uri string) (page, next string) {
	t.Helper()
	most := c.MaxBytes
	if most == 0 {
		most = DefaultBytes
	}
	cl := connect(t, c)
	go cl.send(t, initialize, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+uri+`"}}`)
	for line := range cl.lines {
		var m message
		_ = json.Unmarshal([]byte(line), &m)
		if m.ID != 1.0 {
			continue
		}
		if m.Error.Code != 0 || len(line) > most {
			t.Fatalf("%s: %d bytes, %+v", uri, len(line), m.Error)
		}
		if len(m.Result.Contents) > 1 {
			_, next, _ = strings.Cut(m.Result.Contents[1].Text, "The next page is ")
			next, _, _ = strings.Cut(next, ". ")
		}
		return m.Result.Contents[0].Text, strings.TrimSuffix(next, ".")
	}
	t.Fatal("no answer")
	return "", ""
}

// Pages of resources have addresses, and together the whole.
func TestResourcesHavePages(t *testing.T) {
	t.Parallel()
	var rows []string
	for i := range 2000 {
		rows = append(rows, `{"finding":"stale","section":"open","id":"`+strconv.Itoa(i)+`","name":"\"港口\""}`)
	}
	rows[7] = `{"finding":"stale","section":"open","id":"7","name":"` + strings.Repeat("x", 1<<20) + `"}`
	report := strings.Repeat("| 港口 | \"a\" |\n", 20_000)
	c := newConfig(t, func(_ context.Context, args ...string) Result {
		if args[0] == "report" {
			return Result{Out: []byte(report)}
		}
		return Result{Out: []byte("[" + strings.Join(rows, ",") + "]")}
	})
	var ids []string
	for uri := "channeldeck://findings"; uri != ""; {
		var page string
		page, uri = readPage(t, c, uri)
		var list []struct{ ID string }
		if err := json.Unmarshal([]byte(page), &list); err != nil {
			t.Fatal(err)
		}
		for _, row := range list {
			ids = append(ids, row.ID)
		}
	}
	if len(ids) != 2000 || ids[1999] != "1999" {
		t.Errorf("%d rows", len(ids))
	}
	all := ""
	for uri := "channeldeck://report/a%20b"; uri != ""; {
		var page string
		page, uri = readPage(t, c, uri)
		all += page
	}
	if all != report {
		t.Errorf("%d bytes of %d", len(all), len(report))
	}
	for _, uri := range []string{
		"channeldeck://findings?offset=-1",
		"channeldeck://findings?offset=x",
		"channeldeck://findings?offset=99999999999999999999",
	} {
		got := ask(t, c, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+uri+`"}}`)
		if got[1.0].Error.Code != -32602 {
			t.Errorf("%s: %+v", uri, got)
		}
	}
}

// Prompts want their arguments, and put them into addresses.
func TestPromptsCheckTheirArguments(t *testing.T) {
	t.Parallel()
	prompt := func(name, arguments string) map[any]message {
		return ask(
			t,
			newConfig(t, prints("[]")),
			`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"`+name+`","arguments":`+arguments+`}}`,
		)
	}
	for arguments, want := range map[string]string{
		"{}":                            "platform",
		`{"platform":null,"files":"a"}`: "platform",
		`{"platform":"x"}`:              "files",
		`{"platform":"x","files":"  "}`: "files",
		`{"platform":"x","files":"` + strings.Repeat("a", 1<<20) + `"}`: "files",
	} {
		if e := prompt("preflight", arguments)[1.0].Error; e.Code != -32602 || !strings.HasPrefix(e.Message, want+" ") {
			t.Errorf("%.80s: %+v", arguments, e)
		}
	}
	cl := connect(t, newConfig(t, prints("[]")))
	go cl.send(
		t,
		initialize,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"weekly_report",`+
			`"arguments":{"group":"a b/ü"}}}`,
	)
	all := strings.Join(slices.Collect(func(yield func(string) bool) {
		for line := range cl.lines {
			yield(line)
		}
	}), "")
	if !strings.Contains(all, "channeldeck://report/a%20b%2F%C3%BC.") || !strings.Contains(all, "group a b/ü.") {
		t.Error(all)
	}
}

// A shortened value is never longer than it may be, and valid JSON.
func TestShortenedValues(t *testing.T) {
	t.Parallel()
	v := cleaned([]byte(
		`{"name":"Vor dem “Hafen” \"港口\"","list":[1,22,333,{"a":[true,null,"abcdefghijklmnopqrstuvwxyz"]}],` +
			`"empty":{},"n":-1.5e-7}`,
	))
	for limit := 2; limit < len(v)+2; limit++ {
		var c cutter
		got := c.value(v, "", 0, limit)
		if len(got) > limit || !got.IsValid() || (len(c.cuts) == 0) != (limit >= len(v)) {
			t.Errorf("%d: %d bytes: %s %v", limit, len(got), got, c.cuts)
		}
	}
	for limit := 6; limit < 10; limit++ {
		var c cutter
		if got := c.value(jsontext.Value(`"abcdefgh"`), "", 0, limit); len(got) != limit {
			t.Errorf("%d: a text leaves room: %s", limit, got)
		}
	}
	if got := find(jsontext.Value(`{"a/b":[{"~":7}]}`), "/a~1b/0/~0"); string(got) != "7" {
		t.Errorf("%s", got)
	}
}

// A page of short rows has room for the commas between them too.
func TestPagesCountTheirCommas(t *testing.T) {
	t.Parallel()
	c := newConfig(t, nil)
	c.MaxBytes = 10_000
	s := &server{c}
	rows := slices.Repeat([]jsontext.Value{jsontext.Value("7")}, c.MaxBytes)
	a := &answer{}
	s.fill(a, rows, len(rows), func(page []jsontext.Value) []bool {
		return slices.Repeat([]bool{true}, len(page))
	})
	size := len(a.Rows) * len("7,")
	room := s.share(rowsShare)
	if size > room+len(",") || size < room-len("7,") {
		t.Errorf("%d rows take %d bytes of %d", len(a.Rows), size, room)
	}
}

// The data of files is counted over all rows.
func TestFilesOfSeveralRowsAreCounted(t *testing.T) {
	t.Parallel()
	url := "data:image/png;base64," + strings.Repeat("QUJD", 100)
	file := record(`{"type":"file","mediaType":"image/png","url":"` + url + `"}`)
	rows := strings.Join([]string{file, file, record(`{"type":"text","text":"x"}`)}, ",")
	got, _, _ := answerOf(t, newConfig(t, prints("["+rows+"]")), "read_session", `{"session":"s"}`)
	if len(got.Notes) == 0 || !strings.HasPrefix(got.Notes[0], "2 texts with the data of files") {
		t.Errorf("notes %q", got.Notes)
	}
}
