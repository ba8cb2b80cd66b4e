package plain

import (
	"bytes"
	"context"
	"encoding/csv"
	stdjson "encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"channeldeck/api"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/text"
)

type row struct {
	ID    string         `json:"id"`
	Name  string         `json:"nickname"`
	Fans  *int           `json:"fansCount,omitempty"`
	Extra jsontext.Value `json:",embed"`
}

func sheet(rows ...row) *Sheet {
	return Of(&resource.Resource[row]{
		Columns: []resource.Column[row]{
			{ID: "id", Of: func(r row) resource.Value { return resource.TextValue(r.ID) }},
			{ID: "nickname", Title: "Name", Of: func(r row) resource.Value { return resource.TextValue(r.Name) }},
			{ID: "fansCount", Title: "Fans", Right: true, Of: func(r row) resource.Value {
				if r.Fans == nil {
					return resource.Value{}
				}
				return resource.CountValue(*r.Fans).Reads(strconv.Itoa(*r.Fans/1000) + "k")
			}},
		},
	}, rows)
}

func sample() *Sheet {
	fans := 12345
	few := -5
	return sheet(
		row{ID: "a1", Name: "美食日记", Fans: &fans, Extra: jsontext.Value(`{"later":{"x":1e400}}`)},
		row{ID: "a2", Name: "=HYPERLINK(\"http://x.example\")\tb\nc"},
		row{ID: "a3", Name: "al|pha *b* <i>", Fans: &few},
		row{ID: "a4", Name: "\x1b[31mred\u009b2J\u202egnp👩\u200d👧", Fans: &fans},
	)
}

func render(t *testing.T, s *Sheet, f Format, screen Screen) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Write(t.Context(), &b, f, screen); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	terminal := Screen{Terminal: true, Width: 30, Dash: "—", Head: strings.ToUpper}
	single := sample()
	single.Rows = single.Rows[:1]
	single.Single = true
	for name, got := range map[string]string{
		"table":        render(t, sample(), Table, terminal),
		"table.pipe":   render(t, sample(), Table, Screen{Dash: "—"}),
		"json":         render(t, sample(), JSON, Screen{}),
		"json.screen":  render(t, sample(), JSON, terminal),
		"ndjson":       render(t, sample(), NDJSON, Screen{}),
		"csv":          render(t, sample(), CSV, Screen{}),
		"csv.screen":   render(t, sample(), CSV, terminal),
		"tsv":          render(t, sample(), TSV, Screen{}),
		"markdown":     render(t, sample(), Markdown, Screen{Dash: "-"}),
		"json.empty":   render(t, sheet(), JSON, Screen{}),
		"json.single":  render(t, single, JSON, Screen{}),
		"table.empty":  render(t, sheet(), Table, terminal),
		"table.narrow": render(t, sample(), Table, Screen{Terminal: true, Width: 5, Dash: "-"}),
	} {
		golden.Equal(t, name+".golden", got)
	}
}

func TestTableFitsTheTerminal(t *testing.T) {
	for width := 26; width <= 60; width++ {
		for line := range strings.Lines(render(t, sample(), Table, Screen{Terminal: true, Width: width, Dash: "-"})) {
			if w := text.Width(strings.TrimSuffix(line, "\n")); w > width {
				t.Errorf("%d cells in %d: %q", w, width, line)
			}
		}
	}
}

// Tables align numbers at their decimal points; other formats have no blanks for it.
func TestDecimalPoints(t *testing.T) {
	s := Of(
		&resource.Resource[string]{
			Columns: []resource.Column[string]{{ID: "price", Title: "Price", Right: true, Of: resource.TextValue}},
		},
		[]string{"62.4", "1248", "–", "43.06"},
	)
	for format, want := range map[Format]string{
		Table:    "  Price\n  62.4\n1248\n      –\n  43.06\n",
		Markdown: "| Price |\n| ---: |\n| 62.4 |\n| 1248 |\n| – |\n| 43.06 |\n",
	} {
		var b bytes.Buffer
		if err := s.Write(context.Background(), &b, format, Screen{
			Terminal: format == Table,
		}); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s", format, err, b.String())
		}
	}
}

// Spreadsheets get IDs that they would change as texts, and numbers as numbers.
func TestDigitsSurviveSpreadsheets(t *testing.T) {
	many := 123456789012345
	for id, want := range map[string]string{
		"730123456789012345":       `="730123456789012345"`,
		"123456789012":             `="123456789012"`,
		"12345678901":              "12345678901",
		"007":                      `="007"`,
		"0":                        "0",
		"6710000000000000000000e1": `="6710000000000000000000e1"`,
		"x_730123456789012345":     "x_730123456789012345", "12E5": `="12E5"`,
	} {
		got := render(t, sheet(row{ID: id, Fans: &many}), CSV, Screen{Spreadsheet: true})
		rest, marked := strings.CutPrefix(got, "\ufeff")
		records, err := csv.NewReader(strings.NewReader(rest)).ReadAll()
		if err != nil || !marked || records[1][0] != want || records[1][2] != "123456789012345" {
			t.Errorf("%s: %q, %v", id, got, err)
		}
		if got := render(t, sheet(row{ID: id}), CSV, Screen{Labels: true}); got != "id,Name,Fans\r\n"+id+",,\r\n" {
			t.Errorf("on a pipe: %q", got)
		}
	}
}

// Tables on a terminal group the digits of numbers that have no text of their own for display.
func TestNumbersForDisplay(t *testing.T) {
	s := Of(
		&resource.Resource[string]{
			Columns: []resource.Column[string]{{ID: "n", Title: "N", Right: true, Of: resource.TextValue}},
		},
		[]string{"1234", ""},
	)
	screen := Screen{
		Terminal: true,
		Dash:     "–",
		Number:   func(n string) string { return strings.ReplaceAll(n, "1234", "1,234") },
	}
	for format, want := range map[Format]string{
		Table:    "    N\n1,234\n    –\n",
		Markdown: "| N |\n| ---: |\n| 1234 |\n| – |\n",
	} {
		var b bytes.Buffer
		if err := s.Write(t.Context(), &b, format, screen); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s", format, err, b.String())
		}
	}
}

// A sum that is a lower bound has its sign where people read it. In files it is a mere number.
func TestLowerBoundsForDisplay(t *testing.T) {
	s := Of(
		&resource.Resource[api.Total]{
			Columns: []resource.Column[api.Total]{{ID: "n", Title: "N", Right: true, Of: resource.TotalValue}},
		},
		[]api.Total{
			{Sum: api.Int(1234), Counted: 1, Accounts: 2},
			{Sum: api.Int(1234), Counted: 2, Accounts: 2},
			{Accounts: 2},
		},
	)
	screen := Screen{
		Terminal: true,
		Dash:     "-",
		Number:   func(n string) string { return strings.ReplaceAll(n, "1234", "1,234") },
	}
	for format, want := range map[Format]string{
		Table:    "      N\n≥ 1,234\n  1,234\n      -\n",
		Markdown: "| N |\n| ---: |\n| ≥ 1234 |\n| 1234 |\n| - |\n",
		TSV:      "n\n1234\n1234\n\n",
	} {
		for sign, bound := range map[string]string{"": "≥ ", ">=": ">="} {
			if sign != "" && format == Markdown {
				bound = `\>=`
			}
			var b bytes.Buffer
			screen.AtLeast = sign
			err := s.Write(t.Context(), &b, format, screen)
			if want := strings.ReplaceAll(want, "≥ ", bound); err != nil || b.String() != want {
				t.Errorf("%s: %v\n%s", format, err, b.String())
			}
		}
	}
}

func TestFormulasAreNeutralised(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "",
		"a=1":                  "a=1",
		"-5":                   "-5",
		"-1.5e3":               "-1.5e3",
		"+5":                   "'+5",
		"-5+cmd|' /C calc'!A0": "'-5+cmd|' /C calc'!A0",
		"=1+1":                 "'=1+1",
		"@SUM(A1)":             "'@SUM(A1)",
		"＝1":                   "'＝1",
		"－":                    "'－",
		" =1":                  "' =1",
		"\u3000=1":             "'\u3000=1",
		"\tx":                  "'\tx",
		"\t0":                  "'\t0",
		"\nx":                  "'\nx",
		"-":                    "'-",
		"@昵称":                  "'@昵称", "昵称": "昵称",
	} {
		if got := neutralise(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Every format of any text reads back as it was and contains no control characters.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hostile := rapid.StringOf(rapid.OneOf(
			rapid.Rune(),
			rapid.SampledFrom([]rune("=+-@\t\r\n\"',|\\\x1b\u009b\u202e\u2028\x7f\u200d")),
		))
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) row {
			return row{ID: hostile.Draw(t, "id"), Name: hostile.Draw(t, "name")}
		}), 1, 5).Draw(t, "rows")
		s := sheet(rows...)
		write := func(f Format, screen Screen) string {
			var b bytes.Buffer
			if err := s.Write(context.Background(), &b, f, screen); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}

		for _, name := range Formats() {
			f := Format(name)
			for _, screen := range []Screen{{}, {Terminal: true, Width: 80}} {
				for _, r := range strings.ReplaceAll(write(f, screen), "\r\n", "\n") {
					if r != '\n' && r != '\t' && r != '\u200d' &&
						(r < ' ' || unicode.In(r, unicode.Cc, unicode.Bidi_Control) || r == '\u2028') {
						t.Fatalf("%s lets %U through", f, r)
					}
				}
			}
		}
		var back []row
		if err := stdjson.Unmarshal([]byte(write(JSON, Screen{})), &back); err != nil {
			t.Fatal(err)
		}
		for i := range back {
			if back[i].ID != rows[i].ID || back[i].Name != rows[i].Name {
				t.Fatalf("JSON: %q became %q", rows[i].ID+rows[i].Name, back[i].ID+back[i].Name)
			}
		}
		if n := strings.Count(write(NDJSON, Screen{}), "\n"); n != len(rows) {
			t.Fatalf("NDJSON: %d lines for %d rows", n, len(rows))
		}
		if n := strings.Count(write(TSV, Screen{}), "\n"); n != len(rows)+1 {
			t.Fatalf("TSV: %d lines for %d rows", n, len(rows))
		}
		records, err := csv.NewReader(strings.NewReader(write(CSV, Screen{}))).ReadAll()
		if err != nil || len(records) != len(rows)+1 {
			t.Fatalf("CSV: %d records, %v", len(records), err)
		}
		for _, record := range records[1:] {
			for _, cell := range record {
				if cell != "" && strings.ContainsAny(cell[:1], "=@+\t") {
					t.Fatalf("CSV: a formula: %q", cell)
				}
			}
		}
	})
}

// An interrupted output ends with a whole line.
func TestInterrupted(t *testing.T) {
	for _, name := range Formats() {
		f := Format(name)
		ctx, cancel := context.WithCancel(t.Context())
		s := sheet(make([]row, 100)...)
		seen := 0
		s.Columns[0].Value = func(int32) resource.Value {
			if seen++; seen == 3 {
				cancel()
			}
			return resource.TextValue("x")
		}
		var b bytes.Buffer
		err := s.Write(ctx, &b, f, Screen{})
		out := b.String()
		if f == JSON || f == NDJSON { // they use no column
			cancel()
			b.Reset()
			err = s.Write(ctx, &b, f, Screen{})
			out = b.String() + "\n"
		}
		if !errors.Is(err, context.Canceled) || !strings.HasSuffix(out, "\n") || strings.Count(out, "x") > 3 {
			t.Errorf("%s: %v, %q", f, err, out)
		}
	}
}

type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestDiskFull(t *testing.T) {
	many := sheet(make([]row, 10_000)...)
	for _, name := range Formats() {
		f := Format(name)
		for _, screen := range []Screen{{}, {Terminal: true}} {
			if err := many.Write(t.Context(), full{}, f, screen); !errors.Is(err, errFull) {
				t.Errorf("%s: %v", f, err)
			}
		}
	}
}

func TestValueThatJSONCannotHold(t *testing.T) {
	s := Of(&resource.Resource[func()]{}, []func(){nil})
	for _, f := range []Format{JSON, NDJSON} {
		if err := s.Write(t.Context(), &bytes.Buffer{}, f, Screen{}); err == nil {
			t.Errorf("%s wrote a function", f)
		}
	}
}

func BenchmarkNDJSON(b *testing.B) {
	s := sample()
	s.Rows = make([]int32, 1000)
	for b.Loop() {
		if err := s.Write(b.Context(), &bytes.Buffer{}, NDJSON, Screen{}); err != nil {
			b.Fatal(err)
		}
	}
}

// texted is a sheet whose columns have texts for titles and the cells of each row.
func texted(columns []Column, rows ...[]string) *Sheet {
	s := &Sheet{Columns: columns}
	for i := range columns {
		columns[i].ID = columns[i].Title
		columns[i].Value = func(row int32) resource.Value { return resource.TextValue(rows[row][i]) }
	}
	for i := range rows {
		s.Rows = append(s.Rows, int32(i))
	}
	return s
}

// Where a table lacks room, titles and texts that may continue on further lines first, then the widest texts are
// cut, and at last numbers and what should be whole. A dense table first leaves out what may yield.
func TestNarrowTables(t *testing.T) {
	for _, tt := range []struct {
		width int
		dense bool
		want  string
	}{
		{0, true, `
Accounts of               Turned  Of normal  Began                      ID
Kuaishou and some others      11        223  yesterday, or today early  kwai@2026-11-30
`},
		{73, true, `
                                      Of
Accounts of               Turned  normal  Began           ID
Kuaishou and some others      11     223  yesterday, or   kwai@2026-11-30
                                          today early
`},
		{60, true, `
                           Of
Accounts of    Turned  normal  Began         ID
Kuaishou and…      11     223  yesterday,    kwai@2026-11-30
                               or today
                               early
`},
		{50, true, `
Accounts of  Turned  Began         ID
Kuaishou a…      11  yesterday,    kwai@2026-11-30
                     or today
                     early
`},
		{50, false, `
Accounts              Of
of        Turned  normal  Began     ID
Kuaisho…      11     223  yesterda  kwai@2026-11-…
                          y, or
                          today
                          early
`},
	} {
		s := texted([]Column{
			{Title: "Accounts of"},
			{Title: "Turned", Right: true},
			{Title: "Of normal", Right: true, Spare: true},
			{Title: "Began", Wraps: true},
			{Title: "ID", Whole: true},
		}, []string{"Kuaishou and some others", "11", "223", "yesterday, or today early", "kwai@2026-11-30"})
		s.Dense = tt.dense
		got := "\n" + render(t, s, Table, Screen{Terminal: true, Width: tt.width})
		if got != tt.want {
			t.Errorf("in %d cells, dense %t:\n%s\nwant\n%s", tt.width, tt.dense, got, tt.want)
		}
	}
}

// A dense table on a terminal has no column without a value, and none that a sign says. In a pipe the columns do not
// depend on the rows, and there are no signs.
func TestDenseTable(t *testing.T) {
	column := func(id string, cells ...string) Column {
		return Column{ID: id, Title: id, Value: func(row int32) resource.Value {
			return resource.TextValue(cells[row])
		}}
	}
	for _, tt := range []struct {
		terminal bool
		want     string
	}{
		{true, "name  note\na     –\nb     x\n"},
		{false, "name\tlocal\tnote\tof\na\t\t\t2\nb\t\tx\t1\n"},
	} {
		bySign := column("of", "2", "1")
		bySign.BySign = true
		s := &Sheet{
			Columns: []Column{column("name", "a", "b"), column("local", "", ""), column("note", "", "x"), bySign},
			Rows:    []int32{0, 1},
			Dense:   true,
		}
		var out bytes.Buffer
		err := s.Write(t.Context(), &out, Table, Screen{Terminal: tt.terminal, Width: 40, Dash: "–"})
		if err != nil || out.String() != tt.want {
			t.Errorf("terminal %v: %q, want %q, error %v", tt.terminal, out.String(), tt.want, err)
		}
	}
}

// partly is a list whose elements report how much was written before them.
type partly struct {
	Elements []element `json:"elements"`
}

type element struct{ written func() int }

func (e element) MarshalText() ([]byte, error) {
	return []byte(strconv.Itoa(e.written()) + "\u200d\u009b"), nil
}

// A single row is written as it is made, so that a large report is never in memory as text.
func TestSingleRowIsWrittenAsItIsMade(t *testing.T) {
	var out bytes.Buffer
	row := partly{Elements: make([]element, 100_000)}
	for i := range row.Elements {
		row.Elements[i].written = out.Len
	}
	s := Of(&resource.Resource[partly]{}, []partly{row})
	s.Single = true
	if err := s.Write(t.Context(), &out, JSON, Screen{}); err != nil {
		t.Fatal(err)
	}
	var got struct{ Elements []string }
	if err := stdjson.Unmarshal(out.Bytes(), &got); err != nil || len(got.Elements) != len(row.Elements) {
		t.Fatalf("%d elements, error %v", len(got.Elements), err)
	}
	for i, text := range got.Elements {
		before, ok := strings.CutSuffix(text, "\u200d\u009b")
		written, err := strconv.Atoi(before)
		if !ok || err != nil {
			t.Fatalf("element %d is %q", i, text)
		}
		isLast := i == len(got.Elements)-1
		if isLast && out.Len()-written > 256<<10 {
			t.Errorf("%d of %d bytes were written before the last element", written, out.Len())
		}
	}
	if i := bytes.IndexFunc(out.Bytes(), func(r rune) bool { return r >= 0x7f }); i >= 0 {
		t.Errorf("%q is not escaped", out.Bytes()[i:i+4])
	}
}

// Characters that come in parts are escaped as whole ones.
func TestEscapingWriter(t *testing.T) {
	for _, text := range []string{
		"", "abc", "名前\u202eab\u009b", "👩\u200d👧", "a\u2028", "\xe5\x90", "a\xff\u200db", "\U000e0001x",
	} {
		for size := 1; size <= len(text)+1; size++ {
			var out bytes.Buffer
			w := &escapingWriter{to: &out}
			for part := range slices.Chunk([]byte(text), size) {
				if n, err := w.Write(part); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
			}
			if err := w.end(); err != nil {
				t.Fatal(err)
			}
			want := string(escapeHidden([]byte(text)))
			if strings.ToValidUTF8(out.String(), "\uFFFD") != strings.ToValidUTF8(want, "\uFFFD") {
				t.Errorf("%q in parts of %d: %q, want %q", text, size, out.String(), want)
			}
		}
	}
}
