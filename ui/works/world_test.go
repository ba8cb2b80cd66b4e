package works

import (
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/widget/form"
)

func TestMain(m *testing.M) {
	time.Local = time.UTC // goldens show times of this zone
	os.Exit(m.Run())
}

// clockwork is a clock that only the test moves.
type clockwork struct{ passed atomic.Int64 }

func (c *clockwork) Now() time.Time { return panetest.Now.Add(time.Duration(c.passed.Load())) }

func (c *clockwork) pass(d time.Duration) { c.passed.Add(int64(d)) }

// deck is a pane with its world and clock.
type deck struct {
	*Model
	t     testing.TB
	world *panetest.World
	clock *clockwork
}

// begin returns a pane of a size, which shares its clock with the sandbox.
func begin(t testing.TB, o panetest.Options, width, height int) *deck {
	t.Helper()
	clock := new(clockwork)
	o.Sandbox.Now = clock.Now
	world := panetest.New(t, o)
	world.Context.View.Now = clock.Now
	return &deck{panetest.Begin(t, New, world, width, height), t, world, clock}
}

func (d *deck) press(keys ...string) string {
	d.t.Helper()
	var said []string
	for _, msg := range panetest.Press(d.t, d.Model, keys...) {
		if n, ok := notice(msg); ok {
			said = append(said, n)
		}
	}
	return strings.Join(said, "\n")
}

// top names the screen on top.
func (d *deck) top() string {
	if d.stack.Asking() {
		return "confirm"
	}
	switch d.stack.Top().(type) {
	case *startScreen:
		return "start"
	case *formScreen:
		return "form"
	case *workScreen:
		return "work"
	}
	if d.stack.Capturing() {
		return "picker"
	}
	return "inspector"
}

// topWork returns the topmost screen of a work, or nil.
func (d *deck) topWork() *workScreen { return pane.Topmost[*workScreen](d.stack) }

// form returns the topmost form, or nil.
func (d *deck) form() *form.Form {
	if f := pane.Topmost[*formScreen](d.stack); f != nil {
		return f.form
	}
	return nil
}

// calls are the work-details requests that were sent.
func (d *deck) calls() []string {
	var list []string
	for _, r := range d.world.Requests() {
		if strings.Contains(r, "/works/") {
			list = append(list, r)
		}
	}
	return list
}

// example returns the sandbox's work with a name on YouTube.
func (d *deck) example(name string) sandbox.Example { return d.exampleOn("youtube", name) }

// exampleOn returns the sandbox's work with a name on a platform.
func (d *deck) exampleOn(platform, name string) sandbox.Example {
	d.t.Helper()
	for _, e := range d.world.Sandbox.All() {
		if e.Call == sandbox.CallWorks && e.Platform == platform && e.Name == name {
			return e
		}
	}
	d.t.Fatalf("the sandbox has no work %q on %s", name, platform)
	return sandbox.Example{}
}

// open opens an example through the form.
func (d *deck) open(e sandbox.Example) string {
	d.t.Helper()
	d.press("A")
	for _, f := range []struct{ id, value string }{
		{fieldPlatform, e.Platform},
		{fieldWork, e.ID},
		{fieldAccount, e.AccountID},
	} {
		d.form().SetFocus(f.id)
		d.press("ctrl+u", "ctrl+k")
		d.press("text:" + f.value)
	}
	return d.press("enter")
}

// again refreshes after some time.
func (d *deck) again(after time.Duration) {
	d.t.Helper()
	d.clock.pass(after)
	d.press("r", "enter")
}

// goTo opens something as another pane does.
func (d *deck) goTo(t pane.Target) {
	t.Pane = Name
	panetest.Pump(d.t, d.Model, d.Open(t))
}

// shows fails unless the screen shows the texts, wherever lines are broken.
func (d *deck) shows(want ...string) {
	d.t.Helper()
	view := d.stack.View()
	plain := strings.ReplaceAll(view, d.world.Context.Theme.Glyphs.Border.Left, "") // as in a box
	for _, s := range want {
		if !strings.Contains(strings.Join(strings.Fields(plain), " "), strings.Join(strings.Fields(s), " ")) {
			d.t.Errorf("the screen does not show %q:\n%s", s, view)
		}
	}
}

func notice(msg tea.Msg) (string, bool) {
	n, ok := msg.(pane.Notice)
	return n.Text, ok
}

// hides fails if the screen shows a text, wherever lines are broken.
func (d *deck) hides(text string) {
	d.t.Helper()
	plain := strings.ReplaceAll(d.stack.View(), d.world.Context.Theme.Glyphs.Border.Left, "")
	if strings.Contains(strings.Join(strings.Fields(plain), " "), text) {
		d.t.Errorf("the screen shows %q:\n%s", text, d.stack.View())
	}
}
