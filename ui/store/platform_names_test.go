package store_test

import (
	"testing"

	"channeldeck/api"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestViewNamesPlatforms(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.English: "Douyin", words.Chinese: "抖音"} {
		c := panetest.New(t, panetest.Options{Lang: lang}).Site()
		if got := c.View.PlatformName("douyin"); got != "douyin" {
			t.Errorf("before the platforms are loaded: %q", got)
		}
		c.Store.Platforms.Value = []api.Platform{
			{Platform: "douyin", DisplayName: []byte(`{"en-US":"Douyin","zh-CN":"抖音"}`)},
			{Platform: "hostile", DisplayName: []byte(`"a\u001b[2Jb"`)},
		}
		for id, name := range map[string]string{"douyin": want, "hostile": "ab", "new\nOne": "new One"} {
			if got := c.View.PlatformName(id); got != name {
				t.Errorf("%s in %s: %q, want %q", id, lang, got, name)
			}
		}
	}
}

// Each row of a list names its platform.
func TestPlatformNameDecodesOncePerResponse(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Site()
	c.Store.Platforms.Value = []api.Platform{{Platform: "douyin", DisplayName: []byte(`{"en-US": "Douyin 1"}`)}}
	if got := c.View.PlatformName("douyin"); got != "Douyin 1" {
		t.Errorf("PlatformName is %q", got)
	}
	if n := testing.AllocsPerRun(10, func() { c.View.PlatformName("douyin") }); n > 0 {
		t.Errorf("PlatformName allocates %v times", n)
	}
	c.Store.Platforms.Value = []api.Platform{{Platform: "douyin", DisplayName: []byte(`{"en-US": "Douyin 2"}`)}}
	if got := c.View.PlatformName("douyin"); got != "Douyin 2" {
		t.Errorf("after a refresh PlatformName is %q", got)
	}
}
