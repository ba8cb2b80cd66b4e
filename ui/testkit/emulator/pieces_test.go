package emulator

import "testing"

// What is written in pieces is shown as what is written at once, wherever it is cut.
func TestPieces(t *testing.T) {
	const text = "\x1b[m\x1b[1;1H── Accounts ─\x1b[1m 1/300 …\x1b[0m ──\x1b[2;3H小红书 ☀ é\x1b[K\x1b[3;1H\x1b]8;;" +
		"https://e.com\alink\x1b]8;;\a\x1b[1;20H3"
	want := New(40, 4)
	want.Write([]byte(text))
	for first := range len(text) {
		for second := first; second < len(text); second++ {
			got := New(40, 4)
			for _, piece := range []string{text[:first], text[first:second], text[second:]} {
				got.Write([]byte(piece))
			}
			if diff := got.Difference(want); diff != "" {
				t.Fatalf(
					"cut at %d and %d, %q|%q: %s\n%s",
					first,
					second,
					text[max(first-8, 0):first],
					text[first:second],
					diff,
					got.Text(),
				)
			}
		}
	}
}
