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

// workStyle is how the ids of a platform's works look: prefix and tail, of
// which the last two digits tell the kind of a work. A work whose tail is an
// error code fails with it.
type workStyle struct {
	Prefix string `json:"prefix"`
	Tail   string `json:"tail"`
}

// workKind is what a known work shows.
type workKind int

const (
	growing workKind = iota
	steady
	pending
	withoutMetrics
	withoutSnapshots
	messageOnly
	falling
	hugeNumbers
	fresh
	bare
	workKinds
)

// shows describes a kind.
func (k workKind) shows() string {
	return [workKinds]string{
		growing:          "numbers that grow by the second",
		steady:           "the interface's three metrics, growing slowly",
		pending:          "pending at the first two calls",
		withoutMetrics:   "no metrics",
		withoutSnapshots: "no snapshots",
		messageOnly:      "a message in place of the work",
		falling:          "numbers that fall from call to call",
		hugeNumbers:      "hostile text, numbers beyond 2^53",
		fresh:            "published with the first call, all numbers 0, fractions",
		bare:             "no more than an id and a play count",
	}[k]
}

// id is the known work of a kind.
func (w workStyle) id(k workKind) string {
	return w.Prefix + w.Tail[:3] + fmt.Sprintf("%02d", int(k))
}

// failing is the work that fails with a code.
func (w workStyle) failing(code int) string {
	return w.Prefix + fmt.Sprintf("%05d", code)
}

// failingCodes are the errors that a work of each platform exists for. The
// others follow from the platform and the account.
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

// look returns the kind of work that an id selects, or an error.
func (w workStyle) look(id string) (kind workKind, code int) {
	tail, ok := strings.CutPrefix(id, w.Prefix)
	if n, err := strconv.Atoi(tail); ok && len(tail) == len(w.Tail) && err == nil && slices.Contains(failingCodes(), n) {
		return 0, n
	}
	for kind := range workKinds {
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

// threeMetrics are those that the interface lists.
func threeMetrics(views float64) jsontext.Value {
	return listedMetrics(int64(views), int64(views*0.061), int64(views*0.0042))
}

func listedMetrics(views, likes, comments int64) jsontext.Value {
	return fmt.Appendf(nil, `{"viewCount":%d,"likeCount":%d,"commentCount":%d}`, views, likes, comments)
}

// viewsAt is the curve of a work's views: quick at first, then ever slower.
func viewsAt(most float64, slowness, age time.Duration) float64 {
	return most * (1 - math.Exp(-float64(age)/float64(slowness)))
}

// detail is the answer to one call: the work, and the snapshot that the call
// stored.
func (s *Server) detail(p platform, id string, kind workKind, call int, snapshotID string, now time.Time) workDetail {
	published, m := s.numbers(kind, call, now)
	item := p.describe(id, kind)
	item.PublishedAt = stamp(published)
	if kind == bare {
		item = work{ID: id}
	}
	extra := map[string]any{"pending": kind == pending && call < 3}
	detail := workDetail{Platform: p.Name, Work: &item, Snapshots: []snapshot{}, Extra: extra, FetchedAt: stamp(now)}
	switch kind {
	case messageOnly:
		detail.Work = nil
		detail.Message = "The platform is still reviewing this work 作品审核中"
		return detail
	case withoutSnapshots:
		return detail
	}
	detail.SnapshotID = snapshotID
	detail.Snapshots = append(detail.Snapshots, snapshot{
		ID: snapshotID, PlatformWorkID: id, SnapshotAt: stamp(published), FetchedAt: stamp(now), Work: &item, Metrics: m, Extra: extra,
	})
	return detail
}

// numbers returns when a work was published, and its metrics at a call.
func (s *Server) numbers(kind workKind, call int, now time.Time) (time.Time, jsontext.Value) {
	const day = 24 * time.Hour
	switch published := s.start.Add(-20 * day); kind {
	case growing:
		published = s.start.Add(-3 * time.Hour)
		return published, fullMetrics(viewsAt(2_400_000, 36*time.Hour, now.Sub(published)))
	case pending:
		if call < 3 {
			return published, threeMetrics(18_250)
		}
		return published, threeMetrics(23_900)
	case withoutMetrics:
		return published, jsontext.Value(`{}`)
	case falling:
		return published, fullMetrics(max(0, 52_000-1_370*float64(call)))
	case hugeNumbers:
		const exact = 1<<53 + 1 // the least that a float64 rounds
		return published, listedMetrics(exact+int64(call), math.MaxInt64, 0)
	case fresh:
		return s.start, fmt.Appendf(nil, `{"viewCount":0,"likeCount":0,"commentCount":0,"watchTimeSeconds":%g}`, 0.5*float64(call))
	case bare:
		return published, jsontext.Value(`{"playCount":907}`)
	default:
		return published, threeMetrics(viewsAt(310_000, 9*day, now.Sub(published)))
	}
}

// describe is the work without its time.
func (p platform) describe(id string, kind workKind) work {
	site := "https://" + strings.ToLower(p.Name) + ".example/"
	w := work{ID: id, URL: site + "post/" + id, MediaType: "video", CoverURL: site + "cover/" + id + ".jpg", Status: "published"}
	switch {
	case kind == hugeNumbers:
		w.Title, w.Description, w.Status = hostileText, strings.Repeat("长文本 "+hostileText, 60), "under_review\x1b[5m"
	case !p.Latin:
		w.Title = "三分钟学会手冲咖啡｜新手也能冲出好味道 ☕️"
		w.Description = "水温 92℃，粉水比 1:15。\n豆子:云南小粒，中浅烘。\n#手冲咖啡 #咖啡日常"
	default:
		w.Title = "Pour-over coffee in three minutes ☕️"
		w.Description = "92 °C, 1:15, and patience.\nBeans: Yunnan, light-medium roast.\n#pourover #coffee"
	}
	if kind == steady {
		w.MediaType = "image"
	}
	return w
}
