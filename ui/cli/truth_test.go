package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/overview"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// channel is an account of the generated fleet.
type channel struct {
	platform, id, group, name        string
	counted, abnormal, outage, stale bool
	followers, works                 int
	stats                            time.Time // of the last statistics; zero for an hour before the recording
}

// isStale reports whether the statistics are older than a week now.
func (c channel) isStale() bool {
	return c.stale || !c.stats.IsZero() && clock().Sub(c.stats) > 7*24*time.Hour
}

// Health in words: abnormal, outage or normal.
func (c channel) health() string {
	switch {
	case c.outage:
		return "outage"
	case c.abnormal:
		return "abnormal"
	}
	return "normal"
}

func (c channel) json(at time.Time) string {
	status := 1
	relay := "null"
	name := c.name
	stats := `"lastStatsTime":"` + at.Add(-time.Hour).Format(time.RFC3339) + `",`
	followers := c.followers
	works := c.works
	if c.abnormal || c.outage {
		status = 0
	}
	if strings.HasPrefix(c.id, "r") {
		relay = `"ref ` + c.id + `"`
	}
	if c.outage {
		name = "ref " + c.id
	}
	if c.stale {
		stats = `"lastStatsTime":"2025-06-01T00:00:00Z",`
	} else if !c.stats.IsZero() {
		stats = `"lastStatsTime":"` + c.stats.Format(time.RFC3339) + `",`
	}
	if !c.counted {
		followers = 0
		works = 0
		stats = ""
	}
	return fmt.Sprintf(`{"id":%q,"userId":"u%s","type":%q,"uid":%q,"nickname":%q,"groupId":%q,"status":%d,%s"relayAccountRef":%s,"fansCount":%d,"workCount":%d,"createdAt":"2025-01-01T00:00:00Z"}`,
		c.id, c.id, c.platform, "uid"+c.id, name, c.group, status, stats, relay, followers, works)
}

// state is a recording of the fleet.
type state struct {
	at       time.Time
	all      map[string]channel // by ID
	views    int                // of the work
	price    int                // of the model
	required bool               // the member of the publish option
}

// The platforms whose channels grow steadily but for what happens to them: some fall and recover
// alone, those of pinterest fall together, all but one of wxSph lose their statistics together,
// and the statistics of those of youtube end together.
const steadily = 50_000

func steady(random *rand.Rand, fleet map[string]channel) {
	for _, platform := range []string{"tiktok", "pinterest", "wxSph", "youtube"} {
		for i := range 4 {
			id := fmt.Sprint("s", platform[:1], i)
			fleet[id] = channel{
				platform:  platform,
				id:        id,
				group:     "steady",
				name:      "steady " + id,
				counted:   true,
				followers: steadily + random.IntN(50),
			}
		}
	}
}

// happen changes the steady channels, the work, the model and the option in a recording of many.
func happen(random *rand.Rand, i, recordings int, at time.Time, fleet map[string]channel, s *state) {
	for id, c := range fleet {
		if !strings.HasPrefix(id, "s") {
			continue
		}
		n := int(id[2] - '0')
		switch c.followers += 1 + random.IntN(2); { // so that each recording has a step
		case c.platform == "tiktok" && n < 2 &&
			i == recordings*(2+n)/5, c.platform == "pinterest" && i == recordings*3/4:
			c.followers = c.followers * 6 / 10
		case c.platform == "tiktok" && n == 0 &&
			i == recordings*3/5, c.platform == "pinterest" && n == 0 && i == recordings*3/4+2:
			c.followers = c.followers * 10 / 6
		case c.platform == "wxSph" && n < 3 && i == recordings*4/5:
			c.counted = false
		case c.platform == "youtube" && i == recordings/2:
			c.stats = at.Add(-time.Hour)
		}
		fleet[id] = c
	}
	s.views += 5 + random.IntN(3)
	if i == recordings-3 {
		s.views = s.views * 6 / 10
	}
	if i%(recordings/4) == 1 {
		s.price = 60 + 20*random.IntN(3)
	}
	if i == recordings/3 || i == recordings*2/3 || i == recordings-2 {
		s.required = !s.required
	}
}

// generated are recordings at irregular times until now: channels join, leave, move, lose their
// statistics, turn, recover, are renamed and come back, and their relay goes down.
func generated(seed uint64, recordings int, now time.Time) []state {
	random := rand.New(rand.NewPCG(seed, 7))
	between := func(least, most int) int { return least + random.IntN(most-least+1) }
	fleet := map[string]channel{ // that are never without accounts
		"a0": {platform: "bilibili", id: "a0", group: "g", name: "anchor", counted: true, followers: 11, works: 1},
		"a1": {platform: "douyin", id: "a1", group: "h", name: "anchor", counted: true, followers: 12, works: 2},
	}
	steady(random, fleet)
	s := state{views: 1000, price: 100}
	left := map[string]channel{}
	var steps []time.Duration
	total := time.Duration(0)
	for range recordings - 1 {
		steps = append(steps, time.Duration(between(20, 34*60))*time.Minute)
		total += steps[len(steps)-1]
	}
	at := now.Add(-total)
	var states []state
	for i := range recordings {
		for range between(0, 4) {
			id := fmt.Sprint([]string{"c", "c", "r"}[between(0, 2)], between(0, 4))
			c, listed := fleet[id]
			if !listed {
				var known bool
				if c, known = left[id]; !known {
					c = channel{
						platform:  []string{"bilibili", "douyin"}[between(0, 1)],
						id:        id,
						group:     "g",
						name:      "name of " + id,
						counted:   true,
						followers: between(1, 60),
						works:     between(0, 9),
					}
				}
				fleet[id] = c
				continue
			}
			switch between(0, 9) {
			case 0:
				left[id] = c
				delete(fleet, id)
				continue
			case 1:
				c.counted = !c.counted
			case 2, 3:
				c.abnormal = !c.abnormal
			case 4:
				c.group = []string{"g", "h", "i"}[between(0, 2)]
			case 5:
				c.name = fmt.Sprint("name ", between(0, 3))
			case 6:
				c.stale = !c.stale
			default:
				c.followers, c.works = max(c.followers+between(-9, 12), 1), c.works+between(0, 2)
			}
			fleet[id] = c
		}
		if between(0, 11) == 0 { // the relay goes down or is back
			for id, c := range fleet {
				if strings.HasPrefix(id, "r") {
					c.outage = !c.outage
					fleet[id] = c
				}
			}
		}
		happen(random, i, recordings, at, fleet, &s)
		s.at = at
		s.all = map[string]channel{}
		for id, c := range fleet {
			s.all[id] = c
		}
		states = append(states, s)
		if i < len(steps) {
			at = at.Add(steps[i])
		}
	}
	return states
}

// plainly answers by plain computation what is printed of recordings. The last is the present.
type plainly []state

func (p plainly) now() state { return p[len(p)-1] }

// last is the index of the last recording that is not after a time, or else of the first one.
func (p plainly) last(at time.Time) int {
	n := 0
	for i, s := range p {
		if !s.at.After(at) {
			n = i
		}
	}
	return n
}

// spell is between which recordings the present health of an account began; after is zero if it
// was so in the first one. before is the health then, "" if it was not listed.
func (p plainly) spell(id string) (after, before time.Time, was string) {
	is := p.now().all[id].health()
	from := len(p) - 1
	hidden := false
	for i := len(p) - 2; i >= 0; i-- {
		c, listed := p[i].all[id]
		switch {
		case !listed && hidden: // it came in an outage
			return p[from-1].at, p[from].at, ""
		case !listed:
			return p[i].at, p[i+1].at, ""
		case is != "outage" && c.outage:
			hidden = true
		case c.health() != is:
			return p[i].at, p[from].at, c.health()
		default:
			from = i
			hidden = false
		}
	}
	return time.Time{}, p[0].at, ""
}

// mark is what happened to an account since a recording.
func (p plainly) mark(id string, since int) string {
	_, is := p.now().all[id]
	_, was := p[since].all[id]
	if !is {
		return map[bool]string{true: "gone"}[was]
	}
	after, before, from := p.spell(id)
	turned := !after.IsZero() && from != "" && before.After(p[since].at)
	health := p.now().all[id].health()
	switch {
	case turned && health == "abnormal":
		return "turned"
	case !was:
		return "new"
	case turned && health == "normal" && from == "abnormal":
		return "recovered"
	}
	return ""
}

// parts are the numbers of a change between two recordings by their names in JSON: accounts and
// sums.
type parts map[string][2]int

// change compares the accounts of which in says that they belong.
func (p plainly) change(from, to int, value func(channel) int, in func(channel) bool) parts {
	all := parts{}
	add := func(name string, c channel) {
		n := all[name]
		n[0]++
		if c.counted {
			n[1] += value(c)
		}
		all[name] = n
	}
	ids := map[string]bool{}
	for _, s := range []state{p[from], p[to]} {
		for id := range s.all {
			ids[id] = true
		}
	}
	for id := range ids {
		a, was := p[from].all[id]
		b, is := p[to].all[id]
		wasIn := was && in(a)
		isIn := is && in(b)
		if wasIn {
			add("was", a)
			if a.health() == "abnormal" {
				add("wasAbnormal", a)
			}
		}
		if isIn {
			add("is", b)
			if b.health() == "abnormal" {
				add("isAbnormal", b)
			}
		}
		switch {
		case !wasIn && !isIn:
		case !was:
			add("joined", b)
		case !is:
			add("left", a)
		case !isIn:
			add("movedOut", a)
		case !wasIn:
			add("movedIn", b)
		case a.counted && b.counted:
			add("before", a)
			add("after", b)
		case a.counted:
			add("lost", a)
		case b.counted:
			add("first", b)
		default:
			add("unknown", a)
		}
	}
	return all
}

// count counts the present accounts.
func (p plainly) count(in func(channel) bool) (n int) {
	for _, c := range p.now().all {
		if in(c) {
			n++
		}
	}
	return n
}

func followersOf(c channel) int { return c.followers }
func everyone(channel) bool     { return true }
func inGroup(id string) func(channel) bool {
	return func(c channel) bool { return c.group == id }
}
func onPlatform(id string) func(channel) bool {
	return func(c channel) bool { return c.platform == id }
}

// changeJSON is a change in JSON.
type changeJSON struct {
	Accounts                                     int
	Before, After, Change                        *int
	Percent                                      *float64
	Joined, Left, First, Lost, MovedIn, MovedOut partJSON
}

type partJSON struct {
	Accounts int
	Sum      *int
}

func intOf(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// agrees compares a printed change with the plain one.
func (want parts) agrees(t *testing.T, what string, got changeJSON) {
	t.Helper()
	for name, part := range map[string]partJSON{
		"before":   {got.Accounts, got.Before},
		"joined":   got.Joined,
		"left":     got.Left,
		"first":    got.First,
		"lost":     got.Lost,
		"movedIn":  got.MovedIn,
		"movedOut": got.MovedOut,
	} {
		if w := want[name]; part.Accounts != w[0] || intOf(part.Sum) != w[1] {
			t.Errorf("%s: %s %d accounts with %d, not %v", what, name, part.Accounts, intOf(part.Sum), w)
		}
	}
	if w := want["after"][1]; intOf(got.After) != w || intOf(got.Change) != w-want["before"][1] {
		t.Errorf(
			"%s: to %d, change %d, not from %d to %d",
			what,
			intOf(got.After),
			intOf(got.Change),
			want["before"][1],
			w,
		)
	}
	if p := want.percent(); got.Percent != nil && *got.Percent != p {
		t.Errorf("%s: %v %%, not %v", what, *got.Percent, p)
	}
}

func (want parts) percent() float64 {
	was := want["before"][1]
	is := want["after"][1]
	return math.Copysign(math.Floor(math.Abs(float64(is-was))*1000/float64(was)+0.5+1e-9)/10, float64(is-was))
}

// truth is a generated fleet with its history and its service.
type truth struct {
	plainly
	d   *deployment
	env map[string]string
}

func newTruth(t *testing.T, seed uint64, recordings int) *truth {
	t.Helper()
	p := plainly(generated(seed, recordings, clock()))
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	service := d.recorded
	rowsOf := func(s state) string {
		var rows []string
		for _, c := range s.all {
			rows = append(rows, c.json(s.at))
		}
		return "[" + strings.Join(rows, ",") + "]"
	}
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/accounts"):
			fmt.Fprintf(w, `{"code":0,"message":"ok","data":{"total":%d,"list":%s}}`, len(p.now().all), rowsOf(p.now()))
		case strings.HasSuffix(r.URL.Path, "/video/generation"):
			fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, p.now().catalog())
		default:
			service.ServeHTTP(w, r)
		}
	}))
	x := &truth{p, d, withState(t, d.env())}
	h := x.history()
	for _, s := range p[:len(p)-1] {
		rows, err := api.DecodeRows[api.Account]([]byte(rowsOf(s)))
		if err != nil {
			t.Fatal(err)
		}
		var list []*api.Account
		for i := range rows {
			list = append(list, &rows[i])
		}
		h.RecordAccounts(s.at, list, api.Int(int64(len(list))), true)
		models, err := api.DecodeRows[api.VideoModel]([]byte(s.catalog()))
		options, err2 := api.DecodeRows[api.PublishOption]([]byte(s.options()))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		h.RecordCatalog(s.at, models)
		h.RecordPlatforms(s.at, []api.Platform{{Platform: "bilibili"}, {Platform: "douyin"}})
		h.RecordOptions(s.at, "douyin", options)
		h.Works().Record(s.at, api.WorkQuery{
			Platform: "douyin",
			WorkID:   "w",
		}, api.WorkDetail{Snapshots: []api.Snapshot{{
			ID: fmt.Sprint(s.at.Unix()), FetchedAt: api.Some(s.at.UTC().Format(time.RFC3339)), Metrics: api.Metrics{{
				Name:  "viewCount",
				Value: api.Int(int64(s.views)),
			}}}}})
		h.Wait(t.Context())
	}
	h.Close(t.Context())
	return x
}

func (s state) catalog() string {
	return fmt.Sprintf(
		`[{"name":"m","label":"Model M","pricing":[{"duration":5,"price":%d},{"duration":8,"price":7}]}]`,
		s.price,
	)
}

func (s state) options() string {
	required := ""
	if s.required {
		required = `,"required":["name"]`
	}
	return `[{"field":"board","valueType":"list","createSchema":{"type":"object","properties":{"name":{"type":"string"}}` + required + `}}]`
}

func (x *truth) history() *history.DB {
	return history.Open(history.Config{
		Path:       filepath.Join(x.env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db"),
		Site:       x.d.Server.URL,
		Key:        testKey,
		Language:   "en-US",
		Now:        clock,
		StaleAfter: 7 * 24 * time.Hour,
	})
}

func (x *truth) decode(t *testing.T, to any, args ...string) {
	t.Helper()
	got := run(t, x.env, append(args, "-o", "json")...)
	if err := json.Unmarshal([]byte(got.out), to); err != nil {
		t.Fatalf("%v: %v: %+v", args, err, got)
	}
}

func interval(after, before string) [2]string { return [2]string{after, before} }

func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// An independent plain computation agrees with the numbers of accounts, groups, triage, the
// report and Overview, of fleets that change in every way, for baselines of every age.
func TestNumbersAgreeWithAPlainComputation(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			recordings := 60
			if seed == 2 {
				recordings = 12 // a short history
			}
			x := newTruth(t, seed, recordings)
			x.accounts(t)
			x.groups(t)
			x.states(t)
			for _, age := range []time.Duration{
				time.Hour,
				11 * time.Hour,
				3 * 24 * time.Hour,
				9 * 24 * time.Hour,
				24 * 24 * time.Hour,
				90 * 24 * time.Hour,
			} {
				x.triage(t, age)
				x.moves(t, age)
			}
			x.days(t)
			x.overview(t)
			for _, days := range []int{2, 9, 30} {
				x.report(t, days, everyone)
				x.report(t, days, inGroup("g"), "--group", "g")
				x.report(t, days, inGroup("h"), "--group", "h")
				x.report(t, days, onPlatform("bilibili"), "--platform", "bilibili")
			}
		})
	}
}

// window returns the recording with which a window of some days begins: the nearest to that time, within
// a tenth of the window, or else the last one before or the first of all. It reports whether the history
// is too short.
func (p plainly) window(days int) (begins int, isShort bool) {
	then := clock().AddDate(0, 0, -days)
	tenth := time.Duration(days) * 24 * time.Hour / 10
	nearest := tenth + 1
	begins = -1
	for i, s := range p {
		distance := max(s.at.Sub(then), then.Sub(s.at))
		if distance < nearest {
			nearest = distance
			begins = i
		}
	}
	if begins < 0 {
		begins = p.last(then)
	}
	return begins, p[0].at.After(then.Add(tenth))
}

// accounts checks the trends and the intervals of accounts.
func (x *truth) accounts(t *testing.T) {
	var rows []struct {
		ID                                string
		SinceVisit, SevenDays, ThirtyDays *int
		Since                             struct{ After, Before string }
		After, Before                     string
	}
	x.decode(
		t,
		&rows,
		"accounts",
		"--match",
		"baseline:4d",
		"--columns",
		"id,sinceVisit,sevenDays,thirtyDays,since,after,before",
	)
	if len(rows) != len(x.now().all) {
		t.Errorf("%d accounts, not %d", len(rows), len(x.now().all))
	}
	for _, r := range rows {
		is := x.now().all[r.ID]
		for days, got := range map[int]*int{4: r.SinceVisit, 7: r.SevenDays, 30: r.ThirtyDays} {
			begins := x.last(clock().AddDate(0, 0, -days))
			isShort := false // files have no titles that say less
			if days != 4 {
				begins, isShort = x.window(days)
			}
			was, listed := x.plainly[begins].all[r.ID]
			known := listed && was.counted && is.counted && !isShort
			if known != (got != nil) || known && *got != is.followers-was.followers {
				t.Errorf("%s over %d days: %d, known %v; was %+v, is %+v", r.ID, days, intOf(got), known, was, is)
			}
		}
		after, before, _ := x.spell(r.ID)
		want := interval(stamp(after), stamp(before))
		if interval(r.After, r.Before) != want || interval(r.Since.After, r.Since.Before) != want {
			t.Errorf("%s is %s since %v, not %v", r.ID, is.health(), r, want)
		}
	}
}

// states checks what is printed of the recorded states of each account.
func (x *truth) states(t *testing.T) {
	type counts struct {
		Status    *int
		Outage    bool
		FansCount *int
		GroupID   string
	}
	check := func(what, id, at string, listed bool, got counts) {
		t.Helper()
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		c, is := x.plainly[x.last(when.Add(time.Second))].all[id]
		want := counts{Outage: c.outage, GroupID: c.group}
		if status := map[bool]int{true: 0, false: 1}[c.abnormal]; is && !c.outage {
			want.Status = &status
		}
		if c.counted {
			want.FansCount = &c.followers
		}
		if is != listed || is && fmt.Sprint(
			got.Status == nil,
			intOf(got.Status),
			got.Outage,
			intOf(got.FansCount),
			got.GroupID,
		) != fmt.Sprint(want.Status == nil, intOf(want.Status), want.Outage, intOf(want.FansCount), want.GroupID) {
			t.Errorf("%s: %s at %s %+v, listed %v; want %+v", what, id, at, got, listed, c)
		}
	}
	var exported []struct {
		Kind, ID, At string
		Value        *counts
	}
	x.decode(t, &exported, "history", "export")
	for _, e := range exported {
		if id, isAccount := strings.CutPrefix(e.ID, "bilibili/"); isAccount && e.Kind == "account" && e.Value != nil {
			check("export", id, e.At, true, *e.Value)
		}
	}
	for id := range x.now().all {
		var states []struct {
			counts
			At, ID string
			Listed bool
		}
		x.decode(t, &states, "history", "account", id, "--since", "90d")
		for _, s := range states {
			check("account", s.ID, s.At, s.Listed, s.counts)
		}
	}
}

func (x *truth) groups(t *testing.T) {
	var rows []struct {
		ID                                 string
		Accounts, Normal, Abnormal, Outage int
		Sums                               map[string]int
		Change30d                          struct {
			Days, Joined, Left, MovedIn, MovedOut int
			Accounts, Abnormal                    [2]int
			Changes                               map[string]changeJSON
		}
	}
	x.decode(t, &rows, "groups")
	from, _ := x.window(30)
	to := len(x.plainly) - 1
	for _, g := range rows {
		of := func(health string) int {
			return x.count(func(c channel) bool { return c.group == g.ID && c.health() == health })
		}
		want := x.change(from, to, followersOf, inGroup(g.ID))
		if g.Accounts != want["is"][0] || g.Normal != of("normal") || g.Abnormal != of("abnormal") ||
			g.Outage != of("outage") ||
			g.Sums["fansCount"] != want["is"][1] {
			t.Errorf("group %+v, want %v", g, want)
		}
		c := g.Change30d
		if c.Joined != want["joined"][0] || c.Left != want["left"][0] || c.MovedIn != want["movedIn"][0] ||
			c.MovedOut != want["movedOut"][0] ||
			c.Accounts != [2]int{
				want["was"][0],
				want["is"][0],
			} || c.Abnormal != [2]int{want["wasAbnormal"][0], want["isAbnormal"][0]} {
			t.Errorf("group %s: %+v, want %v", g.ID, c, want)
		}
		want.agrees(t, "group "+g.ID, c.Changes["fansCount"])
		x.change(from, to, func(c channel) int { return c.works }, inGroup(g.ID)).agrees(
			t,
			"works of group "+g.ID,
			c.Changes["workCount"],
		)
	}
}

// triage checks how many accounts each finding is about, and when it happened.
func (x *truth) triage(t *testing.T, age time.Duration) {
	var found []struct {
		Finding, What, Section, ID, After, Before string
		Was, Is                                   *int
		Accounts                                  []struct{ ID string }
	}
	x.decode(t, &found, "triage", "--since", fmt.Sprintf("%dh", int(age.Hours())))
	since := x.last(clock().Add(-age))
	got := map[string][]string{}
	want := map[string][]string{}
	for _, f := range found {
		kind := f.Finding
		ids := []string{f.ID}
		if len(f.Accounts) > 0 {
			ids = nil
			for _, a := range f.Accounts {
				ids = append(ids, a.ID)
			}
		}
		if kind == "incident" {
			kind = f.What
			if kind == "turnedAbnormal" && f.Section != "new" {
				kind = "abnormal"
			}
		}
		for _, id := range ids {
			got[kind] = append(got[kind], id)
			after, before, _ := x.spell(id)
			if health := slices.Contains(
				[]string{"turnedAbnormal", "abnormal", "relayDown", "relayMissing", "recovered"},
				kind,
			); health && interval(f.After, f.Before) != interval(stamp(after), stamp(before)) {
				t.Errorf(
					"since %v: %s %s between %s and %s, not %s and %s",
					age,
					kind,
					id,
					f.After,
					f.Before,
					stamp(after),
					stamp(before),
				)
			}
		}
		if kind == "statisticsLost" && len(f.Accounts) == 0 {
			if was := x.lost(f.ID); intOf(f.Was) != was {
				t.Errorf("%s lost %d, not %d", f.ID, intOf(f.Was), was)
			}
		}
	}
	add := func(kind, id string) { want[kind] = append(want[kind], id) }
	reached := x.count(func(c channel) bool { return strings.HasPrefix(c.id, "r") && !c.outage }) > 0
	for id, c := range x.now().all {
		switch mark := x.mark(id, since); {
		case c.outage && reached:
			add("relayMissing", id)
		case c.outage:
			add("relayDown", id)
		case mark == "turned":
			add("turnedAbnormal", id)
		case c.abnormal:
			add("abnormal", id)
		case mark == "new":
			add("appeared", id)
		case mark == "recovered":
			add("recovered", id)
		}
		if !c.abnormal && !c.outage {
			switch {
			case c.counted && c.isStale():
				add("stale", id)
			case !c.counted && x.lost(id) > 0:
				add("statisticsLost", id)
			case !c.counted:
				add("neverFetched", id)
			}
		}
	}
	for id := range x.plainly[since].all {
		if x.mark(id, since) == "gone" {
			add("disappeared", id)
		}
	}
	for _, kind := range []string{
		"turnedAbnormal", "abnormal", "recovered", "appeared", "disappeared", "relayDown",
		"relayMissing", "stale", "statisticsLost", "neverFetched",
	} {
		slices.Sort(got[kind])
		slices.Sort(want[kind])
		if !slices.Equal(got[kind], want[kind]) {
			t.Errorf("since %v: %s %v, not %v", age, kind, got[kind], want[kind])
		}
	}
}

// moves checks what triage says of followers, mass events, the work, the model and the option in
// the whole period.
func (x *truth) moves(t *testing.T, age time.Duration) {
	type found struct {
		Finding, What, ID, Platform, After, Before string
		Was, Is, Now                               *int
		Count, Of, Times                           int
		Percent                                    *struct{ Smallest, Median, Largest float64 }
		Changes                                    map[string]int
		Accounts                                   []struct{ ID string }
	}
	var all []found
	x.decode(t, &all, "triage", "--since", fmt.Sprintf("%dh", int(age.Hours())))
	of := func(kind, id string) (list []found) {
		for _, f := range all {
			if f.Finding == kind && f.ID == id ||
				f.Finding == "incident" && f.What == kind && slices.Contains(f.Accounts, struct{ ID string }{id}) {
				list = append(list, f)
			}
		}
		return list
	}
	since := x.last(clock().Add(-age))
	last := len(x.plainly) - 1
	sums := map[string][2]int{} // of the incidents, by kind
	add := func(kind string, was, is int) {
		sums[kind] = [2]int{sums[kind][0] + was, sums[kind][1] + is}
	}
	for id, is := range x.now().all {
		if lost := x.lost(id); is.platform == "wxSph" && !is.counted {
			add("statisticsLost", lost, 0)
		}
		if !strings.HasPrefix(id, "s") || !is.counted {
			continue
		}
		// All of the change since the baseline or, if it is larger by 2 %, a step.
		before := x.plainly[since].all[id]
		was := before.followers
		to := is.followers
		at := 0
		largest := 0
		step := func(i int) int { return x.plainly[i].all[id].followers - x.plainly[i-1].all[id].followers }
		if n := is.followers - before.followers; abs(n) > steadily/10 {
			largest = abs(n)
			at = last
			for i := since + 1; i <= last; i++ {
				if (step(i) > 0) == (n > 0) && abs(step(i)) > abs(step(at)) {
					at = i
				}
			}
		}
		for i := since + 1; i <= last; i++ {
			if from := x.plainly[i-1].all[id].followers; abs(step(i)) > steadily/10 &&
				(largest == 0 || abs(step(i)) > largest+from/50) {
				to = from + step(i)
				largest = abs(step(i))
				was = from
				at = i
			}
		}
		if is.platform == "pinterest" {
			add("followersFell", was, to)
		}
		fell := of("followersFell", id)
		rose := of("followersRose", id)
		if largest == 0 {
			if len(fell)+len(rose) > 0 {
				t.Errorf("since %v: %s moved: %+v %+v", age, id, fell, rose)
			}
			continue
		}
		if told := append(fell, rose...); len(told) != 1 || (to < was) != (len(fell) == 1) {
			t.Errorf("since %v: %s from %d to %d: %+v", age, id, was, to, told)
		} else if f := told[0]; interval(f.After, f.Before) != interval(
			stamp(x.plainly[at-1].at),
			stamp(x.plainly[at].at),
		) {
			t.Errorf("since %v: %s moved at %v: %+v", age, id, x.plainly[at].at, f)
		} else if f.Finding != "incident" &&
			(intOf(f.Was) != was || intOf(f.Is) != to || (f.Now != nil) != (to != is.followers) ||
				f.Now != nil && *f.Now != is.followers) {
			t.Errorf("since %v: %s from %d to %d, now %d: %+v", age, id, was, to, is.followers, f)
		}
	}
	// Each mass event is one incident.
	n := len(x.plainly)
	for _, mass := range []struct {
		what, platform string
		at, count      int
		lasts          bool
	}{{
		"followersFell",
		"pinterest",
		n * 3 / 4,
		4,
		false,
	}, {"statisticsLost", "wxSph", n * 4 / 5, 3, true}, {"stale", "youtube", n / 2, 4, true}} {
		var incidents []found
		for _, f := range all {
			if f.What == mass.what && f.ID == mass.platform {
				incidents = append(incidents, f)
			}
		}
		first := mass.at
		at := x.plainly[mass.at].at
		if mass.what == "stale" { // the first recording a week later shows it
			for first = 0; first <= last &&
				x.plainly[first].at.Before(at.Add(-time.Hour).Add(7*24*time.Hour)); first++ {
			}
		}
		if told := first <= last && (mass.lasts || first > since); told != (len(incidents) == 1) {
			t.Errorf("since %v: %d incidents of %s at %v: %+v", age, len(incidents), mass.what, at, all)
		} else if told {
			f := incidents[0]
			if f.Count != mass.count || f.Of != 4 || len(f.Accounts) != mass.count ||
				interval(f.After, f.Before) != interval(stamp(x.plainly[first-1].at), stamp(x.plainly[first].at)) {
				t.Errorf("since %v: %s at %v: %+v", age, mass.what, at, f)
			}
			if sum := sums[mass.what]; intOf(f.Was) != sum[0] || intOf(f.Is) != sum[1] {
				t.Errorf("since %v: %s from %d to %d, not %v", age, mass.what, intOf(f.Was), intOf(f.Is), sum)
			}
		}
	}
	// The fall of the work, the first and the last price, and how often what changed.
	fall := n - 3
	if works := of("work", "w"); (fall > since) != (len(works) == 1) {
		t.Errorf("since %v: %d findings of the work", age, len(works))
	} else if len(works) == 1 {
		f := works[0]
		if intOf(f.Was) != x.plainly[fall-1].views || intOf(f.Is) != x.plainly[fall].views ||
			intOf(f.Now) != x.plainly[last-1].views ||
			interval(f.After, f.Before) != interval(stamp(x.plainly[fall-1].at), stamp(x.plainly[fall].at)) {
			t.Errorf(
				"since %v: %+v, not from %d to %d, now %d",
				age,
				f,
				x.plainly[fall-1].views,
				x.plainly[fall].views,
				x.plainly[last-1].views,
			)
		}
	}
	changed := func(differs func(a, b *state) bool, last int) (times, at int) {
		for i := since + 1; i <= last; i++ {
			if differs(&x.plainly[i-1], &x.plainly[i]) {
				times++
				at = i
			}
		}
		return times, at
	}
	check := func(kind, id string, times, at int, isSame bool) {
		list := of(kind, id)
		if told := times > 1 || times == 1 && !isSame; told != (len(list) == 1) {
			t.Errorf("since %v: %s changed %d times: %+v", age, id, times, list)
		} else if told && (list[0].Times != times || (len(list[0].Changes) == 0) != isSame ||
			interval(list[0].After, list[0].Before) != interval(stamp(x.plainly[at-1].at), stamp(x.plainly[at].at))) {
			t.Errorf("since %v: %s changed %d times until %v: %+v", age, id, times, x.plainly[at].at, list[0])
		}
	}
	first := x.plainly[since].price
	now := x.now().price
	times, at := changed(func(a, b *state) bool { return a.price != b.price }, last)
	check("price", "m", times, at, first == now)
	if list := of("price", "m"); first != now && len(list) == 1 {
		by := math.Round(float64(now-first)/float64(first)*1000) / 10
		if p := list[0].Percent; p == nil || p.Smallest != by || p.Median != by || p.Largest != by {
			t.Errorf("since %v: from %d to %d: %+v", age, first, now, list[0])
		}
	}
	// the last recording requests no options
	times, at = changed(func(a, b *state) bool { return a.required != b.required }, last-1)
	check("options", "board", times, at, x.plainly[since].required == x.plainly[last-1].required)
}

func abs(n int) int { return max(n, -n) }

// days checks the points of the charts: the totals of each day, of all accounts, of a platform
// and of a group, as of its last recording.
func (x *truth) days(t *testing.T) {
	h := x.history()
	defer h.Close(t.Context())
	// The marks of Overview's charts are where accounts joined or left in a day.
	f, err := fleet.Open(fleet.Settings{BaseURL: x.d.URL, API: api.Settings{APIKey: testKey}, DB: h, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := f.Accounts(t.Context(), fleet.Query{Columns: []string{fleet.ColumnMonth}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var marks []string
	for i := range x.plainly {
		date := x.plainly[i].at.Format(time.DateOnly)
		if i+1 < len(x.plainly) && x.plainly[i+1].at.Format(time.DateOnly) == date {
			continue
		}
		from := i
		for from > 0 && x.plainly[from].at.Format(time.DateOnly) == date {
			from--
		}
		c := x.change(from, i, followersOf, everyone)
		got := answer.Past.Steps[date]
		want := (fleet.Step{Joined: c["joined"][0], Left: c["left"][0]})
		if got != want {
			t.Errorf("%s: %+v, not %+v", date, got, want)
		}
		text := date[5:]
		if n := c["joined"][0]; n > 0 {
			text += fmt.Sprint(" +", n)
		}
		if n := c["left"][0]; n > 0 {
			text += fmt.Sprint(" −", n)
		}
		if text != date[5:] && !x.plainly[i].at.Before(clock().AddDate(0, 0, -29).Truncate(24*time.Hour)) {
			marks = append(marks, text)
		}
	}
	page := strings.ReplaceAll(run(t, x.env, "report", "--since", "30d", "--lang", "en").out, "&#43;", "+")
	if text := "Accounts joined or left: " + strings.Join(marks, ", ") +
		"<"; len(marks) > 0 && !strings.Contains(page, text) {
		t.Errorf("no %q in the report", text)
	}
	for _, part := range []struct {
		platform, group string
		in              func(channel) bool
	}{{"", "", everyone}, {
		"bilibili",
		"",
		onPlatform("bilibili"),
	}, {"pinterest", "", onPlatform("pinterest")}, {"", "g", inGroup("g")}, {"", "h", inGroup("h")}} {
		days, err := h.Past().DaysOf(t.Context(), part.platform, part.group, x.plainly[0].at)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, d := range days {
			followers, _ := d.Followers().Int64()
			got[d.Date] = fmt.Sprint(d.Accounts, " ", d.Abnormal, " ", followers)
		}
		want := map[string]string{}
		for i, s := range x.plainly {
			c := x.change(i, i, followersOf, part.in)
			delete(want, s.at.Format(time.DateOnly))
			if c["is"][0] > 0 {
				want[s.at.Format(time.DateOnly)] = fmt.Sprint(c["is"][0], " ", c["isAbnormal"][0], " ", c["is"][1])
			}
		}
		for date, numbers := range want {
			if got[date] != numbers {
				t.Errorf("%s%s on %s: %q, not %q", part.platform, part.group, date, got[date], numbers)
			}
		}
	}
}

// lost are the followers of an account before its statistics were lost, 0 if it never had any.
func (p plainly) lost(id string) int {
	for _, s := range slices.Backward(p) {
		switch c, listed := s.all[id]; {
		case !listed:
			return 0
		case c.counted:
			return c.followers
		}
	}
	return 0
}

// overview checks the header, the platforms and groups and the change over the chart.
func (x *truth) overview(t *testing.T) {
	h := x.history()
	defer h.Close(t.Context())
	h.Points().Choose(history.SinceWeek, clock())
	h.Wait(t.Context())
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x.d.Server.Config.Handler.ServeHTTP(w, r)
	})
	w := panetest.New(t, panetest.Options{Handler: handler, History: h, Sandbox: sandbox.Options{Now: clock}})
	view := panetest.Begin(t, overview.New, w, 220, 62).Stack().View()
	lines := strings.Split(view, "\n")
	since := x.last(clock().AddDate(0, 0, -7))
	marks := map[string]int{}
	ids := map[string]bool{}
	for _, s := range x.plainly {
		for id := range s.all {
			ids[id] = true
		}
	}
	for id := range ids {
		marks[x.mark(id, since)]++
	}
	of := func(health string) int { return x.count(func(c channel) bool { return c.health() == health }) }
	old := x.count(func(c channel) bool { // the platform list states that those of Douyin are never fetched
		return c.isStale() && c.counted && c.health() == "normal" && c.platform != "douyin"
	})
	header := fmt.Sprintf(" %d accounts   ✗ %d abnormal", len(x.now().all), of("abnormal"))
	if n := marks["turned"]; n > 0 {
		header += fmt.Sprintf(", +%d newly", n)
	}
	header += fmt.Sprintf("   ● %d normal", of("normal"))
	for _, part := range []struct {
		n    int
		text string
	}{{of("outage"), "! %d not reached"}, {old, "! %d old stats"}, {marks["gone"], "– %d gone"}} {
		if part.n > 0 {
			header += "   " + fmt.Sprintf(part.text, part.n)
		}
	}
	if !strings.HasPrefix(lines[0], header) {
		t.Errorf("the header %q, not %q", lines[0], header)
	}
	from, _ := x.window(30)
	to := len(x.plainly) - 1
	row := regexp.MustCompile(`│ *(Bilibili|Douyin|g|h|i) +(\d+) +\S* *(\d+) +(\d+|-|—|–) +(\S+)`)
	seen := 0
	for _, line := range lines {
		for _, part := range strings.Split(line, "││") {
			m := row.FindStringSubmatch("│" + strings.TrimPrefix(part, "│"))
			if m == nil {
				continue
			}
			in := inGroup(m[1])
			if name := strings.ToLower(m[1]); name == "bilibili" || name == "douyin" {
				in = onPlatform(name)
			}
			want := x.change(from, to, followersOf, in)
			percent := fmt.Sprintf(
				"%s%v%%",
				map[bool]string{true: "▲", false: "▼"}[want.percent() > 0],
				math.Abs(want.percent()),
			)
			if want.percent() == 0 {
				percent = "0%"
			}
			seen++
			if m[2] != fmt.Sprint(want["is"][0]) || m[3] != fmt.Sprint(want["isAbnormal"][0]) ||
				m[4] != fmt.Sprint(want["is"][1]) ||
				want["before"][1] > 0 && m[5] != percent {
				t.Errorf("%q, want %v and %s", m, want, percent)
			}
		}
	}
	if seen < 4 {
		t.Errorf("%d platforms and groups are shown:\n%s", seen, view)
	}
	want := x.change(from, to, followersOf, everyone)
	for _, p := range []struct {
		name, sign string
	}{{"joined", "+"}, {"left", "−"}} {
		text := fmt.Sprintf("%d %s", want[p.name][0], p.name)
		if n := want[p.name][1]; n > 0 {
			text += fmt.Sprintf(" %s%d", p.sign, n)
		}
		if want[p.name][0] > 0 && !strings.Contains(view, text) {
			t.Errorf("no %q:\n%s", text, view)
		}
	}
}

// report checks the totals, days, accounts and problems of a report.
func (x *truth) report(t *testing.T, days int, in func(channel) bool, args ...string) {
	var r struct {
		Added, Gone int
		Totals      []struct {
			Name                                         string
			Before, After, Change                        *int
			Joined, Left, First, Lost, MovedIn, MovedOut partJSON
		}
		Days []struct {
			Date                             string
			Recorded                         bool
			Accounts, Abnormal, Joined, Left int
			Followers                        *int
		}
		Accounts []struct {
			ID                string
			Followers, Change *int
		}
		Troubles []struct {
			Accounts []string
			Ended    *struct{ After, Before string }
		}
		Moves []struct {
			Account string
			Out     bool
			At      struct{ After, Before string }
		}
	}
	x.decode(t, &r, append([]string{"report", "--since", fmt.Sprintf("%dd", days)}, args...)...)
	what := fmt.Sprint(days, " days ", args)
	first := -1 // the day with the first recording of the period
	var at []int
	for i, d := range r.Days {
		end := clock()
		if day, err := time.Parse(time.DateOnly, d.Date); err == nil && i < len(r.Days)-1 {
			end = day.AddDate(0, 0, 1).Add(-time.Millisecond)
		}
		n := x.last(end)
		recorded := x.plainly[n].at.Format(time.DateOnly) == d.Date
		if x.plainly[n].at.After(end) {
			n = -1
		}
		at = append(at, n)
		if recorded != d.Recorded {
			t.Errorf("%s: %s recorded %v", what, d.Date, d.Recorded)
		}
		if recorded && first < 0 {
			first = i
		}
	}
	for i, d := range r.Days {
		n := at[i]
		if n < 0 {
			continue
		}
		now := x.change(n, n, followersOf, in)
		var was parts
		if i > first {
			was = x.change(at[i-1], n, followersOf, in)
		}
		joined := was["joined"][0] + was["movedIn"][0]
		left := was["left"][0] + was["movedOut"][0]
		if d.Accounts != now["is"][0] || d.Abnormal != now["isAbnormal"][0] || intOf(d.Followers) != now["is"][1] ||
			d.Joined != joined ||
			d.Left != left {
			t.Errorf("%s: %+v, want %v, %d joined, %d left", what, d, now, joined, left)
		}
	}
	from := at[first]
	to := len(x.plainly) - 1
	for _, total := range r.Totals {
		value := map[string]func(channel) int{
			"fansCount": followersOf,
			"workCount": func(c channel) int { return c.works },
		}[total.Name]
		if value == nil {
			value = followersOf
		}
		want := x.change(from, to, value, in)
		switch total.Name {
		case "accounts", "abnormal":
			was := want["was"][0]
			is := want["is"][0]
			if total.Name == "abnormal" {
				was = want["wasAbnormal"][0]
				is = want["isAbnormal"][0]
			}
			if intOf(total.Before) != was || intOf(total.After) != is || intOf(total.Change) != is-was {
				t.Errorf("%s: %+v, want %d and %d", what, total, was, is)
			}
			if r.Added != want["joined"][0] || r.Gone != want["left"][0] {
				t.Errorf("%s: %d added, %d gone, want %v", what, r.Added, r.Gone, want)
			}
		case "fansCount", "workCount":
			if intOf(total.Before) != want["was"][1] || intOf(total.After) != want["is"][1] {
				t.Errorf(
					"%s: %s from %d to %d, want %v",
					what,
					total.Name,
					intOf(total.Before),
					intOf(total.After),
					want,
				)
			}
			before := want["before"][1]
			after := want["after"][1]
			want.agrees(t, what+total.Name, changeJSON{
				want["before"][0], &before, &after, total.Change, nil, total.Joined, total.Left,
				total.First, total.Lost, total.MovedIn, total.MovedOut,
			})
		}
	}
	for _, a := range r.Accounts {
		was, listed := x.plainly[from].all[a.ID]
		is := x.now().all[a.ID]
		if known := listed && was.counted &&
			is.counted; !in(is) || known != (a.Change != nil) || known && *a.Change != is.followers-was.followers {
			t.Errorf("%s: %+v; was %+v, is %+v", what, a, was, is)
		}
	}
	if len(r.Accounts) != x.count(in) {
		t.Errorf("%s: %d accounts, not %d", what, len(r.Accounts), x.count(in))
	}
	got := map[string]int{}
	want := map[string]int{}
	for _, trouble := range r.Troubles {
		for _, id := range trouble.Accounts {
			ended := ""
			if trouble.Ended != nil {
				ended = trouble.Ended.Before
			}
			got[id+" "+ended]++
		}
	}
	start, _ := time.Parse(time.DateOnly, r.Days[0].Date)
	x.troubles(start.AddDate(0, 0, 1), in, func(id string, ended time.Time) { want[id+" "+stamp(ended)]++ })
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: problems %v, want %v", what, got, want)
	}
	moved := x.change(from, to, followersOf, in)
	if n := moved["movedIn"][0] + moved["movedOut"][0]; len(r.Moves) != n {
		t.Errorf("%s: %d moves, not %d", what, len(r.Moves), n)
	}
	for _, m := range r.Moves {
		for i := to; i > 0; i-- {
			if in(x.plainly[i].all[m.Account]) != m.Out && in(x.plainly[i-1].all[m.Account]) == m.Out {
				got := interval(m.At.After, m.At.Before)
				want := interval(stamp(x.plainly[i-1].at), stamp(x.plainly[i].at))
				if got != want {
					t.Errorf("%s: %s moved between %v, not %v", what, m.Account, got, want)
				}
				break
			}
		}
	}
}

// troubles calls each for the times in which accounts were abnormal that are open, or ended at a
// time or later. During an outage of the relay they were what they had been before.
func (p plainly) troubles(since time.Time, in func(channel) bool, each func(id string, ended time.Time)) {
	ids := map[string]bool{}
	for _, s := range p {
		for id := range s.all {
			ids[id] = true
		}
	}
	for id := range ids {
		open := false
		for i, s := range p {
			c, listed := s.all[id]
			switch {
			case listed && c.outage:
			case listed && c.abnormal:
				open = true
			case open:
				open = false
				if s.at.After(since) && in(p[i-1].all[id]) {
					each(id, s.at)
				}
			}
		}
		if open && in(p.now().all[id]) {
			each(id, time.Time{})
		}
	}
}
