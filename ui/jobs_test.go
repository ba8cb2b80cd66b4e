package ui

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// The most frequent jobs take few keys from the first screen on. A text that is typed or pasted
// counts as none.
func TestJobsTakeFewKeys(t *testing.T) {
	race.Sweep(t)
	const table = "accounts-20260520-093000.csv"
	for name, job := range map[string]struct {
		keys string // separated by "|"
		most int
		done func(d driver, w *panetest.World)
	}{
		"copy the IDs of the abnormal accounts of TikTok": {
			"2|f|text:tik|enter|x|*|y",
			6,
			func(d driver, w *panetest.World) {
				var want []string
				for _, a := range d.m.ctx.Sites.First().Store.Accounts.List().Rows {
					if a.Type == "tiktok" && a.Status.String() == "0" {
						want = append(want, a.ID)
					}
				}
				if got := w.Copied(); len(want) == 0 || len(strings.Fields(got)) != len(want) ||
					!strings.Contains(got, want[0]) {
					d.t.Errorf("copied %q, want %q", got, want)
				}
			},
		},
		"falling accounts of a client as CSV": {"3|a|/|text:30d<0|enter|e|enter", 8, func(d driver, w *panetest.World) {
			content, _ := w.Saved(table)
			rows, err := csv.NewReader(strings.NewReader(content)).ReadAll()
			if err != nil || len(rows) < 2 {
				d.t.Fatalf("%v: %q\n%s", err, content, d.m.View())
			}
			change := slices.Index(rows[0], "thirtyDays")
			group := slices.Index(rows[0], "groupName")
			for _, row := range rows[1:] {
				if !strings.HasPrefix(row[change], "-") || row[group] == "" || row[group] != rows[1][group] {
					d.t.Errorf("%s of %s changed by %q", row[0], row[group], row[change])
				}
			}
		}},
		"copy the IDs of the accounts of an incident": {"y", 1, func(d driver, w *panetest.World) {
			if n := len(strings.Fields(w.Copied())); n < 3 {
				d.t.Errorf("copied %d IDs:\n%s", n, d.m.View())
			}
		}},
		"why an account found by pinyin is abnormal": {"2|x|/|text:xl|enter", 4, func(d driver, _ *panetest.World) {
			view := d.m.View()
			if !strings.Contains(view, "─ 小林") || !strings.Contains(view, "Sign in again on the platform") {
				d.t.Errorf("no reason:\n%s", view)
			}
		}},
		// with the letter that is typed four
		"logins that may be lost next week": {"f|text:l|enter|enter", 3, func(d driver, _ *panetest.World) {
			view := d.m.View()
			if !strings.Contains(view, "2 Accounts") || !strings.Contains(view, "! login may end in 7 days") {
				d.t.Errorf("not the accounts:\n%s", view)
			}
		}},
		"a report": {"3|P|enter", 3, func(d driver, w *panetest.World) {
			if !strings.Contains(d.m.View(), "Report written") {
				d.t.Errorf("no report:\n%s", d.m.View())
			}
		}},
		"compare three works": {"5| | | |m", 5, func(d driver, _ *panetest.World) {
			if view := d.m.View(); strings.Count(view, "Small balcony") == 0 || !strings.Contains(view, "Compare") {
				d.t.Errorf("no comparison:\n%s", view)
			}
		}},
		"a setting without an editor": {",|text:lang|enter|text:zh|enter|esc", 4, func(d driver, _ *panetest.World) {
			if view := d.m.View(); !strings.Contains(view, "需要处理") || strings.Contains(view, "设置") {
				d.t.Errorf("not in Chinese:\n%s", view)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := panetest.New(t, panetest.Options{DemoHistory: true, Sandbox: sandbox.Options{Accounts: 1000}})
			settingsOf(t, w.Context)
			d := driver{t, New(w.Context, Makers(), "overview")}
			d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
			panetest.Pump(t, d, d.m.Init())
			keys := strings.Split(job.keys, "|")
			d.press(keys...)
			if n := len(keys) - strings.Count(job.keys, "text:"); n > job.most {
				t.Errorf("%d keys, want %d", n, job.most)
			}
			job.done(d, w)
		})
	}
}

// In both languages three keys lead to the last failed call of an agent.
func TestLastFailedCallTakesThreeKeys(t *testing.T) {
	race.Sweep(t)
	for lang, want := range map[words.Lang]string{
		words.English: "✗ problem 5 of 6",
		words.Chinese: "✗ 问题 5/6",
	} {
		w := panetest.New(t, panetest.Options{DemoHistory: true, Lang: lang})
		d := driver{t, New(w.Context, Makers(), "overview")}
		d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		panetest.Pump(t, d, d.m.Init())
		d.press("6", "x", "enter")
		view := d.m.View()
		if !strings.Contains(view, want) || !strings.Contains(view, "▌  ▸ ! publish_work") {
			t.Errorf("%s: not at the last failed call:\n%s", lang, view)
		}
	}
}

// In Chinese the same job takes the same keys: the first letter of its pinyin comes before the platforms that
// begin with it.
func TestLoginsThatEndInChinese(t *testing.T) {
	race.Sweep(t)
	w := panetest.New(t, panetest.Options{
		Lang:        words.Chinese,
		DemoHistory: true,
		Sandbox:     sandbox.Options{Accounts: 1000},
	})
	d := driver{t, New(w.Context, Makers(), "overview")}
	d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	panetest.Pump(t, d, d.m.Init())
	for _, letter := range []string{"d", "l"} { // the same letter as in English too
		d.press("f", "text:"+letter, "enter", "enter")
		panetest.Shows(t, d.m.View(), "2 账号", "! 7 天内登录可能失效")
		d.press("1", "=")
	}
}
