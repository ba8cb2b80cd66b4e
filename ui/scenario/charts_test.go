package scenario

import (
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"channeldeck/api"
	apifleet "channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/overview"
	"channeldeck/ui/testkit/panetest"
)

// checkDays checks the points of the charts: the totals of each day, of all accounts, of a platform
// and of a group, as of its last recording, and the marks where accounts joined or left in a day.
func (x *checked) checkDays() {
	h := x.history()
	defer h.Close(x.Context())
	x.checkSteps(h)
	for _, part := range []struct {
		platform, group string
		in              func(*channel) bool
	}{
		{"", "", everyone},
		{"bilibili", "", onPlatform("bilibili")},
		{"pinterest", "", onPlatform("pinterest")},
		{"", "g", inGroup("g")},
		{"", "h", inGroup("h")},
	} {
		days, err := h.States().DaysOf(x.Context(), part.platform, part.group, x.lists[0].at)
		if err != nil {
			x.Fatal(err)
		}
		got := map[string]string{}
		for _, d := range days {
			followers, _ := d.Followers().Int64()
			got[d.Date] = fmt.Sprint(d.Accounts, " ", d.Abnormal, " ", followers)
		}
		want := map[string]string{}
		for i, r := range x.lists {
			c := x.change(i, i, followersOf, part.in)
			delete(want, x.date(r.at))
			if c["is"].accounts > 0 {
				want[x.date(r.at)] = fmt.Sprint(c["is"].accounts, " ", c["isAbnormal"].accounts, " ", c["is"].sum)
			}
		}
		for date, numbers := range want {
			if got[date] != numbers {
				x.Errorf("%s%s on %s: %q, not %q", part.platform, part.group, date, got[date], numbers)
			}
		}
	}
}

// checkSteps checks how many accounts joined and left on each day, and the marks of the report.
func (x *checked) checkSteps(h *history.DB) {
	f, err := apifleet.Open(apifleet.Settings{
		BaseURL: x.vars["CHANNELDECK_BASE_URL"],
		API:     api.Settings{APIKey: panetest.Key},
		DB:      h,
		Now:     x.clock,
	})
	if err != nil {
		x.Fatal(err)
	}
	answer, err := f.Accounts(x.Context(), apifleet.Query{Columns: []string{apifleet.ColumnMonth}}, nil)
	if err != nil {
		x.Fatal(err)
	}
	var marks []string
	for i, r := range x.lists {
		date := x.date(r.at)
		if i+1 < len(x.lists) && x.date(x.lists[i+1].at) == date {
			continue
		}
		from := i
		for from > 0 && x.date(x.lists[from].at) == date {
			from--
		}
		c := x.change(from, i, followersOf, everyone)
		got := answer.Past.Steps[date]
		want := apifleet.Step{Joined: c["joined"].accounts, Left: c["left"].accounts}
		if got != want {
			x.Errorf("%s: %+v, not %+v", date, got, want)
		}
		isInReport := !r.at.Before(x.clock().AddDate(0, 0, -29).Truncate(aDay))
		if text := stepsText(date, want.Joined, want.Left); text != "" && isInReport {
			marks = append(marks, text)
		}
	}
	var told []string
	rows := regexp.MustCompile(`(?m)^\| \d{4}-(\d\d-\d\d) \|.*\| ([+−0-9 ]+) \|$`)
	page := x.run("report", "--since", "30d", "--lang", "en", "-o", "markdown")
	for _, row := range rows.FindAllStringSubmatch(page, -1) {
		told = append(told, row[1]+" "+row[2])
	}
	if !slices.Equal(told, marks) {
		x.Errorf("the report tells %q, not %q", told, marks)
	}
}

// checkOverview checks the header, the platforms and groups and the change over the chart.
func (x *checked) checkOverview() {
	h := x.history()
	defer h.Close(x.Context())
	h.Points().Choose(history.SinceWeek, x.clock())
	h.Wait(x.Context())
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { x.handler.ServeHTTP(w, r) })
	w := panetest.New(x.T, panetest.Options{
		Handler: handler,
		History: h,
		Sandbox: sandbox.Options{Now: x.clock},
	})
	view := panetest.Begin(x.T, overview.New, w, 220, 62).Stack().View()
	lines := strings.Split(view, "\n")
	x.checkHead(lines[0])
	from := x.window(30)
	to := len(x.lists) - 1
	row := regexp.MustCompile(`│ *(Bilibili|Douyin|g|h|i) +(\d+) +\S* *(\d+) +((?:≥ )?\d+|-|—|–) +(\S+)`)
	seen := 0
	for _, line := range lines {
		for _, part := range strings.Split(line, "││") {
			m := row.FindStringSubmatch("│" + strings.TrimPrefix(part, "│"))
			if m == nil {
				continue
			}
			in := inGroup(m[1])
			if name := strings.ToLower(m[1]); name == "bilibili" || name == "douyin" {
				in = onPlatform(name)
			}
			seen++
			x.checkRow(m, x.change(from, to, followersOf, in))
		}
	}
	if seen < 4 {
		x.Errorf("%d platforms and groups are shown:\n%s", seen, view)
	}
	want := x.change(from, to, followersOf, everyone)
	for _, p := range []struct{ name, sign, bound string }{{"joined", "+", "≥ "}, {"left", "−", "≤ "}} {
		of := want[p.name]
		text := fmt.Sprintf("%d %s", of.accounts, p.name)
		sign := p.sign
		if of.counted < of.accounts {
			sign = p.bound + p.sign
		}
		if of.sum > 0 {
			text += fmt.Sprintf(" %s%d", sign, of.sum)
		}
		if want[p.name].accounts > 0 && !strings.Contains(view, text) {
			x.Errorf("no %q:\n%s", text, view)
		}
	}
}

// checkHead checks the first line of the overview, compared with 7 days ago.
func (x *checked) checkHead(line string) {
	since := x.index(x.clock().AddDate(0, 0, -7))
	of := func(health string) int {
		return x.count(func(c *channel) bool { return c.health() == health })
	}
	header := fmt.Sprintf(" %d accounts   ✗ %d abnormal", len(x.newest().all), of("abnormal"))
	newly := x.count(func(c *channel) bool {
		return c.health() == "abnormal" && x.last(c.id).at.After(x.lists[since].at)
	})
	if newly > 0 {
		header += fmt.Sprintf(", %d of them new", newly)
	}
	if n := of("outage"); n > 0 {
		header += fmt.Sprintf("   ! %d not reached", n)
	}
	if !strings.HasPrefix(line, header) {
		x.Errorf("the header %q, not %q", line, header)
	}
}

// checkRow checks a platform or group of the overview: its accounts, those that are abnormal, their
// followers and the change of these.
func (x *checked) checkRow(shown []string, want parts) {
	by := want.percent()
	percent := "0%"
	switch {
	case by > 0:
		percent = fmt.Sprintf("▲%.1f%%", by)
	case by < 0:
		percent = fmt.Sprintf("▼%.1f%%", math.Abs(by))
	}
	is := []string{
		fmt.Sprint(want["is"].accounts),
		fmt.Sprint(want["isAbnormal"].accounts),
		bound(want["isCounted"].accounts, want["is"].accounts) + fmt.Sprint(want["is"].sum),
	}
	if shown[2] != is[0] || shown[3] != is[1] || shown[4] != is[2] || want["before"].sum > 0 && shown[5] != percent {
		x.Errorf("%q, want %v and %s", shown, is, percent)
	}
}
