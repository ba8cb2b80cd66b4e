package options

import (
	"slices"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestEveryColumn(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Site()
	v := c.View
	platforms, err := c.Store.Fleet.Platforms(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	panetest.EveryColumn(t, v, PlatformResource(v), Rows(platforms))
	list, err := c.Store.Fleet.Client.PublishOptions(t.Context(), "pinterest")
	if err != nil {
		t.Fatal(err)
	}
	offers := make([]*api.PublishOption, len(list))
	for i := range list {
		offers[i] = &list[i]
	}
	panetest.EveryColumn(t, v, OptionResource(v), offers)
	known := &fleet.Known{Platforms: platforms, Listed: map[string][]api.PublishOption{"pinterest": list}}
	heads := []Head{{ID: "pinterest", Name: "Pinterest"}, {ID: "douyin", Name: "Douyin", Short: "D"}}
	panetest.EveryColumn(t, v, FeatureResource(v, heads), Features(v, "", known))
	pinterest := slices.IndexFunc(platforms, func(p api.Platform) bool { return p.Platform == "pinterest" })
	open := map[string]bool{"boardId": true}
	lines := LineRows(fleet.Checklist(&platforms[pinterest], list), Changes{}, open)
	lines = slices.DeleteFunc(lines, func(r *LineRow) bool { return r.Line == nil })
	panetest.EveryColumn(t, v, LineResource(v), lines)
}

// The options that a platform always requires include those that only the web client requires, without those
// of a repost. Files have the names of options, or of the rule where the option has no name.
func TestRequiredOptions(t *testing.T) {
	for lang, labels := range map[words.Lang]map[string]string{
		words.English: {"youtube": "category", "bilibili": "category", "pinterest": "board"},
		words.Chinese: {"youtube": "分类", "bilibili": "分区", "pinterest": "图板"},
	} {
		c := panetest.New(t, panetest.Options{Lang: lang}).Site()
		required := columnOf(c.View, "required")
		platforms, err := c.Store.Fleet.Platforms(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]string{"youtube": "categoryId", "bilibili": "tid", "pinterest": "boardId", "facebook": ""}
		for _, r := range Rows(platforms) {
			platform := r.Platform.Platform
			name, tested := names[platform]
			if !tested {
				continue
			}
			r.Options.List, err = c.Store.Fleet.Client.PublishOptions(t.Context(), platform)
			if err != nil {
				t.Fatal(err)
			}
			value := required.Of(r)
			if value.File() != name || value.Text() != labels[platform] {
				t.Errorf("%s: %s requires %q, %q in files", lang, platform, value.Text(), value.File())
			}
		}
		for platform, rule := range map[string]string{"youtube": "needs_category", "bilibili": "needs_partition"} {
			bare := required.Of(&Row{Platform: &api.Platform{Platform: platform}})
			if bare.File() != rule || bare.Text() == "" {
				t.Errorf("%s: without options %q is required, %q in files", lang, bare.Text(), bare.File())
			}
		}
	}
}

// A list is drawn at every key, and a checklist takes the schema of a platform to read.
func TestChecklistIsReadOnce(t *testing.T) {
	youtube := &api.Platform{Platform: "youtube"}
	row := &Row{Platform: youtube}
	verdict := &PlatformVerdict{Platform: youtube}
	for _, checklist := range []func() []fleet.Line{row.checklist, verdict.checklist} {
		if first, second := checklist(), checklist(); len(first) == 0 || &first[0] != &second[0] {
			t.Errorf("%d lines, then %d others", len(first), len(second))
		}
	}
}

// A platform that supports fewer capabilities of more has a shorter bar, and one that supports all a full one.
func TestBarOfCapabilities(t *testing.T) {
	c := columnOf(panetest.New(t, panetest.Options{}).Context.View, "capabilities")
	for want, counts := range map[float64]capabilities{
		0:    {},
		0.75: {supported: 24, stated: 32},
		0.8:  {supported: 20, stated: 25},
		1:    {supported: 3, stated: 3},
	} {
		row := &Row{capabilities: func() *capabilities { return &counts }}
		if got := c.Bar(row) / c.Full; got != want {
			t.Errorf("%d of %d fill %v of the bar, want %v", counts.supported, counts.stated, got, want)
		}
	}
}

// columnOf returns a column of the platforms.
func columnOf(v *resource.View, id string) resource.Column[*Row] {
	columns := PlatformResource(v).Columns
	i := slices.IndexFunc(columns, func(c resource.Column[*Row]) bool {
		return c.ID == id
	})
	return columns[i]
}
