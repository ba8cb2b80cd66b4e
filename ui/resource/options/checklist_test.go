package options

import (
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// platformOf returns the row of a platform of the sandbox.
func platformOf(t *testing.T, c *panetest.World, id string) *Row {
	t.Helper()
	platforms, err := c.Site().Store.Fleet.Platforms(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Rows(platforms) {
		if r.Platform.Platform == id {
			return r
		}
	}
	t.Fatalf("no platform %s", id)
	return nil
}

// originOf returns who states the line of an option, "none" where there is no such line.
func originOf(v *resource.View, lines []fleet.Line, option string) string {
	for i := range lines {
		l := &lines[i]
		if len(l.Options) > 0 && l.Options[0] == option {
			return LineOrigin(v.Words, l)
		}
	}
	return "none"
}

// What the schema requires, of every post or together with another option, is not said to be known from
// the web client only.
func TestOriginOfWhatTheServiceStates(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	v := w.Site().View
	for platform, options := range map[string]map[string]string{
		"bilibili":  {"tid": "", "source": "", "topic_id": "web client, 2026-06"},
		"pinterest": {"boardId": "", "coverImageUrl": "web client, 2026-06"},
		"youtube":   {"categoryId": "web client, 2026-06"},
	} {
		lines := platformOf(t, w, platform).checklist()
		for option, want := range options {
			if got := originOf(v, lines, option); got != want {
				t.Errorf("%s: %s is stated by %q, want %q", platform, option, got, want)
			}
		}
	}
}

// The verdicts on options name values and members by their labels, and no pattern, number of an alternative or
// other word of a schema. A verdict has no key of the screen, as commands print it too.
func TestReasonsOfOptions(t *testing.T) {
	const choice = `{"platform":"x","status":"available","optionSchema":{"type":"object","properties":{` +
		`"a":{"oneOf":[{"type":"string"},{"minLength":1}]},"b":{"not":{"type":"integer"}},` +
		`"c":{"type":"array","contains":{"const":1}},"d":{"type":"object","propertyNames":{"pattern":"^x"}},` +
		`"e":{"type":"string","format":"ipv4"},"f":{"type":"string","format":"uri"},` +
		`"h":{"type":"string","pattern":"^y\\Z"},"i":{"enum":["PUBLIC","SELF_ONLY"]},` +
		`"poll":{"type":"object","properties":{"duration_minutes":{"type":"integer"}}},` +
		`"privacy":{"type":"string"}},"dependencies":{"privacy":["boardId"]}}}`
	const needs = `{"platform":"x","status":"available","optionSchema":{"type":"object",` +
		`"properties":{"link":{"type":"string","pattern":"^x"}},"required":["link"]}}`
	const (
		form   = "not in the form that the platform asks for: see its schema"
		formZh = "格式不符合平台要求，见平台的 schema"
	)
	for _, tt := range []struct{ platform, option, value, en, zh string }{
		{choice, "a", "x", form, formZh},
		{choice, "b", "1", form, formZh},
		{choice, "c", "[2]", form, formZh},
		{choice, "d", `{"y":1}`, form, formZh},
		{choice, "e", "x", form, formZh},
		{choice, "f", "x", "must be a web address", "应为网址"},
		{choice, "h", "y", "its form can't be checked here", "此处无法检查其格式"},
		{choice, "i", "x", "must be one of public, only you", "应为以下之一：公开、仅自己"},
		{choice, "privacy", "x", "who can see it also requires board", "有可见范围时还必须有图板"},
		{
			choice,
			"poll",
			`{"duration_minutes":"1"}`,
			"Minutes: must be whole number, not text",
			"持续分钟数：应为整数，而不是文本",
		},
		{needs, "", "", "still missing", "尚未填写"},
	} {
		for lang, want := range map[words.Lang]string{words.English: tt.en, words.Chinese: tt.zh} {
			v := panetest.New(t, panetest.Options{Lang: lang}).Site().View
			p := fleet.Preflight{Platform: rowOf(t, tt.platform).Platform, Post: &post.Post{Body: "tea"}}
			if tt.option != "" {
				p.SetOption(tt.option, tt.value)
			}
			checks, _ := p.Checks()
			if got := CheckReason(v, &checks[0]); got != want {
				t.Errorf("%s=%s: %q, want %q", tt.option, tt.value, got, want)
			}
		}
	}
	bilibili := platformOf(t, panetest.New(t, panetest.Options{}), "bilibili").Platform
	for lang, want := range map[words.Lang]string{
		words.English: "must be one of original, repost",
		words.Chinese: "应为以下之一：自制、转载",
	} {
		v := panetest.New(t, panetest.Options{Lang: lang}).Site().View
		p := fleet.Preflight{Platform: bilibili, Post: &post.Post{}}
		p.SetOption("tid", "1")
		p.SetOption("copyright", "3")
		checks, _ := p.Checks()
		if got := CheckReason(v, &checks[0]); got != want {
			t.Errorf("a third kind of work: %q, want %q", got, want)
		}
	}
}

// A length that the service counts higher than people do says so, and only such a length.
func TestLengthsWithEmoji(t *testing.T) {
	const short = `{"platform":"x","status":"available","contentLimits":{"maxTitleLength":3}}`
	for _, tt := range []struct{ title, en, zh string }{
		{"teas", "4 characters, at most 3", "4 个字符，最多 3 个"},
		{
			"🍵🍵",
			"4 characters (the service counts an emoji as 2 or more), at most 3",
			"4 个字符（服务将一个表情计为 2 个以上），最多 3 个",
		},
	} {
		for lang, want := range map[words.Lang]string{words.English: tt.en, words.Chinese: tt.zh} {
			v := panetest.New(t, panetest.Options{Lang: lang}).Site().View
			verdict := Judge(rowOf(t, short).Platform, &post.Post{Title: tt.title, Body: "tea"})
			if got := CheckReason(v, &verdict.Checks[0]); got != want {
				t.Errorf("%s: %q, want %q", tt.title, got, want)
			}
		}
	}
}

// A rule that a post breaks is told as what should be, not as what the post has.
func TestBrokenRules(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.English: {
			"; video shape: should be 9:16; video length: should be 15 to 180 s",
			"should be 9:16 (web client, 2026-06)",
		},
		words.Chinese: {
			"视频宽高比：应为 9:16；视频时长：应为 15 至 180 秒",
			"应为 9:16（网页端，2026-06）",
		},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang})
		v := w.Site().View
		clip := media.File{Kind: media.Videos, Width: api.Int(1920), Height: api.Int(1080), Duration: api.Int(14)}
		verdict := Judge(platformOf(t, w, "KWAI").Platform, &post.Post{Files: []media.File{clip}})
		for i := range verdict.Checks {
			c := &verdict.Checks[i]
			if c.Known == "ratio_kuaishou" && CheckReason(v, c) != want[1] {
				t.Errorf("%s: %q, want %q", lang, CheckReason(v, c), want[1])
			}
		}
		if why := Why(v, verdict); !strings.Contains(why, want[0]) {
			t.Errorf("%s: %q, want %q", lang, why, want[0])
		}
	}
}

// An option that only the web client asks for, and of which the site tells nothing, is only said to be missing.
func TestMissingOptionWithoutARule(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "still missing (web client, 2026-06)",
		words.Chinese: "尚未填写（网页端，2026-06）",
	} {
		w := panetest.New(t, panetest.Options{Lang: lang})
		p := *platformOf(t, w, "youtube").Platform
		p.OptionSchema = nil
		found := false
		for _, c := range Judge(&p, &post.Post{}).Checks {
			if c.Line == nil || c.Line.Rule != "needs_category" {
				continue
			}
			found = true
			if got := CheckReason(w.Site().View, &c); got != want {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
		if !found {
			t.Errorf("%s: no category is asked for", lang)
		}
	}
}

// The parts of an option say how many items they have without the word for a list of them.
func TestRulesOfItems(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "required · 2–4 items",
		words.Chinese: "必填 · 2–4 项",
	} {
		w := panetest.New(t, panetest.Options{Lang: lang})
		v := w.Site().View
		rows := LineRows(platformOf(t, w, "twitter").checklist(), Changes{}, map[string]bool{"poll": true})
		rules := map[string]string{}
		for _, r := range rows {
			if r.Part != nil {
				rules[r.Part.Name] = RowRule(v, r)
			}
		}
		if rules["options"] != want {
			t.Errorf("%s: the parts of a poll are %v, want %q", lang, rules, want)
		}
	}
}

// Until it is known whether the service lists the values of an option, the list does not say that
// any text may stand there.
func TestRulesBeforeOptionsAreLoaded(t *testing.T) {
	const members = `"optionSchema":{"type":"object","properties":{` +
		`"boardId":{"type":"string"},"link":{"type":"string","format":"uri"},"embeddable":{"type":"boolean"}}}`
	const (
		available = `{"platform":"x","status":"available",` + members + `}`
		without   = `{"platform":"x","capabilities":{"publish":{"optionSources":false}},` + members + `}`
		elsewhere = `{"platform":"x","status":"unavailable",` + members + `}`
	)
	v := panetest.New(t, panetest.Options{}).Site().View
	for _, tt := range []struct {
		platform string
		loaded   bool
		board    string
	}{
		{available, false, "…"},
		{available, true, "text"},
		{without, false, "text"},
		{elsewhere, false, "text"},
	} {
		r := rowOf(t, tt.platform)
		r.Loaded = tt.loaded
		want := map[string]string{"boardId": tt.board, "link": "a web address", "embeddable": "allowed or forbidden"}
		for _, l := range r.checklist() {
			if l.Kind == fleet.LineOption && LineRule(v, &l) != want[l.Options[0]] {
				t.Errorf("%s, loaded %t: %s is %q", tt.platform, tt.loaded, l.Options[0], LineRule(v, &l))
			}
		}
	}
}

// What a post needs is named with a word for it in files and printed tables, and without one in a list below the
// title of those that need more. A row with nothing to say is blank there.
func TestNeedsBelowTheirTitle(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.English: {"needs: board, title, cover, a video or images", "board, title, cover, a video or images"},
		words.Chinese: {"还缺：图板、标题、封面、视频或图片", "图板、标题、封面、视频或图片"},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang})
		v := w.Site().View
		r := MatrixResource(v, nil)
		column := r.Columns[len(r.Columns)-1]
		needy := Judge(platformOf(t, w, "pinterest").Platform, &post.Post{})
		if got := [2]string{column.TextOf(needy), column.CellOf(needy).Text}; got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
		fit := Judge(platformOf(t, w, "facebook").Platform, &post.Post{Body: "tea"})
		if got := column.CellOf(fit).Text; got != " " {
			t.Errorf("%s: %q where there is nothing to say", lang, got)
		}
		refused := Judge(platformOf(t, w, "wxGzh").Platform, &post.Post{})
		if column.CellOf(refused).Text != column.TextOf(refused) {
			t.Errorf("%s: %q in the list, %q in files", lang, column.CellOf(refused).Text, column.TextOf(refused))
		}
	}
}
