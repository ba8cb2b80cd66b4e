package options

import (
	"math"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzOptionView checks that any JSON as a schema gives clean text within its
// width, and so does a check against it.
func FuzzOptionView(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"enum":["\u202e",1]}},"required":["a"]}`, `{"a":2}`, 40)
	f.Add(`{"anyOf":[{"$ref":"#"},{"type":"string","pattern":"^(?!x)"}]}`, `{}`, 7)
	f.Add(`{"type":5,"description":"`+strings.Repeat("长", 50)+`"}`, `x`, 0)
	f.Add(`[`, ``, -1)
	w := panetest.New(f, panetest.Options{})
	f.Fuzz(func(t *testing.T, raw, value string, width int) {
		width = 1 + (width%300+300)%300
		o := &api.PublishOption{
			Field:        raw,
			CreateSchema: jsontext.Value(raw),
			FilterSchema: jsontext.Value(raw),
			Unknown:      jsontext.Value(raw),
		}
		v := w.Context.View
		r := ReadSchemas(o, nil)
		changes := Changes{Since: v.Now(), List: diff.Options(nil, []api.PublishOption{*o})}
		lines := pane.BlockLines(v, SchemaBlocks(v, o, changes, r), width, math.MaxInt)
		for _, platform := range fuzzedPlatforms(raw) {
			lines = append(lines, platformText(v, &platform, o, width)...)
		}
		for _, line := range lines {
			if text.Width(line) > width {
				t.Errorf("%d cells in a width of %d: %q", text.Width(line), width, line)
			}
			if text.Clean(line) != line {
				t.Errorf("not clean: %q", line)
			}
		}
		if r.Create.Schema == nil {
			return
		}
		issues, problem := r.Create.Check([]byte(value))
		if problem != nil && (ProblemText(w.Context.Words, problem) == "" ||
			strings.HasPrefix(ProblemText(w.Context.Words, problem), "options.")) {
			t.Errorf("no words for %+v", problem)
		}
		for _, said := range IssueTexts(w.Context.Words, issues) {
			if text.Clean(said.Path+said.Text) != said.Path+said.Text || said.Text == "" {
				t.Errorf("text %+v", said)
			}
		}
	})
}

// platformText is everything that a screen shows of a platform with one option.
func platformText(v *resource.View, p *api.Platform, o *api.PublishOption, width int) (lines []string) {
	list := fleet.Checklist(p, []api.PublishOption{*o})
	for _, r := range LineRows(list, Changes{}, map[string]bool{}) {
		for _, s := range []string{RowLabel(v, r), RowRule(v, r), RowOrigin(v, r)} {
			lines = append(lines, text.Cut(text.Line(s), width))
		}
		if r.Line == nil {
			continue
		}
		for _, b := range LineBlocks(v, r, nil, true) {
			if b.Lines != nil {
				lines = append(lines, b.Lines(width)...)
			}
		}
	}
	row := Rows([]api.Platform{*p})
	for _, r := range row { // hidden ones have none
		lines = append(lines, pane.BlockLines(v, PlatformBlocks(v, r), width, math.MaxInt)...)
	}
	return lines
}

// fuzzedPlatforms are platforms with any JSON in each of their members: as it is decoded, and
// malformed.
func fuzzedPlatforms(raw string) []api.Platform {
	any := jsontext.Value(raw)
	platforms := []api.Platform{{
		Platform:      raw,
		DisplayName:   any,
		ContentLimits: api.ContentLimits{Modes: []string{raw}, Unknown: any},
		MediaRules:    api.MediaRules{ImageFormats: []string{raw}, Unknown: any},
		Topic:         api.TopicRules{Unknown: any},
		Capabilities:  api.Capabilities{Unknown: any},
		OptionSchema:  any,
		Status:        api.Some(raw),
		Unknown:       any,
	}}
	if any.IsValid() {
		row := strings.ReplaceAll(
			`[{"platform":"x","displayName":RAW,"contentLimits":RAW,"mediaRules":{"aspectRatio":RAW,`+
				`"maxImageSize":RAW},"topic":RAW,"capabilities":RAW,"status":RAW}]`,
			"RAW", raw,
		)
		decoded, _ := api.DecodeRows[api.Platform]([]byte(row)) // too deep: none
		platforms = append(platforms, decoded...)
	}
	return platforms
}
