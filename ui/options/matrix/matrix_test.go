package matrix

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

func platform(name, capabilities string) api.Platform {
	return api.Platform{Platform: name, Capabilities: jsontext.Value(capabilities)}
}

func table(m *Matrix) string {
	var b strings.Builder
	for _, c := range m.Columns {
		fmt.Fprintf(&b, "%d:%s ", c.Kind, c.Name)
	}
	for _, r := range m.Rows {
		b.WriteString("\n" + r.Platform.Platform + " ")
		for _, s := range r.Cells {
			b.WriteByte("?-+"[s])
		}
	}
	return b.String()
}

func TestMatrix(t *testing.T) {
	board := api.PublishOption{Field: "boardId", Label: api.Some("Board")}
	m := Of([]Source{
		{Platform: platform("A", `{"work":{"getDetail":true,"list":false},"browse":{"getDetail":false},"limit":3,"modes":[true],"text":"true"}`),
			Options: []api.PublishOption{board, {Field: "tid"}}, OptionsRead: true},
		{Platform: platform("B", `{"login":true,"work":{"getDetail":{"supported":false,"live":true}}}`), OptionsRead: true},
		{Platform: platform("C", ``)},
		{Platform: platform("D", `{"work":{"list":true},"broken`), Options: []api.PublishOption{board}, OptionsRead: true},
	})
	const want = "0:work.getDetail 0:work.list 0:browse.getDetail 0:login 0:work.getDetail.live 1:boardId 1:tid " +
		"\nA +--??++" +
		"\nB -??++--" +
		"\nC ???????" +
		"\nD ?+???+-"
	if got := table(m); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if m.Columns[5].Label != "Board" || m.Cut {
		t.Errorf("%+v, cut %v", m.Columns[5], m.Cut)
	}
}

func TestMatrixIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range maxColumns + 10 {
		fmt.Fprintf(&b, `"c%d":true,`, i)
	}
	m := Of([]Source{{Platform: platform("A", `{`+b.String()+`"z":true}`)}})
	if len(m.Columns) != maxColumns || !m.Cut {
		t.Errorf("%d columns, cut %v", len(m.Columns), m.Cut)
	}
	deep := strings.Repeat(`{"a":`, 5_000) + `true` + strings.Repeat(`}`, 5_000)
	if m = Of([]Source{{Platform: platform("A", deep)}}); len(m.Columns) != 0 {
		t.Errorf("columns below the maximum depth: %v", m.Columns)
	}
}

// FuzzMatrix checks that every cell is in its column, whatever a platform sends.
func FuzzMatrix(f *testing.F) {
	f.Add(`{"work":{"getDetail":true}}`, "boardId")
	f.Add(`{"supported":true,"":{"supported":false}}`, "")
	f.Add(`[true]`, "supported")
	f.Fuzz(func(t *testing.T, capabilities, field string) {
		m := Of([]Source{
			{Platform: platform("A", capabilities), Options: []api.PublishOption{{Field: field}}, OptionsRead: true},
			{Platform: platform("B", `{}`)},
		})
		last := len(m.Columns) - 1
		if m.Columns[last] != (Column{Kind: Option, Name: field}) || m.Rows[0].Cells[last] != api.Supported {
			t.Errorf("the option is not where it should be: %+v", m)
		}
		for i, s := range m.Rows[1].Cells {
			if s != api.SupportNotStated {
				t.Errorf("%v is stated for a platform without capabilities", m.Columns[i])
			}
		}
		for i, s := range m.Rows[0].Cells {
			if s == api.SupportNotStated {
				t.Errorf("nothing is stated for %v", m.Columns[i])
			}
		}
	})
}
