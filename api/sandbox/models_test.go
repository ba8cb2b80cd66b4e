package sandbox_test

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type videoModel struct {
	Name         string   `json:"name"`
	Description  string   `json:"description"`
	Tags         []string `json:"tags"`
	CreditsScope string   `json:"creditsScope"`
	Modes        []string `json:"modes"`
	Resolutions  []string `json:"resolutions"`
	Pricing      []struct {
		Resolution  string  `json:"resolution"`
		Mode        string  `json:"mode"`
		AspectRatio string  `json:"aspectRatio"`
		Price       float64 `json:"price"`
		OriginPrice float64 `json:"originPrice"`
	} `json:"pricing"`
	More jsontext.Value `json:",embed"`
}

func models(t testing.TB, s *sandbox.Server, header ...string) []videoModel {
	t.Helper()
	return decode[[]videoModel](t, get(t, s, modelsPath, header...))
}

func TestModels(t *testing.T) {
	list := models(t, newSandbox(t))
	if len(list) < 20 || len(list) > 30 {
		t.Errorf("%d models, want some 20", len(list))
	}
	scopes := map[string]int{}
	there := map[string]bool{}
	for _, m := range list {
		scopes[m.CreditsScope]++
		there["a name of 100 letters"] = there["a name of 100 letters"] || len(m.Name) == 100
		there["360 prices"] = there["360 prices"] || len(m.Pricing) == 360
		there["no prices"] = there["no prices"] || len(m.Pricing) == 0
		there["lf2video"] = there["lf2video"] || slices.Contains(m.Modes, "lf2video")
		there["no tags"] = there["no tags"] || m.Tags == nil
		there["no constraints"] = there["no constraints"] || !strings.Contains(string(m.More), "inputConstraints")
		there["no defaults"] = there["no defaults"] || !strings.Contains(string(m.More), "defaults")
		for _, p := range m.Pricing {
			there["free"] = there["free"] || p.Price == 0
			there["a fraction"] = there["a fraction"] || p.Price != float64(int(p.Price))
			there["a row for every mode"] = there["a row for every mode"] || p.Mode == "" && p.Resolution != ""
			there["a row for everything"] = there["a row for everything"] || p.Mode == "" && p.Resolution == ""
			there["a price of an aspect ratio"] = there["a price of an aspect ratio"] || p.AspectRatio != ""
			there["a discount"] = there["a discount"] || p.OriginPrice > p.Price
			there["an equal old price"] = there["an equal old price"] || p.OriginPrice == p.Price && p.Price > 0
			there["another case"] = there["another case"] || p.Resolution != "" && !slices.Contains(m.Resolutions, p.Resolution)
		}
	}
	for what, is := range there {
		if !is {
			t.Errorf("no model: %s", what)
		}
	}
	if len(scopes) != 3 || scopes["general"] < 10 || scopes["vela"] < 3 || scopes[""] == 0 {
		t.Errorf("credit scopes: %v", scopes)
	}
	chinese := models(t, newSandbox(t), "Accept-Language", "zh-CN")
	if list[0].Description == chinese[0].Description || chinese[0].Tags[0] != "电影感" {
		t.Errorf("in Chinese: %q, %q", chinese[0].Description, chinese[0].Tags)
	}
}

func TestModelsWithTheKey(t *testing.T) {
	w := newRequest("GET", modelsPath, "", "X-Api-Key", testKey)
	rec := recorder(newSandbox(t), w)
	var e envelope
	if err := json.Unmarshal(rec, &e); err != nil || e.Code != 0 {
		t.Errorf("code %d, %v; a good key on the public call does no harm", e.Code, err)
	}
}

func TestModelsChange(t *testing.T) {
	same := newSandbox(t)
	if a, b := get(t, same, modelsPath), get(t, same, modelsPath); string(a.Data) != string(b.Data) {
		t.Error("the catalog changes, though it should not")
	}
	s := newSandbox(t, func(o *sandbox.Options) { o.CatalogEvery = 2 })
	var revisions [][]videoModel
	for range 3 {
		first := models(t, s)
		if second := models(t, s); len(first) != len(second) {
			t.Error("the catalog changes after one call, want after two")
		}
		revisions = append(revisions, first)
	}
	has := func(r int, name string) bool {
		return slices.ContainsFunc(revisions[r], func(m videoModel) bool { return m.Name == name })
	}
	if has(0, "nimbus-1") || !has(1, "nimbus-1") || !has(1, "onyx-legacy") || has(2, "onyx-legacy") {
		t.Error("no model comes and goes")
	}
	dearer, cheaper := 0, 0
	for _, m := range revisions[1] {
		for _, before := range revisions[0] {
			if before.Name == m.Name && len(m.Pricing) > 0 {
				switch was, is := before.Pricing[0].Price, m.Pricing[0].Price; {
				case is > was:
					dearer++
				case is < was:
					cheaper++
				}
			}
		}
	}
	if dearer != 1 || cheaper != 1 {
		t.Errorf("%d dearer and %d cheaper, want one each", dearer, cheaper)
	}
}
