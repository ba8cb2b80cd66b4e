package ui

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/docs"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

const (
	keysBegin = "<!-- keys: written by go test ./ui -update -->\n"
	keysEnd   = "<!-- end of keys -->\n"
)

// pairs are actions that share a row, in both directions.
var pairs = []struct{ first, second string }{
	{"up", "down"},
	{"page_up", "page_down"},
	{"half_page_up", "half_page_down"},
	{"home", "end"},
	{"left", "right"},
	{"select_up", "select_down"},
	{"fold_all", "unfold_all"},
	{"next_hit", "previous_hit"},
	{"works.earlier", "works.later"},
	{"works.previous_metric", "works.next_metric"},
	{"sessions.prev_turn", "sessions.next_turn"},
}

// keyTables returns the bindings as Markdown tables in a language: those that
// work everywhere, those of several panes, and the others of each pane, folded.
func keyTables(t *testing.T, lang words.Lang) string {
	w := panetest.New(t, panetest.Options{Lang: lang})
	ctx := w.Context
	rows := func(groups [][]key.Binding) []string {
		var list []string
		all := flatten(groups)
		for _, binding := range all {
			h := ctx.Help(binding)
			keys := "`" + h.Key + "`"
			does := h.Desc
			for _, p := range pairs {
				i := slices.IndexFunc(all, func(b key.Binding) bool { return pane.ActionOf(b) == p.second })
				switch pane.ActionOf(binding) {
				case p.first:
					if i >= 0 {
						keys += " `" + ctx.Help(all[i]).Key + "`"
						does += w.Context.Words.T("field.comma") + ctx.Help(all[i]).Desc
					}
				case p.second:
					keys = ""
				}
			}
			row := "| " + keys + " | " + does + " |"
			if keys != "" && !slices.Contains(list, row) {
				list = append(list, row)
			}
		}
		return list
	}
	type table struct {
		title string
		rows  []string
	}
	var panes []table
	panesWith := map[string]int{}
	for _, maker := range Makers() {
		p := maker.Make(ctx)
		p.Stack().SetSize(120, 38)
		groups := p.Stack().FullHelp()
		if o, ok := p.(opener); ok && maker.Name == "sessions" { // its keys work while a session is open
			panetest.Pump(t, p, o.Open(pane.Target{Pane: maker.Name, SessionID: w.Sandbox.Examples(false)[0].ID}))
			groups = append(p.Stack().FullHelp(), groups[0]) // and the keys of its list
		}
		if maker.Name == "prices" { // some of its keys work in the list of models
			panetest.Press(t, p, "tab")
			groups = append(groups, p.Stack().FullHelp()...)
		}
		if maker.Name == "works" { // its keys work while a work is open, some in one view only
			q := w.Sandbox.Examples(false)[slices.IndexFunc(
				w.Sandbox.Examples(false),
				func(e sandbox.Example) bool { return e.Call == sandbox.CallWorks },
			)]
			panetest.Pump(
				t,
				p,
				p.(opener).Open(pane.Target{
					Pane:      maker.Name,
					Platform:  q.Platform,
					WorkID:    q.ID,
					AccountID: q.AccountID,
				}),
			)
			groups = nil
			for _, press := range []string{"enter", "tab", "tab", "tab", "tab"} { // through all views
				panetest.Press(t, p, press)
				groups = append(groups, p.Stack().FullHelp()...)
			}
		}
		panes = append(panes, table{ctx.Words.T("tab." + maker.Name), rows(groups)})
		for _, row := range panes[len(panes)-1].rows {
			panesWith[row]++
		}
	}
	inLists := func(row string) bool { return panesWith[row] >= 2 }
	global := newKeyMap(ctx)
	everywhere := table{ctx.Words.T("help.everywhere"), rows(global.FullHelp())}
	lists := table{title: ctx.Words.T("help.several")}
	for _, p := range panes {
		for _, row := range p.rows {
			if inLists(row) && !slices.Contains(lists.rows, row) {
				lists.rows = append(lists.rows, row)
			}
		}
	}
	for i := range panes {
		panes[i].rows = slices.DeleteFunc(panes[i].rows, inLists)
	}
	inPalette := table{title: ctx.Words.T("help.palette_only")}
	bindings := pane.Bindings(ctx, Binders(Makers()))
	for _, action := range slices.Sorted(maps.Keys(bindings)) {
		label := ctx.Words.Optional("key." + action)
		if len(bindings[action].Standard) == 0 && label != "" {
			inPalette.rows = append(inPalette.rows, "| "+label+" | "+ctx.Words.T("key.desc."+action)+" |")
		}
	}
	var b strings.Builder
	for _, table := range append(append([]table{everywhere, lists}, panes...), inPalette) {
		if len(table.rows) == 0 {
			continue
		}
		fmt.Fprintf(
			&b,
			"\n<details><summary>%s</summary>\n\n| | |\n| --- | --- |\n%s\n\n</details>\n",
			table.title,
			strings.Join(table.rows, "\n"),
		)
	}
	return b.String() + "\n"
}

func TestBindingsAreDocumented(t *testing.T) {
	for path, lang := range map[string]words.Lang{
		"../.github/KEYS.md":       words.English,
		"../.github/KEYS.zh-CN.md": words.Chinese,
	} {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, ok := strings.Cut(string(content), keysBegin)
		have, after, ok2 := strings.Cut(rest, keysEnd)
		if !ok || !ok2 {
			t.Fatalf("%s has no place for the keys", path)
		}
		want := keyTables(t, lang)
		if golden.Updating() {
			if err := os.WriteFile(path, []byte(before+keysBegin+want+keysEnd+after), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if have != want {
			t.Errorf("the tables of keys in %s are out of date: run go test ./ui -update", path)
		}
	}
}

// untranslated returns what a text and its translation have in common, sorted, for each section:
// headings (only their level), inline code, pictures, numbers, folds, and fenced blocks
// without comments. Of blocks without a language it has only paths and the like.
func untranslated(content string) [][]string {
	text := strings.NewReplacer("-chinese.svg", ".svg", "空格", "space").Replace(content) // the name of a key
	comment := regexp.MustCompile(`\s*# .*`)
	tokens := regexp.MustCompile("`[^`]+`" + `|screenshots/[\w-]+\.svg|^#+ |^<details>|[0-9]+(?:[.,][0-9]+)*`)
	paths := regexp.MustCompile(`[\w./]+/[\w./]+|[─→│└]+`)
	var sections [][]string
	language := ""
	inBlock := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		var found []string
		if name, ok := strings.CutPrefix(line, "```"); ok {
			language = name
			inBlock = !inBlock
			found = []string{line}
		} else if inBlock && language != "" {
			found = []string{comment.ReplaceAllString(line, "")}
		} else if inBlock {
			found = paths.FindAllString(line, -1)
		} else {
			found = tokens.FindAllString(line, -1)
		}
		if !inBlock && strings.HasPrefix(line, "#") {
			sections = append(sections, nil)
		}
		last := &sections[len(sections)-1]
		*last = append(*last, found...)
	}
	for _, section := range sections {
		slices.Sort(section)
	}
	return sections
}

// TestTranslationsAgree compares the parts of the English and the Chinese documents
// that need no translation.
func TestTranslationsAgree(t *testing.T) {
	without := func(list, others []string) (rest []string) {
		others = slices.Clone(others)
		for _, s := range list {
			if i := slices.Index(others, s); i >= 0 {
				others = slices.Delete(others, i, i+1)
			} else {
				rest = append(rest, s)
			}
		}
		return rest
	}
	files := docs.Files(t, "..")
	pairs := 0
	for path, translation := range files {
		original, translated := strings.CutSuffix(path, ".zh-CN.md")
		if !translated {
			continue
		}
		if original += ".md"; original == "../.github/README.md" { // there GitHub would show it in place of the other
			original = "../README.md"
		}
		pairs++
		english := untranslated(files[original])
		chinese := untranslated(translation)
		if len(english) != len(chinese) {
			t.Errorf("%s has %d headings, and %s has %d", original, len(english), path, len(chinese))
			continue
		}
		for i := range english {
			if !slices.Equal(english[i], chinese[i]) {
				t.Errorf(
					"%s, section %d: only in English %q, only in Chinese %q",
					path,
					i,
					without(english[i], chinese[i]),
					without(chinese[i], english[i]),
				)
			}
		}
	}
	if pairs < 8 {
		t.Errorf("only %d documents are translated", pairs)
	}
}

// TestREADMEsAreShort keeps the first text that people read at the length that they read.
func TestREADMEsAreShort(t *testing.T) {
	files := docs.Files(t, "..")
	for _, path := range []string{"../README.md", "../.github/README.zh-CN.md"} {
		if size := len(files[path]); size == 0 || size > 16_000 {
			t.Errorf("%s has %d bytes", path, size)
		}
	}
}

// anchors returns the anchors that GitHub gives the headings of a document.
func anchors(content string) map[string]bool {
	found := map[string]bool{}
	dropped := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(content, -1) {
		anchor := strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(heading[1]), ""), " ", "-")
		for i, base := 1, anchor; found[anchor]; i++ {
			anchor = fmt.Sprintf("%s-%d", base, i)
		}
		found[anchor] = true
	}
	return found
}

// TestLinksOfDocuments checks that linked files and headings exist, and that pictures
// and documents are in the language of the text.
func TestLinksOfDocuments(t *testing.T) {
	files := docs.Files(t, "..")
	seen := 0
	blocks := regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	code := regexp.MustCompile("`[^`\n]+`")
	for path, content := range files {
		chinese := strings.HasSuffix(path, ".zh-CN.md")
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)[^)]*\)|(?:src|href)="([^"]+)"`).FindAllStringSubmatch(
			code.ReplaceAllString(blocks.ReplaceAllString(content, ""), ""),
			-1,
		) {
			target, anchor, _ := strings.Cut(link[1]+link[2], "#")
			if strings.Contains(target, ":") {
				continue
			}
			seen++
			to := path
			if target != "" {
				to = filepath.Join(filepath.Dir(path), target)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			if anchor != "" && !anchors(blocks.ReplaceAllString(files[to], ""))[anchor] {
				t.Errorf("%s: %s has no heading %q", path, to, anchor)
			}
			if strings.HasSuffix(to, ".svg") && strings.HasSuffix(to, "-chinese.svg") != chinese {
				t.Errorf("%s shows a picture in the other language: %s", path, to)
			}
			if twin := strings.TrimSuffix(to, ".md") + ".zh-CN.md"; chinese && files[twin] != "" &&
				to != strings.TrimSuffix(path, ".zh-CN.md")+".md" {
				t.Errorf("%s links to the English %s", path, to)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d links", seen)
	}
}
