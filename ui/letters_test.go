package ui

import (
	"slices"
	"testing"
	"unicode/utf8"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// letter is the one meaning that a key has in all panes, the actions that have it, and
// the messages that name these actions in some screens.
type letter struct {
	meaning string
	actions []string
	texts   []string
}

// letters are the keys of one letter, digit or sign. A new action takes the key of its
// meaning, or a free one and a new entry.
var letters = map[string]letter{
	" ": {"select or fold", []string{"select", "sessions.fold"}, nil},
	"!": {"the call that failed", []string{"accounts.failed_call"}, nil},
	"#": {"filter by IDs", []string{"accounts.ids"}, nil},
	"$": {"quote", []string{"prices.ask"}, nil},
	"%": {"basis of a rate", []string{"works.base"}, nil},
	"&": {"next site", []string{"next_site"}, nil},
	"*": {"select all", []string{"select_all"}, nil},
	"+": {"unfold all", []string{"prices.unfold_all", "sessions.unfold_all"}, nil},
	",": {"settings", []string{"settings"}, nil},
	"-": {"fold all", []string{"prices.fold_all", "sessions.fold_all"}, nil},
	"=": {"reset folds", []string{"prices.fold_all", "sessions.fold_reset"}, nil}, // prices begin folded
	".": {"known", []string{"overview.known"}, nil},
	"/": {"filter or search", []string{"filter", "search"}, nil},
	":": {"commands", []string{"palette"}, nil},
	"?": {"keys", []string{"help"}, nil},
	">": {"works", []string{"accounts.works", "options.works", "works.works"}, nil},
	"@": {"mentions", []string{"sessions.names"}, nil},
	"(": {"previous problem", []string{"sessions.prev_problem"}, nil},
	")": {"next problem", []string{"sessions.next_problem"}, nil},
	"[": {"earlier", []string{"works.earlier"}, nil},
	"]": {"later", []string{"works.later"}, nil},
	"{": {"previous user turn", []string{"sessions.prev_turn"}, nil},
	"}": {"next user turn", []string{"sessions.next_turn"}, nil},

	"a": {"accounts", []string{"groups.accounts", "options.accounts", "works.account"}, nil},
	"A": {"add", []string{"groups.create"}, nil},
	"b": {"baseline", []string{"overview.baseline"}, nil},
	"B": {"open in the browser", []string{"browser"}, nil},
	"c": {"columns", []string{"columns"}, nil},
	"C": {"changes", []string{"accounts.changed"}, nil},
	"d": {"more detail", []string{"sessions.depth"}, nil},
	"D": {"less detail", []string{"sessions.shallower"}, nil},
	"e": {"export", []string{"export"}, []string{"key.export_selected"}},
	"E": {"save the file in the row", []string{"sessions.save_inline"}, nil},
	"f": {"facets", []string{"prices.facets"}, nil},
	"F": {"check filters", []string{"options.check_filter"}, nil},
	"g": {"top", []string{"home"}, nil},
	"G": {"bottom", []string{"end"}, nil},
	"h": {"left", []string{"left", "sessions.outline", "works.previous_metric"}, nil},
	"H": {"history", []string{"prices.since", "works.snapshots"}, nil},
	"i": {"files", []string{"options.files", "prices.files", "sessions.media"}, nil},
	"I": {"inspector", []string{"inspector"}, nil},
	"j": {"down", []string{"down"}, nil},
	"J": {"copy as JSON", []string{"copy_json"}, nil},
	"k": {"up", []string{"up"}, nil},
	"K": {"check a body", []string{"options.check_body"}, nil},
	"l": {"right", []string{"right", "sessions.leave_outline", "works.next_metric"}, nil},
	"L": {"load all", []string{"accounts.load_all", "groups.load_all", "overview.load_all"}, nil},
	"m": {"compare", []string{"options.matrix", "prices.compare", "works.compare"}, nil},
	"M": {"metric", []string{"works.metric"}, nil},
	"n": {"next hit, or no", []string{"no", "next_hit"}, []string{"key.cancel"}},
	"N": {"previous hit", []string{"previous_hit"}, nil},
	"o": {"open by ID or link", []string{"sessions.open", "works.open"}, nil},
	"O": {"options of a platform", []string{"accounts.options"}, nil},
	"p": {"platforms", []string{"accounts.platforms"}, nil},
	"q": {"quit or close", []string{"no", "quit"}, []string{"key.cancel"}},
	"P": {"report", []string{"accounts.report", "groups.report", "overview.report", "works.report"}, nil},
	"r": {"refresh", []string{"refresh"}, nil},
	"R": {"rename", []string{"groups.rename"}, nil},
	"s": {"sort", []string{"sort"}, nil},
	"S": {"reverse", []string{"reverse"}, nil},
	"t": {"status", []string{"accounts.status"}, nil},
	"T": {"a moment in the past", []string{"moment"}, nil},
	"u": {"group", []string{"accounts.group"}, nil},
	"U": {
		"copy what opens this: a link, a query, an ID",
		[]string{"options.copy_query", "sessions.copy_id", "works.link"},
		nil,
	},
	"v": {
		"another view",
		[]string{"options.raw", "prices.view", "sessions.raw", "sessions.tools", "works.next_view"},
		[]string{"key.options.schema", "key.sessions.list"},
	},
	"V": {"saved views", []string{"views"}, nil},
	"w": {"watch", []string{"sessions.follow", "works.watch"}, []string{"key.sessions.unfollow", "key.works.unwatch"}},
	"W": {"wall", []string{"overview.wall"}, nil},
	"x": {"abnormal", []string{"accounts.abnormal"}, nil},
	"X": {"copy without secrets", []string{"sessions.copy_masked"}, nil},
	"y": {"copy, or yes", []string{"copy", "yes"}, []string{"key.works.query", "key.copy_selected"}},
	"Y": {"copy the cell", []string{"copy_cell"}, nil},
	"Z": {"time or age", []string{"works.by_age"}, nil},
	"z": {"fold or unfold", []string{"prices.unfold"}, nil},
}

// TestKeys holds the letters of all panes to the table: each action has a letter of its
// meaning only, and each entry is in use.
func TestKeys(t *testing.T) {
	t.Parallel()
	bindings := pane.Bindings(panetest.New(t, panetest.Options{}).Context, Binders(Makers()))
	for action, b := range bindings {
		for _, k := range b.Standard {
			if utf8.RuneCountInString(k) == 1 && action != "tab" && !slices.Contains(letters[k].actions, action) {
				t.Errorf("%q means %q, but it is a key of %s", k, letters[k].meaning, action)
			}
		}
	}
	meanings := map[string]string{}
	for k, l := range letters {
		if other, ok := meanings[l.meaning]; ok || l.meaning == "" {
			t.Errorf("%q and %q both mean %q", k, other, l.meaning)
		}
		meanings[l.meaning] = k
		for _, action := range l.actions {
			if !slices.Contains(bindings[action].Standard, k) {
				t.Errorf("%q is not a key of %s", k, action)
			}
		}
	}
}
