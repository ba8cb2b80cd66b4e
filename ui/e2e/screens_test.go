//go:build unix

package e2e

import (
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

// sizes are the terminal sizes of the screens. That of 120x40 is a golden one.
var sizes = [][2]int{{40, 12}, {80, 24}, {120, 40}, {200, 60}}

// masks match what differs from run to run: times, dates and ages.
var masks = []struct {
	what *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\d`), "yyyy-mm-dd"},
	{regexp.MustCompile(`\d\d:\d\d:\d\d(\.\d+Z)?`), "hh:mm:ss"},
	{regexp.MustCompile(`yyyy-mm-dd \d\d:\d\d`), "yyyy-mm-dd hh:mm"},
	{regexp.MustCompile(`\d\d:\d\d`), "hh:mm"},
	{
		regexp.MustCompile(`(?:  统计于 \d| 统计于 \d\d|统计于 (?:\d\.\d|\d{3})) (秒|分钟|小时|天|年)前`),
		" 统计于 ## ${1}前",
	},
	{regexp.MustCompile(`(?:  \d| \d\d|\d\.\d|\d{3}) (秒|分钟|小时|天|年)前`), " ## ${1}前"},
	{regexp.MustCompile(`(?:  \d| \d\d|\d\.\d|\d{3})((?:s|m|h|d|y)\b|秒|分钟|小时|天|年)`), " ##$1"},
}

func (s screen) masked() string {
	text := string(s)
	for _, m := range masks {
		text = m.what.ReplaceAllString(text, m.with)
	}
	return text
}

// sgr returns the parameters of all styles on a captured screen, with joined sequences
// split: "1", "38;2;1;2;3", "31".
func sgr(coloured string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`\x1b\[([0-9;:]*)m`).FindAllStringSubmatch(coloured, -1) {
		numbers := strings.FieldsFunc(m[1], func(r rune) bool { return r == ';' || r == ':' })
		for i := 0; i < len(numbers); i++ {
			n := 1
			if numbers[i] == "38" || numbers[i] == "48" {
				if n = 3; i+1 < len(numbers) && numbers[i+1] == "2" {
					n = 5
				}
			}
			n = min(n, len(numbers)-i)
			all = append(all, strings.Join(numbers[i:i+n], ";"))
			i += n - 1
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func isColour(s string) bool {
	n, _ := strconv.Atoi(strings.Split(s, ";")[0])
	return n >= 30 && n <= 38 || n >= 40 && n <= 48 || n >= 90 && n <= 107
}

// TestScreens compares the dashboard's text with a golden screen in each language
// after resizes, and checks that themes change colours only.
func TestScreens(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "zh"} {
		for _, theme := range []string{"dark", "light", "ansi", "mono"} {
			t.Run(lang+"_"+theme, func(t *testing.T) {
				t.Parallel()
				ready := "1/300"
				m := open(
					t,
					demo("--accounts", "300", "--lang", lang, "--theme", theme).with("CHANNELDECK_READ_ONLY=true"),
				)
				// The names of the platforms may come after the accounts.
				m.until("the end of all loads", func(s screen) bool { return s.has(ready) && !s.has("◌") })
				for _, size := range sizes {
					m.resize(size[0], size[1])
					s := m.until("the header and the footer in their places", func(s screen) bool {
						lines := s.lines()
						return !s.has("request") && !s.has("请求") && len(lines) == size[1] &&
							screen(lines[0]).has(" 1") &&
							screen(lines[len(lines)-1]).has("? ", " q ") &&
							s.has(ready)
					})
					aligned(t, s)
					if size[0] == 120 {
						// Where lines have no colour, the rest of a bar is lighter instead.
						panetest.Golden(t, "accounts_"+lang, strings.ReplaceAll(s.masked(), "░", "█"))
					}
				}
				holdsPalette(t, theme, sgr(m.coloured()))
			})
		}
	}
}

// aligned checks that the platforms are in one column, whatever the scripts of the
// names before them: the terminal and the program agree on widths.
func aligned(t *testing.T, s screen) {
	t.Helper()
	row, head, ok := s.find("Name", "Platform")
	before, _, _ := strings.Cut(head, "Platform")
	if !ok {
		row, head, ok = s.find("昵称", "平台")
		before, _, _ = strings.Cut(head, "平台")
	}
	if !ok {
		t.Fatalf("no column of platforms:\n%s", s)
	}
	column := text.Width(before)
	for _, line := range s.lines()[row+1 : len(s.lines())-2] {
		starts := false
		for i := range line {
			if text.Width(line[:i]) == column {
				starts = line[i] != ' ' && line[i-1] == ' '
				break
			}
		}
		if !starts {
			t.Errorf("nothing starts in column %d: %q", column, line)
		}
	}
}

func holdsPalette(t *testing.T, theme string, styles []string) {
	t.Helper()
	colours := 0
	for _, s := range styles {
		if !isColour(s) {
			continue
		}
		colours++
		rich := strings.HasPrefix(s, "38;") || strings.HasPrefix(s, "48;")
		switch {
		case theme == "mono":
			t.Errorf("a colour in mono: %s", s)
		case theme == "ansi" && rich:
			t.Errorf("a colour beyond the sixteen: %s", s)
		}
	}
	if theme != "mono" && colours == 0 {
		t.Errorf("no colour in %s: %q", theme, styles)
	}
	if theme == "mono" && !slices.Contains(styles, "7") {
		t.Errorf("nothing shows the cursor: %q", styles)
	}
}

func TestNoColor(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--theme", "dark").with("NO_COLOR=1"))
	m.wait("1/2,500")
	holdsPalette(t, "mono", sgr(m.coloured()))
	m.do("?", "type to search")
	holdsPalette(t, "mono", append(sgr(m.coloured()), "7"))
}

func TestConsoleUsesSixteenColours(t *testing.T) {
	t.Parallel()
	m := open(t, look{command: []string{"env", "-u", "COLORTERM", "TERM=linux", channeldeck, "--demo"}})
	m.wait("1/2,500")
	holdsPalette(t, "ansi", sgr(m.coloured()))
}

// TestASCII checks that everything but the data is ASCII.
func TestASCII(t *testing.T) {
	t.Parallel()
	accounts := exec.Command(channeldeck, "accounts", "--demo", "--seed", seed, "--accounts", "60", "-o", "json")
	accounts.Env = home(t)
	data, err := accounts.Output()
	if err != nil {
		t.Fatal(err)
	}
	m := open(t, demo("--accounts", "60", "--ascii"))
	check := func(s screen) {
		t.Helper()
		for _, line := range s.lines() {
			for _, r := range line {
				if r > '~' && !strings.ContainsRune(string(data), r) {
					t.Errorf("%q is neither ASCII nor of a name: %q", r, line)
				}
			}
		}
	}
	check(m.wait("1/60"))
	check(m.do("?", "type to search"))
	check(m.do("Escape", "1/60", "f", "Filter by"))
	check(m.do("Escape", "1/60", "Space", "1 selected"))
	check(m.do("Enter", "q close"))
	m.resize(200, 60)
	check(m.do("Escape", "1 selected"))
}

// Where the locale has only ASCII, a question mark stands for each Chinese text, and a notice
// says which variable to set.
func TestLocaleWithoutUTF8(t *testing.T) {
	t.Parallel()
	for env, better := range map[string]string{
		"LANG=C":             "LANG=C.UTF-8",
		"LC_ALL=POSIX":       "LC_ALL=C.UTF-8",
		"LC_CTYPE=zh_CN.GBK": "LC_CTYPE=C.UTF-8",
	} {
		m := open(t, demo("--accounts", "60", "--lang", "zh").with(env))
		s := m.wait("1/60", "Start with "+better)
		if strings.Contains(string(s), "??") || !s.has(" ?  ") ||
			strings.ContainsFunc(string(s), func(r rune) bool { return r > '~' }) {
			t.Errorf("%s:\n%s", env, s)
		}
	}
	m := open(t, demo("--accounts", "60").with("LANG=", "LC_ALL=", "LC_CTYPE="))
	if s := m.wait("1/60"); s.has("C.UTF-8") || !s.has("▌") {
		t.Errorf("without a locale:\n%s", s)
	}
}

func TestHelpShowsTheKeys(t *testing.T) {
	t.Parallel()
	m := open(t, demo().sized(80, 60))
	m.wait("1/2,500")
	m.do("?", "all keys")
	s := m.do("?", "q ctrl+c")
	for _, key := range []string{
		"filter",
		"filter by",
		"abnormal",
		"sort",
		"copy as",
		"export",
		"pane by number",
		"quit",
	} {
		if !s.has(key) {
			t.Errorf("the help does not tell of %q:\n%s", key, s)
		}
	}
	m.write("abnormal")
	m.until("only the keys that match", func(s screen) bool { return s.has("abnormal") && !s.has("export") })
	m.do("Escape", "1/2,500")
}
