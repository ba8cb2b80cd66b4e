package text

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"plain 1-2": "plain 1-2", "Việt": "viet", "café": "cafe", "CAFE\u0301": "cafe", "１号店": "1号店", "Ｗｉｄｅ　Ａ": "wide a", "张三": "张三",
		"Łukasz": "lukasz", "Bjørk": "bjork", "Straße": "strasse", "STRASSE": "strasse", "Đức": "duc", "Ⅷ ﬁ": "viii fi", "ΣΊΣΥΦΟΣ": "σισυφοσ", "ς": "σ",
		"\u212a ſ": "k s", "İstanbul ı": "istanbul i", "ｶﾞ": "カ", "ガ": "カ", "한국": "한국", "Ёж": "еж", "مُحَمَّد": "محمد", "🙂": "🙂", "": "",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFoldAtMapsEachByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Clean(rapid.String().Draw(t, "s"))
		folded, at := FoldAt(s)
		if folded != Fold(s) || len(at) != len(folded) {
			t.Fatalf("%q: %q with %d places, want %q", s, folded, len(at), Fold(s))
		}
		if Fold(folded) != folded {
			t.Fatalf("%q folds again, to %q", folded, Fold(folded))
		}
		for i := range at {
			if i > 0 && at[i] < at[i-1] || !utf8.RuneStart(s[at[i]]) {
				t.Fatalf("%q: places %v", s, at)
			}
			if r, size := utf8.DecodeRuneInString(s[at[i]:]); utf8.RuneStart(folded[i]) && i+size <= len(folded) && Fold(string(r)) == string(r) && folded[i:i+size] != string(r) {
				t.Fatalf("%q: byte %d of %q comes from %q", s, i, folded, r)
			}
		}
	})
}

func BenchmarkFold(b *testing.B) {
	for _, s := range []string{"douyin_7301234567890", "Aurelia Studio 12", "晨光美食日记", "Łukasz été", "田中さんのチャンネル"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Fold(s)
			}
		})
	}
}
