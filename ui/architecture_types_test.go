package ui_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"channeldeck/ui/testkit/race"
)

// checked is a package whose types are checked.
type checked struct {
	pkg   string // import path below the module's
	files []*ast.File
	info  *types.Info
}

// program has the types of all packages of ours, which nobody changes.
func program(t *testing.T) (all []checked, fset *token.FileSet) {
	t.Helper()
	p, err := typed()
	if err != nil {
		t.Fatal(err)
	}
	return p.packages, p.fset
}

// typedProgram is the program with the types of its packages.
type typedProgram struct {
	packages []checked
	fset     *token.FileSet
}

// typed checks the types of all packages of ours. Imports are read from what the go command compiled.
var typed = sync.OnceValues(func() (*typedProgram, error) {
	list := exec.Command(
		"go",
		"list",
		"-export",
		"-deps",
		"-f",
		`{{.ImportPath}}|{{.Dir}}|{{.Export}}|{{join .GoFiles "|"}}`,
		"./...",
	)
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	compiled := map[string]string{}
	p := &typedProgram{fset: token.NewFileSet()}
	imports := importer.ForCompiler(p.fset, "gc", func(name string) (io.ReadCloser, error) {
		return os.Open(compiled[name])
	})
	for line := range strings.Lines(string(out)) { // each after what it imports
		fields := strings.Split(strings.TrimSpace(line), "|")
		name := fields[0]
		dir := fields[1]
		compiled[name] = fields[2]
		pkg, ours := strings.CutPrefix(name, "channeldeck/")
		if !ours || fields[3] == "" { // only tests
			continue
		}
		c := checked{
			pkg:  pkg,
			info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}},
		}
		for _, file := range fields[3:] {
			parsed, err := parser.ParseFile(p.fset, filepath.Join(dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			c.files = append(c.files, parsed)
		}
		config := types.Config{Importer: imports}
		if _, err := config.Check(name, p.fset, c.files, c.info); err != nil {
			return nil, err
		}
		p.packages = append(p.packages, c)
	}
	return p, nil
})

// trees are the fields in which a type of ui has others of its kind, and why: none has them for sites, which
// are a list of their owner.
func trees() map[string]string {
	return map[string]string{
		"ui/pane.Area.Below":        "a screen is a tree of areas",
		"ui/pane.Area.SideBySide":   "a screen is a tree of areas",
		"ui/resource.Field.Items":   "the objects of a list in JSON have fields",
		"ui/words.catalog.fallback": "a language lacks texts that English has",
	}
}

// holds reports whether a value of a type holds values of another one, directly or through pointers,
// slices, arrays, maps, channels and the arguments of generic types.
func holds(t types.Type, self *types.Named) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return holds(t.Elem(), self)
	case *types.Slice:
		return holds(t.Elem(), self)
	case *types.Array:
		return holds(t.Elem(), self)
	case *types.Chan:
		return holds(t.Elem(), self)
	case *types.Map:
		return holds(t.Key(), self) || holds(t.Elem(), self)
	case *types.Named:
		for argument := range t.TypeArgs().Types() {
			if holds(argument, self) {
				return true
			}
		}
		return t.Origin() == self.Origin()
	}
	return false
}

// TestNoTypeContainsItselfForSites finds structs of ui with fields of their own type: what works at one site
// is a type, and who shows several has a list of them.
func TestNoTypeContainsItselfForSites(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	all, fset := program(t)
	structs := 0
	for _, c := range all {
		if !strings.HasPrefix(c.pkg, "ui") || isTestkit(c.pkg) {
			continue
		}
		for id, object := range c.info.Defs {
			name, ok := object.(*types.TypeName)
			if !ok || name.IsAlias() {
				continue
			}
			self, ok := name.Type().(*types.Named)
			if !ok {
				continue
			}
			fields, ok := self.Underlying().(*types.Struct)
			if !ok {
				continue
			}
			structs++
			for field := range fields.Fields() {
				path := c.pkg + "." + name.Name() + "." + field.Name()
				if holds(field.Type(), self) && trees()[path] == "" {
					t.Errorf("%s: %s has its own type %s", fset.Position(id.Pos()), path, field.Type())
				}
			}
		}
	}
	if structs < 300 {
		t.Errorf("only %d structs are checked", structs)
	}
}

// TestASessionHoldsNothingOfASite finds in the context of panes what one site has: it belongs to the type of
// a site, so that nothing is taken from the first of several by mistake.
func TestASessionHoldsNothingOfASite(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	ofASite := []string{"api.Client", "api/history.DB", "api/fleet.Fleet", "ui/store.Store"}
	all, _ := program(t)
	pane := all[slices.IndexFunc(all, func(c checked) bool { return c.pkg == "ui/pane" })]
	structs := map[string]*types.Struct{}
	for _, object := range pane.info.Defs {
		name, ok := object.(*types.TypeName)
		if !ok || name.Parent() != name.Pkg().Scope() {
			continue
		}
		if fields, ok := name.Type().Underlying().(*types.Struct); ok {
			structs[name.Name()] = fields
		}
	}
	of := func(name string) (found []string) {
		for field := range structs[name].Fields() {
			held := strings.TrimPrefix(field.Type().String(), "*")
			held = strings.TrimPrefix(held, "channeldeck/")
			if slices.Contains(ofASite, held) {
				found = append(found, held)
			}
		}
		return found
	}
	for _, name := range []string{"Context", "Preferences", "Machine"} {
		if found := of(name); len(found) > 0 {
			t.Errorf("pane.%s holds %v", name, found)
		}
	}
	if len(of("Site")) == 0 {
		t.Error("the test does not see the store of a site")
	}
}

// TestRunsShareTheirInvocation finds runs of the command line that are made by copying fields of others.
func TestRunsShareTheirInvocation(t *testing.T) {
	race.Sweep(t)
	made := 0
	for _, s := range sources(t) {
		if s.pkg != "ui/cli" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok || literal.Type == nil {
				return true
			}
			name := types.ExprString(literal.Type)
			if name != "app" && name != "invocation" {
				return true
			}
			made++
			if s.name != "ui/cli/cli.go" {
				t.Errorf("%s: a run is made", s.fset.Position(literal.Pos()))
			}
			return true
		})
	}
	if made == 0 {
		t.Error("the test does not see that runs are made")
	}
}

// TestPanesAskTheFleetOfTheStore finds fleets that a pane makes beside that of its store.
func TestPanesAskTheFleetOfTheStore(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	all, fset := program(t)
	made := 0
	for _, c := range all {
		for _, file := range c.files {
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				of, ok := literal.Type.(*ast.SelectorExpr)
				if !ok || c.info.Uses[of.Sel] == nil ||
					c.info.Uses[of.Sel].Type().String() != "channeldeck/api/fleet.Fleet" {
					return true
				}
				made++
				if c.pkg != "ui/store" && c.pkg != "ui/cli" && !isTestkit(c.pkg) {
					t.Errorf("%s: a fleet is made", fset.Position(literal.Pos()))
				}
				return true
			})
		}
	}
	if made < 2 {
		t.Errorf("only %d fleets are made", made)
	}
}
