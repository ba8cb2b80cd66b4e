package quote

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"channeldeck/api"
	"channeldeck/api/fold"
)

// ProblemKind is why a part of a text was not understood.
type ProblemKind string

const (
	UnknownWord  ProblemKind = "unknown"
	BareNumber   ProblemKind = "bare"       // a number without a unit
	Contradicts  ProblemKind = "contradict" // contradicts an earlier value, which counts
	OutOfRange   ProblemKind = "range"      // negative, zero or too large
	MissingValue ProblemKind = "missing"    // "tag:" or "x" without what follows
	KindUnclear  ProblemKind = "kind"       // an image, a video or audio?
	NoFile       ProblemKind = "no_file"    // the file does not exist
	Unreadable   ProblemKind = "unreadable" // the file cannot be read, see Err
	NotRead      ProblemKind = "not_read"   // the file was not read yet
	Ambiguous    ProblemKind = "ambiguous"  // 1080x: a resolution or a number of clips?
)

// Problem is a part of a text that was not understood. The rest of the text
// still counts.
type Problem struct {
	Kind ProblemKind
	Text string     // the part, as typed
	By   Column     // of OutOfRange: what it would set
	Most api.Number // of OutOfRange: the greatest value; the least is above 0
	Err  error      // for Unreadable
}

// parser reads questions and descriptions of files, which are lists of terms: a name of the
// catalog or of the word tables, a number with its unit, or a field such as "tag:fast".
type parser struct {
	*vocabulary
	words phrases
	units []unit
	file  bool // the text describes a file

	src, text string // as typed, and folded
	at        []int  // the byte of src for each byte of text
	pos       int    // in text
	names     map[Column]string
	amounts   map[Column]api.Number
	problems  []Problem
	unknown   int // the end in text of the last problem if it is an unknown word, else -1
}

func newParser(v *vocabulary, file bool) *parser {
	p := &parser{
		vocabulary: v,
		file:       file,
		names:      map[Column]string{},
		amounts:    map[Column]api.Number{},
	}
	p.words = p.question
	p.units = p.ofQuestions
	if file {
		p.words = p.vocabulary.file
		p.units = p.ofFiles
	}
	return p
}

func (p *parser) parse(src string) {
	p.src = strings.Join(strings.Fields(strings.ToValidUTF8(src, "\uFFFD")), " ")
	p.unknown = -1
	p.text, p.at = fold.WithOffsets(p.src)
	p.at = append(p.at, len(p.src))
	for p.pos = 0; p.pos < len(p.text); {
		p.pos += p.next(p.text[p.pos:])
	}
}

// next reads the term that s begins with and returns its length.
func (p *parser) next(s string) int {
	if n := len(s) - len(strings.TrimLeftFunc(s, separates)); n > 0 {
		return n
	}
	if n := p.field(s); n > 0 {
		return n
	}
	t, n := p.words.longest(s)
	f := p.figure(s)
	isFreeName := t.column == ByTag || t.column == ByName
	isLonger := f.n > n || f.n == n && isFreeName
	if f.column != "" && isLonger {
		return p.setFigure(f)
	}
	if n > 0 {
		p.setName(t.column, t.value, n)
		return n
	}
	if f.n > 0 {
		p.problem(BareNumber, f.n)
		return f.n
	}
	n = wordLength(s)
	switch s[:n] {
	case "x", "×", "*":
		p.problem(MissingValue, n)
	case "-":
	default:
		p.problem(UnknownWord, n)
	}
	return n
}

// separates reports whether r is no part of a term.
func separates(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsPunct(r) && !strings.ContainsRune("-#*", r)
}

// wordLength returns the length of a word that is not understood: a Chinese character, or
// everything up to one, to white space or to a comma.
func wordLength(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	if unicode.Is(unicode.Han, r) {
		return size
	}
	n := strings.IndexFunc(s[size:], func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Han, r) ||
			strings.ContainsRune(",;、。", r)
	})
	if n < 0 {
		return len(s)
	}
	return size + n
}

// field reads a field of a question, such as "tag:fast", "#fast", "duration: 8" and "时长8", and
// returns its length, 0 if s does not begin with one.
func (p *parser) field(s string) int {
	c := ByTag
	rest := ""
	ok := false
	if t, n := p.fields.longest(s); n > 0 {
		c = t.column
		rest, ok = strings.CutPrefix(strings.TrimPrefix(s[n:], " "), ":")
		ok = ok || unicode.Is(unicode.Han, []rune(s[:n])[0])
	} else {
		rest, ok = strings.CutPrefix(s, "#")
	}
	if !ok || p.file {
		return 0
	}
	rest = strings.TrimPrefix(rest, " ")
	n := len(s) - len(rest)
	f := p.figure(rest)
	if c == ByDuration && f.column == ByAspectRatio { // duration:1:30
		f.a = f.a.Mul(api.Int(60)).Add(f.b)
		f.column = c
	}
	switch {
	case rest == "":
		p.problem(MissingValue, n)
	case c != ByDuration && c != byCount:
		value, size := p.value(c, n)
		n += size
		p.setName(c, value, n)
	case f.n > 0 && (f.column == c || f.column == ""):
		n += f.n
		p.setAmount(c, f.a, n)
	default:
		auto, size := p.columns[c].longest(rest)
		if size > 0 {
			n += size
			p.setName(c, auto.value, n)
			break
		}
		n += wordLength(rest)
		p.problem(UnknownWord, n)
	}
	return n
}

// value reads the value of a field, which is i bytes ahead: a text in quotation marks, else a
// name of the catalog, else everything up to the next white space.
func (p *parser) value(c Column, i int) (value string, n int) {
	s := p.text[p.pos+i:]
	m := regexp.MustCompile(`^["“”「]([^"“”」]*)["“”」]?`).FindStringSubmatchIndex(s)
	if m != nil {
		return p.typed(i+m[2], i+m[3]), m[1]
	}
	t, n := p.columns[c].longest(s)
	if n > 0 {
		return t.value, n
	}
	word, _, _ := strings.Cut(s, " ")
	return p.typed(i, i+len(word)), len(word)
}

// typed returns a part of the text ahead as it was typed. A character may fold into several: it
// is not cut.
func (p *parser) typed(from, to int) string {
	from = p.pos + from
	to = p.pos + to
	for from < to && to < len(p.text) && p.at[to] == p.at[to-1] {
		to++
	}
	return p.src[p.at[from]:p.at[to]]
}

// problem reports the next n bytes.
func (p *parser) problem(kind ProblemKind, n int) {
	text := p.typed(0, n)
	if kind == UnknownWord && p.unknown == p.pos {
		p.problems[len(p.problems)-1].Text += text
	} else {
		p.problems = append(p.problems, Problem{Kind: kind, Text: text})
	}
	if p.unknown = -1; kind == UnknownWord {
		p.unknown = p.pos + n
	}
}

// setName sets a name from the next n bytes, unless it contradicts an earlier one.
func (p *parser) setName(c Column, value string, n int) {
	if c == byNone {
		return
	}
	old, ok := p.names[c]
	if ok && !c.Same(old, value) {
		p.problem(Contradicts, n)
		return
	}
	p.names[c] = value
}

// setAmount sets an amount from the next n bytes, unless it is out of range or
// contradicts an earlier one.
func (p *parser) setAmount(c Column, value api.Number, n int) {
	most := api.Int(1_000_000_000)
	if c == ByDuration {
		most = api.Int(24 * 60 * 60)
	} else if c == byCount && p.file {
		most = api.Int(1000)
	}
	old := p.amounts[c]
	_, whole := value.Int64()
	if value.Sign() <= 0 || CompareNumbers(value, most) > 0 || c == byCount && !whole {
		p.problem(OutOfRange, n)
		last := &p.problems[len(p.problems)-1]
		last.By = c
		last.Most = most
	} else if !old.IsSet() {
		p.amounts[c] = value
	} else if !equal(old, value) {
		p.problem(Contradicts, n)
	}
}

// figure is a number with its unit, or two numbers.
type figure struct {
	column Column     // "" for a number without a unit
	a, b   api.Number // b for byPixels and ByAspectRatio
	n      int        // bytes
}

// figure reads the number that s begins with: "8s", "1m4s", "20x", "x20", "1080p", "1920x1080",
// "9:16", "62 MB", "3 images". Without one, n is 0.
func (p *parser) figure(s string) figure {
	value := func(s string) api.Number {
		r, _ := new(big.Rat).SetString(s) // nil if it is empty
		return api.NewNumber(r)
	}
	if r, _ := utf8.DecodeRuneInString(s); !strings.ContainsRune("-0123456789x×*", r) {
		return figure{}
	}
	for _, u := range p.units {
		m := append(u.form.FindStringSubmatch(s), "")
		if len(m) > 1 {
			f := figure{
				column: u.column,
				a:      value(m[2]).Mul(value(u.factor)),
				b:      value(m[3]),
				n:      len(m[1]),
			}
			if f.b.IsSet() && u.column == ByDuration {
				f.a = f.a.Add(f.b)
			}
			return f
		}
	}
	digits := regexp.MustCompile(`^-?\d+(\.\d+)?`).FindString(s)
	f := figure{a: value(digits), n: len(digits)}
	kind, _ := p.words.longest(strings.TrimPrefix(s[f.n:], " "))
	if kind.column == byKind { // 3 images
		f.column = byCount
	}
	return f
}

// ambiguous reports whether a number of clips such as 1080x is more probably the beginning of
// a resolution.
func (p *parser) ambiguous(f figure) bool {
	typed := strings.TrimRight(p.text[p.pos:p.pos+f.n], " x×*")
	lines := []string{
		"240", "360", "480", "540", "576", "720", "768", "1080", "1440", "2160", "4320",
	}
	return typed != p.text[p.pos:p.pos+f.n] && slices.Contains(lines, typed)
}

// setFigure sets what a figure means, and returns its length.
func (p *parser) setFigure(f figure) int {
	switch f.column {
	case byCount:
		if !p.file && p.ambiguous(f) {
			p.problem(Ambiguous, f.n)
		} else {
			p.setAmount(byCount, f.a, f.n)
		}
	case byPixels:
		p.setAmount(byWidth, f.a, f.n)
		p.setAmount(byHeight, f.b, f.n)
	case ByAspectRatio:
		if p.file {
			p.setAmount(ByAspectRatio, over(f.a, f.b), f.n)
		} else {
			p.setFigureName(f)
		}
	case ByResolution:
		p.setFigureName(f)
	default:
		p.setAmount(f.column, f.a, f.n)
	}
	return f.n
}

// setFigureName sets a figure that the catalog has as a name, such as 16:9, with the signs of the catalog.
func (p *parser) setFigureName(f figure) {
	signs := strings.NewReplacer(" ", "", "比", ":", "∶", ":", "×", "x", "*", "x")
	typed := p.text[p.pos : p.pos+f.n]
	p.setName(f.column, signs.Replace(typed), f.n)
}
