package overview

import (
	"testing"

	"channeldeck/api"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

func TestPercentCell(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	for percent, want := range map[string]string{"": "", "0": "0%", "0.000012": "▲<0.1%", "-0.02": "▼<0.1%", "0.1": "▲0.1%", "-23.1": "▼23.1%"} {
		n, _ := api.ParseNumber(percent)
		if got := resource.PercentCell(v, n).Text; got != want {
			t.Errorf("%q: %q, want %q", percent, got, want)
		}
	}
}

func TestAbbreviated(t *testing.T) {
	for name, want := range map[string]string{
		"Threads": "Threads", "Xiaohongshu (RED)": "RED", "WeChat Channels": "WeChat Ch.", "小红书": "小红书", "某某平台（海外版）": "某某平台", "X（推特）": "X（推特）", "14 other platforms": "14 other platforms",
	} {
		if got := resource.Abbreviated(name, 12); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
