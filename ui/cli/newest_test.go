package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/ui/testkit/postgres"
)

// player is a service that answers with the accounts of the moment, and runs commands against it.
type player struct {
	t        *testing.T
	env      map[string]string
	accounts atomic.Pointer[string] // the data of the list
}

func newPlayer(t *testing.T) *player {
	p := &player{t: t}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := "[]"
		switch {
		case strings.HasSuffix(r.URL.Path, "/accounts"):
			data = *p.accounts.Load()
		case strings.HasSuffix(r.URL.Path, "/platforms"):
			data = `[{"platform":"x"}]`
		case strings.HasSuffix(r.URL.Path, "/account-groups"):
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	t.Cleanup(server.Close)
	p.env = withState(t, map[string]string{
		"CHANNELDECK_BASE_URL": server.URL,
		"CHANNELDECK_API_KEY":  testKey,
	})
	return p
}

// serve makes the service answer with rows, and a total unless it is 0.
func (p *player) serve(total int, rows ...string) {
	data := `{"list":[` + strings.Join(rows, ",") + `]}`
	if total > 0 {
		data = fmt.Sprintf(`{"total":%d,"list":[%s]}`, total, strings.Join(rows, ","))
	}
	p.accounts.Store(&data)
}

// at runs a command at a time.
func (p *player) at(now time.Time, args ...string) result {
	w, out, errs := newEnv(p.t, p.env, args...)
	w.Now = func() time.Time { return now }
	return result{Run(p.t.Context(), w), out.String(), errs.String()}
}

// playedRow is an account of a player in group g.
func playedRow(id string, status, fans int) string {
	return fmt.Sprintf(
		`{"id":%q,"userId":"u","type":"x","uid":"1","nickname":"Name %s","groupId":"g",
		"status":%d,"fansCount":%d,"lastStatsTime":"2026-02-28T00:00:00Z","createdAt":"2025-01-01T00:00:00Z"}`,
		id, id, status, fans,
	)
}

// playedRows are accounts a0, a1 and so on, of which the first ones are abnormal.
func playedRows(n, abnormal int) []string {
	rows := make([]string, n)
	for i := range rows {
		status := 1
		if i < abnormal {
			status = 0
		}
		rows[i] = playedRow(fmt.Sprint("a", i), status, 100)
	}
	return rows
}

const statusLine = "{abnormal}/{accounts} +{new} {age}"

// A status read in another time zone than that of the recordings has the numbers of the newest one.
func TestStatusInAnotherTimeZone(t *testing.T) {
	t.Parallel()
	postgres.Both(t, func(t *testing.T, _, url string) {
		p := newPlayer(t)
		p.env["CHANNELDECK_HISTORY"] = url
		east := time.FixedZone("east", 13*60*60)
		p.serve(0, playedRows(12, 0)...)
		p.at(clock().Add(-2*time.Hour).In(east), "record")
		p.serve(0, playedRows(12, 4)...)
		p.at(clock().In(east), "record") // the day after, there
		west := clock().Add(time.Hour).In(time.FixedZone("west", -9*60*60))
		got := p.at(west, "status", "--since", "2h", "--format", statusLine)
		if got.out != "4/12 +4 60m\n" || got.code != ExitChanged {
			t.Errorf("%+v", got)
		}
		const abnormal = `.totals[]|select(.name=="abnormal").after`
		report := p.at(west, "report", "--since", "1d", "-o", "json", "--jq", abnormal)
		if report.out != "4\n" || report.code != ExitDone {
			t.Errorf("%+v", report)
		}
		days := p.at(west, "report", "--since", "1h", "-o", "json", "--jq", `.missingDays`)
		if strings.TrimSpace(days.out) != "[]" {
			t.Errorf("the report misses %s", days.out)
		}
	})
}

// What a clock recorded that ran ahead is not the present, before and after the next recording.
func TestStatusAfterAClockRanAhead(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	p.serve(0, playedRows(12, 1)...)
	p.at(clock().Add(-time.Hour), "record")
	p.serve(0, playedRows(12, 3)...)
	p.at(clock().AddDate(0, 0, 2), "record")
	if got := p.at(clock(), "status", "--format", statusLine); got.out != "1/12 +0 60m\n" {
		t.Errorf("%+v", got)
	}
	p.at(clock().Add(time.Hour), "record")
	got := p.at(clock().Add(2*time.Hour), "status", "--since", "2h", "--format", statusLine)
	if got.out != "3/12 +2 60m\n" {
		t.Errorf("after the next recording: %+v", got)
	}
}

// A recording that lacks accounts says so and fails, and the accounts that it lacks keep their time.
func TestRecordOfAPartOfTheAccounts(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	p.serve(30, playedRows(30, 2)...)
	if got := p.at(clock().Add(-3*time.Hour), "record"); got.code != ExitDone || got.err != "" {
		t.Fatalf("%+v", got)
	}
	p.serve(30, playedRows(12, 5)...)
	got := p.at(clock().Add(-time.Hour), "record")
	if got.code != ExitIncomplete || !strings.Contains(got.err, "18 of 30 accounts are missing") {
		t.Errorf("%+v", got)
	}
	list := p.at(clock().Add(-time.Hour), "accounts")
	if list.code != got.code || !strings.Contains(list.err, strings.TrimSpace(got.err)) {
		t.Errorf("accounts says %d %s", list.code, list.err)
	}
	status := p.at(clock(), "status", "--since", "2h", "--format", statusLine)
	if status.out != "5/30 +3 3h\n" {
		t.Errorf("%+v", status)
	}
}

// An account that the service lists twice counts once everywhere, and that is said.
func TestRepeatedAccountsCountOnce(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	rows := playedRows(4, 2)
	p.serve(0, playedRows(4, 0)...)
	p.at(clock().Add(-time.Hour), "record")
	p.serve(6, append(rows, rows[0], rows[3])...)
	const said = "The service repeated 2 rows. Each account counts once."
	for args, want := range map[string]string{
		"accounts -o csv --columns id --sort id": "id\na0\na1\na2\na3\n",
		"groups -o csv --columns id,accounts,abnormal," +
			"fansCount": "id,accounts,abnormal,fansCount\ng,4,2,400\n",
		"triage --since 30m -o json --jq map(select(.kind==\"x\"))|length": "0\n",
		"record": "",
	} {
		got := p.at(clock(), strings.Fields(args)...)
		if strings.ReplaceAll(got.out, "\r", "") != want || !strings.Contains(got.err, said) ||
			got.code != ExitDone && got.code != ExitChanged {
			t.Errorf("%s: %+v", args, got)
		}
	}
	count := `[.[]|if .accounts then .accounts|length else 1 end]|add`
	triage := p.at(clock(), "triage", "--since", "2h", "--jq", `map(select(.section=="new"))|`+count)
	status := p.at(clock(), "status", "--since", "2h", "--format", "{new}")
	if triage.out != status.out || status.out != "2\n" {
		t.Errorf("triage has %s, status %s", triage.out, status.out)
	}
	if got := p.at(clock(), "status", "--format", statusLine); got.out != "2/4 +2 0s\n" {
		t.Errorf("%+v", got)
	}
}

// A baseline from before what the history keeps says since when it can know.
func TestBaselineOlderThanTheHistory(t *testing.T) {
	t.Parallel()
	postgres.Both(t, func(t *testing.T, _, url string) {
		p := newPlayer(t)
		p.env["CHANNELDECK_HISTORY"] = url
		p.serve(0, playedRows(3, 0)...)
		for day := 80; day >= 0; day -= 10 {
			p.at(clock().AddDate(0, 0, -day), "record")
		}
		p.at(clock(), "history", "prune", "--older-than", "60d")
		for since, want := range map[string]string{
			"70d": "since 2025-12-31 12:00; what was before is no longer kept.",
			"50d": "since 2026-01-10 12:00.",
		} {
			if got := p.at(clock(), "triage", "--since", since); !strings.Contains(got.err, want) {
				t.Errorf("since %s: %s", since, got.err)
			}
		}
	})
}

// An account that the service lists twice, with two statuses, is in one finding: that of its first row.
func TestRepeatedAccountIsInOneFinding(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	for hour, abnormal := range []int{0, 1, 4} {
		p.serve(0, playedRows(6, abnormal)...)
		p.at(clock().Add(time.Duration(hour-9)*time.Hour), "record")
	}
	p.serve(0, append(playedRows(6, 4), playedRow("a0", 1, 100), playedRow("a1", 1, 100))...)
	got := p.at(
		clock(),
		"triage",
		"--since",
		"1d",
		"--jq",
		`[.[]|.finding+" "+((.accounts//[.])|map(.id)|sort|join(" "))]|sort[]`,
	)
	want := "incident a1 a2 a3\nturnedAbnormal a0\n"
	if strings.ReplaceAll(got.out, `"`, "") != want {
		t.Errorf("%s, not\n%s%s", got.out, want, got.err)
	}
}

// The clock of the host that recorded may be ahead by some seconds: what it recorded is the present in the report
// too.
func TestReportAfterAClockOfSecondsAhead(t *testing.T) {
	t.Parallel()
	p := newPlayer(t)
	p.serve(0, playedRows(6, 0)...)
	p.at(clock().Add(-2*time.Hour), "record")
	p.serve(0, playedRows(5, 2)...)
	p.at(clock().Add(30*time.Second), "record")
	if got := p.at(clock(), "status", "--format", statusLine); got.out != "2/5 +2 0s\n" {
		t.Errorf("%+v", got)
	}
	const jq = `[(.totals[0,1]|.after),.days[-1].accounts,.days[-1].abnormal,(.accounts|length)]`
	got := p.at(clock(), "report", "--since", "1h", "-o", "json", "--jq", jq)
	if strings.TrimSpace(got.out) != "[5,2,5,2,5]" {
		t.Errorf("%+v", got)
	}
}
