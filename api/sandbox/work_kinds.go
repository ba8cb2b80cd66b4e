package sandbox

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// workStyle is the format of a platform's work IDs: a prefix and a tail, whose last two
// digits are the kind of the work. A work whose tail is an error code fails with it.
type workStyle struct{ prefix, tail string }

const day = 24 * time.Hour

// workKind is a known work of every platform with work details.
type workKind struct {
	name    string
	shows   string          // in the examples, after the title
	awkward bool            // an example only with the hostile data
	age     time.Duration   // since it was published, when the sandbox starts
	history []time.Duration // the ages at which earlier snapshots were taken
	metrics func(views float64) jsontext.Value
	views   func(age time.Duration, call int) float64
}

// workKinds lists the kinds. The ids of works hold their index.
func workKinds() []workKind {
	const hour = time.Hour
	saturates := func(most float64, slowness time.Duration) func(time.Duration, int) float64 {
		return func(age time.Duration, _ int) float64 { return most * (1 - math.Exp(-float64(age)/float64(slowness))) }
	}
	fixed := func(metrics string) func(float64) jsontext.Value {
		return func(float64) jsontext.Value { return jsontext.Value(metrics) }
	}
	calls := func(_ time.Duration, call int) float64 { return float64(call) }
	return []workKind{
		{"growing", "", false, 3 * hour, nil, fullMetrics, saturates(2_400_000, 36*hour)},
		{"steady", "", false, 20 * day, nil, threeMetrics, saturates(310_000, 9*day)},
		{"pending", "pending at the first two calls", true, 20 * day, nil, threeMetrics, func(_ time.Duration, call int) float64 {
			return 18_250 + 5_650*float64(min(call, 3)/3)
		}},
		{"no metrics", "no metrics", true, 20 * day, nil, fixed(`{}`), calls},
		{"no snapshots", "no snapshots", true, 20 * day, nil, nil, calls},
		{"message", "a message in place of the work", true, 20 * day, nil, nil, calls},
		{"falling", "numbers that fall from call to call", true, 20 * day, nil, fullMetrics, func(_ time.Duration, call int) float64 {
			return max(0, 52_000-1_370*float64(call))
		}},
		{"hostile", "hostile text, numbers beyond 2^53", true, 20 * day, nil, func(call float64) jsontext.Value {
			return listedMetrics(1<<53+1+int64(call), math.MaxInt64, 0) // float64 rounds 2^53+1
		}, calls},
		{"fresh", "published with the first call, all numbers 0, fractions", true, 0, nil, func(call float64) jsontext.Value {
			return fmt.Appendf(nil, `{"viewCount":0,"likeCount":0,"commentCount":0,"watchTimeSeconds":%g}`, 0.5*call)
		}, calls},
		{"bare", "no more than an id and a play count", true, 20 * day, nil, fixed(`{"playCount":907}`), calls},
		{"week", "", false, 9 * day, []time.Duration{2 * hour, 9 * hour, 26 * hour, 50 * hour, 4 * day, 155 * hour}, usualMetrics, saturates(192_000, 4*day)},
		{"overnight", "", false, 40 * hour, []time.Duration{3 * hour, 8 * hour, 20 * hour, 27 * hour, 32 * hour}, usualMetrics,
			func(age time.Duration, _ int) float64 {
				return 2_600 + 480_000/(1+math.Exp(float64(31*hour-age)/float64(3*hour)))
			}},
	}
}

// workTexts are the titles and descriptions of works.
var workTexts = [...][2]string{
	{"Autumn menu: seven soups in one pot", "Seven soups, one pot, forty minutes. Recipe and shopping list below.\n#soup #autumn"},
	{"Pour-over coffee in three minutes", "92 °C, 1:15, and patience.\nBeans: Yunnan, light-medium roast.\n#pourover #coffee"},
	{"A cat moved into the bakery", "She came for the croissants and stayed for the oven.\n#bakery #cat"},
	{"Night market in forty seconds", "One street, eleven stalls, no talking.\n#nightmarket #streetfood"},
	{"We rode around the lake before breakfast", "64 km, one flat tyre, two coffees.\n#cycling #sunrise"},
	{"Small balcony, big garden", "Twelve pots, one shelf, and what survived the summer.\n#balcony #garden"},
	{"Behind the scenes of our drip bags", "From the roaster to the bag in one morning.\n#coffee #smallbusiness"},
	{"Five desks under 200", "What we kept, what we sent back.\n#desk #home"},
}

// id is the work of a kind.
func (w workStyle) id(kind int) string { return w.prefix + w.tail[:3] + fmt.Sprintf("%02d", kind) }

// failing is the work that fails with a code.
func (w workStyle) failing(code int) string { return w.prefix + fmt.Sprintf("%05d", code) }

// failingCodes lists the errors for which each platform has a work. Other errors depend
// on the platform and the account.
func failingCodes() []int {
	list := []int{codeTooMany, codeInternal}
	for code := codeCredentialFirst; code <= codeCredentialLast; code++ {
		list = append(list, code)
	}
	for code := codePlatformFirst; code <= codeNoSuchWork; code++ {
		list = append(list, code)
	}
	return append(list, codePlatformRejected)
}

// look returns the index of the kind that an id selects, or an error.
func (w workStyle) look(id string) (kind, code int) {
	tail, ok := strings.CutPrefix(id, w.prefix)
	if n, err := strconv.Atoi(tail); ok && len(tail) == len(w.tail) && err == nil && slices.Contains(failingCodes(), n) {
		return 0, n
	}
	for kind := range workKinds() {
		if id == w.id(kind) {
			return kind, 0
		}
	}
	return 0, codeNoSuchWork
}

// fullMetrics derives all metrics of a snapshot from the views.
func fullMetrics(views float64) jsontext.Value {
	r := row("{")
	for _, m := range []struct {
		name  string
		share float64
	}{
		{"viewCount", 1}, {"playCount", 1.21}, {"impressionCount", 3.4}, {"reachCount", 0.82},
		{"likeCount", 0.061}, {"collectCount", 0.017}, {"commentCount", 0.0042}, {"shareCount", 0.0088},
		{"saveCount", 0.0035}, {"clickCount", 0.012}, {"engagementCount", 0.0945},
	} {
		r.int(m.name, int64(views*m.share))
	}
	r.raw("watchTimeSeconds", strconv.FormatFloat(math.Round(views*74.25)/10, 'f', -1, 64))
	return append(jsontext.Value(r), '}')
}

// usualMetrics derives the metrics that most platforms have: those that take
// effort grow faster once a work is well known.
func usualMetrics(views float64) jsontext.Value {
	r := row("{")
	for _, m := range []struct {
		name         string
		share, power float64
	}{{"viewCount", 1, 1}, {"likeCount", 0.11, 0.95}, {"commentCount", 0.0021, 1.07}, {"shareCount", 0.0013, 1.18}, {"collectCount", 0.013, 1.03}} {
		r.int(m.name, int64(m.share*math.Pow(views, m.power)))
	}
	return append(jsontext.Value(r), '}')
}

// threeMetrics are those that the interface lists.
func threeMetrics(views float64) jsontext.Value {
	return listedMetrics(int64(views), int64(views*0.061), int64(views*0.0042))
}

func listedMetrics(views, likes, comments int64) jsontext.Value {
	return fmt.Appendf(nil, `{"viewCount":%d,"likeCount":%d,"commentCount":%d}`, views, likes, comments)
}

// detail is the response to one call of a work: the work, its earlier snapshots,
// and the one that the call stored.
func (s *Server) detail(x *exchange, p platform, id string, kind, call int, snapshotID string) workDetail {
	k := workKinds()[kind]
	published := s.start.Add(-k.age)
	item := s.describe(x, p, id, kind)
	item.PublishedAt = stamp(published)
	if k.name == "bare" {
		item = work{ID: id}
	}
	extra := map[string]any{"pending": k.name == "pending" && call < 3}
	detail := workDetail{Platform: p.name, Work: &item, Snapshots: []snapshot{}, Extra: extra, FetchedAt: stamp(x.now)}
	switch {
	case k.name == "message":
		detail.Work = nil
		detail.Message = x.localize("The platform is still reviewing this work")
		return detail
	case k.metrics == nil:
		return detail
	}
	add := func(snapshotID string, at time.Time) {
		detail.Snapshots = append(detail.Snapshots, snapshot{
			ID: snapshotID, PlatformWorkID: id, SnapshotAt: stamp(published), FetchedAt: stamp(at), Work: &item,
			Metrics: k.metrics(k.views(at.Sub(published), call)), Extra: extra,
		})
	}
	for n, age := range k.history {
		at := published.Add(age)
		add(objectID(at, s.opts.Seed, uint64(kind<<8+n)), at)
	}
	add(snapshotID, x.now)
	detail.SnapshotID = snapshotID
	return detail
}

// textsOf returns the title and the description of a work.
func (s *Server) textsOf(p platform, kind int) [2]string {
	return workTexts[(kind+3*s.accounts.platformIndex(p.name))%len(workTexts)]
}

// describe is the work without its time.
func (s *Server) describe(x *exchange, p platform, id string, kind int) work {
	site := "https://" + strings.ToLower(p.name) + ".example/"
	texts := s.textsOf(p, kind)
	w := work{ID: id, URL: site + "post/" + id, Title: x.localize(texts[0]), Description: x.localize(texts[1]), MediaType: "video", CoverURL: site + "cover/" + id + ".jpg", Status: "published"}
	switch workKinds()[kind].name {
	case "hostile":
		w.Title, w.Description, w.Status = hostileText, strings.Repeat("长文本 "+hostileText, 60), "under_review\x1b[5m"
	case "steady":
		w.MediaType = "image"
	}
	return w
}
