package terminal

import (
	"strings"
	"testing"

	"channeldeck/ui/text"
)

// What changes in a line takes these bytes and no more.
func TestBytesOfAChange(t *testing.T) {
	const muted, selected, strong = "\x1b[38;5;250m", "\x1b[38;5;231;48;5;24m", "\x1b[1m"
	for _, c := range []struct{ name, before, after, want string }{
		{
			"a long run of blanks is erased",
			"│" + strings.Repeat("a", 20) + "│",
			"│" + text.Blank(20) + "│",
			"\x1b[1;2H\x1b[20X",
		},
		{
			"the cursor passes what was erased",
			strings.Repeat("a", 22),
			text.Blank(20) + "bb",
			"\x1b[H\x1b[20X\x1b[20Cbb",
		},
		{"a short run of blanks is written", "│aaa│", "│   │", "\x1b[1;2H   "},
		{"a blank has no style of its own", muted + "ab\x1b[m", muted + "a \x1b[mc", "\x1b[1;2H c"},
		{
			"blanks between two words of a style",
			"aaaaaa",
			muted + "a\x1b[m" + muted + "b\x1b[m" + text.Blank(3) + muted + "c\x1b[m",
			"\x1b[H\x1b[38;5;250mab   c\x1b[m",
		},
		{
			"blanks on a background keep it",
			"aaaaaaaaaaaaaaaaaaaa",
			selected + text.Blank(19) + "b\x1b[m",
			"\x1b[H\x1b[38;5;231;48;5;24m" + text.Blank(19) + "b\x1b[m",
		},
		{
			"only the colour of letters is set",
			"aaa",
			selected + "a\x1b[;38;5;153;48;5;24mb\x1b[m",
			"\x1b[H\x1b[38;5;231;48;5;24ma\x1b[38;5;153mb\x1b[m\x1b[K",
		},
		{
			"another colour needs no reset",
			"aa",
			muted + "a\x1b[m\x1b[38;5;210mb\x1b[m",
			"\x1b[H\x1b[38;5;250ma\x1b[38;5;210mb\x1b[m",
		},
		{
			"bold ends with a reset",
			"aa",
			strong + "a\x1b[m" + muted + "b\x1b[m",
			"\x1b[H\x1b[1ma\x1b[;38;5;250mb\x1b[m",
		},
		{"bold is added", "aa", muted + "a\x1b[m" + "\x1b[38;5;250;1mb\x1b[m", "\x1b[H\x1b[38;5;250ma\x1b[1mb\x1b[m"},
		{
			"what is known to stay is not written again",
			"█████████a",
			"██a██████b",
			"\x1b[1;3Ha\x1b[6Cb",
		},
	} {
		var s Screen
		s.Resize(40, 1)
		s.Draw(c.before)
		if got := string(s.Draw(c.after)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
