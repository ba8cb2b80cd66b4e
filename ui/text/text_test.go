package text

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestSentences(t *testing.T) {
	for want, list := range map[string][]string{
		"":          nil,
		"One. Two.": {"One.", "", "Two."},
		"一。二。":      {"一。", "二。", ""},
		"一。Two. 二。": {"一。", "Two.", "二。"},
	} {
		if got := Sentences(list...); got != want {
			t.Errorf("%q gives %q, not %q", list, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "hello", "hello"},
		{"chinese", "晨光美食日记", "晨光美食日记"},
		{"kana with a combining mark", "か\u3099", "か\u3099"},
		{"colour", "a\x1b[31mred\x1b[0mb", "aredb"},
		{"title sequence", "a\x1b]0;owned\x07b", "ab"},
		{"C1 sequence", "a\u009b31mb", "ab"},
		{"line ends", "a\r\nb\nc\td", "a b c d"},
		{"bell and delete", "a\x07b\x7fc\x00d", "abcd"},
		{"bidi override", "a\u202egnp.exe\u202c", "agnp.exe"},
		{"isolates", "\u2066x\u2069", "x"},
		{"invalid", "a\xffb", "a\ufffdb"},
		{"stacked marks", "e" + strings.Repeat("\u0301", 50), "e" + strings.Repeat("\u0301", 4)},
		{"escape sequence after half a Han character", "猫\xe7\x1b[31mred\xe7\x8c", "猫\ufffdred\ufffd"},
		{"C1 sequence after Han", "猫\u009b31mb", "猫b"},
		{"a C1 string", "猫\u009d0;owned\u009cb\u0090x\x1b\\c", "猫bc"},
		{"arabic", "مرحبا", "مرحبا"},
		{"tag characters", "a\U000e0041b", "ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Clean(c.in); got != c.want {
				t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
	if got := CleanLines("a\r\nb\tc\x1b[2J"); got != "a\nb    c" {
		t.Errorf("CleanLines = %q", got)
	}
}

func TestCleanID(t *testing.T) {
	for in, want := range map[string]string{
		"douyin_1":                 "douyin_1",
		"\u200bdouyin_1\ufeff":     "douyin_1",
		"\u00a0douyin_1\u3000\r\n": "douyin_1",
		"douyin\u2060_\u00ad1":     "douyin_1",
		" \u200b\u3000":            "", "两 个": "两 个",
	} {
		if got := CleanID(in); got != want {
			t.Errorf("CleanID(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCutAndPad(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"hello", 5, "hello"}, {"hello", 4, "hel…"}, {"hello", 1, "…"}, {"hello", 0, ""},
		{"美食日记", 8, "美食日记"}, {"美食日记", 7, "美食日…"}, {"美食日记", 6, "美食…"},
		{"\x1b[1mhello\x1b[m", 3, "\x1b[1mhe…\x1b[m"},
	} {
		if got := Cut(c.in, c.width); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
	if got := CutMiddle("douyin_7301234567890", 11); got != "douyi…67890" {
		t.Errorf("CutMiddle = %q", got)
	}
	if got := Left("美食日记", 7); Width(got) != 7 || got != "美食日…" {
		t.Errorf("Left = %q", got)
	}
	if got := Right("美", 4); got != "  美" {
		t.Errorf("Right = %q", got)
	}
}

func TestFraction(t *testing.T) {
	for s, want := range map[string]int{
		"12": 0, "7.5": 2, "1,234.25": 3, "6–57.2": 2, "12%": 1, "≤7.5%": 3, "": 0, "–": 0,
		"5 s": 0, "v.": 0, "1e300": 0,
	} {
		if got := Fraction(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

func TestWrapBreaksScriptsWithoutBlanks(t *testing.T) {
	for _, line := range Wrap("晨光美食日记 and some words", 7) {
		if Width(line) > 7 {
			t.Errorf("line %q is %d cells wide", line, Width(line))
		}
	}
}

func TestWrapKeepsClosingMarksOnTheLine(t *testing.T) {
	for _, tc := range []struct {
		s     string
		width int
		want  string
	}{
		{"可以尝试。", 8, "可以尝|试。"},
		{"可以尝试。", 9, "可以尝|试。"},
		{"可以尝试。", 10, "可以尝试。"},
		{"可以尝试\n。", 20, "可以尝试|。"},
		{"厨房 ● 正常。提交后查询平台 API", 12, "厨房 ● 正|常。提交后查|询平台 API"}, // also behind a blank
		{"see https://a.example/b-c now", 10, "see|https://a.|example/b-|c now"},
		{"abcdefgh。", 8, "abcdefg|h。"},
		{"试。", 2, "试|。"},
	} {
		if got := strings.Join(Wrap(tc.s, tc.width), "|"); got != tc.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", tc.s, tc.width, got, tc.want)
		}
	}
}

func TestFit(t *testing.T) {
	if got := Fit("abc\nd", 2, 3); got != "a…\nd\n" {
		t.Errorf("Fit = %q", got)
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b]8;;http://x\x07b\u202e", 3)
	f.Fuzz(func(t *testing.T, s string, width int) {
		got := Clean(s)
		if !utf8.ValidString(got) {
			t.Fatalf("%q is not UTF-8", got)
		}
		for _, r := range got {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
				t.Fatalf("%q is left in %q", r, got)
			}
		}
		if again := Clean(got); again != got {
			t.Fatalf("not stable: %q becomes %q", got, again)
		}
		width %= 200
		if w := Width(Cut(got, width)); w > max(width, 0) {
			t.Fatalf("Cut to %d is %d cells wide", width, w)
		}
	})
}

// What passes as plain, which most texts are, stays as it is when it is cleaned beside what does not pass.
func TestPlainCharactersStay(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		s := string(r)
		if cleaned := CleanLines("é" + s); (IsPlain([]byte(s)) || ArePlain(s)) && cleaned != "é"+s {
			t.Errorf("%U is plain, and cleaned it becomes %q", r, cleaned)
		}
	}
	for _, s := range []string{"~", "猫", "、", "。", "「", "“", "…", "，", "：", "！", "～"} {
		if !IsPlain([]byte(s)) || !ArePlain(s+"\n"+s) {
			t.Errorf("%s is not plain", s)
		}
	}
	for _, s := range []string{"\n", "\x1b", "\u3000", "é", "\u200b", "\u2028", "猫"[:2], "，"[:2], "\xe4ab"} {
		if IsPlain([]byte(s)) {
			t.Errorf("%q is plain", s)
		}
	}
}

// Bytes are looked at eight at a time: each is found at each place of them.
func TestPlainBytesBesideOthers(t *testing.T) {
	for _, beside := range []byte{' ', '~'} {
		for place := range 8 {
			s := bytes.Repeat([]byte{beside}, 16)
			for c := range 256 {
				s[place] = byte(c)
				want := c >= ' ' && c <= '~'
				if got := IsPlain(s); got != want {
					t.Errorf("%q: %t", s, got)
				}
				if got := ArePlain(string(s)); got != (want || c == '\n') {
					t.Errorf("%q as lines: %t", s, got)
				}
			}
		}
	}
}

func TestPlainTextsAreNotCopied(t *testing.T) {
	s := strings.Repeat("晨光美食日记 daily 2026\n", 100)
	allocations := testing.AllocsPerRun(10, func() {
		if !ArePlain(s) || CleanLines(s) != s {
			t.Error("it is not plain")
		}
	})
	if allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func BenchmarkPlain(b *testing.B) {
	s := strings.Repeat("{ \"title\": \"The cat that came back\", \"名\": 3 }\n", 4)
	for b.Loop() {
		ArePlain(s)
	}
}

func BenchmarkClean(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Clean("晨光美食日记 daily 2026")
	}
}

// Texts of few kinds of characters are measured without the library.
func TestWidthEqualsTheLibrary(t *testing.T) {
	pieces := []string{
		"a", " ", "~", "\x1b[1;38;5;9m", "\x1b[m", "\x1b[2J", "\x1b]8;;x\x1b\\", "\x1b", "中",
		"龥", "─", "╭", "█", "▌", "…", "e\u0301", "\u0301", "\u200d", "\ufe0f", "👨‍👩‍👧", "한", "ก",
		"é", "\xff", "\n", "\t", "\u0085",
	}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "pieces"), "")
		got := Width(s)
		want := ansi.StringWidth(s)
		if got != want {
			t.Fatalf("Width(%q) = %d, want %d", s, got, want)
		}
	})
}

func TestShortKeepsBothEnds(t *testing.T) {
	for _, letter := range []string{"x", "é", "名", "🙂"} {
		s := "first" + strings.Repeat(letter, 1<<18) + "last"
		got := Short(s)
		if len(got) > 3010 || Width(got) < 700 || !utf8.ValidString(got) || !strings.HasPrefix(got, "first") ||
			!strings.HasSuffix(got, "last") ||
			!strings.Contains(got, Ellipsis) {
			t.Errorf("%s: %d bytes: %q", letter, len(got), got)
		}
		if first, last := Ends(Line(s), 21, true); first != Cut(s, 11)[:len(first)] ||
			!strings.HasSuffix(last, "last") ||
			Width(first)+Width(last) > 20 {
			t.Errorf("%s: %q, %q", letter, first, last)
		}
	}
	for _, s := range []string{"", "名", strings.Repeat("名", 1000)} {
		if Line(s) != s {
			t.Errorf("%d bytes became %d", len(s), len(Line(s)))
		}
	}
}
