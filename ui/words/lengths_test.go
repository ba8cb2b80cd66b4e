package words

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"channeldeck/api/typed"
)

// bounds are the limits that a length in words states: most is 0 if no upper bound is told.
type bounds struct {
	least, most time.Duration
	isRange     bool
}

var lengthPart = regexp.MustCompile(`([0-9]+(?:\.[0-9])?) ?([a-z]+|[^ 0-9a-z–至]+)`)

// readLength reads a length with its unit as people do.
func readLength(t *testing.T, s string) time.Duration {
	t.Helper()
	units := map[string]time.Duration{
		"s": time.Second, "second": time.Second, "秒": time.Second,
		"m": time.Minute, "minute": time.Minute, "分钟": time.Minute,
		"h": time.Hour, "hour": time.Hour, "小时": time.Hour,
		"d": 24 * time.Hour, "day": 24 * time.Hour, "天": 24 * time.Hour,
		"y": 365 * 24 * time.Hour, "year": 365 * 24 * time.Hour, "年": 365 * 24 * time.Hour,
	}
	part := lengthPart.FindStringSubmatch(s)
	if part == nil || part[0] != s {
		t.Fatalf("%q is no length", s)
	}
	unit, ok := units[part[2]]
	if !ok {
		unit, ok = units[strings.TrimSuffix(part[2], "s")]
	}
	if !ok {
		t.Fatalf("%q has no unit that is known", s)
	}
	n, err := strconv.ParseFloat(part[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(math.Round(n*10)) * (unit / 10)
}

// readBounds reads what Between or AgeBetween wrote.
func readBounds(t *testing.T, s string) bounds {
	t.Helper()
	if rest, ok := strings.CutPrefix(s, "≥ "); ok {
		return bounds{least: readLength(t, rest), isRange: true}
	}
	if rest, ok := strings.CutPrefix(s, "≤ "); ok {
		return bounds{most: readLength(t, rest), isRange: true}
	}
	if lower, upper, ok := strings.Cut(s, "–"); ok {
		hasUnit := strings.TrimLeft(lower, "0123456789.") != ""
		if !hasUnit {
			lower += strings.TrimLeft(upper, "0123456789.")
		}
		return bounds{readLength(t, lower), readLength(t, upper), true}
	}
	for _, to := range []string{" to ", "至 "} {
		if lower, upper, ok := strings.Cut(s, to); ok {
			return bounds{readLength(t, lower), readLength(t, upper), true}
		}
	}
	d := readLength(t, s)
	return bounds{least: d, most: d}
}

// isWithin reports whether a bound is off by at most 5 %.
func isWithin(bound, truth time.Duration) bool {
	return math.Abs(float64(bound-truth)) <= 0.05*float64(truth)
}

// randomLength returns a length of 3 seconds to 20 years, in which all magnitudes are as frequent.
func randomLength(random *rand.Rand) time.Duration {
	low := math.Log(float64(3 * time.Second))
	high := math.Log(float64(20 * year))
	return time.Duration(math.Exp(low + random.Float64()*(high-low))).Round(time.Millisecond)
}

// checkBounds reports words that do not contain the truth, or are off by more than 5 %.
func checkBounds(t *testing.T, words string, least, most time.Duration, needsLeast bool) {
	t.Helper()
	got := readBounds(t, words)
	isSingle := !got.isRange
	if isSingle && (!isWithin(got.least, least) || !isWithin(got.most, most)) {
		t.Errorf("%v to %v: %q is off by more than 5 %%", least, most, words)
	}
	if isSingle {
		return
	}
	if most > 0 && (got.most < most || !isWithin(got.most, most)) {
		t.Errorf("%v to %v: the upper bound of %q", least, most, words)
	}
	if most <= 0 && got.most != 0 {
		t.Errorf("%v or more: %q has an upper bound", least, words)
	}
	isSmall := got.least == 0 && most > 0 && least <= most/20
	if needsLeast && !isSmall && (got.least > least || !isWithin(got.least, least)) {
		t.Errorf("%v to %v: the lower bound of %q", least, most, words)
	}
	if most > 0 && most-least <= most/25 {
		t.Errorf("%v to %v: %q is a range", least, most, words)
	}
}

// TestLengthsAreBounds reads the words of generated lengths back.
func TestLengthsAreBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, lang := range Langs() {
		w := load(t, lang)
		for range 20_000 {
			most := randomLength(random)
			least := randomLength(random)
			switch random.IntN(4) {
			case 0: // nearly the same
				least = time.Duration(float64(most) * (0.9 + random.Float64()/10))
			case 1: // of one magnitude
				least = time.Duration(float64(most) * random.Float64())
			}
			least = min(least, most)
			from, to := inSeconds(max(least, time.Second), max(most, time.Second))
			checkBounds(t, w.Between(from, to), from, to, from >= 3*time.Second)
			checkBounds(t, w.Between(from, 0), from, 0, from >= 3*time.Second)
			checkBounds(t, w.Between(0, to), 0, to, false)
			checkBounds(t, w.AgeBetween(from, to), from, to, from >= 3*time.Second)
			checkBounds(t, w.AgeBetween(from, 0), from, 0, from >= 3*time.Second)
			for _, text := range []string{w.Duration(most), w.LongDuration(most)} {
				if !isWithin(readLength(t, text), most) {
					t.Errorf("%v: %q is off by more than 5 %%", most, text)
				}
			}
			seconds := most.Round(time.Second)
			if !isWithin(readLength(t, w.Age(seconds)), seconds) {
				t.Errorf("%v: %q is off by more than 5 %%", seconds, w.Age(seconds))
			}
		}
	}
}

// TestLengthsInWords has lengths as they are read in all places: the bounds in a sentence and in a column
// are the same.
func TestLengthsInWords(t *testing.T) {
	const hour = time.Hour
	for _, c := range []struct {
		least, most                          time.Duration
		between, ago, chinese, chineseColumn string
	}{
		{12 * hour, 36 * hour, "12–36 hours", "12–36h", "12–36 小时", "12–36小时"},
		{768 * time.Minute, 2136 * time.Minute, "12.8–36 hours", "12.8–36h", "12.8–36 小时", "12.8–36小时"},
		{7 * hour, 19 * hour, "7–19 hours", "7–19h", "7–19 小时", "7–19小时"},
		{2 * hour, 306 * time.Minute, "2–5.1 hours", "2–5.1h", "2–5.1 小时", "2–5.1小时"},
		{216 * hour, 242 * hour, "9–10.1 days", "9–10.1d", "9–10.1 天", "9–10.1天"},
		{174 * time.Minute, 190 * time.Minute, "2.9–3.2 hours", "2.9–3.2h", "2.9–3.2 小时", "2.9–3.2小时"},
		{20 * time.Second, 126 * time.Minute, "≤ 2.1 hours", "≤ 2.1h", "≤ 2.1 小时", "≤ 2.1小时"},
		{
			7 * time.Minute,
			126 * time.Minute,
			"7 minutes to 2.1 hours",
			"7m–2.1h",
			"7 分钟至 2.1 小时",
			"7分钟–2.1小时",
		},
		{0, 19 * hour, "≤ 19 hours", "≤ 19h", "≤ 19 小时", "≤ 19小时"},
		{36 * hour, 76 * hour, "1.5–3.2 days", "1.5–3.2d", "1.5–3.2 天", "1.5–3.2天"},
		{264 * hour, 288 * hour, "11–12 days", "11–12d", "11–12 天", "11–12天"},
		{984 * hour, 996 * hour, "41 days", "41d", "41 天", "41天"},
		{552 * hour, 0, "≥ 23 days", "≥ 23d", "≥ 23 天", "≥ 23天"},
		{8 * hour, 80 * hour, "8 hours to 3.4 days", "8h–3.4d", "8 小时至 3.4 天", "8小时–3.4天"},
		{12 * hour, 80 * hour, "12 hours to 3.4 days", "12h–3.4d", "12 小时至 3.4 天", "12小时–3.4天"},
		{time.Second, time.Second, "1 second", "1s", "1 秒", "1秒"},
		{4400 * time.Millisecond, 0, "≥ 4 seconds", "≥ 4s", "≥ 4 秒", "≥ 4秒"},
		{0, 4400 * time.Millisecond, "≤ 5 seconds", "≤ 5s", "≤ 5 秒", "≤ 5秒"},
		{1700 * time.Millisecond, 3300 * time.Millisecond, "1–4 seconds", "1–4s", "1–4 秒", "1–4秒"},
		{90 * time.Second, 90 * time.Second, "90 seconds", "90s", "90 秒", "90秒"},
		{90 * time.Minute, 90 * time.Minute, "90 minutes", "90m", "90 分钟", "90分钟"},
		{25 * hour, 25 * hour, "25 hours", "25h", "25 小时", "25小时"},
		{600 * 24 * hour, 600 * 24 * hour, "600 days", "600d", "600 天", "600天"},
		{912 * 24 * hour, 912 * 24 * hour, "2.5 years", "2.5y", "2.5 年", "2.5年"},
		{0, 0, "", "≥ 0s", "", "≥ 0秒"},
	} {
		for lang, want := range map[Lang][2]string{
			English: {c.between, c.ago},
			Chinese: {c.chinese, c.chineseColumn},
		} {
			w := load(t, lang)
			if got := w.Between(c.least, c.most); got != want[0] {
				t.Errorf("%v to %v: %q instead of %q", c.least, c.most, got, want[0])
			}
			if got := w.AgeBetween(c.least, c.most); got != want[1] {
				t.Errorf("%v to %v in a column: %q instead of %q", c.least, c.most, got, want[1])
			}
		}
	}
}

// TestDurationBounds writes the bounds of a length as a range of it has them.
func TestDurationBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, lang := range Langs() {
		w := load(t, lang)
		for range 2_000 {
			least := randomLength(random)
			most := least + least/10 + randomLength(random)
			atLeast, atMost := w.DurationBounds(least, most)
			written := readBounds(t, w.Between(least, most))
			isSmall := written.least == 0 // and not written
			if !isSmall && readLength(t, atLeast) != written.least || readLength(t, atMost) != written.most {
				t.Errorf("%v to %v: %s and %s, but %s", least, most, atLeast, atMost, w.Between(least, most))
			}
		}
	}
}

// TestTypedLength writes what was typed in the units of a language, as the same length.
func TestTypedLength(t *testing.T) {
	for s, want := range map[string][2]string{
		"24h":        {"24h", "24 小时"},
		"24 小时":      {"24h", "24 小时"},
		"7d":         {"7d", "7 天"},
		"2周":         {"14d", "14 天"},
		"10m":        {"10m", "10 分钟"},
		"30s":        {"30s", "30 秒"},
		"0s":         {"0", "0"},
		"100h17m":    {"100h17m", "100h17m"},
		"2026-11-01": {"2026-11-01", "2026-11-01"},
		"":           {"", ""},
	} {
		for i, lang := range []Lang{English, Chinese} {
			got := load(t, lang).TypedLength(s)
			if got != want[i] {
				t.Errorf("%s: %q is %q, want %q", lang, s, got, want[i])
			}
			length, _ := typed.Age(s)
			again, _ := typed.Age(got)
			if again != length {
				t.Errorf("%s: %q is %v, but %q is %v", lang, s, length, got, again)
			}
		}
	}
}

// TestAgesInWords has ages of known moments.
func TestAgesInWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second:                    "0s",
		400 * time.Millisecond:          "0s",
		3400 * time.Millisecond:         "3s",
		119 * time.Second:               "119s",
		150 * time.Second:               "2.5m",
		12*time.Minute + 20*time.Second: "12m",
		119 * time.Minute:               "119m",
		150 * time.Minute:               "2.5h",
		35*time.Hour + 36*time.Minute:   "36h",
		72 * time.Hour:                  "3d",
		340 * day:                       "340d",
		3 * year:                        "3y",
	} {
		if got := load(t, English).Age(d); got != want {
			t.Errorf("%v: %s instead of %s", d, got, want)
		}
	}
	w := load(t, English)
	if got := w.Duration(3400 * time.Millisecond); got != "3.4s" {
		t.Errorf("a duration of 3.4 s: %s", got)
	}
	for d, want := range map[time.Duration]string{
		45 * time.Second:        "45s",
		210 * time.Minute:       "3h30m",
		52 * time.Hour:          "2d4h",
		90 * day:                "90d",
		3*time.Hour + time.Hour: "4h",
	} {
		if got := w.ExactAge(d); got != want {
			t.Errorf("the exact age %v: %s instead of %s", d, got, want)
		}
	}
}
