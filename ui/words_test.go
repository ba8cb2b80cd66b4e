package ui_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// catalog reads all messages of a language: id to its texts.
func catalog(t *testing.T, lang words.Lang) map[string][]string {
	t.Helper()
	names, err := filepath.Glob("words/catalog/*." + string(lang) + ".toml")
	if err != nil || len(names) == 0 {
		t.Fatal("no catalogs", err)
	}
	all := map[string][]string{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var entries map[string]any
		if err := toml.Unmarshal(content, &entries); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for id, entry := range entries {
			if all[id] != nil {
				t.Errorf("%s: %s stands in two catalogs", name, id)
			}
			switch entry := entry.(type) {
			case string:
				all[id] = []string{entry}
			case map[string]any:
				for _, text := range entry {
					all[id] = append(all[id], text.(string))
				}
			}
		}
	}
	return all
}

var parameter = regexp.MustCompile(`\{\{\s*\.(\w+)[^}]*\}\}`)

func parameters(texts []string) []string {
	var names []string
	for _, text := range texts {
		for _, m := range parameter.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(names, m[1]) {
				names = append(names, m[1])
			}
		}
	}
	slices.Sort(names)
	return names
}

// language returns what the program knows of a language.
func language(t *testing.T, lang words.Lang) *words.Language {
	t.Helper()
	w, err := words.New(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w.Language()
}

func TestCatalogsAreComplete(t *testing.T) {
	english := catalog(t, words.English)
	for _, lang := range words.Langs() {
		l := language(t, lang)
		for _, problem := range problemsOf(l, catalog(t, lang), english) {
			t.Errorf("%s: %s", lang, problem)
		}
	}
}

// problemsOf returns what is wrong with the texts of a language beside the English ones.
func problemsOf(l *words.Language, texts, english map[string][]string) (problems []string) {
	for id := range english {
		if texts[id] == nil && !l.Unfinished {
			problems = append(problems, "no text for "+id)
		}
	}
	for id, forms := range texts {
		if english[id] == nil {
			problems = append(problems, id+" has no English")
			continue
		}
		got := parameters(forms)
		want := parameters(english[id])
		if !slices.Equal(got, want) {
			problems = append(problems, fmt.Sprintf("%s: parameters %v, in English %v", id, got, want))
		}
		for _, text := range forms {
			if strings.TrimSpace(text) == "" {
				problems = append(problems, id+" is blank")
			}
			if of := words.LangOf(text); l.Script == nil && of != words.English {
				problems = append(problems, fmt.Sprintf("%s is written as %s: %s", id, of, text))
			}
		}
	}
	return problems
}

// TestProblemsOfACatalog makes a mistake of each kind, in a language that is finished and in one
// that is not.
func TestProblemsOfACatalog(t *testing.T) {
	english := map[string][]string{"a": {"{{.N}} row", "{{.N}} rows"}, "b": {"B"}, "c": {"C"}, "d": {"D"}}
	texts := map[string][]string{"a": {"Zeilen"}, "b": {" "}, "c": {"三"}, "x": {"X"}}
	for unfinished, want := range map[bool][]string{
		false: {
			"a: parameters [], in English [N]",
			"b is blank",
			"c is written as zh: 三",
			"no text for d",
			"x has no English",
		},
		true: {"a: parameters [], in English [N]", "b is blank", "c is written as zh: 三", "x has no English"},
	} {
		got := problemsOf(&words.Language{Code: "de", Unfinished: unfinished}, texts, english)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("unfinished %v: %q, want %q", unfinished, got, want)
		}
	}
}

// TestNoTextNamesAKey finds the default keys of the dashboard in its texts: users can
// change any of them.
func TestNoTextNamesAKey(t *testing.T) {
	key := regexp.MustCompile(`(^|[ “])[/:?]($|[ ”;.,。])|([Pp]ress|按) ?[A-Za-z]($|[ ,.，。])`)
	for _, lang := range words.Langs() {
		for id, texts := range catalog(t, lang) {
			if area, _, _ := strings.Cut(id, "."); area == "cli" {
				continue // for a shell
			}
			for _, text := range texts {
				if at := key.FindString(text); at != "" {
					t.Errorf("%s names the key %q: %s", id, at, text)
				}
			}
		}
	}
}

// usedIDs finds the ids that the program looks up: whole ones, and prefixes of
// concatenated ones. An id is the first argument of T, N or Has, the action of a
// binding, the id of a command, or any literal that begins like an id.
func usedIDs(t *testing.T, texts map[string][]string) (whole, beginnings map[string]token.Position) {
	areas := map[string]bool{}
	for id := range texts {
		area, _, _ := strings.Cut(id, ".")
		areas[area] = true
	}
	whole = map[string]token.Position{}
	beginnings = map[string]token.Position{}
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.pkg, "ui") || isBase(s.pkg) && s.pkg != "ui/words" ||
			isLogic(s.pkg) && s.pkg != "ui/sessions/wording" ||
			isTestkit(s.pkg) {
			continue
		}
		parts := map[ast.Expr]bool{} // of ids
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || len(n.Args) == 0 {
					return true
				}
				part, ok := literal(n.Args[0])
				switch {
				case ok && (sel.Sel.Name == "Bind" || sel.Sel.Name == "BindTo"):
					whole["key."+part] = s.fset.Position(n.Pos())
				case ok && sel.Sel.Name == "command":
					for _, text := range []string{".short", ".example", ".long"} {
						if texts[part+text] != nil || text != ".long" {
							whole[part+text] = s.fset.Position(n.Pos())
						}
					}
				default:
					return true
				}
				parts[n.Args[0]] = true
			case *ast.BasicLit:
				id, ok := literal(n)
				if ok && s.pkg == "ui/pane" && strings.HasPrefix(id, ".") { // follows the name of a resource
					for area := range areas {
						switch {
						case texts[area+id] != nil:
							whole[area+id] = s.fset.Position(n.Pos())
						case anyHasPrefix(texts, area+id):
							beginnings[area+id] = s.fset.Position(n.Pos())
						}
					}
				}
				if !ok || parts[n] || !looksLikeID.MatchString(id) {
					return true
				}
				if id == "accounts.columns" { // a setting
					return true
				}
				area, rest, _ := strings.Cut(id, ".")
				switch {
				case !areas[area]:
				case rest == "" || strings.HasSuffix(id, ".") || strings.HasSuffix(id, "_"):
					beginnings[id] = s.fset.Position(n.Pos())
				default:
					whole[id] = s.fset.Position(n.Pos())
				}
			}
			return true
		})
	}
	return whole, beginnings
}

var looksLikeID = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[A-Za-z0-9_]*)+$`)

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

func TestEveryIDHasATextAndEveryTextIsUsed(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	texts := catalog(t, words.English)
	whole, beginnings := usedIDs(t, texts)
	for id, at := range whole {
		if texts[id] == nil && !anyHasPrefix(texts, id+".") {
			t.Errorf("%s: no text for %q", at, id)
		}
	}
	for id := range texts {
		if _, ok := whole[id]; ok {
			continue
		}
		begun := false
		for b := range beginnings {
			begun = begun || strings.HasPrefix(id, b)
		}
		for w := range whole {
			begun = begun || strings.HasPrefix(id, w+".")
		}
		if !begun {
			t.Errorf("the text %q is used by nothing", id)
		}
	}
	for b, at := range beginnings {
		if !anyHasPrefix(texts, b) {
			t.Errorf("%s: no text begins with %q", at, b)
		}
	}
}

func anyHasPrefix(texts map[string][]string, prefix string) bool {
	for id := range texts {
		if strings.HasPrefix(id, prefix) {
			return true
		}
	}
	return false
}

// TestNoWordsOutsideTheCatalog finds prose outside the catalogs: a literal of two or
// more words that is not for an error, a log or a panic.
func TestNoWordsOutsideTheCatalog(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	prose := regexp.MustCompile(`[A-Za-z]{2,} [A-Za-z]{2,}`)
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.pkg, "ui") || isBase(s.pkg) || isLogic(s.pkg) || isTestkit(s.pkg) {
			continue
		}
		var exempt []ast.Node
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if isErrorOrLog(n) {
					exempt = append(exempt, n)
				}
				if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "command" && len(n.Args) > 2 {
					exempt = append(exempt, n.Args[2]) // its usage
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Help" { // of a metric
					exempt = append(exempt, n)
				}
			case *ast.FuncDecl:
				if n.Name.Name == "Error" && n.Recv != nil {
					exempt = append(exempt, n)
				}
			}
			return true
		})
		ast.Inspect(s.file, func(n ast.Node) bool {
			e, ok := n.(*ast.BasicLit)
			if !ok {
				return true
			}
			lit, ok := literal(e)
			if !ok || !prose.MatchString(lit) || isWordList(lit) || strings.HasPrefix(lit, "channeldeck ") {
				return true
			}
			for _, x := range exempt {
				if x.Pos() <= e.Pos() && e.End() <= x.End() {
					return true
				}
			}
			t.Errorf("%s: %q belongs into a catalog", s.fset.Position(e.Pos()), lit)
			return true
		})
	}
}

// isWordList reports whether a literal is a list of words for lookups, such as the
// keywords of a programming language: it has blanks at both ends.
func isWordList(s string) bool { return strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") }

// isErrorOrLog reports whether the text of a call is for developers: errors that are
// worded elsewhere for the screen, logs and panics.
func isErrorOrLog(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		if ok && (x.Name == "errors" && f.Sel.Name == "New" || x.Name == "fmt" && f.Sel.Name == "Errorf") {
			return true
		}
		switch f.Sel.Name {
		case "Debug", "Info", "Warn", "Error", "DebugContext", "InfoContext", "Reject":
			return len(call.Args) > 0
		}
	}
	return false
}

// TestSentencesNameKeysInTheLanguage finds sentences that take the name of a key from its binding,
// where the space key has its English name.
func TestSentencesNameKeysInTheLanguage(t *testing.T) {
	race.Sweep(t)
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if method, ok := call.Fun.(*ast.SelectorExpr); !ok ||
				!slices.Contains([]string{"T", "N", "Empty", "Render"}, method.Sel.Name) {
				return true
			}
			for _, arg := range call.Args {
				if strings.HasSuffix(types.ExprString(arg), ".Help().Key") {
					t.Errorf("%s: use Context.Key", s.fset.Position(arg.Pos()))
				}
			}
			return true
		})
	}
}
