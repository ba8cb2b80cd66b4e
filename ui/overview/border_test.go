package overview

import (
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func isNewSection(r *resource.FindingRow) bool {
	return r.Section != nil && r.Section.Of == findings.New
}

// On the title of a section the border has no position, and the footer has no key that marks a finding.
func TestTitleOfASectionIsNoFinding(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	marks := func() bool {
		for _, k := range m.stack.ShortHelp() {
			if k.Help() == m.keys.Known.Help() {
				return true
			}
		}
		return false
	}
	move(t, m, ofKind(findings.Incident))
	panetest.Shows(t, m.stack.View(), "─ since yesterday 09:30 · 1/8 ─")
	if !marks() {
		t.Error("the footer of a finding does not say how to mark it")
	}
	move(t, m, isNewSection)
	panetest.Shows(t, m.stack.View(), "─ since yesterday 09:30 · 8 ─")
	if marks() {
		t.Error("the footer of a section says how to mark a finding")
	}
}

// On a low screen the findings keep their heading.
func TestHeadingOnALowScreen(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.English: "What needs you", words.Chinese: "需要处理"} {
		m := afterAVisit(t, panetest.Options{Lang: lang})
		m.stack.SetSize(60, 16)
		panetest.Shows(t, m.stack.View(), "─ "+want+" ─")
	}
}

// Before the history is read, no baseline is named.
func TestNoBaselineBeforeTheHistoryIsRead(t *testing.T) {
	w := panetest.New(t, options(t, panetest.Options{}))
	m := New(w.Context)
	ill := &api.Account{ID: "a", Type: "x", Nickname: "Ill", Status: api.Int(0)}
	m.store.Accounts.Value = fleet.NewList([]*api.Account{ill}, api.Int(1))
	m.store.Accounts.At = panetest.Now
	m.stack.SetSize(60, 16)
	panetest.Pump(t, m, m.Update(store.Changed{Kind: store.KindAccounts}))
	view := m.stack.View()
	panetest.Shows(t, view, "Ill")
	if strings.Contains(view, "last visit") {
		t.Errorf("a baseline is named:\n%s", view)
	}
	m = afterAVisit(t, panetest.Options{})
	m.stack.SetSize(60, 16)
	panetest.Shows(t, m.stack.View(), "your last visit · 1/8 ─")
}
