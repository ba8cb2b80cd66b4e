package awkward

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"time"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json/jsontext"
)

// hostileText contains what must not reach a terminal: it would clear the screen,
// set the title, write to the clipboard, and reverse the direction of text.
const hostileText = "\x1b[2J\x1b[31mALERT\x1b[0m \x1b]0;title\a\x1b]52;c;c3RvbGVu\a " +
	"\u009b31m \u202egnp.exe\u202c \u2066\u200f\r\n\b\x7f\x00"

// workKind is an awkward work of every platform with work details.
type workKind struct {
	number  int                           // the last two digits of its ID
	name    string                        // what it shows
	metrics func(call int) jsontext.Value // of the snapshot of a call; nil for no snapshots
}

func workKinds() []workKind {
	fixed := func(metrics string) func(int) jsontext.Value {
		return func(int) jsontext.Value { return jsontext.Value(metrics) }
	}
	views := func(views float64) jsontext.Value {
		return metrics(int64(views), int64(views*0.061), int64(views*0.0042))
	}
	return []workKind{
		// at the first two calls
		{
			2,
			"pending",
			func(call int) jsontext.Value {
				return views(18_250 + 5_650*float64(min(call, 3)/3))
			},
		},
		{3, "no metrics", fixed(`{}`)},
		{4, "no snapshots", nil},
		{5, "message", nil}, // in place of the work
		{
			6,
			"falling",
			func(call int) jsontext.Value {
				return views(max(0, 52_000-1_370*float64(call)))
			},
		},
		// float64 rounds 2^53+1
		{
			7,
			"hostile",
			func(call int) jsontext.Value {
				return metrics(1<<53+1+int64(call), math.MaxInt64, 0)
			},
		},
		{8, "fresh", func(call int) jsontext.Value {
			return fmt.Appendf(
				nil,
				`{"viewCount":0,"likeCount":0,"commentCount":0,"watchTimeSeconds":%g}`,
				0.5*float64(call),
			)
		}},
		{9, "bare", fixed(`{"playCount":907}`)},
	}
}

func metrics(views, likes, comments int64) jsontext.Value {
	return fmt.Appendf(
		nil,
		`{"viewCount":%d,"likeCount":%d,"commentCount":%d}`,
		views,
		likes,
		comments,
	)
}

// id returns the ID of the work on the platform of another work.
func (k workKind) id(other sandbox.Example) string {
	return other.ID[:len(other.ID)-2] + fmt.Sprintf("%02d", k.number)
}

// failing returns the ID of the work that fails with a code, on the platform of another.
func failing(other sandbox.Example, code int) string {
	return other.ID[:len(other.ID)-5] + fmt.Sprintf("%05d", code)
}

// failure is an error for which each platform has a work.
type failure struct {
	Message string         `json:"message"`
	Data    map[string]any `json:"data,omitzero"` // of a failure of the platform, which names the work too
}

// failures returns the errors of data/failures.json by their codes.
func failures() map[int]failure {
	return load[map[int]failure]("failures")
}

// work returns the details of an awkward work, or its error.
func (s *Server) work(platform, id, account string) (response, bool) {
	for _, e := range s.ordinary() {
		if e.Platform != platform {
			continue
		}
		for code, f := range failures() {
			if failing(e, code) != id {
				continue
			}
			data := map[string]any{}
			if f.Data != nil {
				data = map[string]any{"platform": platform, "platformWorkId": id}
			}
			if f.Data != nil && account != "" {
				data["accountId"] = account
			}
			maps.Copy(data, f.Data)
			return response{
				Code:      code,
				Message:   f.Message,
				Data:      data,
				Timestamp: s.now().UnixMilli(),
			}, true
		}
		for _, k := range workKinds() {
			if k.id(e) == id {
				return response{Message: "ok", Data: s.detail(k, platform, id)}, true
			}
		}
	}
	return response{}, false
}

// detail is the response to a call of a work.
func (s *Server) detail(k workKind, platform, id string) map[string]any {
	s.mu.Lock()
	s.calls[platform+"/"+id]++
	call := s.calls[platform+"/"+id]
	s.mu.Unlock()
	now := stamp(s.now())
	extra := map[string]any{"pending": k.name == "pending" && call < 3}
	all := map[string]any{
		"platform":  platform,
		"snapshots": []any{},
		"extra":     extra,
		"fetchedAt": now,
	}
	if k.name == "message" {
		all["message"] = "The platform is still reviewing this work"
		return all
	}
	item, published := s.item(k, platform, id)
	all["work"] = item
	if k.metrics != nil {
		all["snapshotId"] = objectID(s.now(), k.number<<8+call)
		all["snapshots"] = []any{map[string]any{
			"id":             all["snapshotId"],
			"platformWorkId": id,
			"snapshotAt":     published,
			"fetchedAt":      now,
			"work":           item,
			"metrics":        k.metrics(call),
			"extra":          extra,
		}}
	}
	return all
}

// item is the work and the time at which it was published.
func (s *Server) item(k workKind, platform, id string) (item map[string]any, published string) {
	const day = 24 * time.Hour
	at := s.start.Add(-20 * day)
	if k.name == "fresh" {
		at = s.start
	}
	site := "https://" + strings.ToLower(platform) + ".example/"
	item = map[string]any{
		"id": id, "url": site + "post/" + id, "title": "We rode around the lake before breakfast",
		"description": "64 km, one flat tyre, two coffees.\n#cycling #sunrise",
		"mediaType":   "video",
		"coverUrl":    site + "cover/" + id + ".jpg",
		"publishedAt": stamp(at),
		"status":      "published",
	}
	switch k.name {
	case "bare":
		item = map[string]any{"id": id}
	case "hostile":
		item["title"], item["description"], item["status"] = hostileText, strings.Repeat(
			"长文本 "+hostileText,
			60,
		), "under_review\x1b[5m"
	}
	return item, stamp(at)
}
