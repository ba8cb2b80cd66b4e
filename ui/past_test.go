package ui

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
)

// traveller is a dashboard that can show moments in the past, and what was asked for and closed.
type traveller struct {
	*Sites
	asked, closed []string
}

func (d *traveller) Update(msg tea.Msg) tea.Cmd {
	_, cmd := d.Sites.Update(msg)
	return cmd
}

func travelling(t *testing.T) *traveller {
	d := &traveller{}
	path := filepath.Join(t.TempDir(), "h.db")
	at := func(past time.Time, accounts int, front string) Opened {
		w := panetest.New(t, panetest.Options{
			History: panetest.History(t, path, panetest.Now),
			Sandbox: sandbox.Options{Accounts: accounts},
		})
		w.Context.Moment = past
		return Opened{
			Root:  New(w.Context, Makers(), front),
			Close: func() { d.closed = append(d.closed, past.Format("15:04")) },
		}
	}
	var past func(to Moment, shown time.Time, front string) (Opened, error)
	past = func(to Moment, shown time.Time, front string) (Opened, error) {
		d.asked = append(d.asked, fmt.Sprintf("%s %d from %s in %s", to.Typed, to.Step, shown.Format("15:04"), front))
		if to.Typed == "1m" {
			return Opened{}, errors.New("no such moment")
		}
		opened := at(panetest.Now.Add(time.Duration(len(d.asked))*time.Minute), 50, front)
		if to.Typed == "yesterday" {
			opened.Note = "b: nothing was recorded"
		}
		opened.OpenMoment = past
		return opened, nil
	}
	now := at(time.Time{}, 300, "accounts")
	now.OpenMoment = past
	d.Sites = NewSites(now, nil)
	d.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	panetest.Pump(t, d, d.Init())
	return d
}

// The footer of the past begins with its keys, and has one gap, before the keys of all panes.
func TestFooterOfThePast(t *testing.T) {
	d := travelling(t)
	panetest.Press(t, d, "T", "text:yesterday", "enter")
	footer := func(width int) string {
		panetest.Pump(t, d, func() tea.Msg { return tea.WindowSizeMsg{Width: width, Height: 24} })
		lines := strings.Split(strings.TrimRight(d.View(), "\n"), "\n")
		return lines[len(lines)-1]
	}
	for width, end := range map[int]string{
		50:  " ? more  q quit",
		80:  " : commands  ? more  q quit",
		120: " : commands  ? more  q quit",
		200: " : commands  ? more  q quit",
	} {
		line := footer(width)
		head, found := strings.CutSuffix(strings.TrimRight(line, " "), end)
		if !found || !strings.HasPrefix(head, " esc return to now  [ earlier ") ||
			strings.Contains(strings.TrimSpace(head), "   ") {
			t.Errorf("at %d: %q", width, line)
		}
	}
	panetest.Press(t, d, "enter") // where esc goes back first
	if line := footer(120); !strings.HasPrefix(line, " [ earlier  ] later ") || strings.Contains(line, "to now") {
		t.Errorf("of a deeper screen: %q", line)
	}
}

// What cannot be read as a moment stays in the field with the reason: what is typed next is no key.
func TestMomentThatCannotBeRead(t *testing.T) {
	d := travelling(t)
	panetest.Press(t, d, "T")
	if view := d.View(); !strings.Contains(view, "❯ yesterday 09:00") {
		t.Errorf("the empty field shows no example:\n%s", view)
	}
	panetest.Press(t, d, "text:mondey 9", "enter", "text:o")
	if view := d.View(); !strings.Contains(view, "mondey 9o") || len(d.asked) > 0 {
		t.Errorf("not in the field any more, asked for %q:\n%s", d.asked, view)
	}
	panetest.Press(t, d, "backspace", "enter")
	if view := d.View(); !strings.Contains(view, "can't be read as") {
		t.Errorf("the reason is not told:\n%s", view)
	}
	if view := d.View(); strings.Count(view, "2026-11-20 09:00") != 1 {
		t.Errorf("the examples are not there once:\n%s", view)
	}
	panetest.Press(t, d, "ctrl+u", "text:2030-01-01", "enter")
	if view := d.View(); !strings.Contains(view, "is in the future") {
		t.Errorf("the future is not refused:\n%s", view)
	}
	panetest.Press(t, d, "ctrl+u", "text:last monday 9", "enter")
	if len(d.asked) != 1 || !strings.HasPrefix(d.asked[0], "last monday 9 ") {
		t.Errorf("asked for %q", d.asked)
	}
}

// T shows a moment, [ and ] step through recordings, and esc returns to now as it was left.
func TestMomentsInThePast(t *testing.T) {
	d := travelling(t)
	panetest.Press(t, d, "/", "text:Ada", "enter", "down", "T", "text:1m", "enter")
	before := d.View()
	if !strings.Contains(before, "no such moment") || !strings.Contains(before, "of 300") {
		t.Fatalf("after a moment that cannot be shown:\n%s", before)
	}
	panetest.Press(t, d, "down", "up")
	before = d.View()
	panetest.Press(t, d, "T", "text:yesterday", "enter")
	view := d.View()
	if !strings.Contains(view, "b: nothing was recorded") {
		t.Errorf("a site is left out without a word:\n%s", view)
	}
	if !strings.Contains(view, "as of 2026-05-20 09:32") || !strings.Contains(view, "/50") {
		t.Fatalf("not the past:\n%s", view)
	}
	panetest.Press(t, d, "]", "[", "T", "enter")
	panetest.Press(t, d, "3", "enter") // deeper: esc goes back first
	if panetest.Press(t, d, "esc"); !strings.Contains(d.View(), "as of ") {
		t.Errorf("esc left the past from a deeper screen:\n%s", d.View())
	}
	panetest.Press(t, d, "esc")
	if after := d.View(); after != before {
		t.Errorf("now is\n%s, not\n%s", after, before)
	}
	want := []string{
		"1m 0 from 09:30 in accounts",
		"yesterday 0 from 09:30 in accounts",
		" 1 from 09:32 in accounts",
		" -1 from 09:33 in accounts",
		" -1 from 09:34 in accounts",
	}
	if !slices.Equal(d.asked, want) {
		t.Errorf("asked for %q, want %q", d.asked, want)
	}
	if want := []string{"09:32", "09:33", "09:34", "09:35"}; !slices.Equal(d.closed, want) {
		t.Errorf("closed %q, want %q", d.closed, want)
	}
	panetest.Press(t, d, "[", "]") // now they are not keys
	if len(d.asked) != len(want) {
		t.Errorf("asked for %q", d.asked)
	}
}

// What arrives for now while a moment in the past is shown is not lost.
func TestNowGoesOnBehindThePast(t *testing.T) {
	d := travelling(t)
	late := visited{d.visits, tea.WindowSizeMsg{Width: 80, Height: 24}}
	panetest.Press(t, d, "T", "enter")
	view := d.View()
	d.Update(late)
	if d.View() != view || d.now.Root.width != 80 {
		t.Errorf("the message did not arrive at now: %d cells\n%s", d.now.Root.width, d.View())
	}
	if d.Update(visited{99, late.msg}); d.View() != view {
		t.Errorf("a message of another visit arrived:\n%s", d.View())
	}
	if d.Close(); !slices.Equal(d.closed, []string{"09:31", "00:00"}) {
		t.Errorf("closed %q", d.closed)
	}
}

// A program that began in the past has no now to return to, and says so.
func TestProgramThatBeganInThePast(t *testing.T) {
	d := travelling(t)
	d.opened.Root.ctx.Moment = panetest.Now
	d.opened.Root.keys = newKeyMap(d.opened.Root.ctx)
	if panetest.Press(t, d, "esc"); !strings.Contains(d.View(), "began with --at") || len(d.closed) > 0 {
		t.Errorf("closed %q:\n%s", d.closed, d.View())
	}
}

// A key that is pressed twice, before the first press has led back, changes nothing at now.
func TestComingBackTwice(t *testing.T) {
	d := travelling(t)
	panetest.Press(t, d, "T", "text:yesterday", "enter")
	first := d.Update(panetest.KeyMsg("esc"))
	second := d.Update(panetest.KeyMsg("esc"))
	panetest.Pump(t, d, first)
	now := d.View()
	if panetest.Pump(t, d, second); d.View() != now || len(d.closed) != 1 {
		t.Errorf("closed %q:\n%s", d.closed, d.View())
	}
}

// In the past no key changes what the history keeps.
func TestPastIsReadOnly(t *testing.T) {
	for _, tt := range []struct{ pane, key string }{{"groups", "do:groups.rename"}, {"overview", "."}} {
		w := panetest.New(t, panetest.Options{
			History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
			Sandbox: sandbox.Options{Accounts: 50},
		})
		for _, past := range []bool{false, true} {
			if past {
				w.Context.Moment = panetest.Now
				w.Context.ReadOnly = true
			}
			d := driver{t, New(w.Context, Makers(), tt.pane)}
			d.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
			panetest.Pump(t, d, d.m.Init())
			if d.press(tt.key); strings.Contains(d.m.View(), "The past is read-only") != past {
				t.Errorf("%s in %s, past %v:\n%s", tt.key, tt.pane, past, d.m.View())
			}
		}
	}
}

// While the next moment loads, the last one stays on the screen as it was.
func TestLastMomentStaysWhileTheNextLoads(t *testing.T) {
	d := travelling(t)
	panetest.Press(t, d, "T", "text:yesterday", "enter", "down", "up")
	before := d.View()
	if !strings.Contains(before, "as of 2026-05-20 09:31") {
		t.Fatalf("not the past:\n%s", before)
	}
	frames := 0
	updateOneByOne(d, d.Update(panetest.KeyMsg("]")), func() (more bool) {
		view := d.View()
		if d.next != nil {
			frames++
			if view != before {
				t.Fatalf("while the next moment loads:\n%s\nnot\n%s", view, before)
			}
			return true
		}
		if view != before && !strings.Contains(view, "/50") {
			t.Fatalf("a moment that is not whole:\n%s", view)
		}
		return view == before
	})
	if frames == 0 || d.View() == before {
		t.Errorf("%d frames, still\n%s", frames, d.View())
	}
}

// updateOneByOne runs a command and all that follow from it, one after the other. It calls after with each message
// that was handled, until it returns false.
func updateOneByOne(d *traveller, cmd tea.Cmd, after func() (more bool)) {
	queue := []tea.Cmd{cmd}
	for len(queue) > 0 {
		cmd := queue[0]
		queue = queue[1:]
		if cmd == nil {
			continue
		}
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			queue = append(queue, batch...)
			continue
		}
		if msg == nil {
			continue
		}
		queue = append(queue, d.Update(msg))
		if !after() {
			return
		}
	}
}

// The overview of the next moment is shown when its findings, totals and works are read: nothing in it changes
// after that.
func TestNextMomentIsCheckedBeforeItIsShown(t *testing.T) {
	d := travelling(t)
	panetest.Press(t, d, "1", "T", "text:yesterday", "enter")
	if view := d.View(); !strings.Contains(view, "as of 2026-05-20 09:31") {
		t.Fatalf("not the past:\n%s", view)
	}
	first := ""
	updateOneByOne(d, d.Update(panetest.KeyMsg("]")), func() (more bool) {
		if view := d.View(); first == "" && strings.Contains(view, "as of 2026-05-20 09:32") {
			first = view
		}
		return true
	})
	if last := d.View(); first == "" || first != last {
		t.Errorf("first it is\n%s\nand then\n%s", first, last)
	}
}

// A pane that is chosen while a moment loads is the one that is shown of it.
func TestPaneChosenWhileAMomentLoads(t *testing.T) {
	d := travelling(t)
	panetest.Press(t, d, "T", "text:yesterday")
	chosen := false
	updateOneByOne(d, d.Update(panetest.KeyMsg("enter")), func() (more bool) {
		if d.next != nil && !chosen {
			chosen = true
			panetest.Press(t, d, "3")
		}
		return true
	})
	view := d.View()
	front := d.front()
	if !chosen || front != "groups" || !strings.Contains(view, "as of 2026-05-20 09:31") {
		t.Errorf("chosen %v, in front %s:\n%s", chosen, front, view)
	}
	if d.next != nil || d.opened.Root.loads() {
		t.Errorf("it still loads:\n%s", view)
	}
}
