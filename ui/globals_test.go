package ui_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/testkit/race"
)

// TestNoMutableGlobals finds functions that change a package variable, or the map, the slice or the struct that
// it holds, after the initialisation: one process serves many sessions.
func TestNoMutableGlobals(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	own := []string{ // of the process
		"time.Local",                  // set when it starts
		"ui/cli/tune.ends",            // atomic: whether it is a command
		"ui/testkit/postgres.cluster", // one server for all tests
		"ui/testkit/panetest.pasts",   // histories of the demo, which take a second to make
	}
	all, fset := program(t)
	found := map[string]bool{}
	for _, c := range all {
		for _, file := range c.files {
			ast.Inspect(file, func(n ast.Node) bool {
				if f, ok := n.(*ast.FuncDecl); ok && f.Name.Name == "init" {
					return false
				}
				for _, e := range c.changed(n) {
					global := c.global(e)
					if global == "" {
						continue
					}
					found[global] = true
					if !slices.Contains(own, global) {
						t.Errorf("%s: the package variable %s is changed", fset.Position(n.Pos()), global)
					}
				}
				return true
			})
		}
	}
	for _, name := range own {
		if !found[name] {
			t.Errorf("%s is not changed any more", name)
		}
	}
}

// changed returns the expressions whose values a node changes.
func (c checked) changed(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.CallExpr:
		switch f := n.Fun.(type) {
		case *ast.Ident:
			built, ok := c.info.Uses[f].(*types.Builtin)
			if ok && slices.Contains([]string{"clear", "copy", "delete"}, built.Name()) {
				return n.Args[:1]
			}
		case *ast.SelectorExpr:
			if method, ok := c.info.Uses[f.Sel].(*types.Func); ok && c.takesAddress(f.X, method) {
				return []ast.Expr{f.X}
			}
		}
	}
	return nil
}

// takesAddress reports whether a method, such as those of a sync.Map, gets the address of the variable on which it
// is called.
func (c checked) takesAddress(on ast.Expr, method *types.Func) bool {
	receiver := method.Signature().Recv()
	id, ok := on.(*ast.Ident)
	if !ok || receiver == nil {
		return false
	}
	variable, ok := c.info.Uses[id].(*types.Var)
	if !ok {
		return false
	}
	_, wants := receiver.Type().(*types.Pointer)
	_, has := types.Unalias(variable.Type()).(*types.Pointer)
	return wants && !has
}

// global returns the package variable that an expression is a part of, "" for none.
func (c checked) global(e ast.Expr) string {
	var id *ast.Ident
	for id == nil {
		switch x := e.(type) {
		case *ast.Ident:
			id = x
		case *ast.SelectorExpr:
			e = x.X
			if name, ok := x.X.(*ast.Ident); ok {
				if _, ok := c.info.Uses[name].(*types.PkgName); ok {
					id = x.Sel
				}
			}
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return ""
		}
	}
	v, ok := c.info.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return ""
	}
	return strings.TrimPrefix(v.Pkg().Path(), "channeldeck/") + "." + v.Name()
}
