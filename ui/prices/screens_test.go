package prices

import (
	"net/http"
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
)

func TestScreens(t *testing.T) {
	sandboxed := panetest.Options{Before: revised}
	for _, state := range []struct {
		name    string
		options panetest.Options
		then    []string
		shows   []string // nil for a golden file
	}{
		{"models", sandboxed, nil, nil},
		{"prices", sandboxed, []string{"tab", "down"}, nil},
		{"quote", served(catalog(few)), []string{"$", "text:8秒 1080p 图生视频 20条", "enter"}, nil},
		{"files", sandboxed, []string{"i", "text:14s 1920x1080 30fps 62MB mp4; 3 images jpg", "enter"}, nil},
		{"facets", sandboxed, []string{"f", "text:1080"}, nil},
		{"compare", served(catalog(few)), []string{" ", " ", " ", "m"}, nil},
		{"detail", served(catalog(few)), []string{"i", "text:mp4 62MB", "enter", "end", "enter"}, nil},
		{"first", sandboxed, []string{"esc"}, []string{
			"21 models 10 s · 720p · text to video · 10 clips 7 models match, cheapest first. 2 credit types, " +
				"ranked separately.",
			"▌ Aurora 1.0 Lite 10.8 █▋ 108 1.08 –",
			"Aurora 2.0 Fast 24 ███▊ 240 2.4 20%",
			"14 don't match",
			"Vela 2 only 4, 8, 12 s",
		}},
		{
			"unfolded",
			served(catalog(few)),
			[]string{"right", "down", "down"},
			[]string{
				"▾ Long One 30–80 6–10 5–8 1080p ≤ 20%",
				"└ All modes 80 10 8 all 20%",
				"▌ └ All modes 30 6 5 all –",
				"▸ short 20 5 4",
			},
		},
		{"asking", sandboxed, []string{"$", "text:8s 1080p i2v x20 bogus"}, []string{
			"Quote 8s 1080p i2v x20 bogus 8 s · 1080p · image to video · 20 clips",
			"? “bogus” not understood",
			"▌ Iris 43.06",
			"861.2 5.38",
			"17 don't match",
			"Aurora 2.0 Fast only 720p",
			"Cinder Edit only video to video", "861.2 for 20 clips", "2 other prices match",
		}},
		{
			"filtering",
			sandboxed,
			[]string{"/", "text:fast"},
			[]string{"/ fast", "1/3", "▌ ▸ Vela 1 Fast 2.1 0.42 5 480p –", "▸ Aurora 1.0 Lite 2.7–10.8"},
		},
		{"export", sandboxed, []string{"e"}, []string{"Export 593 rows", "▌ CSV", "│ Markdown", "│ JSON"}},
		{
			"nothing",
			sandboxed,
			[]string{"$", "text:tag:none", "enter", "esc"},
			[]string{"tag “none”", "No prices match the quote and the filter. Press esc to clear them."},
		},
		{"no_prices", served(catalog(noPrices)), nil, []string{
			"! The catalog has no prices. It still shows modes, resolutions, durations and limits.",
			"▌ Model One m-1 720p–1080p 5–10 text to video, image to video",
			"m-2 – 4 video to video",
			"Model One ─",
			"credits not stated",
		}},
		{"empty", served(catalog("")), nil, []string{"0 models", "No video models. Press r to check again."}},
		{"hostile", served(catalog(hostile)), nil, []string{
			"3 models 7 prices",
			"scope 2 credits",
			"▌ ▸ redgnp长长长长长长长长长… 33.333333–1e300 111.11–1,801,439,850,948,198.6",
			"nnnnnnnnnnnnnnnnnnnnnnnnn… –",
			"1080p 9,007,199,254,740,993",
			"Videos mp4 · up to 1e999 MB", "Name evil", "Description red",
		}},
		{
			"hostile_prices",
			served(catalog(hostile)),
			[]string{"tab"},
			[]string{
				"1/7",
				"▌ redgnp长长长长长长长长长… mode 1080p 9,007,199,254,740,993",
				"redgnp长长长长长长长长长… all all 1e300",
				"credits not stated",
			},
		},
		{
			"hostile_quote",
			served(catalog(hostile)),
			[]string{"$", "text:5s", "enter"},
			[]string{
				"3 models 5 s 1 model matches.",
				"9,007,199,254,740,993 per clip at",
				"2 don't match",
				"nnn… no prices",
			},
		},
		{
			"hostile_detail",
			served(catalog(hostile)),
			[]string{"enter"},
			[]string{"redgnp长长", "1080p 9,007,199,254,740,993", "Name evil", "Undocumented fields"},
		},
		{
			"failed",
			served(answer(`{"code":500,"message":"\u001b[31mbroken","data":{},"requestId":"r-1"}`)),
			nil,
			[]string{
				"✗ Couldn't load",
				"The server reported: broken (error 500).",
				"Server error. Try again later.",
				"Request r-1",
				"[r] retry",
			},
		},
	} {
		panetest.Screen(t, state.name, func(t testing.TB, o panetest.Options) *Model {
			o.Handler = state.options.Handler
			o.Before = state.options.Before
			m := begin(t, panetest.New(t, o), 80, 22)
			panetest.Press(t, m, state.then...)
			return m
		}, state.shows...)
	}
}

func TestLoadingAndStale(t *testing.T) {
	m := New(panetest.New(t, panetest.Options{}).Context)
	m.stack.SetSize(80, 22)
	cmd := m.Init()
	panetest.Shows(t, m.stack.View(), "── Quote ──", "⠋ Loading models…", "[esc] cancel")
	panetest.Press(t, m, "$", "text:8s")
	if !strings.Contains(m.stack.View(), "8s") || !strings.Contains(m.stack.View(), "Loading") {
		t.Errorf("a question can be typed while the catalog loads:\n%s", m.stack.View())
	}
	panetest.Pump(t, m, cmd)
	if at(m) != "field" || names(m) == "" {
		t.Errorf("on the %s: %s", at(m), names(m))
	}

	fails := false
	w := panetest.New(t, panetest.Options{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if fails {
			answer(`{"code":500,"message":"broken","data":{}}`).ServeHTTP(rw, r)
			return
		}
		catalog(few).ServeHTTP(rw, r)
	})})
	m = begin(t, w, 80, 22)
	fails = true
	panetest.Press(t, m, "r")
	if s := m.State(); s.Err == nil || s.At.IsZero() {
		t.Errorf("state %+v", s)
	}
	panetest.Shows(
		t,
		m.stack.View(),
		"4 models 6 prices",
		"✗ The server reported: broken (error 500). Press r to retry",
		"▌ ▸ Long One 30–80 6–10",
		"bare – – – – – no prices",
	)
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *Model {
		o.Handler = catalog(few)
		m := begin(t, panetest.New(t, o), 100, 16)
		panetest.Press(t, m, "$", "text:8s 1080p i2v x20", "enter")
		return m
	}, "dark")
}

// A catalog without prices opens the list of its models, but a newer one does not once the reader has left it.
func TestNewCatalogOpensNothing(t *testing.T) {
	w, models := changing(t, panetest.Options{})
	*models = `{"name":"bare"}`
	m := panetest.Begin(t, New, w, 120, 40)
	if m.stack.Depth() != 2 {
		t.Fatalf("no list of models:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc")
	*models = `{"name":"bare"},{"name":"fresh"}`
	panetest.Press(t, m, "r")
	if m.stack.Depth() != 1 || len(m.catalog.Models) != 2 {
		t.Errorf("%d models:\n%s", len(m.catalog.Models), m.stack.View())
	}
}
