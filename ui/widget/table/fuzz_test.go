package table

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzLayout gives a table rows with any text and a series of operations, a byte
// each, and checks after each that the view fills its size exactly.
func FuzzLayout(f *testing.F) {
	f.Add("Aurelia\n云端工作室\n👨‍👩‍👧\n\x1b[31mred", "", []byte("jGk s S*xlhh+-"))
	f.Add("a\u0301\nb\xff\n\u202ec", "a", []byte{0, 10, 200, 30, 255, 99, 7})
	f.Add(strings.Repeat("很长的名字", 40)+"\n\n", "长", []byte("ssss....llll"))
	f.Fuzz(func(t *testing.T, names, filter string, operations []byte) {
		if len(names) > 4<<10 || len(filter) > 200 || len(operations) > 100 {
			return
		}
		rows := channels(strings.Count(names, "\n") + 3)
		i := 0
		for name := range strings.SplitSeq(names, "\n") {
			rows[i].name = name
			rows[i].group = strings.ToUpper(name)
			i++
		}
		tb := newTable(plain(), rows)
		width := 80
		height := 24
		for _, op := range operations {
			switch op % 16 {
			case 0:
				width = 1 + int(op)
				tb.SetSize(width, height)
			case 1:
				height = 1 + int(op)/8
				tb.SetSize(width, height)
			case 2:
				run(tb, tb.SetFilter(filter))
			case 3:
				run(tb, tb.SetFilter(""))
			case 4:
				tb.ShowColumns([]string{"name", "note", "id", "fans"}[:int(op)/64+1], true)
			case 5:
				run(tb, tb.SetRows(rows[:int(op)%len(rows)]))
			case 6:
				run(tb, tb.SetRows(rows))
			default:
				press(
					tb,
					[]string{
						"up", "down", "pgup", "pgdown", "home", "end", "left", "right", " ", "s",
						"S", "*",
					}[int(op)%12],
				)
			}
			view := tb.View()
			exact(t, view, width, height)
			if !utf8.ValidString(view) || strings.ContainsAny(view, "\u202e\a") {
				t.Fatalf("the view holds text that was not cleaned: %q", view)
			}
		}
		if n := tb.SelectedCount(); n < 0 || n > len(rows) {
			t.Fatalf("%d of %d rows are selected", n, len(rows))
		}
	})
}
