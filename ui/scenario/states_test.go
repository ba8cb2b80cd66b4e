package scenario

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/overview"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/postgres"
)

// fleet is a service with channels that change.
type fleet struct {
	now      time.Time
	channels []*channel
	hidden   map[string]bool
	still    map[string]bool // followers do not change
	old      map[string]bool // statistics are not renewed
	prices   map[string]string
}

// newFleet returns 40 accounts on 5 platforms in 6 groups, of 13 users.
func newFleet() *fleet {
	f := &fleet{
		now:    day0,
		hidden: map[string]bool{},
		still:  map[string]bool{},
		old:    map[string]bool{},
		prices: map[string]string{"film": "10", "clip": "5"},
	}
	for i, platform := range slices.Concat(
		slices.Repeat([]string{"a"}, 12),
		slices.Repeat([]string{"b"}, 10),
		slices.Repeat([]string{"c"}, 8),
		slices.Repeat([]string{"d"}, 6),
		slices.Repeat([]string{"e"}, 4),
	) {
		f.add(fmt.Sprintf("%s%02d", platform, i), i, 1)
	}
	for _, id := range []string{"a03", "b14", "a02"} {
		f.of(id).status = 0
	}
	for _, id := range []string{"a02", "b18", "c22", "c23"} {
		f.of(id).relayed = true
	}
	f.of("a02").relayDown = true
	f.of("c24").status = 7
	f.old["a04"], f.old["e39"], f.old["b15"], f.old["b16"] = true, true, true, true
	f.of("a04").stats = day0.AddDate(0, 0, -40)
	f.of("e39").stats = day0.AddDate(0, 0, -6)
	for _, id := range []string{"b15", "b16"} {
		f.of(id).stats, f.of(id).followers, f.still[id] = time.Time{}, 0, true
	}
	f.of("b16").created = day0.Add(-time.Hour)
	return f
}

func (f *fleet) add(id string, i, status int) {
	f.channels = append(f.channels, &channel{
		id:        id,
		platform:  id[:1],
		name:      "Name of " + id,
		group:     fmt.Sprint("g", i%6),
		user:      fmt.Sprint("u", i*5%13),
		status:    status,
		followers: 5000 + 137*i,
		stats:     f.now.Add(-time.Hour), created: day0.AddDate(0, 0, -50),
	})
	f.still[id] = i%3 == 0
}

func (f *fleet) of(id string) *channel {
	return f.channels[slices.IndexFunc(f.channels, func(c *channel) bool { return c.id == id })]
}

// set sets the status of accounts.
func (f *fleet) set(status int, ids ...string) {
	for _, id := range ids {
		f.of(id).status = status
	}
}

func (f *fleet) hide(hidden bool, ids ...string) {
	for _, id := range ids {
		f.hidden[id] = hidden
	}
}

func (f *fleet) relay(down bool, ids ...string) {
	for _, id := range ids {
		f.of(id).relayDown = down
		f.set(map[bool]int{false: 1}[down], id)
	}
}

// pass lets some hours pass, in which followers change and statistics are renewed.
func (f *fleet) pass(hours int) {
	f.now = f.now.Add(time.Duration(hours) * time.Hour)
	for i, c := range f.channels {
		if !f.still[c.id] {
			c.followers += hours*(5+i)/10 + (i*37+f.now.YearDay()*17+f.now.Hour())%9 - 4
		}
		if !f.old[c.id] {
			c.stats = f.now.Add(-time.Hour)
		}
	}
}

// list returns copies of the accounts that are listed.
func (f *fleet) list() (all []*channel) {
	for _, c := range f.channels {
		if c := *c; !f.hidden[c.id] {
			all = append(all, &c)
		}
	}
	return all
}

func (f *fleet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data := "[]"
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/accounts"):
		data = answerAccounts(f.list())
	case strings.HasSuffix(path, "/generation"):
		data = answerModels(f.prices)
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
}

// How a state is recorded before it is checked, and what visit follows.
const (
	byCron  = "record"        // by record
	twice   = "twice"         // the same list twice
	atOnce  = "two recorders" // at once, with clocks that differ by some seconds
	ahead   = "ahead"         // by record, whose clock is 5 days ahead and is then set back
	closed  = "closed"        // a dashboard of two hours that is closed
	killed  = "killed"        // that is killed
	unready = "unready"       // that is killed before anything was loaded
)

// states are the changes of the fleet, each some hours after the one before.
var states = []struct {
	hours  int
	change func(f *fleet)
	before string
	undo   func(f *fleet) // after what was recorded before
	visit  string
}{
	{hours: 0, visit: unready},
	{hours: 20, change: func(f *fleet) { f.set(0, "a00") }, visit: closed},
	{hours: 8, change: func(f *fleet) { f.set(0, "b12") }, before: byCron},
	{hours: 12, change: func(f *fleet) { f.set(1, "a00") }, visit: killed},
	{hours: 6, change: func(f *fleet) { f.set(0, "c24", "c25", "c26", "c27") }, before: twice},
	{hours: 24, change: func(f *fleet) { f.set(1, "c25") }},
	{
		hours:  30,
		change: func(f *fleet) { f.hide(true, "d30", "d31", "d32", "e36"); f.still["a01"] = true },
		before: atOnce,
		visit:  closed,
	},
	{hours: 10, change: func(f *fleet) { f.hide(false, "d30"); f.hide(true, "a05") }},
	{hours: 16, change: func(f *fleet) { f.hide(false, "d31", "d32", "e36"); f.prices["film"] = "12" }},
	{hours: 7, change: func(f *fleet) { f.set(0, "b13"); f.prices["clip"] = "6" }, before: ahead},
	{hours: 14, change: func(f *fleet) { f.relay(true, "b18", "c22") }},
	{hours: 18, change: func(f *fleet) { f.relay(false, "b18", "c22"); f.prices["next"] = "7" }, visit: killed},
	{hours: 26, change: func(f *fleet) { f.of("b19").followers /= 2 }, before: byCron},
	{hours: 12, change: func(f *fleet) { f.add("e40", 40, 1); f.add("e41", 41, 1); f.add("d42", 42, 1) }},
	{hours: 6, change: func(f *fleet) { f.add("a43", 43, 0); f.set(1, "b13") }, visit: closed},
	{hours: 15, change: func(f *fleet) { f.set(0, "a08", "b20", "d32") }, before: atOnce}, // of group g2
	{hours: 20, change: func(f *fleet) { f.set(0, "a06") }, before: ahead},
	{hours: 30, change: func(f *fleet) { f.set(1, "a06", "b12") }, visit: unready},
	{hours: 30, change: func(f *fleet) { delete(f.prices, "clip") }, before: twice},
	{hours: 30, change: func(f *fleet) { f.of("d34").followers, f.still["d34"] = 0, true }, visit: closed},
	{hours: 30},
	{hours: 9 * 24, change: func(f *fleet) { f.old["a07"] = true }, visit: killed},
	{hours: 6, change: func(f *fleet) { f.set(1, "a08", "b20"); f.of("e37").followers *= 2 }},
	{hours: 12, change: func(f *fleet) { f.set(0, "a00", "b13", "e39") }, before: byCron, visit: killed}, // of user u0
	{
		hours:  24,
		change: func(f *fleet) { f.hide(true, "e38"); f.set(0, "a10") },
		before: ahead,
		undo:   func(f *fleet) { f.hide(false, "e38") },
	},
	{hours: 24, change: func(f *fleet) { f.hide(false, "a05"); f.set(1, "a10") }, visit: closed},
	{hours: 9 * 24, change: func(f *fleet) { f.relay(true, "b18", "c22", "c23") }},
	{hours: 30, change: func(f *fleet) { f.set(0, "d31", "d33", "d35") }, before: atOnce},
	{hours: 6, change: func(f *fleet) { f.prices["film"], f.prices["clip"] = "10", "6" }, visit: closed},
	{hours: 9 * 24, change: func(f *fleet) { f.relay(false, "c22"); f.set(1, "d31", "d33") }, before: twice},
}

// scripted is a test that plays states.
type scripted struct {
	program
	*fleet
	plain  *plain
	config history.Config
	n      int           // of the state
	skew   time.Duration // of the clock
}

// pane opens the overview.
func (s *scripted) pane(d *history.DB) (*panetest.World, *overview.Model) {
	w := panetest.New(s.T, panetest.Options{Handler: s.fleet, History: d})
	w.Context.View.Now = s.clock
	w.ResetStore()
	return w, panetest.Begin(s.T, overview.New, w, 160, 60)
}

// exported are the findings of the pane as JSON, those of the folded section too.
func (s *scripted) exported(w *panetest.World, page *overview.Model) string {
	panetest.Press(s.T, page, "G", "enter", "e", "text:json", "enter")
	out, ok := w.Saved("triage-" + s.now.Format("20060102-150405") + ".json")
	if !ok {
		s.Fatalf("state %d: the pane exports nothing:\n%s", s.n, page.Stack().View())
	}
	return out
}

// record records the state before it is checked.
func (s *scripted) record(how string) {
	lists := 0
	switch how {
	case byCron:
		s.run("record")
	case ahead:
		s.skew = 5 * aDay
		s.run("record")
		s.plain.record(s.clock(), s.list(), maps.Clone(s.prices))
		s.skew = 0
		return
	case twice, atOnce:
		lists = 2
	default:
		return
	}
	recorders := []*history.DB{history.Open(s.config), history.Open(s.config)}
	rows := decodeAccounts(s.T, s.list())
	for i := range lists {
		d := recorders[map[string]int{atOnce: i}[how]]
		d.RecordAccounts(
			s.now.Add(-time.Duration(map[string]int{atOnce: 20 * i}[how])*time.Second),
			rows,
			api.Int(int64(len(rows))),
			true,
		)
		if how == atOnce && i == 0 {
			d.Wait(s.Context()) // the second one is late with an earlier time
		}
	}
	for _, d := range recorders {
		d.Close(s.Context())
	}
	s.plain.record(s.now, s.list(), nil)
	if how == atOnce {
		s.plain.record(s.now.Add(-20*time.Second), s.list(), nil)
	}
}

// visit plays a dashboard.
func (s *scripted) visit(how string) {
	if how == "" {
		return
	}
	c := s.config
	tick := make(chan time.Time)
	c.Visit = true
	c.Tick = tick
	d := history.Open(c)
	d.Wait(s.Context())
	if how != unready {
		s.pane(d)
		s.plain.record(s.now, s.list(), maps.Clone(s.prices))
		d.Wait(s.Context())
		s.now = s.now.Add(2 * time.Hour)
		tick <- s.now
		d.Wait(s.Context())
	}
	s.plain.visits = append(s.plain.visits, s.now)
	if how == closed {
		d.Close(s.Context())
	} else {
		s.Cleanup(func() { d.Close(s.Context()) }) // nobody waits for it
	}
}

// check compares the findings of pane and commands with the plain computation.
func (s *scripted) check() {
	var visited time.Time
	if n := len(s.plain.visits); n > 0 {
		visited = s.plain.visits[n-1]
	}
	dayAgo := s.now.Add(-aDay)
	var command, commandDay, pane, paneDay string
	d := history.Open(s.config)
	defer d.Close(s.Context())
	look := func() {
		pane = s.exported(s.pane(d))
		if s.n%5 == 4 {
			d.Points().Choose(history.SinceDay, s.now.Add(-time.Second))
			d.Wait(s.Context())
			paneDay = s.exported(s.pane(d))
			d.Points().Choose(history.SinceVisit, s.now)
		}
		d.Wait(s.Context())
	}
	// The pane reads what triage reads: with PostgreSQL every fifth state is enough.
	looks := s.config.Postgres == "" || s.n%5 == 4
	if looks && s.n%2 == 1 { // the pane sees the new state before any recording
		look()
	}
	command = s.run("triage", "-o", "json")
	commandDay = s.run("triage", "--since", "24h", "-o", "json")
	if looks && s.n%2 == 0 {
		look()
	}
	s.plain.record(s.now, s.list(), maps.Clone(s.prices))
	s.plain.list = s.list()
	s.plain.prices = s.prices
	if looks && pane != command || paneDay != "" && paneDay != commandDay {
		s.Errorf(
			"state %d: the pane exports\n%s\n%s\nand triage prints\n%s\n%s",
			s.n,
			pane,
			paneDay,
			command,
			commandDay,
		)
	}
	what := fmt.Sprintf("state %d (%v), ", s.n, s.now)
	same(s.T, what+"since the last visit", linesOf(s.T, command, ""), s.plain.findings(s.now, visited))
	same(s.T, what+"since 24 hours ago", linesOf(s.T, commandDay, ""), s.plain.findings(s.now, dayAgo))
}

// TestStates plays a service that goes through 30 states. After each state the findings of
// the pane and of triage, with their times and accounts, must be those of the plain
// computation. Between the states dashboards are killed, lists are recorded twice and by two
// recorders, a clock is ahead, and nothing is recorded for nine days.
func TestStates(t *testing.T) {
	t.Parallel()
	postgres.Both(t, func(t *testing.T, file, url string) {
		f := newFleet()
		server := httptest.NewServer(f)
		t.Cleanup(server.Close)
		s := &scripted{fleet: f, plain: newPlain()}
		s.program = newProgram(t, server.URL, func() time.Time { return s.fleet.now.Add(s.skew) })
		s.vars["CHANNELDECK_HISTORY"] = url
		s.config = history.Config{
			Path:     file,
			Postgres: url,
			Site:     server.URL,
			Key:      panetest.Key,
			Now:      s.clock,
			Language: "en-US",
		}
		if url == "" {
			s.config.Path = filepath.Join(s.vars["XDG_STATE_HOME"], "channeldeck", "channeldeck.db")
		}
		found := map[string]bool{} // kinds, sections, and of what incidents are
		for n, state := range states {
			s.n = n
			f.pass(state.hours)
			if state.change != nil {
				state.change(f)
			}
			s.record(state.before)
			if state.undo != nil {
				state.undo(f)
			}
			s.check()
			for _, l := range s.plain.found {
				words := strings.Fields(l)
				found[words[0]], found[words[1]] = true, true
				if words[0] == "incident" {
					found["incident of "+strings.Trim(words[3], `"`)] = true
				}
			}
			s.visit(state.visit)
		}
		for _, what := range []string{
			"incident of c",
			"incident of g2",
			"incident of u0",
			"turnedAbnormal",
			"abnormal",
			"relayDown",
			"relayMissing",
			"recovered",
			"appeared",
			"disappeared",
			"followersFell",
			"followersRose",
			"stuckAtZero",
			"frozen",
			"stale",
			"neverFetched",
			"price",
			"modelGone",
			"modelNew",
			"new",
			"open",
			"expected",
		} {
			if !found[what] {
				t.Errorf("never found: %s", what)
			}
		}
	})
}
