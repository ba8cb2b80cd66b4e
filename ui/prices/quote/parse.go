package quote

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"channeldeck/api"
)

// ProblemKind is why a part of a text was not understood.
type ProblemKind string

const (
	UnknownWord  ProblemKind = "unknown"
	BareNumber   ProblemKind = "bare"       // a number without a unit
	Contradicts  ProblemKind = "contradict" // contradicts an earlier value, which counts
	OutOfRange   ProblemKind = "range"      // negative, zero or too large
	MissingValue ProblemKind = "missing"    // "tag:" or "x" without what should follow
	KindUnclear  ProblemKind = "kind"       // an image, a video or audio?
	TooLong      ProblemKind = "long"       // the rest of the text was not read
	NoFile       ProblemKind = "no_file"    // the file does not exist
	Unreadable   ProblemKind = "unreadable" // the file cannot be read, see Err
	NotRead      ProblemKind = "not_read"   // the file was not read yet
)

// Problem is a part of a text that was not understood. The rest of the text
// still counts.
type Problem struct {
	Kind ProblemKind
	Text string // the part, as typed
	Err  error  // for Unreadable
}

// maxText bounds, in characters, how much of a text is read.
const maxText = 2000

// parser reads questions and descriptions of files.
type parser struct {
	values  *Values
	classes wordClass // that are understood
	file    bool      // the text describes a file

	src      string
	tokens   []token                  // not yet read
	names    map[wordClass]string     // what was read
	figures  map[wordClass]api.Number // likewise
	kind     Kind                     // of the format that was read
	bare     wordClass                // the class of a number without a unit that comes next, if known
	problems []Problem
	unknown  int // the end in src of the last problem if it is an unknown word, else -1
}

func newParser(v *Values, classes wordClass) *parser {
	return &parser{values: v, classes: classes | wordKind | wordField | wordFiller, names: map[wordClass]string{}, figures: map[wordClass]api.Number{}}
}

func (p *parser) parse(src string) {
	src = strings.ToValidUTF8(src, "\uFFFD")
	if utf8.RuneCountInString(src) > maxText {
		cut := len(string([]rune(src)[:maxText]))
		p.problems = append(p.problems, Problem{Kind: TooLong, Text: src[cut:]})
		src = src[:cut]
	}
	p.src, p.tokens, p.unknown = src, tokenize(src), -1
	for len(p.tokens) > 0 {
		n := p.next()
		if n == 0 {
			n = p.skip()
		}
		p.tokens = p.tokens[n:]
	}
}

// next reads the next word or figure and returns its length in tokens, 0 if it is
// not understood.
func (p *parser) next() int {
	word, n := p.values.words().longest(p.tokens, p.classes)
	f := p.figure()
	if f.n > n || f.n == n && n > 0 && (p.bare != 0 || word.class > wordAspectRatio && f.class != bareNumber) {
		return p.setFigure(f)
	}
	switch {
	case word.class == wordField:
		return p.field(fieldClass(word.value), n)
	case word.class == wordFormat:
		if p.setName(wordFormat, word.value, n) {
			p.kind = word.kind
		}
	case word.class&(names|wordKind) != 0:
		p.setName(word.class, word.value, n)
	case n > 0:
		p.names[word.class] = "yes"
	case p.text(0) == "x": // x20; the x of "image2video x 8s" means nothing
		count, ok := p.number(1)
		unit, size := p.unit(2)
		switch {
		case !ok:
			p.problem(MissingValue, 1)
		case size == 0 || unit.class == unitClips:
			p.setAmount(unitClips, count, 2+size)
			return 2 + size
		}
		return 1
	}
	return n
}

// skip reports a word that is not understood, such as "soon2video", and returns
// its length. It ignores punctuation marks.
func (p *parser) skip() int {
	t, n := p.tokens[0], 1
	r, _ := utf8.DecodeRuneInString(t.text)
	if unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) {
		for n+1 < len(p.tokens) && p.tokens[n].number && !p.tokens[n].spaced && !p.tokens[n+1].spaced {
			n += 2
		}
	}
	if t.quoted || !unicode.IsPunct(r) {
		p.problem(UnknownWord, n)
	}
	return n
}

// field reads "tag:fast", "duration: 8" and "时长8", whose name takes n tokens.
func (p *parser) field(class wordClass, n int) int {
	colon := p.text(n) == ":" || p.text(0) == "#"
	if p.text(n) == ":" {
		n++
	}
	switch {
	case class&units != 0:
		p.bare = class
	case !colon || p.classes&class == 0: // meaningless without a value
	case n == len(p.tokens):
		p.problem(MissingValue, n)
	default:
		value, size := p.value(class, n)
		p.setName(class, value, n+size)
		return n + size
	}
	return n
}

// value reads the value of a field i tokens ahead: a text in quotation marks, else
// a name of the catalog, else everything up to the next white space.
func (p *parser) value(class wordClass, i int) (string, int) {
	if t := p.tokens[i]; t.quoted {
		return t.text, 1
	}
	if m, n := p.values.words().longest(p.tokens[i:], class); n > 0 {
		return m.value, n
	}
	n := 1
	for i+n < len(p.tokens) && !p.tokens[i+n].spaced {
		n++
	}
	text := p.src[p.tokens[i].start:p.tokens[i+n-1].end]
	if value, ok := p.values.Find(ByResolution, text); ok && class == wordResolution {
		text = value
	}
	return text, n
}

// problem reports the next n tokens.
func (p *parser) problem(kind ProblemKind, n int) {
	first, last := p.tokens[0], p.tokens[n-1]
	if k := len(p.problems) - 1; kind == UnknownWord && p.unknown >= 0 && !first.spaced {
		p.problems[k].Text += p.src[p.unknown:last.end]
	} else {
		p.problems = append(p.problems, Problem{Kind: kind, Text: p.src[first.start:last.end]})
	}
	if p.unknown = -1; kind == UnknownWord {
		p.unknown = last.end
	}
}

// setName sets a name from the next n tokens, unless it contradicts an earlier
// one.
func (p *parser) setName(class wordClass, value string, n int) bool {
	if old, ok := p.names[class]; ok && !same(old, value) {
		p.problem(Contradicts, n)
		return false
	}
	p.names[class] = value
	return true
}

// setAmount sets a figure from the next n tokens, unless it is out of range or
// contradicts an earlier one. Figures of a file may differ by 2 %, as a measured
// and a rounded one do.
func (p *parser) setAmount(class wordClass, value api.Number, n int) {
	most := api.Int(1_000_000_000)
	switch {
	case class == unitSeconds:
		most = api.Int(24 * 60 * 60)
	case class == unitClips && p.file:
		most = api.Int(1000)
	}
	old := p.figures[class]
	_, whole := value.Int64()
	switch {
	case value.Sign() <= 0 || CompareNumbers(value, most) > 0 || class == unitClips && !whole:
		p.problem(OutOfRange, n)
	case !old.IsSet():
		p.figures[class] = value
	case !equal(old, value) && !(p.file && near(old, value)):
		p.problem(Contradicts, n)
	}
}

// near reports whether two figures differ by at most 2 %.
func near(a, b api.Number) bool {
	return CompareNumbers(a.Mul(api.Int(100)), b.Mul(api.Int(98))) >= 0 && CompareNumbers(b.Mul(api.Int(100)), a.Mul(api.Int(98))) >= 0
}

// text returns the token i ahead, "" after the end.
func (p *parser) text(i int) string {
	if i < len(p.tokens) && !p.tokens[i].quoted {
		return p.tokens[i].text
	}
	return ""
}

func (p *parser) number(i int) (api.Number, bool) {
	if i >= len(p.tokens) || !p.tokens[i].number {
		return api.Number{}, false
	}
	r, ok := new(big.Rat).SetString(p.tokens[i].text)
	return api.NewNumber(r), ok
}

// unit returns the unit i tokens ahead and its length, unless a longer phrase begins
// there, as 分 in 分辨率.
func (p *parser) unit(i int) (meaning, int) {
	if i < len(p.tokens) {
		if m, n := p.values.words().longest(p.tokens[i:], p.classes&^wordTag); m.class&units != 0 {
			return m, n
		}
	}
	return meaning{}, 0
}

// figure is a number with its unit.
type figure struct {
	class wordClass  // of the unit; or pixelSize, ratio or bareNumber
	a, b  api.Number // b for pixelSize and ratio
	n     int        // tokens
}

// figure reads the number that the tokens begin with: "8s", "1m4s", "1:04",
// "20x", "1080p", "1920x1080", "9:16", "62 MB", "3 images". Without one, n is 0.
func (p *parser) figure() figure {
	a, ok := p.number(0)
	if !ok {
		return figure{}
	}
	switch b, hasB := p.number(2); p.text(1) {
	case ":", "比":
		if hasB {
			return p.colon(a, b)
		}
	case "x":
		if _, unit := p.unit(3); hasB && unit == 0 {
			return figure{class: pixelSize, a: a, b: b, n: 3}
		}
		return figure{class: unitClips, a: a, n: 2} // 3x 8s
	}
	unit, n := p.unit(1)
	switch {
	case n == 0 && p.bare != 0:
		return figure{class: p.bare, a: a, n: 1}
	case n == 0:
		if _, n := p.values.words().longest(p.tokens[1:], wordKind); n > 0 {
			return figure{class: unitClips, a: a, n: 1} // leaves the kind
		}
		return figure{class: bareNumber, a: a, n: 1}
	case unit.class == unitSeconds:
		return p.time()
	}
	return figure{class: unit.class, a: a.Mul(factor(unit)), n: n + 1}
}

// colon distinguishes a time such as 1:04 or 0:01:04 from an aspect ratio such as 9:16:
// nobody writes 9:09 for a ratio, and there are no ratios beyond 1:4 and 4:1.
func (p *parser) colon(a, b api.Number) figure {
	minute := api.Int(60)
	if c, ok := p.number(4); ok && p.text(3) == ":" {
		return figure{class: unitSeconds, a: a.Mul(minute).Add(b).Mul(minute).Add(c), n: 5}
	}
	plausible := CompareNumbers(a, b.Mul(api.Int(4))) <= 0 && CompareNumbers(b, a.Mul(api.Int(4))) <= 0
	text := p.text(2)
	if p.bare == unitSeconds || len(text) == 2 && CompareNumbers(b, minute) < 0 && (text[0] == '0' || !plausible) {
		return figure{class: unitSeconds, a: a.Mul(minute).Add(b), n: 3}
	}
	return figure{class: ratio, a: a, b: b, n: 3}
}

// time reads a duration in falling units: "1m4s", "1 h 30 min", "64s".
func (p *parser) time() figure {
	f := figure{class: unitSeconds, a: api.Int(0)}
	var last api.Number // unknown comes after any factor
	for {
		value, ok := p.number(f.n)
		unit, n := p.unit(f.n + 1)
		if !ok || n == 0 || unit.class != unitSeconds || CompareNumbers(factor(unit), last) >= 0 {
			return f
		}
		last = factor(unit)
		f.a, f.n = f.a.Add(value.Mul(last)), f.n+1+n
	}
}

func factor(unit meaning) api.Number {
	r, _ := new(big.Rat).SetString(unit.value)
	return api.NewNumber(r)
}

// setFigure sets what a figure means, and returns its length in tokens.
func (p *parser) setFigure(f figure) int {
	text := foldedText(p.tokens[:f.n])
	p.bare = 0
	hundred := api.Int(100)
	switch {
	case f.class == bareNumber, f.class == pixelSize && !p.file && (CompareNumbers(f.a, hundred) < 0 || CompareNumbers(f.b, hundred) < 0):
		p.problem(BareNumber, f.n)
	case !p.file && f.class == ratio:
		p.setName(wordAspectRatio, text, f.n)
	case !p.file && f.class&(unitLines|unitK|pixelSize) != 0:
		p.setName(wordResolution, text, f.n)
	case f.class == ratio:
		p.setAmount(ratio, over(f.a, f.b), f.n)
	case f.class == pixelSize:
		p.setAmount(fileWidth, f.a, f.n)
		p.setAmount(fileHeight, f.b, f.n)
	case f.class == unitLines:
		p.setAmount(fileHeight, f.a, f.n)
	default:
		p.setAmount(f.class, f.a, f.n)
	}
	return f.n
}
