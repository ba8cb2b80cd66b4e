package fleet_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
)

func TestPreflight(t *testing.T) {
	platform := func(id, rest string) *api.Platform {
		rows, err := api.DecodeRows[api.Platform]([]byte(`[{"platform":"` + id + `","status":"available","mediaRules":{"video":{"maxDuration":60}},` +
			`"optionSchema":{"type":"object","additionalProperties":false,"properties":{"aiGenerated":{"type":"boolean"},"cover":{"type":"string"}}}` + rest + `}]`))
		if err != nil {
			t.Fatal(err)
		}
		return &rows[0]
	}
	account := with("a", normal, 5)
	account.Type, account.LastStatsTime = "pinterest", api.SomeTime(today.Format(time.RFC3339))
	ill := with("b", abnormal, 5)
	ill.Type, ill.LastStatsTime = "pinterest", api.SomeTime(today.AddDate(0, -2, 0).Format(time.RFC3339))
	listed := []api.PublishOption{{Field: "boardId", RequiresAccount: api.Some(true)}}
	given := func(values ...string) map[string]jsontext.Value {
		all := map[string]jsontext.Value{}
		for i := 0; i < len(values); i += 2 {
			all[values[i]] = jsontext.Value(values[i+1])
		}
		return all
	}
	video := func(seconds int64) media.Item {
		return media.Item{Kind: media.Videos, File: media.File{Kind: media.Videos, Count: 1, Duration: api.Int(seconds), Width: api.Int(1080), Height: api.Int(1920), Format: "mp4"}}
	}
	title := media.Item{Kind: media.Title, Text: "Spring"}
	for name, tt := range map[string]struct {
		p    fleet.Preflight
		fit  media.Answer
		want string // the kinds that are not media.Yes
	}{
		"in order":         {fleet.Preflight{Platform: platform("pinterest", ""), Account: account, Items: []media.Item{video(30)}, Options: given("boardId", "1", "cover", `"x"`)}, media.Unknown, "[known:unknown needs_title]"},
		"abnormal and old": {fleet.Preflight{Platform: platform("weibo", ""), Account: ill, Options: given()}, media.No, "[account:rejected owner:rejected statistics:unknown]"},
		"no account":       {fleet.Preflight{Platform: platform("weibo", ""), Options: given("boardId", "1")}, media.Unknown, "[no_account:unknown]"},
		"wrong option":     {fleet.Preflight{Platform: platform("weibo", ""), Options: given("bordId", "1", "aiGenerated", `"yes"`)}, media.No, "[no_option:rejected option:rejected]"},
		"too long":         {fleet.Preflight{Platform: platform("kuaishou", ""), Items: []media.Item{video(200)}}, media.No, "[item:rejected known:unknown seconds_kuaishou]"},
		"nobody":           {fleet.Preflight{Platform: platform("weibo", ""), Named: "n"}, media.No, "[missing:rejected]"},
		"not loaded yet":   {fleet.Preflight{Platform: platform("weibo", ""), Named: "n", NoAccounts: true, NoOptions: true, Options: given("a", "1", "b", "2")}, media.Unknown, "[missing:unknown unlisted:unknown]"},
		"elsewhere":        {fleet.Preflight{Platform: platform("x", `,"x":1`), Items: nil}, media.Yes, "[]"},
		"repost":           {fleet.Preflight{Platform: platform("bilibili", ""), Items: []media.Item{title}, Options: given("copyright", "2")}, media.No, "[no_option:rejected item:unknown known:unknown needs_topic known:unknown needs_partition known:unknown needs_source]"},
		"known rules":      {fleet.Preflight{Platform: platform("YouTube", ""), Items: []media.Item{title}}, media.Unknown, "[item:unknown known:unknown needs_description known:unknown needs_category]"},
	} {
		tt.p.Listed, tt.p.Now, tt.p.StaleAfter = listed, today, 7*24*time.Hour
		checks, fit := tt.p.Checks()
		var got []string
		for _, c := range checks {
			if c.Fit != media.Yes {
				s := string(c.Kind) + ":" + string(c.Fit)
				if c.Known != "" {
					s += " " + c.Known
				}
				got = append(got, s)
			}
		}
		if fmt.Sprint(got) != tt.want || fit != tt.fit {
			t.Errorf("%s: %s, %v", name, fit, got)
		}
	}
}

// Which of several accounts of one name is meant is not known: the post is in doubt.
func TestPreflightOfSeveralAccounts(t *testing.T) {
	p := fleet.Preflight{Platform: &api.Platform{Platform: "x", Status: api.Some("available")}, Account: with("a", abnormal, 1), Named: "Twin", Several: true, Now: today}
	checks, fit := p.Checks()
	if fit != media.Unknown || len(checks) != 2 || checks[0].Kind != fleet.CheckSeveral || checks[1].Kind != fleet.CheckPlatform {
		t.Errorf("%s: %+v", fit, checks)
	}
}
