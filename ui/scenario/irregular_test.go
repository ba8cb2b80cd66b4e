package scenario

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// irregularNow is when the last recording of an irregular fleet is made.
var irregularNow = time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)

// grown is an account of the irregular fleet, whose statistics come and go.
type grown struct {
	channel
	counted, old bool
}

// listed is the account as the service lists it at a time.
func (g *grown) listed(at time.Time) *channel {
	c := g.channel
	c.created = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	switch {
	case !g.counted:
		c.stats = time.Time{}
		c.followers = 0
		c.works = 0
	case g.old:
		c.stats = time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)
	case c.stats.IsZero():
		c.stats = at.Add(-time.Hour)
	}
	return &c
}

// irregular is a fleet that changes in every way between recordings at irregular times.
type irregular struct {
	random     *rand.Rand
	recordings int
	fleet      map[string]*grown // listed accounts, by ID
	unlisted   map[string]*grown
	views      int // of the work
	price      int // of the model
	required   bool
}

// state is the data of the service at a recording.
type state struct {
	at       time.Time
	list     []*channel
	views    int
	price    int
	required bool // the member of the publish option
}

// steadily is how many followers the accounts have, nearly, that grow steadily but for what happens to
// them: some fall and recover alone, those of pinterest fall together, all but one of wxSph lose their
// statistics together, and the statistics of those of youtube end together.
const steadily = 50_000

func newIrregular(seed uint64, recordings int) *irregular {
	f := &irregular{
		random:     rand.New(rand.NewPCG(seed, 7)),
		recordings: recordings,
		fleet:      map[string]*grown{},
		unlisted:   map[string]*grown{},
		views:      1000,
		price:      100,
	}
	// These are there from the beginning, so that no list is empty.
	for i, platform := range []string{"bilibili", "douyin"} {
		id := fmt.Sprint("a", i)
		f.fleet[id] = &grown{channel: channel{
			id:        id,
			platform:  platform,
			group:     []string{"g", "h"}[i],
			user:      "u" + id,
			name:      "anchor",
			status:    1,
			followers: 11 + i,
			works:     1 + i,
		}, counted: true}
	}
	for _, platform := range []string{"tiktok", "pinterest", "wxSph", "youtube"} {
		for i := range 4 {
			id := fmt.Sprint("s", platform[:1], i)
			f.fleet[id] = &grown{channel: channel{
				id:        id,
				platform:  platform,
				group:     "steady",
				user:      "u" + id,
				name:      "steady " + id,
				status:    1,
				followers: steadily + f.between(0, 49),
			}, counted: true}
		}
	}
	return f
}

// between is a random number.
func (f *irregular) between(least, most int) int { return least + f.random.IntN(most-least+1) }

// steady changes the accounts that grow steadily, the work, the model and the option in a recording.
func (f *irregular) steady(i int, at time.Time) {
	for _, id := range slices.Sorted(maps.Keys(f.fleet)) {
		if !strings.HasPrefix(id, "s") {
			continue
		}
		c := f.fleet[id]
		n := int(id[2] - '0')
		c.followers += f.between(1, 2) // so that each recording has a step
		falls := c.platform == "tiktok" && n < 2 && i == f.recordings*(2+n)/5
		allFall := c.platform == "pinterest" && i == f.recordings*3/4
		recovers := c.platform == "tiktok" && n == 0 && i == f.recordings*3/5
		oneRecovers := c.platform == "pinterest" && n == 0 && i == f.recordings*3/4+2
		switch {
		case falls, allFall:
			c.followers = c.followers * 6 / 10
		case recovers, oneRecovers:
			c.followers = c.followers * 10 / 6
		case c.platform == "wxSph" && n < 3 && i == f.recordings*4/5:
			c.counted = false
		case c.platform == "youtube" && i == f.recordings/2:
			c.stats = at.Add(-time.Hour)
		}
	}
	f.views += f.between(5, 7)
	if i == f.recordings-3 {
		f.views = f.views * 6 / 10
	}
	if i%(f.recordings/4) == 1 {
		f.price = 60 + 20*f.between(0, 2)
	}
	if i == f.recordings/3 || i == f.recordings*2/3 || i == f.recordings-2 {
		f.required = !f.required
	}
}

// change changes an account: it joins, leaves, moves, loses its statistics, turns, recovers, is renamed
// or comes back.
func (f *irregular) change(id string) {
	c := f.fleet[id]
	if c == nil {
		c = f.unlisted[id]
		if c == nil {
			c = &grown{channel: channel{
				id:        id,
				platform:  []string{"bilibili", "douyin"}[f.between(0, 1)],
				group:     "g",
				user:      "u" + id,
				name:      "name of " + id,
				status:    1,
				relayed:   strings.HasPrefix(id, "r"),
				followers: f.between(1, 60),
				works:     f.between(0, 9),
			}, counted: true}
		}
		f.fleet[id] = c
		return
	}
	switch f.between(0, 9) {
	case 0:
		f.unlisted[id] = c
		delete(f.fleet, id)
	case 1:
		c.counted = !c.counted
	case 2, 3:
		c.status = 1 - c.status
	case 4:
		c.group = []string{"g", "h", "i"}[f.between(0, 2)]
	case 5:
		c.name = fmt.Sprint("name ", f.between(0, 3))
	case 6:
		c.old = !c.old
	default:
		c.followers = max(c.followers+f.between(-9, 12), 1)
		c.works += f.between(0, 2)
	}
}

// states are recordings at irregular times until now. The last one is the present.
func (f *irregular) states(now time.Time) (all []state) {
	steps := []time.Duration{0}
	var total time.Duration
	for range f.recordings - 1 {
		step := time.Duration(f.between(20, 34*60)) * time.Minute
		steps = append(steps, step)
		total += step
	}
	at := now.Add(-total)
	for i, step := range steps {
		at = at.Add(step)
		for range f.between(0, 4) {
			f.change(fmt.Sprint([]string{"c", "c", "r"}[f.between(0, 2)], f.between(0, 4)))
		}
		if f.between(0, 11) == 0 { // the relay goes down or is back
			for _, c := range f.fleet {
				if c.relayed {
					c.relayDown = !c.relayDown
				}
			}
		}
		f.steady(i, at)
		s := state{at: at, views: f.views, price: f.price, required: f.required}
		for _, id := range slices.Sorted(maps.Keys(f.fleet)) {
			s.list = append(s.list, f.fleet[id].listed(at))
		}
		all = append(all, s)
	}
	return all
}

// catalog and options return the JSON that the service sends at a recording.
func (s state) catalog() string {
	return fmt.Sprintf(
		`[{"name":"m","label":%q,"pricing":[{"duration":5,"price":%d},{"duration":8,"price":7}]}]`,
		modelName("m"), s.price,
	)
}

func (s state) options() string {
	required := ""
	if s.required {
		required = `,"required":["name"]`
	}
	const format = `[{"field":"board","valueType":"list","createSchema":{"type":"object",` +
		`"properties":{"name":{"type":"string"}}%s}}]`
	return fmt.Sprintf(format, required)
}

// checked is a program whose history holds what a plain computation knows.
type checked struct {
	program
	*plain
	handler http.Handler
}

// newChecked plays an irregular fleet.
func newChecked(t *testing.T, seed uint64, recordings int) *checked {
	states := newIrregular(seed, recordings).states(irregularNow)
	now := states[len(states)-1]
	clock := func() time.Time { return irregularNow }
	service, err := sandbox.New(sandbox.Options{APIKey: panetest.Key, Accounts: 3, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	x := &checked{plain: newPlain()}
	x.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := ""
		switch {
		case strings.HasSuffix(r.URL.Path, "/accounts"):
			data = answerAccounts(now.list)
		case strings.HasSuffix(r.URL.Path, "/video/generation"):
			data = now.catalog()
		default:
			service.ServeHTTP(w, r)
			return
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	})
	server := httptest.NewServer(x.handler)
	t.Cleanup(server.Close)
	x.program = newProgram(t, server.URL, clock)
	h := x.history()
	for i, s := range states {
		prices := map[string]string{"m": fmt.Sprint(s.price)}
		x.record(s.at, s.list, prices)
		if i == len(states)-1 {
			break // the commands load it
		}
		x.recordOptions(s.at, map[string]string{"board": fmt.Sprint(s.required)})
		x.views = append(x.views, count{s.at, float64(s.views)})
		s.store(t, h)
	}
	h.Close(t.Context())
	x.plain.now = now.at
	x.list = now.list
	x.prices = map[string]string{"m": fmt.Sprint(now.price)}
	return x
}

// store stores what the service has at a recording.
func (s state) store(t *testing.T, h *history.DB) {
	h.RecordAccounts(s.at, decodeAccounts(t, s.list), api.Int(int64(len(s.list))), true)
	h.RecordCatalog(s.at, decodeRows[api.VideoModel](t, s.catalog()))
	h.RecordPlatforms(s.at, []api.Platform{{Platform: "bilibili"}, {Platform: optionPlatform}})
	h.RecordOptions(s.at, optionPlatform, decodeRows[api.PublishOption](t, s.options()))
	h.Works().Record(
		s.at,
		api.WorkQuery{Platform: optionPlatform, WorkID: workID},
		api.WorkDetail{Snapshots: []api.Snapshot{{
			ID:        fmt.Sprint(s.at.Unix()),
			FetchedAt: api.Some(s.at.UTC().Format(time.RFC3339)),
			Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(int64(s.views))}},
		}}},
	)
	h.Wait(t.Context())
}

// history opens the history of the program.
func (x *checked) history() *history.DB {
	return history.Open(history.Config{
		Path:       filepath.Join(x.vars["XDG_STATE_HOME"], "channeldeck", "channeldeck.db"),
		Site:       x.vars["CHANNELDECK_BASE_URL"],
		Key:        panetest.Key,
		Language:   "en-US",
		Now:        x.clock,
		StaleAfter: 7 * aDay,
	})
}

// The numbers of accounts, groups, triage, the report and Overview are those of the plain computation,
// of fleets that change in every way, for baselines of every age.
func TestIrregularRecordings(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			recordings := 60
			if seed == 2 {
				recordings = 12 // a short history
			}
			x := newChecked(t, seed, recordings)
			x.checkAccounts(4, 7, 30)
			x.checkGroups()
			x.checkStates()
			for _, age := range []time.Duration{
				time.Hour,
				11 * time.Hour,
				3 * aDay,
				9 * aDay,
				24 * aDay,
				90 * aDay,
			} {
				x.checkTriage(age)
			}
			x.checkDays()
			x.checkOverview()
			for _, days := range []int{2, 9, 30} {
				x.checkReport(days, everyone)
				x.checkReport(days, inGroup("g"), "--group", "g")
				x.checkReport(days, inGroup("h"), "--group", "h")
				x.checkReport(days, onPlatform("bilibili"), "--platform", "bilibili")
			}
			x.checkMomentsOfReport("g")
		})
	}
}
