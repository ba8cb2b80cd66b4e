package awkward_test

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/testkit/awkward"
)

func TestCut(t *testing.T) {
	type account struct {
		CreatedAt string `json:"createdAt"`
	}
	type accountList struct {
		Total int       `json:"total"`
		List  []account `json:"list"`
	}
	s := awkward.Cut(newService(t, 1500))
	cut := decode[accountList](t, s, awkward.AccountsPath)
	newest := slices.IsSortedFunc(cut.List, func(a, b account) int { return strings.Compare(b.CreatedAt, a.CreatedAt) })
	if len(cut.List) != 1000 || cut.Total != 1500 || !newest {
		t.Errorf("%d of %d, newest first: %t; want 1,000 of 1,500", len(cut.List), cut.Total, newest)
	}
}
