package pane

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Letter holds the keys of one meaning, which is theirs in all panes, and the actions that have it. Both
// are separated by blanks; "space" is the key of that name.
type Letter struct{ Keys, Actions string }

// Letters are all standard keys. A new action takes the keys of its meaning, or free ones and a new
// entry. An action that is not here has no key: it is in the box of another key, or in the palette only.
// The digits are not here: they open the panes, of which there are as many as the program has.
var Letters = []Letter{
	// next part of the screen
	{" tab ", " next_region next_field works.next_view prices.view sessions.outline " +
		" sessions.tools "},
	// previous part of the screen
	{" shift+tab ", " previous_region previous_field works.previous_view works.previous_field " +
		" prices.previous_view sessions.leave_outline "},
	// open, or do
	{" enter ", " detail confirm yes options.open overview.open groups.send works.show " +
		" sessions.failed sessions.fold sessions.open_row sessions.show_here " +
		" sessions.show_turn "},
	{" esc ", " back no "},
	{" backspace ", " go_back "},
	{" up k ", " up "},
	{" down j ", " down "},
	{" left h ", " left works.previous_metric "}, // column, metric or fold to the left
	{" right l ", " right works.next_metric "},   // column, metric or fold to the right
	{" pgup ctrl+b ", " page_up "},
	{" pgdown ctrl+f ", " page_down "},
	{" ctrl+u ", " half_page_up "},   // half a page up
	{" ctrl+d ", " half_page_down "}, // half a page down
	{" home g ", " home "},
	{" end G ", " end "},
	{" shift+up ", " select_up "},
	{" shift+down ", " select_down "},
	{" space ", " select "},
	{" * ", " select_all "},

	{" : ctrl+k ", " palette "}, // commands
	{" ? ", " help "},           // keys
	{" , ", " settings "},
	{" ctrl+c ", " force_quit "},
	{" ctrl+z ", " suspend "},
	{" / ", " filter search "}, // find
	{" = ", " reset sessions.fold_reset "},
	{" > ", " go_to "}, // what belongs to this
	{" . ", " overview.known "},
	{" $ ", " prices.ask "},                       // quote
	{" [ ", " works.earlier sessions.prev_turn "}, // earlier
	{" ] ", " works.later sessions.next_turn "},   // later

	{" a ", " groups.accounts options.accounts overview.accounts works.accounts "}, // accounts of this
	{" A ", " groups.create sessions.open works.open "},                            // add
	{" b ", " overview.baseline accounts.baseline "},                               // compare with
	{" c ", " columns "},
	{" d ", " sessions.depth "}, // detail
	{" e ", " export "},         // save to a file
	{" f ", " filter_by "},      // filter by choosing
	{" H ", " fold_all "},
	{" i ", " options.files prices.files "}, // check files
	{" I ", " inspector "},
	{" L ", " unfold_all "},
	{" m ", " options.matrix prices.compare works.compare "}, // compare
	{" n ", " no next_hit "},                                 // next hit, or no
	{" N ", " previous_hit "},
	{" o ", " browser "}, // open outside
	{" P ", " accounts.report groups.report overview.report works.report "}, // report
	{" q ", " no quit "}, // quit or close
	{" r ", " refresh "},
	{" R ", " accounts.load_all groups.load_all overview.load_all "}, // load all
	{" s ", " sort "},
	{" S ", " sites "},
	{" t ", " prices.since works.snapshots "}, // this over time
	{" T ", " moment "},                       // a moment in the past
	{" v ", " raw options.raw sessions.raw "}, // raw JSON
	{" V ", " views "},                        // saved views
	{" w ", " sessions.follow works.watch "},  // watch
	{" x ", " accounts.abnormal groups.abnormal overview.abnormal sessions.problems "}, // only problems
	{" y ", " copy yes "}, // copy, or yes
	{" Y ", " copy_as "},
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
