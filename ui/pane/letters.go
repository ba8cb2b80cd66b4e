package pane

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Letter is the one meaning that its keys have in all panes, and the actions that have it.
type Letter struct {
	Keys    string // separated by blanks; "space" is the key of that name
	Meaning string
	Actions string // separated by blanks
}

// Letters are all standard keys. A new action takes the keys of its meaning, or free ones and a new
// entry. An action that is not here has no key: it is in the box of another key, or in the palette only.
var Letters = []Letter{
	{"1 2 3 4 5 6 7 8 9", "pane by number", "tab"},
	{
		"tab", "next part of the screen",
		"next_region next_field works.next_view prices.view sessions.outline sessions.tools",
	},
	{
		"shift+tab", "previous part of the screen",
		"previous_region previous_field works.previous_view works.previous_field prices.previous_view " +
			"sessions.leave_outline",
	},
	{
		"enter", "open, or do",
		"detail confirm yes options.open overview.open groups.send works.show sessions.failed sessions.fold " +
			"sessions.open_row sessions.show_here sessions.show_turn",
	},
	{"esc", "back", "back no"},
	{"backspace", "undo a jump", "go_back"},
	{"up k", "up", "up"},
	{"down j", "down", "down"},
	{"left h", "column, metric or fold to the left", "left works.previous_metric"},
	{"right l", "column, metric or fold to the right", "right works.next_metric"},
	{"pgup ctrl+b", "page up", "page_up"},
	{"pgdown ctrl+f", "page down", "page_down"},
	{"ctrl+u", "half a page up", "half_page_up"},
	{"ctrl+d", "half a page down", "half_page_down"},
	{"home g", "top", "home"},
	{"end G", "bottom", "end"},
	{"shift+up", "extend the selection up", "select_up"},
	{"shift+down", "extend the selection down", "select_down"},
	{"space", "select", "select"},
	{"*", "select all", "select_all"},

	{": ctrl+k", "commands", "palette"},
	{"?", "keys", "help"},
	{",", "settings", "settings"},
	{"ctrl+c", "force quit", "force_quit"},
	{"ctrl+z", "suspend", "suspend"},
	{"ctrl+s", "save without a test", "setup.save_anyway"},
	{"/", "find", "filter search"},
	{"=", "reset", "reset sessions.fold_reset"},
	{">", "what belongs to this", "go_to"},
	{".", "known", "overview.known"},
	{"$", "quote", "prices.ask"},
	{"[", "earlier", "works.earlier sessions.prev_turn"},
	{"]", "later", "works.later sessions.next_turn"},

	{"a", "accounts of this", "groups.accounts options.accounts overview.accounts works.accounts"},
	{"A", "add", "groups.create sessions.open works.open"},
	{"b", "compare with", "overview.baseline accounts.baseline"},
	{"c", "columns", "columns"},
	{"d", "detail", "sessions.depth"},
	{"e", "save to a file", "export"},
	{"f", "filter by choosing", "filter_by"},
	{"H", "fold all", "fold_all"},
	{"i", "check files", "options.files prices.files"},
	{"I", "inspector", "inspector"},
	{"L", "unfold all", "unfold_all"},
	{"m", "compare", "options.matrix prices.compare works.compare"},
	{"n", "next hit, or no", "no next_hit"},
	{"N", "previous hit", "previous_hit"},
	{"o", "open outside", "browser"},
	{"P", "report", "accounts.report groups.report overview.report works.report"},
	{"q", "quit or close", "no quit"},
	{"r", "refresh", "refresh"},
	{"R", "load all", "accounts.load_all groups.load_all overview.load_all"},
	{"s", "sort", "sort"},
	{"S", "sites", "sites"},
	{"t", "this over time", "prices.since works.snapshots"},
	{"T", "a moment in the past", "moment"},
	{"v", "raw JSON", "raw options.raw sessions.raw"},
	{"V", "saved views", "views"},
	{"w", "watch", "sessions.follow works.watch"},
	{"x", "only problems", "accounts.abnormal groups.abnormal overview.abnormal sessions.problems"},
	{"y", "copy, or yes", "copy yes"},
	{"Y", "copy as", "copy_as"},
}

// standardKeys are the keys of actions before the user changes them, those of an earlier Letter first.
var standardKeys = func() map[string][]string {
	byAction := map[string][]string{}
	for _, l := range Letters {
		for action := range strings.FieldsSeq(l.Actions) {
			for name := range strings.FieldsSeq(l.Keys) {
				byAction[action] = append(byAction[action], keyNamed(name))
			}
		}
	}
	return byAction
}()

// actionMark begins the name of the key that stands for an action itself. No terminal sends it, so only
// the palette and a Menu press it, and a field takes no text with alt.
const actionMark = "alt+\x00"

// Press returns the message that runs an action, whatever its keys are.
func Press(action string) tea.KeyMsg {
	msg, _ := KeyMsg(actionMark + action)
	return msg
}

// isActionKey reports whether a key of a binding stands for its action.
func isActionKey(name string) bool { return strings.HasPrefix(name, actionMark) }

// KeysOf returns the keys of a binding that can be typed.
func KeysOf(b key.Binding) []string {
	return slices.DeleteFunc(slices.Clone(b.Keys()), isActionKey)
}
