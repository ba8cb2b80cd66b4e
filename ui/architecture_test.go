package ui_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"channeldeck/ui"
	"channeldeck/ui/testkit/race"
)

// source is a file of the program other than a test.
type source struct {
	name string // from the module's root, with slashes
	pkg  string // import path below the module's
	file *ast.File
	fset *token.FileSet
}

// sources are the files of the whole program, which nobody changes.
func sources(t *testing.T) []source {
	t.Helper()
	all, err := parsedSources()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// parsedSources parses the whole program.
var parsedSources = sync.OnceValues(func() (all []source, err error) {
	err = filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(name, ".."+string(filepath.Separator)))
		all = append(all, source{name: rel, pkg: path.Dir(rel), file: file, fset: fset})
		return nil
	})
	return all, err
})

// onePane stands for each package of a pane in the list of CONTRIBUTING.md.
const onePane = "ui/PANE"

// isPane reports whether a package is a pane.
func isPane(pkg string) bool {
	return slices.ContainsFunc(ui.Makers(), func(m ui.Maker) bool { return pkg == "ui/"+m.Name })
}

// layers are the lines of the packages in the list of CONTRIBUTING.md, from the top.
func layers(t *testing.T) map[string]int {
	t.Helper()
	content, err := os.ReadFile("../.github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(content), "\nmain.go ")
	list, _, ok := strings.Cut("."+" "+list, "\n\n")
	if !ok {
		t.Fatal("CONTRIBUTING.md has no list of packages")
	}
	all := map[string]int{}
	for i, line := range strings.Split(list, "\n") {
		names := regexp.MustCompile(` {3,}\S.*`).ReplaceAllString(line, "")
		for _, name := range strings.Fields(names) {
			all[strings.TrimSuffix(name, "/…")] = i
		}
	}
	return all
}

// layer returns the line of a package or of its parent.
func layer(all map[string]int, pkg string) (line int, ok bool) {
	if isPane(pkg) {
		return all[onePane], true
	}
	if line, ok = all[pkg]; !ok && path.Dir(pkg) != "ui" {
		line, ok = all[path.Dir(pkg)]
	}
	return line, ok
}

// isBase reports whether a package is in the lowest layer, which imports nothing of
// ours but its own subpackages, api/fold and api/typed.
func isBase(pkg string) bool {
	for _, base := range []string{
		"api/sandbox",
		"api/fold",
		"api/typed",
		"theme",
		"ui/text",
		"ui/words",
		"ui/config",
		"ui/crash",
	} {
		if pkg == base || strings.HasPrefix(pkg, base+"/") {
			return true
		}
	}
	return false
}

// isTestkit reports whether only tests import a package.
func isTestkit(pkg string) bool { return strings.HasPrefix(pkg, "ui/testkit/") }

// isLogic reports whether a package is the logic of a pane without a terminal: a
// subpackage of the pane.
func isLogic(pkg string) bool {
	return strings.HasPrefix(pkg, "ui/") && strings.Count(pkg, "/") == 2 && !strings.HasPrefix(pkg, "ui/widget/") &&
		!isBase(pkg) &&
		!isTestkit(pkg)
}

// dependencies returns all packages that some packages link.
func dependencies(t *testing.T, pattern, contained string) []string {
	t.Helper()
	list := exec.Command("go", "list", "-deps", pattern)
	list.Dir = ".."
	out, err := list.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, contained) {
		t.Fatalf("the list of packages lacks %s:\n%s", contained, out)
	}
	return packages
}

// TestAPINeedsNoTerminal looks for what only a terminal or a command line needs below api.
func TestAPINeedsNoTerminal(t *testing.T) {
	race.Sweep(t)
	for _, pkg := range dependencies(t, "./api/...", "channeldeck/api") {
		if strings.Contains(pkg, "charmbracelet") || strings.Contains(pkg, "spf13") ||
			strings.HasPrefix(pkg, "channeldeck/ui") ||
			pkg == "channeldeck/theme" {
			t.Errorf("a package below api imports %s", pkg)
		}
	}
}

// Tests of what needs no words assert no sentences: they use nothing of ui but its test kit.
func TestTestsOfTheAPINeedNoWords(t *testing.T) {
	race.Sweep(t)
	tests := 0
	err := filepath.WalkDir("../api", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		tests++
		for _, imported := range file.Imports {
			path, _ := strconv.Unquote(imported.Path.Value)
			of, own := strings.CutPrefix(path, "channeldeck/")
			below := strings.HasPrefix(of, "api") || strings.HasPrefix(of, "ui/testkit/")
			if own && !below {
				t.Errorf("%s imports %s", name, path)
			}
		}
		return nil
	})
	if err != nil || tests < 100 {
		t.Errorf("%d tests, error %v", tests, err)
	}
}

// TestResourcesLinkNoBubbleTea looks for the terminal's event loop and its widgets below the
// kinds of rows, which commands and agents print.
func TestResourcesLinkNoBubbleTea(t *testing.T) {
	race.Sweep(t)
	for _, pkg := range dependencies(t, "./ui/resource", "channeldeck/theme") {
		if strings.HasPrefix(pkg, "github.com/charmbracelet/bubble") || strings.HasPrefix(pkg, "channeldeck/ui/pane") ||
			pkg == "channeldeck/ui/store" {
			t.Errorf("ui/resource links %s", pkg)
		}
	}
}

// isLoading reports whether a function is a method of the client that sends a request.
func isLoading(f *types.Func) bool {
	parameters := f.Signature().Params()
	takesContext := parameters.Len() > 0 && parameters.At(0).Type().String() == "context.Context"
	return takesContext && f.Exported() && strings.HasPrefix(f.FullName(), "(*channeldeck/api.Client).")
}

// reaching returns the functions of some packages that call, directly or through each other, a function
// with one of some names.
func reaching(all []checked, names ...string) map[string]bool {
	calls := map[string][]string{}
	for _, c := range all {
		for _, file := range c.files {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				name := c.info.Defs[f.Name].(*types.Func).FullName()
				ast.Inspect(f, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						if used, ok := c.info.Uses[id].(*types.Func); ok {
							calls[used.FullName()] = append(calls[used.FullName()], name)
						}
					}
					return true
				})
			}
		}
	}
	found := map[string]bool{}
	for len(names) > 0 {
		callers := calls[names[0]]
		names = names[1:]
		for _, caller := range callers {
			if !found[caller] {
				found[caller] = true
				names = append(names, caller)
			}
		}
	}
	return found
}

// TestOnlyTheFleetLoadsAndRecords looks for what passes api/fleet by: requests of the client, and what
// writes to the history, also through functions of other packages below api.
func TestOnlyTheFleetLoadsAndRecords(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	// The wiring: packages, or functions that they may call.
	wiring := map[string]string{
		"ui/demo":                             "fills the history of the demo from its sandbox",
		"ui/cli channeldeck/api/history.Open": "opens the histories of commands and the dashboard",
	}
	all, fset := program(t)
	below := slices.DeleteFunc(slices.Clone(all), func(c checked) bool {
		return !strings.HasPrefix(c.pkg, "api/") || c.pkg == "api/fleet"
	})
	writing := reaching(
		below,
		"(*channeldeck/api/history.DB).enqueue",
		"(*database/sql.DB).ExecContext",
		"(*database/sql.Tx).ExecContext",
	)
	for _, name := range []string{
		"(channeldeck/api/history.Entries).Apply",
		"(channeldeck/api/history.Content).Clear",
		"(channeldeck/api/history.Works).Record",
	} {
		if !writing[name] {
			t.Errorf("%s is not known to write", name)
		}
	}
	if read := "(*channeldeck/api/history.DB).Accounts"; writing[read] {
		t.Errorf("%s is said to write", read)
	}
	found := map[string]bool{} // what the test sees in the wiring
	for _, c := range all {
		if !strings.HasPrefix(c.pkg, "ui") || isTestkit(c.pkg) {
			continue
		}
		for id, used := range c.info.Uses {
			f, ok := used.(*types.Func)
			if !ok || !isLoading(f) && !writing[f.FullName()] {
				continue
			}
			exempt := []string{c.pkg, c.pkg + " " + f.FullName()}
			if i := slices.IndexFunc(exempt, func(s string) bool { return wiring[s] != "" }); i >= 0 {
				found[exempt[i]] = true
				continue
			}
			t.Errorf("%s: %s is for api/fleet", fset.Position(id.Pos()), f.FullName())
		}
	}
	if !found["ui/demo"] {
		t.Error("the test does not see the requests and records of ui/demo")
	}
}

func TestImportsGoDown(t *testing.T) {
	race.Sweep(t)
	seen := 0
	all := layers(t)
	for _, s := range sources(t) {
		from, listed := layer(all, s.pkg)
		if !listed && !isTestkit(s.pkg) {
			t.Errorf("the list of packages in CONTRIBUTING.md lacks %s", s.pkg)
		}
		for _, spec := range s.file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			of, ours := strings.CutPrefix(imported, "channeldeck/")
			if !ours {
				if (isLogic(s.pkg) || s.pkg == "ui/resource") &&
					strings.HasPrefix(imported, "github.com/charmbracelet/") {
					t.Errorf("%s: %s is logic without a terminal and imports %s", s.name, s.pkg, imported)
				}
				continue
			}
			seen++
			if isTestkit(of) && !isTestkit(s.pkg) {
				t.Errorf("%s imports %s, which is for tests", s.name, of)
			}
			below := strings.HasPrefix(of, s.pkg+"/") || strings.HasPrefix(s.pkg, of+"/")
			// a saved view is a fleet.Query, and words has the languages
			if isBase(s.pkg) && !below && of != "api/fold" && of != "api/typed" &&
				!(s.pkg == "ui/config" && slices.Contains([]string{"api", "api/fleet", "ui/words"}, of)) {
				t.Errorf("%s: %s is in the base layer and imports %s", s.name, s.pkg, of)
			}
			to, ok := layer(all, of)
			if inList := listed && ok; inList && (to < from || to == from && !below && to == all[onePane]) {
				t.Errorf("%s: %s imports %s, which is not below it in CONTRIBUTING.md", s.name, s.pkg, of)
			}
		}
	}
	if seen == 0 {
		t.Error("no import was checked")
	}
}

// TestTemplatesAreNotImported keeps the program small: a template calls methods by name, so the linker of a program
// with one keeps every exported method, 6.5 MB of ours.
func TestTemplatesAreNotImported(t *testing.T) {
	race.Sweep(t)
	for _, s := range sources(t) {
		for _, spec := range s.file.Imports {
			switch spec.Path.Value {
			case `"html/template"`, `"text/template"`:
				t.Errorf("%s imports %s", s.name, spec.Path.Value)
			}
		}
	}
}

// TestCommandsImportNoPane finds commands that import a pane: what they print is a resource. Only the
// dashboard starts panes.
func TestCommandsImportNoPane(t *testing.T) {
	race.Sweep(t)
	dashboard := false
	for _, s := range sources(t) {
		if s.pkg != "ui/cli" {
			continue
		}
		for _, spec := range s.file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			of := strings.TrimPrefix(imported, "channeldeck/")
			switch {
			case !isPane(of):
			case s.name == "ui/cli/dashboard.go":
				dashboard = true
			default:
				t.Errorf("%s imports the pane %s", s.name, of)
			}
		}
	}
	if !dashboard {
		t.Error("the test does not see that the dashboard imports a pane")
	}
}

// TestStylesAreMadeInTheme looks for styles of the global renderer: they have no
// colour if standard output is not a terminal, and are shared by all sessions.
func TestStylesAreMadeInTheme(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	banned := map[string]map[string]bool{
		"github.com/charmbracelet/lipgloss": {
			"NewStyle":             true,
			"SetColorProfile":      true,
			"DefaultRenderer":      true,
			"SetDefaultRenderer":   true,
			"HasDarkBackground":    true,
			"SetHasDarkBackground": true,
			"NewRenderer":          true,
			"Style":                false,
		},
		"github.com/charmbracelet/bubbles/textinput": {"New": true},
		"github.com/charmbracelet/bubbles/textarea":  {"New": true},
		"github.com/charmbracelet/bubbles/help":      {"New": true},
		"github.com/charmbracelet/bubbles/progress":  {"New": true},
		"github.com/charmbracelet/bubbles/spinner":   {"New": true},
		"github.com/charmbracelet/bubbles/table":     {"New": true, "DefaultStyles": true},
		"github.com/charmbracelet/bubbles/list":      {"New": true, "DefaultStyles": true},
	}
	for _, s := range sources(t) {
		if s.pkg == "theme" || strings.HasPrefix(s.pkg, "theme/") {
			continue
		}
		names := importNames(s.file)
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if (n.Sel.Name == "TextInput" || n.Sel.Name == "TextArea") && s.pkg != "ui/widget/input" {
					t.Errorf(
						"%s: text fields are made by ui/widget/input, which guards and cleans them",
						s.fset.Position(n.Pos()),
					)
				}
				isField := n.Sel.Name == "New" && s.pkg == "ui/widget/input" // styled there
				if pkg, ok := n.X.(*ast.Ident); ok && banned[names[pkg.Name]][n.Sel.Name] && !isField {
					t.Errorf("%s: %s.%s belongs into theme", s.fset.Position(n.Pos()), pkg.Name, n.Sel.Name)
				}
			case *ast.CompositeLit:
				if sel, ok := n.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "Style" {
					if pkg, ok := sel.X.(*ast.Ident); ok && names[pkg.Name] == "github.com/charmbracelet/lipgloss" {
						t.Errorf("%s: a style belongs into theme", s.fset.Position(n.Pos()))
					}
				}
			}
			return true
		})
	}
}

// importNames maps the names of a file's imports to their paths.
func importNames(f *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = p
	}
	return names
}

// TestRowsArePointers finds kinds of rows that are no pointers. Each package compiles generic code
// once for all pointers that it has as rows, but once more for each other type.
func TestRowsArePointers(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	all := sources(t)
	aliases := map[string]string{}
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if d, ok := n.(*ast.TypeSpec); ok && d.Assign.IsValid() {
				aliases[s.pkg+"."+d.Name.Name] = types.ExprString(d.Type)
			}
			return true
		})
	}
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			x, ok := n.(*ast.IndexExpr)
			if !ok {
				return true
			}
			of := types.ExprString(x.X)
			row := types.ExprString(x.Index)
			if !strings.Contains(of, ".") {
				of = path.Base(s.pkg) + "." + of
			}
			row = cmp.Or(aliases[s.pkg+"."+row], row)
			isPointer := row == "R" || strings.HasPrefix(row, "*") // R is a type parameter
			if !isPointer && slices.Contains(
				[]string{"resource.Resource", "resource.SiteRow", "pane.List", "table.Table"},
				of,
			) {
				t.Errorf("%s: %s is not a pointer", s.fset.Position(x.Pos()), row)
			}
			return true
		})
	}
}

func TestUpdatesAreSmall(t *testing.T) {
	race.Sweep(t)
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name != "Update" {
				continue
			}
			limit := 80
			if s.pkg == "ui" {
				limit = 100
			}
			if n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line; n > limit {
				t.Errorf("%s: Update has %d lines", s.name, n)
			}
		}
	}
}

func TestEveryPackageHasAComment(t *testing.T) {
	race.Sweep(t)
	said := map[string]bool{}
	for _, s := range sources(t) {
		said[s.pkg] = said[s.pkg] || s.file.Doc != nil
	}
	for pkg, ok := range said {
		if !ok {
			t.Errorf("package %s has no comment", pkg)
		}
	}
}
