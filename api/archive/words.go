package archive

import (
	"hash/maphash"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"channeldeck/api/fold"
	"channeldeck/api/transcript"
)

// maxWords is how many bytes of words of a session are indexed: PostgreSQL takes a
// megabyte.
const maxWords = 900_000

// maxWord is the length of a word in the index; of a longer one it has the beginning.
const maxWord = 48

// unit is a word of a folded text, or a character of a script that does not separate words.
type unit struct {
	from, to  int  // bytes
	character bool // in place of a word
}

// isCharacter reports whether words of the script of r are not separated by blanks.
func isCharacter(r rune) bool {
	return r >= 0x0e00 && unicode.In(
		r,
		unicode.Han,
		unicode.Hiragana,
		unicode.Katakana,
		unicode.Thai,
		unicode.Lao,
		unicode.Khmer,
		unicode.Myanmar,
	)
}

// units yields the words and characters of a folded text.
func units(s string) iter.Seq[unit] {
	return func(yield func(unit) bool) {
		start := -1 // of a word
		for i := 0; i < len(s); {
			r := rune(s[i])
			size := 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(s[i:])
			}
			character := isCharacter(r)
			inWord := !character && (unicode.IsLetter(r) || unicode.IsNumber(r) ||
				unicode.IsMark(r))
			if inWord && start < 0 {
				start = i
			} else if !inWord && start >= 0 {
				if !yield(unit{start, i, false}) {
					return
				}
				start = -1
			}
			if character && !yield(unit{i, i + size, true}) {
				return
			}
			i += size
		}
		if start >= 0 {
			yield(unit{start, len(s), false})
		}
	}
}

// indexed yields what the index has of a folded text: words, characters, and pairs of
// adjacent characters.
func indexed(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var last unit
		for u := range units(s) {
			if !yield(cutWord(s[u.from:u.to])) ||
				u.character && last.character && last.to == u.from && !yield(s[last.from:u.to]) {
				return
			}
			last = u
		}
	}
}

func cutWord(s string) string {
	if len(s) <= maxWord {
		return s
	}
	end := maxWord
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// words returns the words of a transcript for the index, each once, separated by blanks.
func words(t *transcript.Transcript) string {
	var all strings.Builder
	known := map[uint64]struct{}{} // hashes, which take less room than words
	seed := maphash.MakeSeed()
	for _, s := range texts(t, true) {
		for w := range indexed(fold.String(s)) {
			h := maphash.String(seed, w)
			if _, ok := known[h]; ok {
				continue
			}
			if all.Len()+len(w)+1 > maxWords {
				return all.String()
			}
			known[h] = struct{}{}
			if all.Len() > 0 {
				all.WriteByte(' ')
			}
			all.WriteString(w)
		}
	}
	return all.String()
}

// place is where a text is in a transcript.
type place struct {
	transcript.Ref
	field transcript.Field // FieldText also for the name of a tool
}

// texts yields the texts of a transcript that a search finds: what was said and thought,
// the names of tools, their inputs, outputs and errors, and data. In pieces, it holds no long text.
func texts(t *transcript.Transcript, pieces bool) iter.Seq2[place, string] {
	return func(yield func(place, string) bool) {
		for at, p := range t.Parts() {
			if p.Repeated() { // the output of the call has it
				continue
			}
			first := p.Text
			if p.Tool != nil {
				first = p.Tool.Names()
			} else if p.File() != nil {
				first = p.Label()
			}
			if first != "" && !yield(place{at, transcript.FieldText}, first) {
				return
			}
			for _, f := range fieldsOf(p) {
				for s := range fieldTexts(t, at, f, pieces) {
					if !yield(place{at, f}, s) {
						return
					}
				}
			}
		}
	}
}

// fieldsOf are the fields of a part that have texts, besides its first text.
func fieldsOf(p *transcript.Part) []transcript.Field {
	var fields []transcript.Field
	if p.Tool != nil {
		fields = append(fields, transcript.FieldInput, transcript.FieldOutput, transcript.FieldError)
	}
	if p.Kind == transcript.KindData {
		fields = append(fields, transcript.FieldValue)
	}
	return fields
}

// fieldTexts yields the text of a field, in pieces or whole unless it is empty.
func fieldTexts(
	t *transcript.Transcript,
	at transcript.Ref,
	f transcript.Field,
	pieces bool,
) iter.Seq[string] {
	if pieces {
		return t.Pieces(at, f)
	}
	return func(yield func(string) bool) {
		if s := t.FieldText(at, f); s != "" {
			yield(s)
		}
	}
}
