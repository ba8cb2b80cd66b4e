package ui_test

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"channeldeck/ui/testkit/race"
)

// TestResourcesAreBelowUIResource finds resources that a pane or a command makes itself: who shows the same
// kind of row could not use them.
func TestResourcesAreBelowUIResource(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	made := 0
	for _, s := range sources(t) {
		below := s.pkg == "ui/resource" || strings.HasPrefix(s.pkg, "ui/resource/")
		ast.Inspect(s.file, func(n ast.Node) bool {
			what := ""
			switch n := n.(type) {
			case *ast.CompositeLit:
				if of, ok := n.Type.(*ast.IndexExpr); ok {
					what = types.ExprString(of.X)
				}
			case *ast.CallExpr:
				if of, ok := n.Fun.(*ast.IndexExpr); ok {
					what = types.ExprString(of.X)
				}
			}
			switch what {
			case "resource.Resource", "resource.Members":
				made++
				if !below {
					t.Errorf("%s: a resource is made", s.fset.Position(n.Pos()))
				}
			}
			return true
		})
	}
	if made < 20 {
		t.Errorf("the test sees %d resources", made)
	}
}
