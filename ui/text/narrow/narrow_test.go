package narrow_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
	"github.com/rivo/uniseg"

	"channeldeck/ui/text"
	"channeldeck/ui/text/narrow"
)

// TestMain prints the widths of ambiguous characters by each library, in a child.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_PRINT_WIDTHS") == "" {
		os.Exit(m.Run())
	}
	for _, r := range "“…×·─▌✗Ж○" {
		s := string(r)
		// a cell has the width of go-runewidth
		fmt.Print(
			text.Width(s),
			ansi.StringWidth(s),
			ansi.WcWidth.StringWidth(s),
			cellbuf.NewCell(r).Width,
			uniseg.StringWidth(s),
			"\n",
		)
	}
	narrow.Restore()
	fmt.Print(os.Getenv("RUNEWIDTH_EASTASIAN"))
}

func TestAllLibrariesHaveTheSameWidths(t *testing.T) {
	for _, env := range []string{
		"RUNEWIDTH_EASTASIAN=1",
		"RUNEWIDTH_EASTASIAN=true",
		"LANG=zh_CN.UTF-8",
		"LC_CTYPE=zh_CN.GB18030",
		"LC_CTYPE=ja_JP.eucJP",
		"LC_ALL=zh_TW.BIG5",
		"LC_ALL=zh_CN.GBK",
	} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = []string{"TEST_PRINT_WIDTHS=1", env}
		out, err := cmd.Output()
		value, _ := strings.CutPrefix(env, "RUNEWIDTH_EASTASIAN=")
		if value == env {
			value = ""
		}
		if want := strings.Repeat("1 1 1 1 1\n", 9) + value; err != nil || string(out) != want {
			t.Errorf("%s: %v, %q, want %q", env, err, out, want)
		}
	}
}
