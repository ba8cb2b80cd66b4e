package resource_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The JSON of a finding has what its kind has, and its columns tell the same.
func TestJSONOfFindings(t *testing.T) {
	at := history.Interval{
		After:  time.Date(2026, 11, 17, 7, 21, 0, 0, time.UTC),
		Before: time.Date(2026, 11, 17, 7, 31, 0, 0, time.UTC),
	}
	findingsOf := map[string]*findings.Finding{
		`{"finding":"incident","what":"turnedAbnormal","section":"new","id":"KWAI","name":"","platform":"KWAI",` +
			`"after":"2026-11-17T07:21:00Z","before":"2026-11-17T07:31:00Z","count":3,"of":4,"partial":true,` +
			`"accounts":[{"platform":"KWAI","id":"b"},{"platform":"KWAI","id":"a"}]}`: {
			Kind:     findings.Incident,
			What:     findings.TurnedAbnormal,
			Section:  findings.New,
			ID:       "KWAI",
			Platform: "KWAI",
			At:       at,
			Count:    3,
			Of:       4,
			InPart:   true,
			Accounts: []*api.Account{{ID: "b", Type: "KWAI"}, {ID: "a", Type: "KWAI"}},
		},
		`{"finding":"followersFell","section":"new","id":"a","name":"N a","platform":"KWAI",` +
			`"before":"2026-11-17T07:31:00Z","was":50290,"is":0,"now":50400,"note":"a move"}`: {
			Kind:     findings.FollowersFell,
			Section:  findings.New,
			ID:       "a",
			Name:     "N a",
			Platform: "KWAI",
			At:       history.Interval{Before: at.Before},
			Was:      api.Int(50290),
			Is:       api.Int(0),
			Now:      api.Int(50400),
			Note:     "a move",
		},
		`{"finding":"work","section":"open","id":"w","name":"A \"cat\"","platform":"douyin",` +
			`"metric":"viewCount","others":["likeCount"],"metrics":{}}`: {
			Kind:     findings.WorkMoved,
			Section:  findings.Open,
			ID:       "w",
			Name:     `A "cat"`,
			Platform: "douyin",
			Work:     &findings.Work{Metric: "viewCount", Others: []string{"likeCount"}},
		},
		`{"finding":"options","section":"open","id":"boardId","name":"","platform":"pinterest",` +
			`"changes":{"added":2},"times":5}`: {
			Kind:     findings.OptionsChanged,
			Section:  findings.Open,
			ID:       "boardId",
			Platform: "pinterest",
			Options:  []diff.Change{{Kind: "added"}, {Kind: "added"}},
			Times:    5,
		},
		`{"finding":"disappeared","section":"new","id":"","name":"","was":120,"counted":{"was":2},` +
			`"accounts":[{"platform":"x","id":"c"},{"platform":"y","id":"d"},{"platform":"y","id":"e"}]}`: {
			Kind:     findings.Disappeared,
			Section:  findings.New,
			Was:      api.Int(120),
			WasOf:    2,
			Accounts: []*api.Account{{ID: "c", Type: "x"}, {ID: "d", Type: "y"}, {ID: "e", Type: "y"}},
		},
		`{"finding":"recovered","section":"new","id":"","name":"","lasted":{"leastHours":72,"mostHours":95.5}}`: {
			Kind:    findings.Recovered,
			Section: findings.New,
			Lasted:  history.Length{Least: 72 * time.Hour, Most: 95*time.Hour + 30*time.Minute},
		},
		`{"finding":"rule","section":"open","id":"big","name":"",` +
			`"level":"note","when":"followers>1M","unknown":"Mars"}`: {
			Kind:    findings.OwnRule,
			Section: findings.Open,
			ID:      "big",
			Rule:    &findings.Rule{Level: findings.Note, When: "followers>1M", Unknown: "Mars"},
		},
	}
	r := resource.Findings(viewIn(t, words.English))
	for want, f := range findingsOf {
		row := &resource.FindingRow{Finding: f}
		got, err := api.Marshal(r.JSON(row))
		if err != nil || string(got) != want {
			t.Errorf("%s (%v), want\n%s", got, err, want)
		}
		panetest.Agree(t, r, row)
	}
}
