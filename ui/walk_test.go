package ui

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// walkedScreens are screens and boxes with the keys that lead there.
var walkedScreens = map[string][]string{
	"overview":                  {"1"},
	"overview, heading":         {"1", "g"},
	"overview, inspector":       {"1", "j", "j", "tab"},
	"overview, open inspector":  {"1", "j", "j", "I"},
	"overview, filtered":        {"1", "x"},
	"overview, past":            {"1", "T", "text:3d", "enter"},
	"wall":                      {"1", "do:overview.wall"},
	"incident":                  {"1", "G", "enter"},
	"account of a finding":      {"1", "j", "j", "enter"},
	"accounts":                  {"2"},
	"accounts, opened":          {"2", "enter"},
	"accounts, inspector":       {"2", "tab"},
	"accounts, selection":       {"2", " ", "j", " "},
	"accounts, filter":          {"2", "/", "text:a", "enter"},
	"accounts, filter typed":    {"2", "/", "text:a"},
	"accounts, no hit":          {"2", "/", "text:zzzzqq", "enter"},
	"accounts, abnormal":        {"2", "x"},
	"accounts, past":            {"2", "T", "text:3d", "enter"},
	"accounts of a group":       {"3", "a"},
	"groups":                    {"3"},
	"group":                     {"3", "enter"},
	"create a group":            {"3", "A"},
	"rename a group":            {"3", "do:groups.rename"},
	"options":                   {"4"},
	"platform":                  {"4", "enter"},
	"option":                    {"4", "enter", "enter"},
	"platform as JSON":          {"4", "enter", "v"},
	"options compared":          {"4", "m"},
	"options of two compared":   {"4", " ", "j", " ", "m"},
	"post":                      {"4", "i"},
	"post, checked":             {"4", "i", "text:14s", "enter"},
	"works":                     {"5"},
	"works, inspector":          {"5", "tab"},
	"work":                      {"5", "enter"},
	"work, chart":               {"5", "enter", "tab"},
	"work, snapshots":           {"5", "enter", "tab", "tab"},
	"work over time":            {"5", "t"},
	"work, asked again":         {"5", "enter", "r"},
	"works compared":            {"5", " ", "j", " ", "m"},
	"works compared, chart":     {"5", " ", "j", " ", "m", "tab"},
	"add a work":                {"5", "A"},
	"works, past":               {"5", "T", "text:3d", "enter"},
	"sessions":                  {"6"},
	"sessions, tools":           {"6", "tab"},
	"session":                   {"6", "j", "enter"},
	"session, detail":           {"6", "j", "enter", "d"},
	"session, outline":          {"6", "j", "enter", "tab"},
	"session, tools":            {"6", "j", "enter", "tab", "tab"},
	"session, problems":         {"6", "j", "enter", "x"},
	"session, hits":             {"6", "j", "enter", "/", "text:a", "enter"},
	"session, mentions":         {"6", "j", "enter", "do:sessions.names"},
	"open a session":            {"6", "A"},
	"prices":                    {"7"},
	"prices, offers":            {"7", "L"},
	"prices, changes":           {"7", "tab"},
	"prices, variants":          {"7", "tab", "tab"},
	"price":                     {"7", "j", "enter"},
	"prices compared":           {"7", "j", " ", "j", " ", "m"},
	"price history":             {"7", "j", "t"},
	"quote, typed":              {"7", "$"},
	"quote":                     {"7", "$", "text:8s", "enter"},
	"files of a model":          {"7", "j", "i"},
	"box of filters":            {"2", "f"},
	"box of platforms":          {"2", "f", "enter"},
	"box of copies":             {"2", "Y"},
	"box of places":             {"2", ">"},
	"box of sorting":            {"2", "s"},
	"box of columns":            {"2", "c"},
	"box of views":              {"2", "V"},
	"box of moments":            {"2", "T"},
	"box of baselines":          {"2", "b"},
	"box of files":              {"2", "e"},
	"box of the report":         {"2", "P"},
	"account as JSON":           {"2", "v"},
	"settings":                  {"2", ","},
	"setting":                   {"2", ",", "enter"},
	"sites":                     {"2", "S"},
	"palette":                   {"2", ":"},
	"keys":                      {"2", "?"},
	"all keys":                  {"2", "?", "?"},
	"box of filters of prices":  {"7", "f"},
	"box of places of a work":   {"5", ">"},
	"box of copies, session":    {"6", "j", "enter", "Y"},
	"keys of a session":         {"6", "j", "enter", "?"},
	"report of the first pane":  {"1", "P"},
	"files of the last pane":    {"7", "e"},
	"columns of the last pane":  {"7", "c"},
	"places of a session":       {"6", "j", "enter", ">"},
	"search of all sessions":    {"6", "do:sessions.find_all", "text:a", "enter"},
	"columns of works, sorting": {"5", "s"},
}

// walkedKeys are all keys of the table of keys but those that leave the program to the shell.
func walkedKeys() []string {
	var keys []string
	for _, l := range pane.Letters {
		for name := range strings.FieldsSeq(l.Keys) {
			if name == "space" {
				name = " "
			}
			if name != "ctrl+z" {
				keys = append(keys, name)
			}
		}
	}
	return keys
}

// quietKeys may show nothing although they are listed: what is requested is already there, the rows are folded as
// they should be, the part is open, or nothing is earlier or later.
var quietKeys = []string{"r", "R", "H", "L", "shift+up", "shift+down", "t", "[", "]"}

// outcome is what a key did.
type outcome string

const (
	changed outcome = "changes the screen"
	said    outcome = "says something"
	acted   outcome = "acts"
	silent  outcome = "does nothing"
)

// plain is the screen without the notice.
func (d driver) plain() string {
	d.m.notice.clear()
	d.m.placeNotice()
	return d.m.View()
}

// try presses a key.
func (d driver) try(name string) (did outcome, told string) {
	before := d.plain()
	up := panetest.Press(d.t, d, name)
	quits := slices.ContainsFunc(up, func(msg tea.Msg) bool {
		_, ok := msg.(tea.QuitMsg)
		return ok
	})
	for _, msg := range up {
		panetest.Pump(d.t, d, d.Update(msg))
	}
	told = d.m.notice.shown.Text
	switch {
	case quits:
		return acted, told
	case d.plain() != before:
		return changed, told
	case told != "":
		return said, told
	default:
		return silent, ""
	}
}

// lists reports whether the help of the screen has a key.
func (d driver) lists(name string) bool {
	front := d.m.tabs.inFront()
	here := actionsOf(append(front.Stack().FullHelp(), d.m.keys.at(d.m.ctx, front).FullHelp()...))
	return slices.ContainsFunc(here, func(b key.Binding) bool {
		return key.Matches(panetest.KeyMsg(name), b)
	})
}

// Each key in each screen: one that the help of the screen lists does something or says why not, one that it does not
// list changes nothing, and both languages agree. All screens in two sizes take minutes, so without
// CHANNELDECK_WALK=all only the first screen of each pane is walked.
func TestEveryKeyInEveryScreen(t *testing.T) {
	race.Sweep(t)
	walksAll := os.Getenv("CHANNELDECK_WALK") == "all"
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for name, opens := range walkedScreens {
			if !walksAll && (len(opens) > 1 || size[0] > 80) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", name, size[0]), func(t *testing.T) {
				t.Parallel()
				english := walk(t, words.English, size, opens)
				chinese := walk(t, words.Chinese, size, opens)
				for key, did := range english {
					if did != chinese[key] && key != "r" { // a load may have ended
						t.Errorf("%q %s in English and %s in Chinese", key, did, chinese[key])
					}
				}
			})
		}
	}
}

// walk presses each key on a screen, and returns what it did.
func walk(t *testing.T, lang words.Lang, size [2]int, opens []string) map[string]outcome {
	t.Helper()
	var d driver
	start := func() {
		w := panetest.New(t, panetest.Options{Lang: lang, DemoHistory: true})
		d = driver{t, New(w.Context, Makers(), "accounts")}
		d.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		panetest.Pump(t, d, d.m.Init())
		d.press(opens...)
	}
	start()
	opened := d.plain()
	isField := d.m.overlay != nil || d.m.tabs.typing() || d.m.tabs.stack().Asking()
	all := map[string]outcome{}
	for _, name := range walkedKeys() {
		isListed := d.lists(name) || d.m.movedKey(name, false) != nil
		did, told := d.try(name)
		all[name] = did
		mayBeSilent := !d.m.keys.tell[name] || slices.Contains(quietKeys, name)
		if !isField && isListed && did == silent && !mayBeSilent {
			t.Errorf("%s: %q is listed and silent", lang, name)
		}
		if !isField && !isListed && did == changed && d.m.keys.tell[name] {
			t.Errorf("%s: %q changes the screen, but is not listed (%s)", lang, name, told)
		}
		if did == changed || did == acted {
			d.press("esc")
		}
		for _, back := range []string{opens[0], "home"} { // from another pane, or from another row
			if d.plain() != opened {
				d.press(back)
			}
		}
		if d.plain() != opened {
			start() // which takes as long as a hundred keys
		}
	}
	return all
}
