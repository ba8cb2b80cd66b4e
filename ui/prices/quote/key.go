package quote

import "math/big"

// keyed reads "tag:fast", "#fast", "duration: 8". A key without a colon is a
// word that says nothing by itself, save for numbers: "时长8".
func (p *questionParser) keyed() bool {
	var key string
	n := 1
	if p.peek(0) == '#' {
		key = "tag"
	} else {
		e, size := p.words.longest(p.scanner, 0, only(classKey))
		if size == 0 {
			return false
		}
		key, n = e.value, size+p.blanks(size)
		colon := p.peek(n) == ':'
		if colon {
			n++
		}
		n += p.blanks(n)
		if key == "duration" || key == "count" {
			if number, size := p.decimal(n); size > 0 {
				return p.keyedNumber(key, n, size, number)
			}
		}
		if !colon {
			if e, other := p.words.longest(p.scanner, 0, notKey); other >= size && e.class != classFiller {
				return false
			}
			p.take(size)
			return true
		}
	}
	value, size, total := p.value(key, n)
	start, end := p.take(total)
	if size == 0 {
		p.problems.add(MissingValue, p.scanner, start, end)
		return true
	}
	switch key {
	case "mode":
		p.setText(&p.question.Mode, value, start, end)
	case "resolution":
		p.setText(&p.question.Resolution, value, start, end)
	case "aspect":
		p.setText(&p.question.AspectRatio, value, start, end)
	case "tag":
		p.setText(&p.question.Tag, value, start, end)
	case "scope":
		p.setScope(Scope(value), start, end)
	case "accepts":
		p.setAccepts(value, start, end)
	default:
		p.problems.add(UnknownWord, p.scanner, start, end)
	}
	return true
}

func notKey(c class) bool { return c < classSecond || c == classFiller }

func (p *questionParser) keyedNumber(key string, at, size int, number decimalNumber) bool {
	unit := big.NewRat(1, 1)
	after := at + size + p.blanks(at+size)
	want := classClip
	if key == "duration" {
		want = classSecond
	}
	if e, n := p.words.longest(p.scanner, after, only(want)); n > 0 {
		if key == "duration" {
			unit, _ = new(big.Rat).SetString(e.value)
		}
		size = after + n - at
	}
	start, end := p.take(at + size)
	if key == "duration" {
		p.setDuration(number.value.Mul(number.value, unit), start, end)
	} else {
		p.setCount(number.value, start, end)
	}
	return true
}

// value reads what follows a key that far ahead: the longest name of the
// catalog, else what is quoted, else a word. size is 0 where there is none;
// total is what key and value take together.
func (p *questionParser) value(key string, at int) (value string, size, total int) {
	if p.peek(at) == '"' {
		n := at + 1
		for p.pos+n < len(p.runes) && p.peek(n) != '"' {
			n++
		}
		value = p.src[p.starts[p.pos+at+1]:p.starts[p.pos+n]]
		if p.peek(n) == '"' {
			n++
		}
		return value, n, n // also what is empty in quotes was said: scope:""
	}
	if c, ok := keyClass(key); ok {
		if e, n := p.words.longest(p.scanner, at, only(c)); n > 0 {
			return e.value, n, at + n
		}
	}
	rest := *p.scanner
	rest.pos += at
	n := rest.word()
	return rest.text(n), n, at + n
}

func keyClass(key string) (class, bool) {
	switch key {
	case "mode":
		return classMode, true
	case "resolution":
		return classResolution, true
	case "aspect":
		return classAspect, true
	case "tag":
		return classTag, true
	case "scope":
		return classScope, true
	}
	return 0, false
}
