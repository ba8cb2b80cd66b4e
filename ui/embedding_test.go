package ui_test

import (
	"go/ast"
	"go/types"
	"path"
	"strings"
	"testing"

	"channeldeck/ui/testkit/race"
)

// Panes and commands have what they use in named fields: embedded, one of these types would add dozens of methods
// to their own.
func TestLargeTypesAreNotEmbedded(t *testing.T) {
	race.Sweep(t)
	large := map[string]bool{
		"pane.Stack":    true,
		"pane.Context":  true,
		"pane.Sites":    true,
		"resource.View": true,
		"cli.app":       true,
		"fleet.Fleet":   true,
	}
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			structure, ok := n.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range structure.Fields.List {
				name := strings.TrimPrefix(types.ExprString(field.Type), "*")
				if !strings.Contains(name, ".") {
					name = path.Base(s.pkg) + "." + name
				}
				if len(field.Names) == 0 && large[name] {
					t.Errorf("%s: a struct embeds %s: name the field", s.fset.Position(field.Pos()), name)
				}
			}
			return true
		})
	}
}
