package overview

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/findings"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Above the numbers of the accounts of an incident stands that they are followers.
func TestInspectorNamesTheNumbersOfAccounts(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "3 accounts · Followers",
		words.Chinese: "3 个账号 · 粉丝",
	} {
		m := afterAVisit(t, panetest.Options{Lang: lang})
		move(t, m, ofKind(findings.Incident))
		panetest.Shows(t, m.screen.drawInspector(60, 30), want)
	}
}

// A sentence that begins with the title of its kind needs no title above it.
func TestInspectorLeavesOutATitleThatIsRepeated(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	move(t, m, ofKind(findings.TurnedAbnormal))
	view := strings.ToLower(ansi.Strip(m.screen.drawInspector(60, 30)))
	if n := strings.Count(view, "turned abnormal"); n != 1 {
		t.Errorf("it says %d times that the account turned abnormal:\n%s", n, view)
	}
}

// Where the platforms of a section have no room, the last line says how many more there are.
func TestInspectorOfASectionCountsPlatformsWithoutRoom(t *testing.T) {
	for lang, more := range map[words.Lang]string{words.English: "and %d more", words.Chinese: "另有 %d 个"} {
		m := afterAVisit(t, panetest.Options{Lang: lang})
		move(t, m, isNewSection)
		const platforms = 30
		m.all = nil
		for i := range platforms {
			m.all = append(m.all, &findings.Finding{
				Kind:     findings.TurnedAbnormal,
				Section:  findings.New,
				Platform: fmt.Sprintf("platform%d", i),
			})
		}
		for _, size := range [][2]int{{36, 20}, {60, 30}} {
			view := ansi.Strip(m.screen.drawInspector(size[0], size[1]))
			panetest.Exact(t, view, size[0], size[1])
			shown := strings.Count(view, "platform")
			want := fmt.Sprintf(more, platforms-shown)
			if shown == 0 || !strings.Contains(view, want) {
				t.Errorf("at %v %d platforms are shown, without %q:\n%s", size, shown, want, view)
			}
		}
		view := ansi.Strip(m.screen.drawInspector(60, 60))
		if shown := strings.Count(view, "platform"); shown != platforms {
			t.Errorf("with room for all, %d platforms are shown:\n%s", shown, view)
		}
	}
}

// Accounts of an incident that have no room below the rest of a wide inspector are listed beside it.
func TestInspectorListsAccountsBesideTheRest(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	move(t, m, ofKind(findings.Incident))
	r, _ := m.screen.findings.Table.Current()
	names := []string{"晨读", "山野", "灯下"}
	if len(r.Finding.Accounts) != len(names) {
		t.Fatalf("%d accounts", len(r.Finding.Accounts))
	}
	for height := 13; height < 20; height++ {
		view := ansi.Strip(m.screen.drawInspector(108, height))
		panetest.Exact(t, view, 108, height)
		for _, name := range names {
			if strings.Count(view, name) != 1 {
				t.Errorf("at %d rows not once %s:\n%s", height, name, view)
			}
		}
	}
}
