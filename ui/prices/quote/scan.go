package quote

import (
	"math/big"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// maxText bounds, in characters, what the parsers read.
const maxText = 2000

// scanner reads what a person typed, in English or Chinese, with or without
// blanks between the words, half width or full width.
type scanner struct {
	src    string
	runes  []rune // of src, half width and in lower case
	starts []int  // byte offset in src of each rune, then len(src)
	pos    int    // index of the next rune
}

func newScanner(src string) *scanner {
	s := &scanner{src: src, runes: make([]rune, 0, len(src)), starts: make([]int, 0, len(src)+1)}
	for i, r := range src {
		s.runes = append(s.runes, fold(r))
		s.starts = append(s.starts, i)
	}
	s.starts = append(s.starts, len(src))
	return s
}

// fold makes variants of a character one: full width, capitals, the signs that
// stand for "times" and for "to".
func fold(r rune) rune {
	switch r {
	case '×', '✕', '✖', '╳', '*', '＊':
		return 'x'
	case '∶', '︰':
		return ':'
	case '“', '”', '「', '」':
		return '"'
	}
	if folded := width.LookupRune(r).Folded(); folded != 0 {
		r = folded
	}
	return unicode.ToLower(r)
}

func foldString(text string) []rune { return newScanner(text).runes }

// peek returns the rune that is ahead by so many, 0 past the end.
func (s *scanner) peek(ahead int) rune {
	if i := s.pos + ahead; i < len(s.runes) {
		return s.runes[i]
	}
	return 0
}

// text is the source of the next n runes, as it was typed.
func (s *scanner) text(n int) string { return s.src[s.starts[s.pos]:s.starts[s.pos+n]] }

func (s *scanner) done() bool { return s.pos >= len(s.runes) }

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' }

func isBlank(r rune) bool { return unicode.IsSpace(r) }

// isGap is what may stand between the parts of one word: image-to-video.
func isGap(r rune) bool { return r == '-' || r == '_' || isBlank(r) }

// isBreak is what stands between words.
func isBreak(r rune) bool {
	switch r {
	case ':', '"', '#', '.', '+', 0:
		return r == 0
	}
	return isBlank(r) || unicode.IsPunct(r) || unicode.IsSymbol(r) || unicode.IsControl(r)
}

// blanks counts the blanks from that far ahead.
func (s *scanner) blanks(ahead int) int {
	n := 0
	for isBlank(s.peek(ahead + n)) {
		n++
	}
	return n
}

// decimalNumber is a number as it was typed and its value.
type decimalNumber struct {
	text  string
	value *big.Rat
	han   bool // written in Chinese numerals
}

// decimal reads a number that far ahead and returns how many runes it takes:
// digits with an optional fraction, or Chinese numerals below 10,000.
func (s *scanner) decimal(ahead int) (decimalNumber, int) {
	n := 0
	for isDigit(s.peek(ahead + n)) {
		n++
	}
	if n == 0 {
		return s.hanNumber(ahead)
	}
	if s.peek(ahead+n) == '.' && isDigit(s.peek(ahead+n+1)) {
		n++
		for isDigit(s.peek(ahead + n)) {
			n++
		}
	}
	text := string(s.runes[s.pos+ahead : s.pos+ahead+n])
	value, _ := new(big.Rat).SetString(text)
	return decimalNumber{text: text, value: value}, n
}

// hanNumber reads numerals such as 八, 十, 二十, 一百二十 and 两.
func (s *scanner) hanNumber(ahead int) (decimalNumber, int) {
	var total, digit int64
	n := 0
	for ; n < 9; n++ {
		value, unit := hanNumeral(s.peek(ahead + n))
		if !unit && value < 0 {
			break
		}
		if unit {
			total += max(digit, 1) * value
			digit = 0
		} else {
			digit = digit*10 + value
		}
	}
	if n == 0 {
		return decimalNumber{}, 0
	}
	return decimalNumber{text: s.src[s.starts[s.pos+ahead]:s.starts[s.pos+ahead+n]], value: new(big.Rat).SetInt64(total + digit), han: true}, n
}

// hanNumeral is the value of a digit, or of a unit; -1 for neither.
func hanNumeral(r rune) (value int64, unit bool) {
	switch r {
	case '〇', '零':
		return 0, false
	case '一':
		return 1, false
	case '二', '两':
		return 2, false
	case '三':
		return 3, false
	case '四':
		return 4, false
	case '五':
		return 5, false
	case '六':
		return 6, false
	case '七':
		return 7, false
	case '八':
		return 8, false
	case '九':
		return 9, false
	case '十':
		return 10, true
	case '百':
		return 100, true
	case '千':
		return 1000, true
	}
	return -1, false
}

// phrase reports how many runes the phrase takes that far ahead, 0 where it is
// not there. A blank in the phrase is any gap, or none. A phrase that ends in a
// letter or digit is not there when more letters follow: "s" is not in "sd".
func (s *scanner) phrase(phrase []rune, ahead int) int {
	n := 0
	for _, want := range phrase {
		if want == ' ' {
			for isGap(s.peek(ahead + n)) {
				n++
			}
			continue
		}
		if s.peek(ahead+n) != want {
			return 0
		}
		n++
	}
	last := phrase[len(phrase)-1]
	if isLetter(last) && s.letters(ahead+n) || isDigit(last) && (s.letters(ahead+n) || isDigit(s.peek(ahead+n))) {
		return 0
	}
	return n
}

// letters reports whether a letter that far ahead goes on with the word before
// it; the sign of "8s×20" does not.
func (s *scanner) letters(ahead int) bool {
	r := s.peek(ahead)
	return isLetter(r) && !(r == 'x' && isDigit(s.peek(ahead+1+s.blanks(ahead+1))))
}

// word counts the runes of the next word: letters and digits with what joins
// them, or a run of another script.
func (s *scanner) word() int {
	ascii := s.peek(0) < utf8.RuneSelf
	n := 0
	for r := s.peek(0); r != 0 && !s.ends(r, n) && (r < utf8.RuneSelf) == ascii; r = s.peek(n) {
		n++
	}
	return n
}

// ends reports whether r, n runes ahead, ends the word it stands after.
func (s *scanner) ends(r rune, n int) bool {
	switch r {
	case ':', '-', '_', '.', '/':
		return n == 0 || isBlank(s.peek(n+1)) || s.peek(n+1) == 0
	}
	return isBreak(r) || r == '"' || r == '#' || r == '+'
}
