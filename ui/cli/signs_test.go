//go:build unix

package cli

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/encoding/charmap"

	"channeldeck/theme"
	"channeldeck/ui/testkit/race"
)

// What commands print in a terminal has only signs of its font: tables, help and errors. In a
// locale of ASCII a question mark stands for Chinese, and one line says so.
func TestSignsOfTheFont(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	own := fmt.Sprint(theme.Unicode()) + "…–—−·•×≤≥→←“”‘’"
	past := withPast(t, 60)
	for _, look := range []map[string]string{
		{"CHANNELDECK_ASCII": "true"},
		{"TERM": "linux"},
		{"LANG": "C"},
		{"CHANNELDECK_ASCII": "true", "CHANNELDECK_LANG": "zh"},
	} {
		for _, args := range []string{
			"accounts",
			"accounts --match nothing",
			"accounts --columns id,nickname,desc,lastError",
			"groups",
			"platforms",
			"options youtube",
			"prices",
			"prices 8s 1080p",
			"prices --mode nonsense",
			"triage", "sessions", "sessions --tools", "doctor", "status", "nonsense", "help", "accounts --help --all",
		} {
			env := map[string]string{"TERM": "xterm"}
			maps.Copy(env, past)
			maps.Copy(env, look)
			s := openScreen(t)
			w, _, _ := newEnv(t, env, strings.Fields(args)...)
			w.Err = s.tty
			_, printed := s.run(t, w)
			if printed == "" {
				t.Errorf("%v, %s: nothing is printed", look, args)
			}
			names := 0
			for _, c := range ansi.Strip(printed) {
				_, console := charmap.CodePage437.EncodeRune(c)
				switch {
				case c <= '~', look["TERM"] == "linux" && (console || strings.ContainsRune("•▲▼", c)):
				case look["LANG"] != "C" && !strings.ContainsRune(own, c) &&
					(unicode.In(c, unicode.L, unicode.M, unicode.S) || unicode.Is(unicode.P, c) && c >= '\u3000'):
					names++
				default:
					t.Errorf("%v, %s: %q is printed:\n%s", look, args, c, printed)
				}
			}
			if n := strings.Count(printed, "LANG=C.UTF-8"); args == "accounts" &&
				(look["LANG"] == "C" && n != 1 || look["LANG"] != "C" && names == 0) {
				t.Errorf(
					"%v, %s: LANG=C.UTF-8 is named %d times, %d characters of names:\n%s",
					look,
					args,
					n,
					names,
					printed,
				)
			}
		}
	}
}
