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

// Chinese quotation marks need no space: they are as wide as other signs.
func TestChineseQuotesHaveNoSpaces(t *testing.T) {
	spaced := regexp.MustCompile(`” \p{Han}|\p{Han} “`)
	for id, forms := range catalog(t, words.Chinese) {
		for _, text := range forms {
			if at := spaced.FindString(text); at != "" {
				t.Errorf("%s has a space in %s: %s", id, at, text)
			}
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

// usedIDs finds the ids that the program looks up: whole ones, those that begin like a literal and end in what the
// program computes, and the endings that it appends to ids. An id is the first argument of T, N or Has, the action of
// a binding, the id of a command, or any literal that begins like an id.
type usedIDs struct {
	texts      map[string][]string
	areas      map[string]bool
	whole      map[string]token.Position
	beginnings map[string]token.Position
	computed   map[string]*regexp.Regexp // by beginning: ids of which several parts are computed
	endings    map[string]bool
}

func findIDs(t *testing.T, texts map[string][]string) *usedIDs {
	u := &usedIDs{
		texts:      texts,
		areas:      map[string]bool{},
		whole:      map[string]token.Position{},
		beginnings: map[string]token.Position{},
		computed:   map[string]*regexp.Regexp{},
		endings:    map[string]bool{},
	}
	for id := range texts {
		area, _, _ := strings.Cut(id, ".")
		u.areas[area] = true
	}
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.pkg, "ui") || isBase(s.pkg) && s.pkg != "ui/words" || isTestkit(s.pkg) {
			continue
		}
		parts := map[ast.Expr]bool{} // of ids
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				return n.Name.Name != "WordOr" // whose callers have the ids
			case *ast.CallExpr:
				u.addCall(&s, n, parts)
			case *ast.BinaryExpr:
				u.addSum(n, parts)
			case *ast.BasicLit:
				id, ok := literal(n)
				if ok && !parts[n] {
					u.add(s.pkg, id, s.fset.Position(n.Pos()))
				}
			}
			return true
		})
	}
	return u
}

// addCall adds the ids that the arguments of a call name without their area.
func (u *usedIDs) addCall(s *source, call *ast.CallExpr, parts map[ast.Expr]bool) {
	name := ""
	function := call.Fun
	if of, ok := function.(*ast.IndexExpr); ok { // of a type
		function = of.X
	}
	switch f := function.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	at := s.fset.Position(call.Pos())
	switch name {
	case "Bind", "BindTo":
		if action, ok := literal(call.Args[0]); ok {
			u.whole["key."+action] = at
			parts[call.Args[0]] = true
		}
	case "command":
		if len(call.Args) < 3 {
			return
		}
		id, ok := literal(call.Args[1])
		if !ok {
			return
		}
		for _, text := range []string{".short", ".example", ".long"} {
			if u.texts[id+text] != nil || text != ".long" {
				u.whole[id+text] = at
			}
		}
		parts[call.Args[1]] = true
	case "Members":
		if len(call.Args) == 0 {
			return
		}
		resource, _ := literal(call.Args[0])
		if column := "cli." + resource + ".column."; anyHasPrefix(u.texts, column) {
			u.beginnings[column] = at
		}
	case "WordOr":
		group, _ := literal(operands(call.Args[1])[0])
		u.beginnings["options."+strings.TrimSuffix(group, ".")+"."] = at
	}
}

// addSum adds an id that begins with an area and a computed part, after which more follows.
func (u *usedIDs) addSum(sum *ast.BinaryExpr, parts map[ast.Expr]bool) {
	all := operands(sum)
	area, ok := literal(all[0])
	isArea := ok && looksLikeID.MatchString(area) && strings.Index(area, ".") == len(area)-1
	if len(all) < 3 || !isArea || parts[all[0]] {
		return
	}
	pattern := "^" + regexp.QuoteMeta(area) + "[^.]+"
	for _, part := range all[2:] {
		text, ok := literal(part)
		if ok {
			pattern += regexp.QuoteMeta(text)
		} else {
			pattern += "[^.]+"
		}
	}
	u.computed[pattern] = regexp.MustCompile(pattern + "$")
	parts[all[0]] = true
}

// operands returns the operands of a sum.
func operands(e ast.Expr) []ast.Expr {
	sum, ok := e.(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD {
		return []ast.Expr{e}
	}
	return append(operands(sum.X), operands(sum.Y)...)
}

// add adds a literal if it is an id, its beginning or its ending.
func (u *usedIDs) add(pkg, id string, at token.Position) {
	if len(id) > 1 && (id[0] == '.' || id[0] == '_') {
		u.endings[id] = true
	}
	if pkg == "ui/pane" && len(id) > 1 && id[0] == '.' { // follows the name of a resource
		for area := range u.areas {
			if u.texts[area+id] != nil {
				u.whole[area+id] = at
			} else if anyHasPrefix(u.texts, area+id) {
				u.beginnings[area+id] = at
			}
		}
	}
	area, rest, _ := strings.Cut(id, ".")
	if !looksLikeID.MatchString(id) || !u.areas[area] {
		return
	}
	switch {
	case id == "accounts.columns": // a setting
	case id == "cli.": // words looks there for the texts of the command line
	case rest == "" || strings.HasSuffix(id, ".") || strings.HasSuffix(id, "_"):
		u.beginnings[id] = at
	default:
		u.whole[id] = at
	}
}

// uses reports whether the program looks up an id.
func (u *usedIDs) uses(id string) bool {
	if _, ok := u.whole[id]; ok {
		return true
	}
	if _, ok := u.whole["key."+keyOf(id)]; ok {
		return true
	}
	for begin := range u.beginnings {
		rest, ok := strings.CutPrefix(id, begin)
		if ok && strings.Count(begin, ".") == 1 && strings.HasSuffix(begin, ".") { // one word follows an area
			ok = !strings.Contains(rest, ".")
		}
		if ok && !slices.Contains(ofKeys, begin) {
			return true
		}
	}
	for _, c := range u.computed {
		if c.MatchString(id) {
			return true
		}
	}
	for end := range u.endings {
		begin, ok := strings.CutSuffix(id, end)
		if ok && begin != "" && u.uses(begin) {
			return true
		}
	}
	resource, _, isColumn := strings.Cut(id, ".column.")
	_, ofCommand := u.whole[resource+".short"]
	_, ofResource := u.whole[strings.TrimPrefix(resource, "cli.")]
	if isColumn && (ofCommand || ofResource) {
		return true
	}
	for w := range u.whole { // the beginning of several ids that are chosen from
		if strings.HasPrefix(id, w+".") {
			return true
		}
	}
	return false
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
	used := findIDs(t, texts)
	for id, at := range used.whole {
		if texts[id] == nil && !anyHasPrefix(texts, id+".") {
			t.Errorf("%s: no text for %q", at, id)
		}
	}
	for id := range texts {
		if !used.uses(id) {
			t.Errorf("the text %q is used by nothing", id)
		}
	}
	unused := []string{"key.no_such", "key.desc.no_such", "palette.words.no_such"}
	for area := range used.areas {
		unused = append(unused, area+".such_a.text_is.missing")
	}
	for _, id := range unused {
		if used.uses(id) {
			t.Errorf("%s would not be found though it is used by nothing", id)
		}
	}
	for b, at := range used.beginnings {
		if !anyHasPrefix(texts, b) {
			t.Errorf("%s: no text begins with %q", at, b)
		}
	}
}

// ofKeys are the beginnings of the texts about a key: its label, what it does, and other words that find it in the
// palette. What follows is an action or the label of another use of its key, so that a text needs one of these.
var ofKeys = []string{"key.desc.", "palette.words.", "key."}

// keyOf returns the action or label that a text is about, "" for a text about no key.
func keyOf(id string) string {
	for _, b := range ofKeys {
		name, ok := strings.CutPrefix(id, b)
		if ok {
			return name
		}
	}
	return ""
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
				if isStyleClass(n) {
					exempt = append(exempt, n)
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

// isStyleClass reports whether a call names the classes of an element, which are those of a style sheet.
func isStyleClass(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := f.X.(*ast.Ident)
	return ok && x.Name == "html" && f.Sel.Name == "Class"
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
