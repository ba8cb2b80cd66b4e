package fleet_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
)

// The options that a post needs are those of the schema and those of the web client, and no others.
func TestRequiredOptions(t *testing.T) {
	service, err := sandbox.New(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service)
	defer server.Close()
	client, err := api.New(server.URL, api.Settings{APIKey: sandbox.DefaultAPIKey})
	if err != nil {
		t.Fatal(err)
	}
	platforms, err := client.Platforms(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"youtube":   "categoryId",
		"bilibili":  "tid",
		"pinterest": "boardId",
		"tiktok":    "privacy_level brand_organic_toggle brand_content_toggle",
		"xhs":       "workLink",
	}
	for i := range platforms {
		p := &platforms[i]
		listed, err := client.PublishOptions(t.Context(), p.Platform)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, line := range fleet.RequiredOptions(p, listed) {
			names = append(names, line.Options...)
		}
		if got := strings.Join(names, " "); got != want[p.Platform] {
			t.Errorf("%s requires %q, not %q", p.Platform, got, want[p.Platform])
		}
	}
	if !slices.ContainsFunc(platforms, func(p api.Platform) bool { return p.Platform == "tiktok" }) {
		t.Error("the sandbox has no TikTok")
	}
}
