package fleet_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/post"
)

// demoPlatforms returns the platforms of the sandbox.
func demoPlatforms(t *testing.T) []api.Platform {
	t.Helper()
	content, err := os.ReadFile("../sandbox/data/platforms.json")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := api.DecodeRows[api.Platform](content)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// clip is a video of 14 s of 1920x1080.
func clip() *post.Post {
	return &post.Post{Files: []media.File{{
		Kind:     media.Videos,
		Count:    1,
		Duration: api.Int(14),
		Width:    api.Int(1920),
		Height:   api.Int(1080),
		FPS:      api.Int(30),
		SizeMB:   api.Int(62),
		Format:   "mp4",
	}}}
}

// The verdicts on one clip without title, account and options were worked out by hand from the
// limits and schemas of the platforms and the rules of the web client.
func TestClipOnAllPlatforms(t *testing.T) {
	want := map[string]string{
		"youtube":   "unknown [need:unknown needs_title need:unknown needs_description need:unknown categoryId]",
		"bilibili":  "unknown [need:unknown tid need:unknown needs_title need:unknown topic_id]",
		"douyin":    "fits []",
		"KWAI":      "unknown [known:unknown ratio_kuaishou known:unknown seconds_kuaishou]",
		"pinterest": "unknown [need:unknown boardId need:unknown needs_title need:unknown coverImageUrl]",
		"twitter":   "fits []",
		"tiktok":    "unknown [need:unknown privacy_level need:unknown brand_organic_toggle+brand_content_toggle]",
		"facebook":  "fits []",
		"instagram": "fits []",
		"threads":   "fits []",
		"linkedin":  "fits []",
		"wxGzh":     "rejected [platform:rejected post:rejected post:rejected]",
		"wxSph":     "fits []",
		"xhs":       "unknown [need:unknown workLink]",
	}
	platforms := demoPlatforms(t)
	if len(platforms) != len(want) {
		t.Errorf("%d platforms, want %d", len(platforms), len(want))
	}
	for i := range platforms {
		p := fleet.Preflight{Platform: &platforms[i], Post: clip()}
		checks, fit := p.Checks()
		got := fmt.Sprint(fit, " ", checkTexts(checks))
		if got != want[p.Platform.Platform] {
			t.Errorf("%s: %s, want %s", p.Platform.Platform, got, want[p.Platform.Platform])
		}
	}
}

// lineTexts are the lines of a section: the names of options, or else the kind, with the rule.
func lineTexts(lines []fleet.Line, section fleet.Section) string {
	var list []string
	for _, l := range lines {
		if l.Section == section {
			parts := append([]string{string(l.Kind)}, l.Options...)
			list = append(list, strings.Join(append(parts, l.Rule), " "))
		}
	}
	return strings.Join(list, "; ")
}

func TestChecklist(t *testing.T) {
	platforms := demoPlatforms(t)
	for name, want := range map[string][4]string{
		"pinterest": {
			"option boardId needs_board; title needs_title; cover coverImageUrl needs_cover; content ",
			"videos ; images ; body ; topics ",
			"option link ; option altText ",
			"capability ",
		},
		"bilibili": {
			"option tid needs_partition; title needs_title; topics topic_id needs_topic; " +
				"option source needs_source; content ",
			"videos ; cover ; body ",
			"option no_reprint ; option mission_id ; option copyright ",
			"capability ",
		},
	} {
		for i := range platforms {
			if platforms[i].Platform != name {
				continue
			}
			lines := fleet.Checklist(&platforms[i], nil)
			for j, section := range []fleet.Section{fleet.Must, fleet.Media, fleet.May, fleet.Cannot} {
				if got := lineTexts(lines, section); got != want[j] {
					t.Errorf("%s: %s: %q, want %q", name, section, got, want[j])
				}
			}
		}
	}
}

// An option with a default, in the schema or among the default options of the platform, need not be set,
// also where the web client asks for it.
func TestDefaultsCountAsGiven(t *testing.T) {
	const (
		privacy = `{"type":"object","properties":{"privacy_level":{%s"type":"string","enum":["ALL","SELF"]}}%s}`
		needed  = "needs_privacy"
	)
	for name, tt := range map[string]struct {
		schema, defaults string
		section          fleet.Section
		fit              media.Answer
	}{
		"no default":      {fmt.Sprintf(privacy, "", ""), `{}`, fleet.Must, media.Unknown},
		"in the schema":   {fmt.Sprintf(privacy, `"default":"ALL",`, ""), `{}`, fleet.May, media.Yes},
		"of the platform": {fmt.Sprintf(privacy, "", ""), `{"privacy_level":"SELF"}`, fleet.May, media.Yes},
		"required": {
			fmt.Sprintf(privacy, "", `,"required":["privacy_level"]`), `{}`, fleet.Must, media.Unknown,
		},
		"required, of it": {
			fmt.Sprintf(privacy, "", `,"required":["privacy_level"]`), `{"privacy_level":"SELF"}`, fleet.May, media.Yes,
		},
		"a default of null":  {fmt.Sprintf(privacy, `"default":null,`, ""), `{}`, fleet.Must, media.Unknown},
		"a default of blank": {fmt.Sprintf(privacy, `"default":"",`, ""), `{}`, fleet.Must, media.Unknown},
	} {
		rows, err := api.DecodeRows[api.Platform]([]byte(`[{"platform":"tiktok","status":"available","optionSchema":` +
			tt.schema + `,"defaultOption":` + tt.defaults + `}]`))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range fleet.Checklist(&rows[0], nil) {
			isPrivacy := len(l.Options) > 0 && l.Options[0] == "privacy_level"
			if isPrivacy && (l.Section != tt.section || (l.Rule == needed) != (tt.section == fleet.Must)) {
				t.Errorf("%s: the line is in %s, with the rule %q", name, l.Section, l.Rule)
			}
		}
		p := fleet.Preflight{Platform: &rows[0], Post: clip()}
		checks, _ := p.Checks()
		fit := media.Yes
		for _, c := range checks {
			if c.Line != nil && len(c.Line.Options) > 0 && c.Line.Options[0] == "privacy_level" {
				fit = c.Fit
			}
		}
		if fit != tt.fit {
			t.Errorf("%s: %s, want %s: %v", name, fit, tt.fit, checkTexts(checks))
		}
	}
}
