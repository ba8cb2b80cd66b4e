package sandbox

import (
	"fmt"
	"math"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

type (
	work struct {
		ID          string `json:"id"`
		URL         string `json:"url,omitzero"`
		Title       string `json:"title,omitzero"`
		Description string `json:"description,omitzero"`
		MediaType   string `json:"mediaType,omitzero"`
		CoverURL    string `json:"coverUrl,omitzero"`
		PublishedAt string `json:"publishedAt,omitzero"`
		Status      string `json:"status,omitzero"`
	}
	snapshot struct {
		ID             string         `json:"id"`
		PlatformWorkID string         `json:"platformWorkId"`
		SnapshotAt     string         `json:"snapshotAt"`
		FetchedAt      string         `json:"fetchedAt"`
		Work           *work          `json:"work,omitzero"`
		Metrics        jsontext.Value `json:"metrics"`
		Extra          map[string]any `json:"extra"`
	}
	workDetail struct {
		Platform   string         `json:"platform"`
		Work       *work          `json:"work,omitzero"`
		Snapshots  []snapshot     `json:"snapshots"`
		Extra      map[string]any `json:"extra"`
		SnapshotID string         `json:"snapshotId,omitzero"`
		FetchedAt  string         `json:"fetchedAt"`
	}
)

// workDetail is call 4.6.
func (s *Server) workDetail(x *exchange) (payload, *failure) {
	p, ok := s.accounts.listed(x.r.PathValue("platform"))
	if !ok {
		return nil, &failure{codeUnknownPlatform, details{Platform: x.r.PathValue("platform")}}
	}
	if p.work == (workStyle{}) {
		return nil, &failure{
			codeUnsupported,
			details{Platform: p.name, Capability: "work.getDetail"},
		}
	}
	id := x.r.PathValue("id")
	accountID, ok := parseWorkQuery(x.r.URL.RawQuery)
	if !ok || id == "" || len(id) > 256 || !utf8.ValidString(id) ||
		strings.ContainsFunc(id, unicode.IsControl) {
		return nil, &failure{code: codeInvalid}
	}
	if fail := s.checkAccount(p, accountID); fail != nil {
		return nil, fail
	}
	for _, kind := range workKinds() {
		if p.work.id(kind) == id {
			return value(s.detail(
				x,
				p,
				kind,
				objectID(x.now, s.opts.Seed, s.snapshots.Add(1)),
			)), nil
		}
	}
	return s.missingWork(x, p, id, accountID)
}

// missingWork responds to a call of a work that the platform does not have, as deployments
// do: for X and TikTok with an empty work, for the others with a failure of the platform.
func (s *Server) missingWork(x *exchange, p platform, id, accountID string) (payload, *failure) {
	category := "not_found"
	switch p.name {
	case "twitter", "tiktok":
		return value(s.emptyWork(x, p, id)), nil
	case "facebook":
		category = "validation"
	}
	return nil, &failure{codePlatformFailed, details{
		Platform:       p.name,
		Category:       category,
		Retryable:      new(bool),
		AccountID:      accountID,
		PlatformWorkID: id,
		HTTPStatus:     404,
	}}
}

// emptyWork is a work of which nothing is known: all its metrics are 0.
func (s *Server) emptyWork(x *exchange, p platform, id string) workDetail {
	item := work{ID: id, Status: "published"}
	extra := map[string]any{"pending": false}
	stored := snapshot{
		ID:             objectID(x.now, s.opts.Seed, s.snapshots.Add(1)),
		PlatformWorkID: id,
		SnapshotAt:     stamp(x.now),
		FetchedAt:      stamp(x.now),
		Work:           &item,
		Metrics:        p.metricsAt(0),
		Extra:          extra,
	}
	return workDetail{
		Platform:   p.name,
		Work:       &item,
		Snapshots:  []snapshot{stored},
		Extra:      extra,
		SnapshotID: stored.ID,
		FetchedAt:  stamp(x.now),
	}
}

// parseWorkQuery takes accountId, at most once and not empty.
func parseWorkQuery(rawQuery string) (accountID string, ok bool) {
	query, err := url.ParseQuery(rawQuery)
	accountID = query.Get("accountId")
	wellFormed := len(query) == 0 || len(query) == 1 && len(query["accountId"]) == 1 &&
		accountID != ""
	return accountID, err == nil && wellFormed
}

// checkAccount checks the account of a request, which every platform needs: a normal one of
// the same platform.
func (s *Server) checkAccount(p platform, id string) *failure {
	if id == "" {
		return &failure{codeAccountNeeded, details{Platform: p.name}}
	}
	i, ok := s.accounts.find(id)
	if !ok {
		return &failure{code: codeAccountNotFound}
	}
	if s.accounts.platforms[s.accounts.platformOf(i)].name != p.name {
		return &failure{code: codeOtherPlatform}
	}
	if s.accounts.abnormal(i) {
		return &failure{code: codeNotAuthorised}
	}
	return nil
}

// details are the data of an error.
type details struct {
	Platform       string `json:"platform"`
	Capability     string `json:"capability,omitzero"`
	Category       string `json:"category,omitzero"`
	Retryable      *bool  `json:"retryable,omitzero"`
	AccountID      string `json:"accountId,omitzero"`
	PlatformWorkID string `json:"platformWorkId,omitzero"`
	HTTPStatus     int    `json:"httpStatus,omitzero"`
}

// workStyle is the format of a platform's work IDs: a prefix and a tail, whose last two
// digits are the kind of the work.
type workStyle struct{ prefix, tail string }

const day = 24 * time.Hour

// workKind is a known work of every platform with work details.
type workKind struct {
	number  int // the last two digits of its IDs
	name    string
	age     time.Duration   // since it was published, when the sandbox starts
	history []time.Duration // the ages at which earlier snapshots were taken
	views   func(age time.Duration) float64
}

func workKinds() []workKind {
	const hour = time.Hour
	saturates := func(most float64, slowness time.Duration) func(time.Duration) float64 {
		return func(age time.Duration) float64 {
			return most * (1 - math.Exp(-float64(age)/float64(slowness)))
		}
	}
	sharedAgain := func(age time.Duration) float64 {
		until := float64(212*hour-age) / float64(90*time.Minute)
		again := 46_000 / (1 + math.Exp(until))
		return saturates(192_000, 4*day)(age) + again
	}
	overnight := func(age time.Duration) float64 {
		return 2_600 + 480_000/(1+math.Exp(float64(31*hour-age)/float64(3*hour)))
	}
	return []workKind{
		{0, "growing", 3 * hour, nil, saturates(2_400_000, 36*hour)},
		{1, "steady", 20 * day, nil, saturates(310_000, 9*day)},
		{
			10,
			"week",
			9 * day,
			[]time.Duration{2 * hour, 9 * hour, 26 * hour, 50 * hour, 4 * day, 155 * hour},
			sharedAgain,
		},
		{
			11,
			"overnight",
			40 * hour,
			[]time.Duration{3 * hour, 8 * hour, 20 * hour, 27 * hour, 32 * hour},
			overnight,
		},
	}
}

// workText is the title and the description of a work.
type workText struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// id is the work of a kind.
func (w workStyle) id(kind workKind) string {
	return w.prefix + w.tail[:3] + fmt.Sprintf("%02d", kind.number)
}

// share is a metric that follows from the views: a share of a power of them. Metrics that
// take effort grow faster once a work is well known.
type share struct {
	name         string
	share, power float64
}

// metricsAt are the metrics of a snapshot with a number of views: those that the platform has.
func (p platform) metricsAt(views float64) jsontext.Value {
	r := row("{")
	for _, m := range p.metrics {
		r.int(m.name, int64(m.share*math.Pow(views, m.power)))
	}
	return append(jsontext.Value(r), '}')
}

// detail is the response to a call of a work: the work, its earlier snapshots, and the
// one that the call stored.
func (s *Server) detail(x *exchange, p platform, kind workKind, snapshotID string) workDetail {
	published := s.start.Add(-kind.age)
	id := p.work.id(kind)
	site := "https://" + strings.ToLower(p.name) + ".example/"
	texts := s.textsOf(p, kind)
	item := work{
		ID:          id,
		URL:         site + "post/" + id,
		Title:       x.localize(texts.Title),
		Description: x.localize(texts.Description),
		MediaType:   "video",
		CoverURL:    site + "cover/" + id + ".jpg",
		PublishedAt: stamp(published),
		Status:      "published",
	}
	if kind.name == "steady" && !p.videos {
		item.MediaType = "image"
	}
	extra := map[string]any{"pending": false}
	detail := workDetail{
		Platform:   p.name,
		Work:       &item,
		Extra:      extra,
		SnapshotID: snapshotID,
		FetchedAt:  stamp(x.now),
	}
	add := func(snapshotID string, at time.Time) {
		detail.Snapshots = append(detail.Snapshots, snapshot{
			ID:             snapshotID,
			PlatformWorkID: item.ID,
			SnapshotAt:     stamp(published),
			FetchedAt:      stamp(at),
			Work:           &item,
			Metrics:        p.metricsAt(kind.views(at.Sub(published))),
			Extra:          extra,
		})
	}
	for n, age := range kind.history {
		at := published.Add(age)
		add(objectID(at, s.opts.Seed, uint64(kind.number<<8+n)), at)
	}
	add(snapshotID, x.now)
	return detail
}

// textsOf returns the title and the description of a work.
func (s *Server) textsOf(p platform, kind workKind) workText {
	all := s.texts().Works
	return all[(kind.number+3*s.accounts.platformIndex(p.name))%len(all)]
}
