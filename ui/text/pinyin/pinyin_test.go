package pinyin

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	gopinyin "github.com/mozillazg/go-pinyin"

	"channeldeck/ui/testkit/golden"
)

func TestReadingsEqualGoPinyin(t *testing.T) {
	args := gopinyin.NewArgs()
	args.Heteronym = true
	var lists []string
	characters := map[string][]rune{}
	for r := rune(First); r <= Last; r++ {
		known := slices.DeleteFunc(gopinyin.SinglePinyin(r, args), func(s string) bool {
			return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") != ""
		})
		if list := strings.Join(known, " "); list != "" {
			if characters[list] == nil {
				lists = append(lists, list)
			}
			characters[list] = append(characters[list], r)
		}
	}
	slices.Sort(lists)
	var b strings.Builder
	for _, list := range lists {
		fmt.Fprintf(&b, "%s\t%s\n", list, string(characters[list]))
	}
	if golden.Updating() {
		if err := os.WriteFile("readings.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if b.String() != readings {
		t.Error("readings.txt differs from go-pinyin; run with -update and look at the change")
	}
}

func TestReadings(t *testing.T) {
	for r, want := range map[rune]string{
		'张': "zhang", '重': "zhong chong", '绿': "lv", 'a': "", 'あ': "", '🙂': "", '가': "",
		First - 1: "", Last + 1: "",
	} {
		if got := strings.Join(Load().Readings(r), " "); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%c: %q, want %q", r, got, want)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		load()
	}
}
