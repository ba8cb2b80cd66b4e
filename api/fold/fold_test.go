package fold

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestString(t *testing.T) {
	for in, want := range map[string]string{
		"plain 1-2":     "plain 1-2",
		"Việt":          "viet",
		"café":          "cafe",
		"CAFE\u0301":    "cafe",
		"１号店":           "1号店",
		"Ｗｉｄｅ　Ａ":        "wide a",
		"张三":            "张三",
		"Łukasz":        "lukasz",
		"Bjørk":         "bjork",
		"Straße":        "strasse",
		"STRASSE":       "strasse",
		"Đức":           "duc",
		"Ⅷ ﬁ":           "viii fi",
		"ΣΊΣΥΦΟΣ":       "σισυφοσ",
		"ς":             "σ",
		"\u212a ſ":      "k s",
		"İstanbul ı":    "istanbul i",
		"ｶﾞ":            "カ",
		"ガ":             "カ",
		"한국":            "한국",
		"Ёж":            "еж",
		"مُحَمَّد":      "محمد",
		"🙂":             "🙂",
		"":              "",
		"臺灣美食節":         "台湾美食节",
		"龍鬚":            "龙须",
		"漢語 汉语":         "汉语 汉语",
		"ʜᴀʀʙᴏʀ ᴛᴇᴀ":    "harbor tea",
		"ꜰꜱ":            "fs",
		"Lily’s “best”": `lily's "best"`,
		"‘x’":           "'x'",
	} {
		if got := String(in); got != want {
			t.Errorf("String(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestStringDropsJoiners(t *testing.T) {
	for in, want := range map[string]string{
		"می\u200cخواهم": "میخواهم",
		"❤\ufe0f":       "❤",
		"👨\u200d👩":      "👨👩",
	} {
		if got := String(in); got != want {
			t.Errorf("%+q folds to %+q, want %+q", in, got, want)
		}
	}
}

// PlainHan tells the Han characters that String keeps from all others.
func TestPlainHan(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		s := string(r)
		want := 1
		if isHan(r) && String(s) == s {
			want = 1 + len(s)
		}
		if end := PlainHan("a"+s+"a", 1); end != want {
			t.Errorf("%U ends at %d, want %d", r, end, want)
		}
	}
	for s, want := range map[string]int{"猫的一天a": 12, "猫臺": 3, "猫"[:2]: 0, "\xe4a\x80": 0, "": 0} {
		if end := PlainHan([]byte(s), 0); end != want {
			t.Errorf("%q ends at %d, want %d", s, end, want)
		}
	}
}

func TestAtMapsEachByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ToValidUTF8(rapid.String().Draw(t, "s"), "?")
		folded, at := WithOffsets(s)
		if folded != String(s) || len(at) != len(folded) {
			t.Fatalf("%q: %q with %d places, want %q", s, folded, len(at), String(s))
		}
		if String(folded) != folded {
			t.Fatalf("%q folds again, to %q", folded, String(folded))
		}
		for i := range at {
			if i > 0 && at[i] < at[i-1] || !utf8.RuneStart(s[at[i]]) {
				t.Fatalf("%q: places %v", s, at)
			}
			if r, size := utf8.DecodeRuneInString(s[at[i]:]); utf8.RuneStart(folded[i]) && i+size <= len(folded) &&
				String(string(r)) == string(r) &&
				folded[i:i+size] != string(r) {
				t.Fatalf("%q: byte %d of %q comes from %q", s, i, folded, r)
			}
		}
	})
}

func BenchmarkString(b *testing.B) {
	for _, s := range []string{
		"douyin_7301234567890",
		"Aurelia Studio 12",
		"晨光美食日记",
		"Łukasz été",
		"田中さんのチャンネル",
	} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				String(s)
			}
		})
	}
}

// The keys of a long list are made with few allocations, and one does not change another.
func TestCollationOfManyTexts(t *testing.T) {
	const texts = 1000
	name := func(i int) string { return fmt.Sprint("晨光美食日记 ", i) }
	key := Collation()
	keys := make([]string, 0, texts)
	allocations := testing.AllocsPerRun(1, func() {
		for i := range texts {
			keys = append(keys[:i], key("晨光美食日记"))
		}
	})
	if allocations > texts/10 {
		t.Errorf("%v allocations", allocations)
	}
	for i := range texts {
		keys[i] = key(name(i))
	}
	for i, got := range keys {
		if want := Collation()(name(i)); got != want {
			t.Fatalf("the key of %q is %q, want %q", name(i), got, want)
		}
	}
}
