package works

import (
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// fill types a value into a field of the form in place of its text, and leaves the field.
func (d *deck) fill(field, value string) {
	d.t.Helper()
	d.form().SetFocus(field)
	d.press("ctrl+u", "text:"+value, "tab")
}

// holds fails unless the form has a platform, a work ID and an account.
func (d *deck) holds(platform, work, account string) {
	d.t.Helper()
	f := d.form()
	if f.Value(fieldPlatform) != platform || f.Value(fieldWork) != work || f.Value(fieldAccount) != account {
		d.t.Errorf("platform %q, work %q, account %q, want %q, %q, %q:\n%s",
			f.Value(fieldPlatform), f.Value(fieldWork), f.Value(fieldAccount), platform, work, account, d.stack.View())
	}
}

// Another platform, typed or chosen, removes the account of the platform before and what was
// wrong with it. An account that is known to be of the new platform stays.
func TestAnotherPlatformInTheForm(t *testing.T) {
	for name, toKwai := range map[string]func(d *deck){
		"typed": func(d *deck) { d.fill(fieldPlatform, "kwai") },
		"chosen": func(d *deck) {
			d.form().SetFocus(fieldPlatform)
			d.press("do:works.from_list", "text:kwai", "enter")
		},
	} {
		d := begin(t, panetest.Options{}, 120, 40)
		account := d.example("growing").AccountID
		d.press("A", "text:abc123", "tab", "text:youtube", "tab", "text:"+account, "shift+tab")
		toKwai(d)
		d.holds("Kwai", "abc123", "")

		d.fill(fieldPlatform, "youtube")
		if d.press("enter"); len(d.calls()) > 0 {
			t.Fatalf("%s: calls %q", name, d.calls())
		}
		if d.top() != "picker" {
			t.Errorf("%s: enter without an account that is required leads to %s", name, d.top())
		}
		d.press("esc")

		own := d.exampleOn("KWAI", "growing").AccountID
		d.fill(fieldPlatform, "youtube")
		d.fill(fieldAccount, own)
		d.shows("This account belongs to Kwai.")
		toKwai(d)
		d.holds("Kwai", "abc123", own)
		d.hides("This account belongs to Kwai.")
	}
}

// What is wrong with a platform is said however its name was typed.
func TestPlatformIsRefusedInAnyCase(t *testing.T) {
	for _, typed := range []string{"Douyin", "douyin", "抖音"} {
		d := begin(t, panetest.Options{}, 120, 40)
		d.press("A", "text:abc123", "tab", "text:"+typed, "tab")
		d.holds("Douyin", "abc123", "")
		d.shows("✗ Douyin doesn't support work details.")
	}
}

// The name of a platform is its identifier once the platforms are loaded: its account stays.
func TestAccountBeforePlatformsAreLoaded(t *testing.T) {
	world := panetest.New(t, panetest.Options{})
	d := &deck{New(world.Context), t, world, new(clockwork)}
	d.stack.SetSize(100, 30)
	platforms := d.Init()
	d.press("A", "text:abc123", "tab", "text:YouTube", "tab", "text:mine")
	panetest.Pump(t, d.Model, platforms)
	d.press("shift+tab", "tab")
	d.holds("YouTube", "abc123", "mine")
}

// The account of a known work is filled in whichever of its ID and its platform comes last. It
// gives way to that of another known work, but what was typed does not.
func TestAccountOfKnownWork(t *testing.T) {
	world := panetest.New(t, panetest.Options{})
	for _, known := range []pane.Target{
		{Platform: "youtube", WorkID: "741", AccountID: "youtube_1"},
		{Platform: "KWAI", WorkID: "741", AccountID: "KWAI_1"},
		{Platform: "tiktok", WorkID: "852", AccountID: "tiktok_1"},
		{Platform: "youtube", WorkID: "963", AccountID: "youtube_2"},
	} {
		known.Pane = Name
		world.Site().Examples = append(world.Site().Examples, pane.Thing{Kind: pane.KindWork, Target: known})
	}
	d := &deck{panetest.Begin(t, New, world, 120, 40), t, world, new(clockwork)}
	d.press("A", "text:741", "tab")
	d.holds("", "741", "") // two platforms have it
	d.fill(fieldPlatform, "kwai")
	d.holds("Kwai", "741", "KWAI_1")
	d.form().SetFocus(fieldPlatform)
	d.press("do:works.from_list", "text:youtube", "enter")
	d.holds("YouTube", "741", "youtube_1")

	d.press("esc", "A")
	d.fill(fieldPlatform, "")
	d.fill(fieldAccount, "")
	d.fill(fieldWork, "963")
	d.holds("YouTube", "963", "youtube_2")
	d.fill(fieldWork, "852")
	d.holds("TikTok", "852", "tiktok_1")
	d.fill(fieldPlatform, "kwai")
	d.fill(fieldWork, "741")
	d.holds("Kwai", "741", "KWAI_1")
	d.fill(fieldAccount, "mine")
	d.fill(fieldWork, "852")
	d.holds("Kwai", "852", "mine")
}

// The form refuses what the service would refuse, and sends IDs without what programs added.
func TestFormRefusesWhatTheServiceRefuses(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 40)
	e := d.example("growing")
	other := d.exampleOn("KWAI", "growing").AccountID
	d.press("A")
	for _, tt := range []struct{ work, account, want string }{
		{e.ID, other, "This account belongs to Kwai. Choose one of this platform."},
		{"7.30123E+18", e.AccountID, "This ID was rounded by a spreadsheet"},
		{e.ID, "7.30123E+18", "This ID was rounded by a spreadsheet"},
	} {
		d.fill(fieldPlatform, "youtube")
		d.fill(fieldWork, tt.work)
		d.fill(fieldAccount, tt.account)
		d.form().SetFocus(fieldAccount)
		d.press("enter")
		if d.shows(tt.want); len(d.calls()) != 0 {
			t.Errorf("%q, %q: calls %q", tt.work, tt.account, d.calls())
		}
	}
	d.fill(fieldWork, "“"+e.ID+"”")
	d.fill(fieldAccount, "`"+e.AccountID+"`")
	d.form().SetFocus(fieldAccount)
	d.press("enter")
	want := "GET /api/v2/channels/works/youtube/" + e.ID + "?accountId=" + e.AccountID
	if calls := d.calls(); len(calls) != 1 || calls[0] != want {
		t.Errorf("calls %q:\n%s", calls, d.stack.View())
	}
}
