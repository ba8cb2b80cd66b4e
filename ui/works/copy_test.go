package works

import (
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A copied cell has all digits and none of the signs and separators on screen.
func TestCopiedCellIsExact(t *testing.T) {
	d := begin(
		t,
		panetest.Options{Handler: service(response(taken("s1", 540, "100000"), taken("s2", 600, "123456.50")))},
		200,
		30,
	)
	openByName(d)
	// walk returns what each column of the view copies.
	walk := func(column func() string) map[string]string {
		copies := map[string]string{}
		d.press("left", "left", "left", "left", "left", "left", "left", "left")
		for range 12 {
			d.press("do:copy_cell")
			copies[column()] = d.world.Copied()
			d.press("right")
		}
		return copies
	}
	d.press("tab", "tab")
	of := walk(func() string { return d.topWork().metrics.Table.Column() })
	for column, want := range map[string]string{
		"name": "Views", "value": "123456.50", "change": "23456.5", "percent": "23.4565", "perHour": "23456.5",
	} {
		if of[column] != want {
			t.Errorf("%s of a metric copies %q, want %q", column, of[column], want)
		}
	}
	d.press("t", "home")
	of = walk(func() string { return d.topWork().snapshots.Table.Column() })
	for column, want := range map[string]string{"viewCount": "123456.50", "viewCount.change": "23456.5"} {
		if of[column] != want {
			t.Errorf("%s of a snapshot copies %q, want %q", column, of[column], want)
		}
	}
	d = begin(t, panetest.Options{Handler: service(response(taken("s1", 540, `"many"`)))}, 200, 30)
	openByName(d)
	d.press("tab", "tab", "right", "do:copy_cell")
	if got := d.world.Copied(); d.topWork().metrics.Table.Column() != "value" || got != `"many"` {
		t.Errorf("a value that is not a number copies %q from %s", got, d.topWork().metrics.Table.Column())
	}
}

// A wide list of snapshots has the change of each metric for which there is room.
func TestWideSnapshotsHaveAllChanges(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.English: "Shares +/-", words.Chinese: "分享变化"} {
		first := `{"id":"s1","fetchedAt":"2026-05-20T08:00:00Z","metrics":` +
			`{"viewCount":5,"likeCount":4,"commentCount":3,"shareCount":2}}`
		second := strings.NewReplacer("s1", "s2", "T08", "T09").Replace(first)
		o := panetest.Options{Lang: lang, Handler: service(response(first, second))}
		d := begin(t, o, 200, 30)
		openByName(d)
		d.press("t")
		if !strings.Contains(d.stack.View(), want) {
			t.Errorf("%s: no %q in\n%s", lang, want, d.stack.View())
		}
	}
}
