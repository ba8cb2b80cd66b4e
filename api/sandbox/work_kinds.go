package sandbox

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
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

func (k workKind) String() string {
	return [...]string{
		"numbers that grow by the second",
		"the interface's three metrics, growing slowly",
		"pending at the first two calls",
		"no metrics",
		"no snapshots",
		"a message in place of the work",
		"numbers that fall from call to call",
		"hostile text, numbers beyond 2^53",
		"published with the first call, all numbers 0, fractions",
		"no more than an id and a play count",
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

// look returns what an id selects: a kind of work, an error, or nothing.
func (w workStyle) look(id string) (kind workKind, code int, known bool) {
	tail, ok := strings.CutPrefix(id, w.Prefix)
	if !ok || len(tail) != len(w.Tail) {
		return 0, 0, false
	}
	if n, err := strconv.Atoi(tail); err == nil && slices.Contains(failingCodes(), n) {
		return 0, n, false
	}
	n, err := strconv.Atoi(tail[3:])
	return workKind(n), 0, err == nil && tail[:3] == w.Tail[:3] && n < int(workKinds)
}

// metrics are the numbers of a snapshot. What is nil is missing.
type metrics struct {
	ViewCount        *int64   `json:"viewCount,omitzero"`
	PlayCount        *int64   `json:"playCount,omitzero"`
	ImpressionCount  *int64   `json:"impressionCount,omitzero"`
	ReachCount       *int64   `json:"reachCount,omitzero"`
	LikeCount        *int64   `json:"likeCount,omitzero"`
	CollectCount     *int64   `json:"collectCount,omitzero"`
	CommentCount     *int64   `json:"commentCount,omitzero"`
	ShareCount       *int64   `json:"shareCount,omitzero"`
	SaveCount        *int64   `json:"saveCount,omitzero"`
	ClickCount       *int64   `json:"clickCount,omitzero"`
	EngagementCount  *int64   `json:"engagementCount,omitzero"`
	WatchTimeSeconds *float64 `json:"watchTimeSeconds,omitzero"`
}

// fullMetrics derives all numbers from the views.
func fullMetrics(views float64) *metrics {
	of := func(share float64) *int64 { return new(int64(views * share)) }
	return &metrics{
		ViewCount: of(1), PlayCount: of(1.21), ImpressionCount: of(3.4), ReachCount: of(0.82),
		LikeCount: of(0.061), CollectCount: of(0.017), CommentCount: of(0.0042), ShareCount: of(0.0088),
		SaveCount: of(0.0035), ClickCount: of(0.012), EngagementCount: of(0.0945),
		WatchTimeSeconds: new(math.Round(views*74.25) / 10),
	}
}

// threeMetrics are those that the interface lists.
func threeMetrics(views float64) *metrics {
	m := fullMetrics(views)
	return &metrics{ViewCount: m.ViewCount, LikeCount: m.LikeCount, CommentCount: m.CommentCount}
}

// viewsAt is the curve of a work's views: quick at first, then ever slower.
func viewsAt(most float64, slowness, age time.Duration) float64 {
	return most * (1 - math.Exp(-float64(age)/float64(slowness)))
}

// detail is the answer to one call: the work, and the snapshot that the call
// stored.
func (w *workStore) detail(p platform, id string, kind workKind, call int, snapshotID string, now time.Time) workDetail {
	published, m := w.numbers(kind, call, now)
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
func (w *workStore) numbers(kind workKind, call int, now time.Time) (time.Time, *metrics) {
	const day = 24 * time.Hour
	switch published := w.start.Add(-20 * day); kind {
	case growing:
		published = w.start.Add(-3 * time.Hour)
		return published, fullMetrics(viewsAt(2_400_000, 36*time.Hour, now.Sub(published)))
	case pending:
		if call < 3 {
			return published, threeMetrics(18_250)
		}
		return published, threeMetrics(23_900)
	case withoutMetrics:
		return published, &metrics{}
	case falling:
		return published, fullMetrics(max(0, 52_000-1_370*float64(call)))
	case hugeNumbers:
		const exact = 1<<53 + 1 // the least that a float64 rounds
		return published, &metrics{ViewCount: new(int64(exact + call)), LikeCount: new(int64(math.MaxInt64)), CommentCount: new(int64(0))}
	case fresh:
		return w.start, &metrics{ViewCount: new(int64(0)), LikeCount: new(int64(0)), CommentCount: new(int64(0)), WatchTimeSeconds: new(0.5 * float64(call))}
	case bare:
		return published, &metrics{PlayCount: new(int64(907))}
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
