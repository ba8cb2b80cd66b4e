package fleet_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/post"
)

// preflightPlatform returns a platform with a limit of each kind and options.
func preflightPlatform(t *testing.T, id, members string) *api.Platform {
	t.Helper()
	rows, err := api.DecodeRows[api.Platform]([]byte(`[{"platform":"` + id +
		`","status":"available","mediaRules":{"maxVideoDuration":60},` +
		`"optionSchema":{"type":"object","properties":{"aiGenerated":{"type":"boolean"},` +
		`"cover":{"type":"string"}}}` + members + `}]`))
	if err != nil {
		t.Fatal(err)
	}
	return &rows[0]
}

// checkTexts are the kinds of the checks that are not media.Yes.
func checkTexts(checks []fleet.Check) (list []string) {
	for _, c := range checks {
		about := c.Known
		if c.Line != nil && about == "" {
			about = cmp.Or(strings.Join(c.Line.Options, "+"), c.Line.Rule, string(c.Line.Kind))
		}
		if c.Fit != media.Yes {
			list = append(list, strings.TrimSpace(string(c.Kind)+":"+string(c.Fit)+" "+about))
		}
	}
	return list
}

func TestPreflight(t *testing.T) {
	account := with("a", normal, 5)
	account.Type = "pinterest"
	ill := with("b", abnormal, 5)
	ill.Type = "pinterest"
	listed := []api.PublishOption{{Field: "boardId", RequiresAccount: api.Some(true)}}
	video := func(seconds int64) *post.Post {
		return &post.Post{Files: []media.File{{
			Kind:     media.Videos,
			Count:    1,
			Duration: api.Int(seconds),
			Width:    api.Int(1080),
			Height:   api.Int(1920),
			Format:   "mp4",
		}}}
	}
	written := &post.Post{Title: "Spring", Body: "Tea"}
	for name, tt := range map[string]struct {
		platform string
		members  string
		p        fleet.Preflight
		options  string // NAME=VALUE with blanks between them
		fit      media.Answer
		want     string
	}{
		"in order": {
			"pinterest",
			"",
			fleet.Preflight{Account: account, Post: video(30)},
			"boardId=1 cover=x",
			media.Unknown,
			"[need:unknown needs_title]",
		},
		"abnormal": {
			"x",
			"",
			fleet.Preflight{Account: ill, Post: written},
			"",
			media.No,
			"[account:rejected owner:rejected]",
		},
		"no account": {"x", "", fleet.Preflight{Post: written}, "boardId=1", media.Unknown, "[no_account:unknown]"},
		"wrong option": {
			"x",
			"",
			fleet.Preflight{Post: written},
			"bordId=1 aiGenerated=yes",
			media.No,
			"[no_option:rejected option:rejected aiGenerated]",
		},
		"too long": {
			"KWAI",
			"",
			fleet.Preflight{Post: video(200)},
			"",
			media.No,
			"[item:rejected known:unknown seconds_kuaishou]",
		},
		"nobody": {"x", "", fleet.Preflight{Named: "n", Post: written}, "", media.No, "[missing:rejected]"},
		"not loaded yet": {
			"x",
			"",
			fleet.Preflight{Named: "n", NoAccounts: true, NoOptions: true, Post: written},
			"a=1 b=2",
			media.Unknown,
			"[missing:unknown unlisted:unknown]",
		},
		"several": {
			"x",
			"",
			fleet.Preflight{Account: ill, Named: "Twin", Several: true, Post: written},
			"",
			media.Unknown,
			"[several:unknown]",
		},
		"empty": {
			"x",
			"",
			fleet.Preflight{Account: account, Post: &post.Post{}},
			"",
			media.No,
			"[owner:rejected need:unknown content]",
		},
		"elsewhere": {"x", `,"other":1`, fleet.Preflight{Post: written}, "", media.Yes, "[]"},
		"not understood": {
			"x",
			`,"topic":{"maxWords":1}`,
			fleet.Preflight{Post: written},
			"",
			media.Unknown,
			"[post:unknown]",
		},
		"repost": {
			"bilibili",
			"",
			fleet.Preflight{Post: written},
			"copyright=2",
			media.No,
			"[no_option:rejected need:unknown needs_topic need:unknown needs_partition need:unknown needs_source]",
		},
		"known rules": {
			"youtube",
			"",
			fleet.Preflight{Post: &post.Post{Title: "Spring", Files: video(30).Files}},
			"",
			media.Unknown,
			"[need:unknown needs_description need:unknown needs_category]",
		},
		"a title alone": {
			"x",
			"",
			fleet.Preflight{Post: &post.Post{Title: "Spring"}},
			"",
			media.Unknown,
			"[need:unknown content]",
		},
		"a topic": {
			"bilibili",
			"",
			fleet.Preflight{Post: &post.Post{Title: "t", Body: "#tea"}},
			"",
			media.Unknown,
			"[need:unknown needs_partition]",
		},
		"a cover": {
			"pinterest",
			"",
			fleet.Preflight{Account: account, Post: &post.Post{Title: "t", Cover: &media.File{Kind: media.Images}}},
			"boardId=1",
			media.Yes,
			"[]",
		},
	} {
		tt.p.Platform = preflightPlatform(t, tt.platform, tt.members)
		tt.p.Listed = listed
		for _, option := range strings.Fields(tt.options) {
			name, value, _ := strings.Cut(option, "=")
			tt.p.SetOption(name, value)
		}
		checks, fit := tt.p.Checks()
		if got := checkTexts(checks); fmt.Sprint(got) != tt.want || fit != tt.fit {
			t.Errorf("%s: %s, %v, want %s, %v", name, fit, got, tt.fit, tt.want)
		}
	}
}

// An option is a text where the schema of the platform says text, in alternatives too, and what
// is required is required in each of them.
func TestOptionsAreJudgedByTheSchema(t *testing.T) {
	const bilibili = `{"anyOf":[{"type":"object","properties":{"tid":{"type":"integer"},"copyright":{"default":1,` +
		`"const":1}},"required":["tid","copyright"]},` +
		`{"type":"object","properties":{"tid":{"type":"integer"},"copyright":{"const":2},"source":{"type":"string",` +
		`"minLength":1}},"required":["tid","copyright","source"]}]}`
	const pinterest = `{"type":"object","properties":{"boardId":{"type":"string","minLength":1}},` +
		`"required":["boardId"]}`
	for _, tt := range []struct {
		schema, options string
		fits            bool
	}{
		{pinterest, "boardId=549755885175", true},
		{pinterest, "boardId=1", true},
		{pinterest, "", false},
		{bilibili, "tid=17", true},
		{bilibili, "tid=seventeen", false},
		{bilibili, "", false},
		{bilibili, "tid=17 copyright=2 source=5", true},
		{bilibili, "tid=17 copyright=2", false},
	} {
		p := fleet.Preflight{
			Platform: &api.Platform{Platform: "x", Status: api.Some("available"), OptionSchema: []byte(tt.schema)},
			Post:     &post.Post{Body: "a"},
		}
		for _, option := range strings.Fields(tt.options) {
			name, value, _ := strings.Cut(option, "=")
			p.SetOption(name, value)
		}
		checks, fit := p.Checks()
		if fits := fit == media.Yes; fits != tt.fits {
			t.Errorf("%q: %v", tt.options, checkTexts(checks))
		}
	}
}
