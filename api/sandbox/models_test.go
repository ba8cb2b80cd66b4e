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
		there["360 prices"] = there["360 prices"] || len(m.Pricing) == 360
		there["no prices"] = there["no prices"] || len(m.Pricing) == 0
		there["lf2video"] = there["lf2video"] || slices.Contains(m.Modes, "lf2video")
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
			there["another case"] = there["another case"] ||
				p.Resolution != "" && !slices.Contains(m.Resolutions, p.Resolution)
		}
	}
	for what, is := range there {
		if !is {
			t.Errorf("no model: %s", what)
		}
	}
	if len(scopes) != 2 || scopes["general"] < 10 || scopes["vela"] < 3 {
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
