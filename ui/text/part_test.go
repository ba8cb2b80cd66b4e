package text

import (
	"slices"
	"strings"
	"testing"
)

func TestLettersAreGraphemes(t *testing.T) {
	var got []string
	s := "ae\u0301你🇨🇳م"
	for from, to := range Letters(s) {
		got = append(got, s[from:to])
	}
	if want := []string{"a", "e\u0301", "你", "🇨🇳", "م"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for range Letters(s) {
		break
	}
}

func TestEndsFitWithEllipsis(t *testing.T) {
	for _, s := range []string{
		"tiktok_1234567890",
		"云端工作室的第一个账号",
		"a你b好c你d好e你f好",
		"قناة الأخبار اليومية",
	} {
		for width := 1; width < Width(s); width++ {
			for _, end := range []bool{false, true} {
				first, last := Ends(s, width, end)
				if !strings.HasPrefix(s, first) || !strings.HasSuffix(s, last) || Width(first)+1+Width(last) > width {
					t.Errorf("%q in %d: %q and %q", s, width, first, last)
				}
				if width < Width(s)-2 && Width(first)+Width(last) < width-3 {
					t.Errorf("%q in %d: %q and %q waste room", s, width, first, last)
				}
				if !end && last != "" || end && width >= 6 && last == "" {
					t.Errorf("%q in %d: last is %q", s, width, last)
				}
			}
		}
	}
}

func TestBreakKeepsTextAndFits(t *testing.T) {
	for _, s := range []string{"", "plain text", "说：（“好”）。”，！", "云端 and ASCII e\u0301 mixed 🇨🇳🙂", "قناة الأخبار"} {
		for width := 1; width < 20; width++ {
			starts := append(Break(s, width, max(width-2, 1)), len(s))
			for i := 1; i < len(starts); i++ {
				row := s[starts[i-1]:starts[i]]
				room := width
				if i > 1 {
					room = max(width-2, 1)
				}
				if Width(row) > room && room > 1 || row == "" && s != "" {
					t.Errorf("%q in %d: row %d is %q", s, width, i, row)
				}
			}
			if !slices.IsSorted(starts) {
				t.Errorf("%q in %d: rows begin at %v", s, width, starts)
			}
		}
	}
}

// No row of Chinese text begins with a mark that closes or ends with one that opens, in a paragraph, in a word
// that is longer than a row and in JSON, which is broken wherever a row is full. A row that
// is too narrow ends where it is full.
func TestRowsOfChineseEndWhereTheyMay(t *testing.T) {
	for _, s := range []string{
		`"content": "服务返回：“授权已过期（需要重新登录）。”请在《网页控制台》中登录，然后重试！",`,
		"https://example.test/作品（第一部）、「第二部」。",
		"他说：“你好！”，然后——什么也没有说……",
	} {
		for width := 10; width < Width(s); width++ {
			for kind, starts := range map[string][]int{
				"Break":      Break(s, width, width-2),
				"BreakWords": BreakWords(s, width),
			} {
				for _, at := range starts[1:] {
					first := []rune(s[at:])[0]
					before := []rune(s[:at])
					last := before[len(before)-1]
					isDash := first == '—' && last == '—'
					if strings.ContainsRune("。，！”）》」、…：", first) || strings.ContainsRune("“（《「", last) || isDash {
						t.Errorf("%s in %d: a row ends with %q, the next begins with %q", kind, width, last, first)
					}
				}
			}
		}
	}
	for _, c := range []struct {
		s    string
		want string
	}{
		{`中文中。",`, `中文|中。",`},
		{`abcdefg",`, `abcdefg|",`},
		{"。。。。。。", "。。。。|。。"},
		{"中（（（（文", "中|（（（（|文"},
	} {
		starts := append(Break(c.s, 8, 8), len(c.s))
		var rows []string
		for i, start := range starts[:len(starts)-1] {
			rows = append(rows, c.s[start:starts[i+1]])
		}
		if got := strings.Join(rows, "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.s, got, c.want)
		}
	}
}

func TestPartsSplitBetweenLetters(t *testing.T) {
	for _, c := range []struct {
		s    string
		at   []int
		want string
	}{
		{"", nil, ""}, {"plain", nil, "plain"}, {"plain", []int{0}, "[p]lain"}, {"plain", []int{0, 1, 4}, "[pl]ai[n]"},
		{"e\u0301a🇨🇳b", []int{0, 8}, "[e\u0301]a[🇨🇳]b"}, {"你好", []int{0, 3}, "[你好]"}, {"ab", []int{1, 7}, "a[b]"},
	} {
		got := ""
		for part, hit := range Parts(c.s, c.at) {
			if hit {
				part = "[" + part + "]"
			}
			got += part
		}
		if got != c.want {
			t.Errorf("%q at %v: got %s, want %s", c.s, c.at, got, c.want)
		}
	}
	for range Parts("abc", []int{1}) {
		break
	}
}

// A line is broken neither between a number and its unit nor in a range.
func TestWrapKeepsNumbersWithTheirUnits(t *testing.T) {
	for _, c := range []struct {
		s     string
		width int
		want  string
	}{
		{"up to 12 h", 9, "up to|12 h"},
		{"total 14 s, at most 10 s", 22, "total 14 s, at most|10 s"},
		{"in all · 24–60 fps", 12, "in all|24–60 fps"},
		{"up to 256 GB · mp4", 10, "up to|256 GB|mp4"},
		{"不超过 15 分钟", 9, "不超过|15 分钟"},
		{"时长 9、10、11、12 秒", 20, "时长 9、10、11、|12 秒"},
		{"2 shops", 3, "2|sho|ps"},
	} {
		if got := strings.Join(Wrap(c.s, c.width), "|"); got != c.want {
			t.Errorf("%q in %d: %s, want %s", c.s, c.width, got, c.want)
		}
	}
}

// No row begins or ends with a separator of facts, and no range is broken at its dash, whatever the width.
func TestWrapLeavesNoSeparatorAtTheEndOfARow(t *testing.T) {
	for _, s := range []string{
		"2026-11-29 20:32 – 21:40 · 1 h 8 min",
		"2026-11-29 20:32 - 21:40 | 1 h 8 min",
		"11月29日 20:32 – 21:40 · 1 小时 8 分钟 · 已结束",
		"抖音 · 小红书 · 哔哩哔哩",
	} {
		for width := 20; width < 40; width++ {
			rows := Wrap(s, width)
			for _, row := range rows {
				begin, _, _ := strings.Cut(row, " ")
				end := row[strings.LastIndex(row, " ")+1:]
				if strings.Contains("·|–-", begin) || strings.Contains("·|–-", end) || Width(row) > width {
					t.Errorf("%q in %d: %q", s, width, rows)
				}
			}
		}
	}
	for s, want := range map[string]string{"of a · b": "of a|b", "of a ·": "of a ·", "· of a": "· of a"} {
		if got := strings.Join(Wrap(s, 6), "|"); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
