package cli

import (
	"strings"
	"testing"
	"time"
)

// Commands count from the moment of --at, also from one after the recording that is shown: the answers are those
// of then. The service may live under a path.
func TestAtCountsFromTheMoment(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	p.env["CHANNELDECK_BASE_URL"] += "/prefix"
	p.serve(0, playedRows(8, 0)...)
	p.at(clock().Add(-9*time.Hour), "record")
	p.serve(0, playedRows(8, 2)...)
	p.at(clock().Add(-6*time.Hour), "record")
	moment := clock().Add(-3 * time.Hour) // when nothing was recorded
	at := func(command string) (then, now result) {
		args := strings.Fields(command)
		then = p.at(moment, args...)
		return then, p.at(clock(), append(args, "--at", moment.Format(time.RFC3339))...)
	}
	for command, want := range map[string]string{
		"status --since 1h --format {new}/{age}":   "0/3h",
		"status --since 4h --format {new}/{age}":   "2/3h",
		"report --since 5h -o json --jq .recorded": "",
		"incidents -o json":                        "",
		"forecast -o json":                         "",
	} {
		then, now := at(command)
		if now.out != then.out || now.code != then.code || !strings.Contains(now.out, want) {
			t.Errorf("%s was %d %s and is %d %s %s", command, then.code, then.out, now.code, now.out, now.err)
		}
	}
	for command, want := range map[string]string{
		"triage --since 1h -o json --jq map(.section)|unique": `["open"]`,
		"triage --since 4h -o json --jq map(.section)|unique": `["new"]`,
		"accounts -o json --jq length":                        "8",
	} {
		args := append(strings.Fields(command), "--at", moment.Format(time.RFC3339))
		if got := p.at(clock(), args...); strings.TrimSpace(got.out) != want {
			t.Errorf("%s is %+v, want %s", command, got, want)
		}
	}
}

// A recording is that of the moment as which it is written, in lists to the minute and in JSON to the second.
func TestAtOfAMomentAsItIsWritten(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	early := clock().Add(-3 * time.Hour)
	late := clock().Add(-time.Hour)
	for abnormal, at := range []time.Time{
		clock().Add(-6 * time.Hour),
		early.Add(200 * time.Millisecond),
		late.Add(30 * time.Second),
	} {
		p.serve(0, playedRows(4, abnormal)...)
		p.at(at, "record")
	}
	const minute = "2006-01-02 15:04"
	for moment, want := range map[string]string{
		early.Format(time.RFC3339):                      "1",
		early.Format(minute):                            "1",
		early.Add(-time.Second).Format(time.RFC3339):    "0",
		early.Add(-time.Minute).Format(minute):          "0",
		late.Format(minute):                             "2",
		late.Format(time.RFC3339):                       "1",
		late.Add(30 * time.Second).Format(time.RFC3339): "2",
	} {
		got := p.at(clock(), "accounts", "--at", moment, "--jq", "map(select(.status==0))|length")
		if strings.TrimSpace(got.out) != want {
			t.Errorf("%s: %+v, want %s", moment, got, want)
		}
	}
}

// Names are those of then: in accounts of a moment, in a rule that is tested, and of accounts that are gone.
func TestAtHasTheNamesOfThen(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	renamed := strings.Replace(playedRow("a", 1, 5), "Name a", "Renamed", 1)
	day := 24 * time.Hour
	for i, rows := range [][]string{
		{playedRow("a", 1, 5), playedRow("b", 1, 5)},
		{playedRow("a", 1, 6), playedRow("b", 1, 5)},
		{renamed, playedRow("b", 1, 5)},
		{renamed, playedRow("b", 1, 6)},
	} {
		p.serve(0, rows...)
		p.at(clock().Add(time.Duration(i-4)*day), "record")
	}
	for days, want := range map[string]string{"4d": "Name a", "3d": "Name a", "2d": "Renamed", "1d": "Renamed"} {
		got := p.at(clock(), "accounts", "--at", days, "--jq", `.[]|select(.id=="a").nickname`)
		if strings.Trim(got.out, "\"\n") != want {
			t.Errorf("%s ago: %s, want %s", days, got.out, want)
		}
	}
	got := p.at(clock(), "rules", "test", "name:renamed", "-o", "json", "--jq", "[.[]|.fired]")
	if strings.TrimSpace(got.out) != "[0,0,1,1]" {
		t.Errorf("%+v", got)
	}
}

// An account that was deleted at its relay while another one was in order is that in the past too.
func TestAtOfAnAccountDeletedAtItsRelay(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	relayed := func(id, name string, status int) string {
		row := strings.Replace(playedRow(id, status, 5), "Name "+id, name, 1)
		return strings.TrimSuffix(row, "}") + `,"relayAccountRef":"ref-` + id + `"}`
	}
	p.serve(0, relayed("a", "Ada", 1), relayed("b", "Ben", 1))
	p.at(clock().Add(-5*time.Hour), "record")
	p.serve(0, relayed("a", "ref-a", 0), relayed("b", "Ben", 1))
	p.at(clock().Add(-4*time.Hour), "record")
	p.serve(0, relayed("a", "ref-a", 0), relayed("b", "ref-b", 0)) // now both are not reached
	p.at(clock().Add(-time.Hour), "record")
	for hours, want := range map[string]string{"4h": `["relayMissing a Ada"]`, "5h": "[]"} {
		got := p.at(clock(), "triage", "--at", hours, "--jq", `map(.finding+" "+.id+" "+.name)`)
		if strings.TrimSpace(got.out) != want {
			t.Errorf("%s ago: %+v, want %s", hours, got, want)
		}
	}
	got := p.at(clock(), "accounts", "--at", "5h", "--jq", `[.[]|.nickname]|sort|join(" ")`)
	if strings.Trim(got.out, "\"\n") != "Ada Ben" {
		t.Errorf("%+v", got)
	}
}
