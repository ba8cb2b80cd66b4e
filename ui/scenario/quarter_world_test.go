package scenario

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"
)

// shanghai is the time zone of those who record and read.
var shanghai = time.FixedZone("Asia/Shanghai", 8*60*60)

// quarterDays are the days of February, March and April of 2026.
const quarterDays = 89

var quarterBegins = time.Date(2026, 2, 1, 0, 0, 0, 0, shanghai)

// quarter is a service over three months: accounts of six platforms, in groups, of several owners, some
// on a relay.
type quarter struct {
	random   *rand.Rand
	now      time.Time
	fleet    map[string]*channel // listed accounts, by ID
	unlisted map[string]*channel
	still    map[string]bool      // followers do not change
	old      map[string]time.Time // of statistics that are not renewed
	lost     map[string]bool      // statistics are gone
	down     bool                 // the relay cannot be reached
	deleted  string               // the account that the relay no longer has
	price    int
}

// kept are accounts of platforms that exist from the beginning.
var kept = []struct {
	platform string
	accounts int
}{
	{"douyin", 18},
	{"bilibili", 10},
	{"tiktok", 8},
	{"x", 6},
	{"KWAI", 6},
}

func newQuarter(seed uint64) *quarter {
	q := &quarter{
		random:   rand.New(rand.NewPCG(seed, 11)),
		fleet:    map[string]*channel{},
		unlisted: map[string]*channel{},
		still:    map[string]bool{},
		old:      map[string]time.Time{},
		lost:     map[string]bool{},
		price:    100,
	}
	i := 0
	for _, of := range kept {
		for n := range of.accounts {
			q.add(of.platform, n, i)
			i++
		}
	}
	return q
}

// idOf is the ID of an account of a platform.
func idOf(platform string, n int) string {
	return fmt.Sprintf("%s%02d", strings.ToLower(platform[:1]), n)
}

// add lists a new account.
func (q *quarter) add(platform string, n, i int) {
	id := idOf(platform, n)
	q.fleet[id] = &channel{
		id:        id,
		platform:  platform,
		group:     fmt.Sprint("g", i%5),
		user:      fmt.Sprint("u", i%7),
		name:      "Name of " + id,
		status:    1,
		followers: 5000 + 137*i,
		works:     2 + i,
		relayed:   platform == "KWAI" && n < 4,
		created:   quarterBegins.AddDate(0, -2, 0),
	}
}

// set sets the status of accounts that are listed.
func (q *quarter) set(status int, ids ...string) {
	for _, id := range ids {
		if q.fleet[id] != nil {
			q.fleet[id].status = status
		}
	}
}

// publishes is the number of days between two works of an account.
func publishes(id string) int { return 3 + 5*int(id[len(id)-1]-'0') }

// chance reports true in some of a hundred cases.
func (q *quarter) chance(percent int) bool { return q.random.IntN(100) < percent }

// some returns one of the listed accounts to which only chance happens.
func (q *quarter) some() *channel {
	var ids []string
	for _, id := range slices.Sorted(maps.Keys(q.fleet)) {
		isOfChance := id[0] == 'd' && id < "d06" || id[0] == 'b' && id < "b05" || id[0] == 't' && id < "t03"
		if isOfChance {
			ids = append(ids, id)
		}
	}
	return q.fleet[ids[q.random.IntN(len(ids))]]
}

// turn lets half a day pass: what happens by chance, and what is planned for the day.
func (q *quarter) turn(day int, morning bool) {
	if q.chance(15) {
		q.some().status = 0
	}
	for _, id := range slices.Sorted(maps.Keys(q.fleet)) {
		c := q.fleet[id]
		isOfChance := q.chance(8) && c.status == 0
		if isOfChance && !q.planned(id, day) {
			c.status = 1
		}
		if morning && day%publishes(id) == 0 {
			c.works++
		}
		if !q.still[id] {
			c.followers += 30 + q.random.IntN(9) - 4
		}
	}
	if q.chance(6) {
		c := q.some()
		c.group = fmt.Sprint("g", q.random.IntN(5))
	}
	if q.chance(6) {
		c := q.some()
		c.name = fmt.Sprintf("Name of %s in %d", c.id, day)
	}
	if q.chance(6) {
		c := q.some()
		q.unlisted[c.id] = c
		delete(q.fleet, c.id)
	}
	for _, id := range slices.Sorted(maps.Keys(q.unlisted)) {
		if q.chance(10) {
			q.fleet[id] = q.unlisted[id]
			delete(q.unlisted, id)
		}
	}
	if morning {
		q.plan(day)
	}
	isFlapping := 40 <= day && day < 45 || day >= 84
	if isFlapping {
		q.fleet["d13"].status = 1 - q.fleet["d13"].status
	}
}

// planned reports whether a status of an account is planned and not left to chance.
func (q *quarter) planned(id string, day int) bool {
	return id[0] == 'w' || id > "d05" && id[0] == 'd' || day > 83
}

// plan schedules the events of the morning of a day.
func (q *quarter) plan(day int) {
	// Sixteen accounts of WeChat Channels are connected one after the other. Their logins last about three
	// weeks.
	for n := range 16 {
		joined := 3 + 2*n
		if n >= 12 {
			joined = 66 + n
		}
		if day == joined {
			q.add("wxSph", n, 48+n)
		}
		if day == joined+19+n*4%7 {
			q.set(0, idOf("wxSph", n))
		}
	}
	switch day {
	case 24: // three of ten are too few, and five of eighteen while others fail too
		q.set(0, "b06", "b07", "b08")
	case 25:
		q.set(1, "b06", "b07", "b08")
		q.set(0, "d13", "d14", "d15", "d16", "d17", "b05", "t05", "x01", "k05")
	case 27:
		q.set(1, "d13", "d14", "d15", "d16", "d17", "b05", "t05", "x01", "k05")
	case 26: // four of one owner on one platform
		for _, id := range []string{"d06", "d08", "d09", "d11"} {
			q.fleet[id].user = "u9"
			q.set(0, id)
		}
	case 28:
		q.set(1, "d06", "d08", "d09", "d11")
	case 30:
		q.set(0, "d06", "d07", "d08", "d09", "d10", "d11")
		q.price = 120
	case 32:
		q.set(1, "d06", "d07", "d08", "d09")
	case 34:
		q.set(1, "d10", "d11")
		q.price = 110
	case 33, 62:
		q.down = true
	case 63:
		q.set(0, "k02") // while nobody can see it
	case 35, 64:
		q.down = false
	case 50:
		q.old["t06"] = q.now.Add(-time.Hour)
		q.old["t07"] = q.now.Add(-2 * time.Hour)
	case 55:
		q.lost["d12"] = true
	case 60:
		q.set(0, "d07", "b07", "b08", "t05", "x00")
		q.set(0, q.ofGroup("g2", 5)...)
		q.deleted = "k01"
	case 61:
		q.set(1, q.ofGroup("g2", 9)...)
	case 66:
		q.set(1, "k02", "d07", "b07", "b08", "t05")
	case 67:
		q.still["t04"] = true
	case 70:
		q.fleet["t03"].followers /= 2
	case 75:
		q.set(0, q.ofOwner("u3")...)
	case 77:
		q.set(1, q.ofOwner("u3")[:2]...)
		q.price = 130
	case 81:
		q.fleet["t05"].followers *= 2
	case 83:
		for n := range 5 {
			q.fleet[idOf("x", n)].followers = q.fleet[idOf("x", n)].followers * 6 / 10
		}
	case 85:
		q.set(0, "b05", "b06", "b07", "b08", "b09")
	case 87:
		q.set(1, "b05", "b06", "b07")
	case 88:
		delete(q.fleet, "t06")
	}
}

// ofGroup are accounts of a group, of which at most two are of one platform.
func (q *quarter) ofGroup(group string, most int) (ids []string) {
	of := map[string]int{}
	for _, id := range slices.Sorted(maps.Keys(q.fleet)) {
		c := q.fleet[id]
		isNormal := c.group == group && c.platform != "wxSph" && !c.relayed
		if isNormal && of[c.platform] < 2 && len(ids) < most {
			of[c.platform]++
			ids = append(ids, id)
		}
	}
	return ids
}

// ofOwner are accounts of an owner, of which one is of each platform.
func (q *quarter) ofOwner(user string) (ids []string) {
	of := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(q.fleet)) {
		c := q.fleet[id]
		isNormal := c.user == user && c.platform != "wxSph" && !c.relayed
		if isNormal && !of[c.platform] {
			of[c.platform] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// list returns the accounts that the service lists now.
func (q *quarter) list() (all []*channel) {
	for _, id := range slices.Sorted(maps.Keys(q.fleet)) {
		c := *q.fleet[id]
		c.stats = q.now.Add(-time.Hour).Truncate(time.Second)
		if at := q.old[id]; !at.IsZero() {
			c.stats = at.Truncate(time.Second)
		}
		if q.lost[id] {
			c.stats = time.Time{}
			c.followers = 0
			c.works = 0
		}
		c.relayDown = c.relayed && (q.down || id == q.deleted)
		all = append(all, &c)
	}
	return all
}

// prices are the prices of the models.
func (q *quarter) prices() map[string]string {
	return map[string]string{"film": fmt.Sprint(q.price), "clip": "7"}
}

func (q *quarter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data := "[]"
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/accounts"):
		data = answerAccounts(q.list())
	case strings.HasSuffix(path, "/generation"):
		data = answerModels(q.prices())
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
}

// answerModels are models with one price each, as the service sends them.
func answerModels(prices map[string]string) string {
	const format = `{"name":%q,"label":%q,"modes":["text2video"],` +
		`"pricing":[{"mode":"text2video","duration":5,"price":%s}]}`
	var rows []string
	for _, name := range slices.Sorted(maps.Keys(prices)) {
		rows = append(rows, fmt.Sprintf(format, name, modelName(name), prices[name]))
	}
	return "[" + strings.Join(rows, ",") + "]"
}
