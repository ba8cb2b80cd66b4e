package terminal

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
)

// reader shows views to a screen reader: it prints the lines that the last view did not
// have, one below the other, and positions nothing.
type reader struct {
	glyphs theme.Glyphs
	lines  map[string]bool   // of the last view; nil for none
	rows   map[string]string // the keys of its lines with ages, by these keys without them
	cursor string            // the key of the row at the cursor, without ages
	at     time.Time         // of the last view
}

// readerSize is the size of the views for a screen reader, whatever the size of the
// terminal: one region is on the screen at a time, without borders.
var readerSize = tea.WindowSizeMsg{Width: 70, Height: 24}

// readerPause is the least time between two views for a screen reader: nobody hears what is
// replaced sooner.
const readerPause = 200 * time.Millisecond

// readerPatterns are the patterns in the lines of a view.
type readerPatterns struct{ border, rules, digits, ages *regexp.Regexp }

// patterns are compiled when the first view is read: few terminals are for a screen reader.
var patterns = sync.OnceValue(func() *readerPatterns {
	return &readerPatterns{
		border: regexp.MustCompile(`^--(--| )`), // of a region
		rules:  regexp.MustCompile(`-{2,}`),
		digits: regexp.MustCompile(`[0-9]+`),
		ages: regexp.MustCompile(
			`\b(?:([0-9]{1,5}(?:\.[0-9])?)[–-])?([0-9]{1,5}(?:\.[0-9])?) ?` +
				`(?:(s|m|h|d|y|(?:second|minute|hour|day|year)s?)\b|(秒|分钟|小时|天|年))`,
		),
	}
})

const day = 24 * time.Hour

// unitOf returns a unit of ages.
func unitOf(name string) time.Duration {
	switch strings.TrimSuffix(name, "s") {
	case "", "second", "秒":
		return time.Second
	case "m", "minute", "分钟":
		return time.Minute
	case "h", "hour", "小时":
		return time.Hour
	case "d", "day", "天":
		return day
	}
	return 365 * day
}

// age is an age that a row has: it is older by less than a unit.
type age struct{ time, unit time.Duration }

// withoutAges takes the ages out of the key of a line. A range of ages has two.
func withoutAges(key string) (rest string, list []age) {
	rest = patterns().ages.ReplaceAllStringFunc(key, func(s string) string {
		part := patterns().ages.FindStringSubmatch(s)
		unit := unitOf(part[3] + part[4])
		for _, number := range part[1:3] {
			if n, err := strconv.ParseFloat(number, 64); err == nil {
				list = append(list, age{time.Duration(n * float64(unit)), unit})
			}
		}
		return "#"
	})
	return strings.Join(strings.Fields(rest), " "), list
}

// draw returns what to print for a view.
func (r *reader) draw(view string, now time.Time) []byte {
	var printed, keys []string
	lines := map[string]bool{}
	for line := range strings.SplitSeq(ansi.Strip(view), "\n") {
		line, key := r.read(line)
		if !strings.ContainsFunc(line, func(c rune) bool {
			return unicode.IsLetter(c) ||
				unicode.IsNumber(c)
		}) {
			continue // a bar or a rule
		}
		printed = append(printed, line)
		keys = append(keys, key)
		lines[line], lines[key] = true, true
	}
	var out []byte
	rows := map[string]string{}
	cursor := ""
	for i, line := range printed {
		key := keys[i]
		rest, list := withoutAges(key)
		before, had := r.rows[rest]
		grew := had && !lines[before] && grown(before, list, now.Sub(r.at))
		moved := r.hasCursor(line) && !r.lines[line] && (r.lines[key] || rest != r.cursor)
		if !r.lines[key] && !grew || moved {
			out = append(append(out, line...), "\r\n"...)
		}
		if len(list) > 0 {
			rows[rest] = key
		}
		if r.hasCursor(line) {
			cursor = rest
		}
	}
	r.lines = lines
	r.rows = rows
	r.cursor = cursor
	r.at = now
	return out
}

// grown reports whether ages are those of the key of an earlier line, older by what
// elapsed since then: other durations are news.
func grown(before string, list []age, elapsed time.Duration) bool {
	_, earlier := withoutAges(before)
	return slices.EqualFunc(earlier, list, func(before, now age) bool {
		return before.time <= now.time && now.time-before.time <= elapsed+
			max(before.unit, now.unit)
	})
}

// read returns a line as it is printed, and its key: a line is new if the last view had no
// line with this key.
func (r *reader) read(line string) (printed, key string) {
	line = strings.TrimRight(strings.TrimSuffix(plain(line), r.glyphs.Thumb), " ")
	if patterns().border.MatchString(line) { // it may have a counter
		line = strings.Join(
			strings.Fields(strings.Trim(patterns().rules.ReplaceAllString(line, " "), " "+r.glyphs.Rule)),
			" ",
		)
		return line, patterns().digits.ReplaceAllString(line, "")
	}
	if strings.HasPrefix(strings.TrimLeft(line, " "), r.glyphs.Pending+" ") { // for how long
		return line, patterns().digits.ReplaceAllString(line, "")
	}
	if r.hasCursor(line) {
		return line, strings.Replace(line, r.glyphs.Cursor, " ", 1)
	}
	return line, line
}

func (r *reader) hasCursor(line string) bool {
	return strings.HasPrefix(strings.TrimLeft(line, " "), r.glyphs.Cursor+" ")
}

// keeps reports whether a sequence that Bubble Tea writes is passed on: only those that
// switch bracketed paste are.
func (r *reader) keeps(sequence string) bool {
	return sequence == ansi.SetModeBracketedPaste || sequence == ansi.ResetModeBracketedPaste
}
