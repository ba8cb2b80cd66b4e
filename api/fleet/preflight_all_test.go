package fleet

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/post"
)

// An option that was typed for all platforms is set on those that have it or may have it. One that
// none has is set on all, so that each says so. Of accounts with a name, a platform takes its own.
func TestPreflightsOfWhatIsKnown(t *testing.T) {
	known := &Known{
		Platforms: []api.Platform{
			{Platform: "a"},
			{Platform: "b", OptionSchema: jsontext.Value(`{"type":"object","properties":{"tid":{"type":"integer"}}}`)},
			{Platform: "c"},
			{Platform: "hidden", Status: api.Some(api.PlatformHidden)},
		},
		Listed: map[string][]api.PublishOption{"a": {{Field: "boardId"}}, "b": {}},
		Accounts: []*api.Account{
			{ID: "1", Type: "a", Nickname: "Twin"},
			{ID: "2", Type: "b", Nickname: "Twin"},
			{ID: "3", Type: "b", Nickname: "Twin"},
		},
	}
	all := known.Preflights(PreflightRequest{
		Account: "Twin",
		Post:    &post.Post{},
		Options: []TypedOption{{"boardId", "b7"}, {"tid", "5"}, {"bordId", "b7"}},
	})
	if len(all) != 3 {
		t.Fatalf("%d platforms", len(all))
	}
	for i, want := range []struct {
		elsewhere []string
		several   bool
		account   string
	}{
		{[]string{"tid"}, false, "1"},
		{[]string{"boardId"}, true, "3"},
		{nil, false, "1"}, // its options are not loaded
	} {
		p := all[i]
		isSet := len(p.Options) == 3-len(want.elsewhere) && p.Options["bordId"] != nil
		if !slices.Equal(p.Elsewhere, want.elsewhere) || !isSet || p.Several != want.several ||
			p.Account.ID != want.account {
			t.Errorf("%s: %q are of others, %v are set, account %s, several %t",
				p.Platform.Platform, p.Elsewhere, p.Options, p.Account.ID, p.Several)
		}
	}
	one := known.Preflights(PreflightRequest{
		Platform: "b",
		Post:     &post.Post{},
		Options:  []TypedOption{{"boardId", "b7"}},
	})
	if len(one) != 1 || len(one[0].Elsewhere) > 0 || one[0].Options["boardId"] == nil {
		t.Errorf("one platform: %+v", one)
	}
}
