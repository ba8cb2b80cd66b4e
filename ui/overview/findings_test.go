package overview

import "testing"

func TestAbbreviated(t *testing.T) {
	for name, want := range map[string]string{
		"Weibo": "Weibo", "Xiaohongshu (RED)": "RED", "WeChat Channels": "WeChat Ch.", "小红书": "小红书",
	} {
		if got := abbreviated(name, 12); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
