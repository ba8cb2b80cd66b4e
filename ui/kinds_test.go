package ui_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"channeldeck/ui/testkit/race"
)

// kindFiles are the files with an entry for each kind of finding: its facts, and how it is shown.
func kindFiles() []string { return []string{"api/findings/kind.go", "ui/resource/kind.go"} }

// asksForKind returns the expressions of a node that single out a kind of finding: operands of a comparison,
// cases of a switch, keys of a map, indexes, and the items of a list of kinds.
func (c checked) asksForKind(n ast.Node) (found []ast.Expr) {
	var asked []ast.Expr
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			asked = []ast.Expr{n.X, n.Y}
		}
	case *ast.CaseClause:
		asked = n.List
	case *ast.IndexExpr:
		asked = []ast.Expr{n.Index}
	case *ast.KeyValueExpr:
		asked = []ast.Expr{n.Key}
	case *ast.CompositeLit:
		if _, ok := n.Type.(*ast.ArrayType); ok {
			asked = n.Elts
		}
	}
	for _, e := range asked {
		if c.isKind(e) {
			found = append(found, e)
		}
	}
	return found
}

// isKind reports whether an expression is the constant of a kind of finding.
func (c checked) isKind(e ast.Expr) bool {
	var name *ast.Ident
	switch e := e.(type) {
	case *ast.Ident:
		name = e
	case *ast.SelectorExpr:
		name = e.Sel
	default:
		return false
	}
	of, ok := c.info.Uses[name].(*types.Const)
	return ok && of.Type().String() == "channeldeck/api/findings.Kind"
}

// TestKindsOfFindingsAreEntries finds code that asks for a kind of finding. All else asks for what the entries
// of kinds say, so that a new kind is an entry.
func TestKindsOfFindingsAreEntries(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	all, fset := program(t)
	entries := 0
	for _, s := range sources(t) {
		if !slices.Contains(kindFiles(), s.name) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "kind" {
				entries++
			}
			return true
		})
	}
	if entries < 40 {
		t.Errorf("%v have %d entries", kindFiles(), entries)
	}
	used := 0
	for _, c := range all {
		for _, file := range c.files {
			ast.Inspect(file, func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok && c.isKind(e) {
					used++
				}
				for _, e := range c.asksForKind(n) {
					t.Errorf("%s: %s: a property of its entry is missing", fset.Position(e.Pos()), types.ExprString(e))
				}
				return true
			})
		}
	}
	if used < 60 {
		t.Errorf("only %d kinds are used", used)
	}
}
