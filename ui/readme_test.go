package ui

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/testkit/panetest"
)

const (
	keysBegin = "<!-- keys: written by go test ./ui -update -->\n"
	keysEnd   = "<!-- end of keys -->\n"
)

// keyTable returns the bindings of all panes as tables of the README.
func keyTable(t *testing.T) string {
	w := panetest.New(t, panetest.Options{})
	ctx := w.Context
	var b strings.Builder
	write := func(title string, groups [][]key.Binding) {
		b.WriteString("\n**" + title + "**\n\n| key | does |\n| --- | --- |\n")
		for _, binding := range flatten(groups) {
			h := binding.Help()
			b.WriteString("| `" + strings.ReplaceAll(h.Key, "|", "\\|") + "` | " + h.Desc + " |\n")
		}
	}
	write("Everywhere", newKeyMap(ctx).FullHelp())
	for _, maker := range Makers() {
		p := maker.Make(ctx)
		p.SetSize(120, 38)
		if o, ok := p.(opener); ok && maker.Name == "sessions" { // its keys work while a session is open
			panetest.Pump(t, p, o.Open(pane.Target{Pane: maker.Name, SessionID: w.Sandbox.Examples(false)[0].ID}))
		}
		groups := p.FullHelp()
		if maker.Name == "works" { // its keys work while a work is open, some in one view only
			q := w.Sandbox.Examples(false)[slices.IndexFunc(w.Sandbox.Examples(false), func(e sandbox.Example) bool { return e.Call == sandbox.CallWorks && e.AccountID == "" })]
			panetest.Pump(t, p, p.(opener).Open(pane.Target{Pane: maker.Name, Platform: q.Platform, WorkID: q.ID}))
			groups = nil
			for _, press := range []string{"enter", "m", "n", "v", "d"} { // v leads to the comparison
				panetest.Press(t, p, press)
				groups = append(groups, p.FullHelp()...)
			}
		}
		write(ctx.Words.T("tab."+maker.Name), groups)
	}
	return b.String() + "\n"
}

func TestREADMEListsTheBindings(t *testing.T) {
	const path = "../README.md"
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(content), keysBegin)
	have, after, ok2 := strings.Cut(rest, keysEnd)
	if !ok || !ok2 {
		t.Fatal("the README has no place for the keys")
	}
	want := keyTable(t)
	if golden.Updating() {
		if err := os.WriteFile(path, []byte(before+keysBegin+want+keysEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have != want {
		t.Errorf("the table of keys is not that of the bindings: run go test ./ui -update")
	}
}
