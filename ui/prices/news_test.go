package prices

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/testkit/panetest"
)

// fewLater is few some time later: a price that rose and one that fell, another
// limit, a model that went and one that came.
var fewLater = strings.NewReplacer(`"price":80`, `"price":90.5`, `"price":20`, `"price":10`, `"maxSizeMb":50`, `"maxSizeMb":40`, `{"name":"bare"}`, `{"name":"fresh"}`).Replace(few)

// A key that grew with the number of its namesakes took 33 s and 1.5 GB for
// 13,000 models of one name.
func TestModelKeysAreShortAndUnique(t *testing.T) {
	names, seen := map[string]int{}, map[string]bool{}
	for range 5000 {
		key := modelKey(names, "same")
		if len(key) > len("same")+5 || seen[key] {
			t.Fatalf("key %q", key)
		}
		seen[key] = true
	}
}

// changing is a world whose catalog the test changes, at first few.
func changing(t *testing.T, o panetest.Options) (w *panetest.World, models *string) {
	t.Helper()
	now := few
	o.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if now == "" {
			answer("{}").ServeHTTP(rw, r)
			return
		}
		catalog(now).ServeHTTP(rw, r)
	})
	w = panetest.New(t, o)
	w.Context.Refresh = time.Minute
	return w, &now
}

// Only what the person has seen is no longer new: the pane may look as often by
// itself as it wants.
func TestNewsStayUntilTheyAreRead(t *testing.T) {
	const dearest = `"price":99`
	for name, c := range map[string]struct {
		steps []string // keys; "later" and the like are what becomes of the catalog, "timer" a look of the pane's own
		want  int
	}{
		"a look of its own":          {[]string{"later", "timer"}, 5},
		"looks of its own":           {[]string{"later", "timer", "timer", "timer"}, 5},
		"more of them":               {[]string{"later", "timer", "more", "timer"}, 6},
		"one after a failure":        {[]string{"later", "timer", "broken", "timer", "later", "timer"}, 5},
		"changed back":               {[]string{"later", "timer", "few", "timer"}, 0},
		"read":                       {[]string{"later", "timer", "n", "esc"}, 5},
		"read, and looked again":     {[]string{"later", "timer", "n", "esc", "timer"}, 0},
		"read, and then more":        {[]string{"later", "timer", "n", "enter", "more", "timer", "timer"}, 1},
		"while one reads":            {[]string{"later", "timer", "n", "timer"}, 5},
		"more while one reads":       {[]string{"later", "timer", "n", "more", "timer"}, 6},
		"another page":               {[]string{"later", "timer", "enter", "esc", "timer"}, 5},
		"asked for":                  {[]string{"later", "r"}, 5},
		"asked for, then on its own": {[]string{"later", "r", "timer", "timer"}, 5},
		"asked for twice":            {[]string{"later", "r", "r"}, 0},
		"asked for after a look":     {[]string{"later", "timer", "more", "r", "timer"}, 1},
		"asked for in vain":          {[]string{"later", "timer", "broken", "r", "later", "timer"}, 5},
		"asked for from the page":    {[]string{"later", "timer", "n", "r", "timer"}, 0},
		"read, and changed back":     {[]string{"later", "timer", "n", "esc", "few", "timer"}, 5},
	} {
		w, models := changing(t, panetest.Options{})
		m := panetest.Begin(t, New, w, 120, 22)
		for _, step := range c.steps {
			switch step {
			case "later":
				*models = fewLater
			case "more":
				*models = strings.ReplaceAll(fewLater, `"price":5}`, dearest+"}")
			case "few":
				*models = few
			case "broken":
				*models = ""
			case "timer":
				panetest.Pump(t, m, m.Update(last(w)))
			default:
				panetest.Press(t, m, step)
			}
		}
		if got := len(m.list.Value.changes); got != c.want {
			t.Errorf("%s: %d changes, want %d", name, got, c.want)
		}
	}
}

// last is the message of the timer that was set last.
func last(w *panetest.World) any {
	timers := w.Timers()
	return timers[len(timers)-1].Msg
}

// News that are read while a look is under way are none when it has come.
func TestNewsReadWhileALookIsUnderWay(t *testing.T) {
	w, models := changing(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 120, 22)
	*models = fewLater
	panetest.Pump(t, m, m.Update(last(w)))
	under := m.Update(last(w))
	panetest.Press(t, m, "n", "esc")
	panetest.Pump(t, m, under)
	if n := len(m.list.Value.changes); n != 0 || m.list.Running() || len(w.Requests()) != 3 {
		t.Errorf("%d changes after %v", n, w.Requests())
	}
}

// A look that the person asked for is not ended by one of the pane's own.
func TestTheTimerWaitsForALookUnderWay(t *testing.T) {
	w, models := changing(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 120, 22)
	*models = fewLater
	timer := last(w)
	asked := m.Update(panetest.KeyMsg("r"))
	panetest.Pump(t, m, m.Update(timer))
	panetest.Pump(t, m, asked)
	if n := len(m.list.Value.changes); n != 5 || len(w.Requests()) != 2 {
		t.Errorf("%d changes after %v", n, w.Requests())
	}
}
