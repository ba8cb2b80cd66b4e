package works

import (
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
)

func TestErrorHints(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
		not  []string
	}{
		"15080": {
			failure(15080, "no", `{"platform":"bilibili","capability":"work.getDetail"}`),
			[]string{"bilibili doesn't support work details"},
			[]string{"Press r to retry"},
		},
		"16037": {
			failure(16037, "This platform needs an account", `{"platform":"douyin"}`),
			[]string{"needs an account (error 16037). Request req-1 Press :/ctrl+k and type “switch account” to " +
				"choose an account."},
			[]string{"retry"},
		},
		"15001": {
			failure(15001, "Not authorised", `{}`),
			[]string{
				"云端工作室 (douyin_1) must be authorised again on Douyin",
				"Press :/ctrl+k and type “switch account” to choose an account",
			},
			[]string{"Press r to retry"},
		},
		"15006": {failure(15006, "Expired", `{}`), []string{"云端工作室 (douyin_1) must be authorised again"}, nil},
		"15011": {failure(15011, "Expired", `{}`), []string{"云端工作室 (douyin_1) must be authorised again"}, nil},
		"15040": {
			failure(15040, "Other", `{}`),
			[]string{"belongs to another platform", "Press :/ctrl+k and type “switch account” to choose an account"},
			nil,
		},
		"15071": {
			failure(15071, "Limited", `{"platform":"douyin","retryable":true}`),
			[]string{"limits requests", "Press r to retry"},
			nil,
		},
		"15079": {
			failure(15079, "Gone", `{"platform":"douyin"}`),
			[]string{"Douyin has no work with this ID", "Press A to open another work"},
			[]string{"Press r to retry"},
		},
		"401": {failure(401, "Unauthorized", `{}`), []string{"Check the API key"}, []string{"Press r to retry"}},
		"15070": {
			failure(15070, "Gone", `{"platform":"douyin","category":"not_found"}`),
			[]string{"Douyin has no work with this ID", "Press A to open another work"},
			[]string{"Press r to retry"},
		},
		"auth": {
			failure(15070, "Login expired", `{"platform":"douyin","category":"auth"}`),
			[]string{"云端工作室 (douyin_1) must be authorised again on Douyin"},
			[]string{"Press r to retry"},
		},
		"15036": {
			failure(15036, "Bad id", `{}`),
			[]string{"Press A to open another work"},
			[]string{"Press r to retry"},
		},
		"html": {`<html>bad gateway</html>`, []string{"a web page", "Press r to retry"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := begin(t, panetest.Options{Handler: service(c.body)}, 120, 38)
			openByName(d)
			d.shows(c.want...)
			for _, s := range c.not {
				if strings.Contains(d.stack.View(), s) {
					t.Errorf("the screen shows %q:\n%s", s, d.stack.View())
				}
			}
			if calls := len(d.calls()); calls != 1 {
				t.Errorf("%d calls", calls)
			}
		})
	}
}

func TestUnsupportedIsNotRetried(t *testing.T) {
	d := begin(
		t,
		panetest.Options{
			Handler: service(failure(15080, "no", `{"platform":"bilibili","capability":"work.getDetail"}`)),
		},
		100,
		30,
	)
	openByName(d)
	if said := d.press("r", "enter"); len(d.calls()) != 1 || said != "Not supported by this platform." {
		t.Errorf("notice %q, calls %q", said, d.calls())
	}
}

func TestOldDataStaysAfterFailure(t *testing.T) {
	d := begin(
		t,
		panetest.Options{
			Handler: service(
				response(taken("a", 540, "5")),
				failure(500, "broken", `{}`),
				response(taken("b", 600, "7")),
			),
		},
		100,
		30,
	)
	openByName(d)
	d.press("r", "enter", "tab", "tab")
	d.shows("broken", "Showing data from today 09:30", "5")
	if s := d.State(); s.Err == nil || !s.At.Equal(panetest.Now) {
		t.Errorf("state %+v", s)
	}
	d.press("r", "enter")
	d.shows("▲ 2", "+40.00% +2")
	if strings.Contains(d.stack.View(), "broken") {
		t.Errorf("the failure stays:\n%s", d.stack.View())
	}
}

func TestAlertIsComplete(t *testing.T) {
	d := begin(
		t,
		panetest.Options{
			Handler: service(
				response(taken("a", 540, "5")),
				failure(15071, "Too many requests of this account", `{"platform":"douyin","retryable":true}`),
			),
		},
		40,
		20,
	)
	openByName(d)
	d.press("r", "enter")
	d.shows("Too many requests of this account", "Press r to retry. Showing data from today 09:30.")
}

// A failure with a text of any length leaves half of the screen to the work.
func TestLongAlertIsCut(t *testing.T) {
	platform := strings.Repeat("wide ", 1000)
	d := begin(
		t,
		panetest.Options{
			Handler: service(
				response(taken("a", 540, "5")),
				failure(15080, "no", `{"platform":"`+platform+`","capability":"work.getDetail"}`),
			),
		},
		80,
		24,
	)
	openByName(d)
	d.press("r", "enter")
	d.shows("no", "wide", "Views over time")
	for _, size := range [][2]int{{40, 10}, {57, 12}, {80, 22}, {220, 60}} {
		d := begin(
			t,
			panetest.Options{
				Handler: service(
					response(taken("a", 540, "5")),
					failure(15071, strings.Repeat("long ", 1000), `{"retryable":true}`),
				),
			},
			size[0],
			size[1],
		)
		openByName(d)
		d.press("r", "enter")
		d.shows("Press r to retry.")
	}
}
