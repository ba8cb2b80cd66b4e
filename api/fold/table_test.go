package fold

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/longbridgeapp/opencc"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/runenames"

	"channeldeck/ui/testkit/golden"
)

// TestTableIsThatOfTheLibraries compares table.txt with OpenCC's table from traditional to
// simplified characters, and with the names that Unicode gives to letters and quotes.
func TestTableIsThatOfTheLibraries(t *testing.T) {
	simplified, err := opencc.New("t2s")
	if err != nil {
		t.Fatal(err)
	}
	typed := map[rune]string{'ð': "d", 'ı': "i", 'ß': "ss", 'þ': "th"} // whose names do not have what people type
	letter := regexp.MustCompile(
		`^LATIN (?:LETTER SMALL CAPITAL|SMALL LETTER|SMALL LIGATURE) ([A-Z]{1,2})(?: WITH .*)?$`,
	)
	quote := regexp.MustCompile(`^(?:LEFT|RIGHT) (SINGLE|DOUBLE) QUOTATION MARK$`)
	plain := func(r rune) string {
		switch {
		case unicode.Is(unicode.Han, r):
			s, err := simplified.Convert(string(r))
			if err != nil {
				t.Fatal(err)
			}
			return s
		case norm.NFKD.PropertiesString(string(r)).Decomposition() != nil:
		case typed[r] != "":
			return typed[r]
		case letter.MatchString(runenames.Name(r)):
			return strings.ToLower(letter.FindStringSubmatch(runenames.Name(r))[1])
		case quote.MatchString(runenames.Name(r)):
			return map[string]string{"SINGLE": "'", "DOUBLE": `"`}[quote.FindStringSubmatch(runenames.Name(r))[1]]
		}
		return ""
	}
	sources := map[string][]rune{}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if s := plain(r); s != "" && s != string(r) && unicode.ToLower(r) == r {
			sources[s] = append(sources[s], r)
		}
	}
	var b strings.Builder
	for _, s := range slices.Sorted(maps.Keys(sources)) {
		fmt.Fprintf(&b, "%s\t%s\n", s, string(sources[s]))
	}
	if golden.Updating() {
		if err := os.WriteFile("table.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if b.String() != table {
		t.Error("table.txt differs from the libraries; run with -update and look at the change")
	}
}
