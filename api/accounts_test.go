package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"channeldeck/ui/testkit/race"
)

// accountService lists accounts as the service does: ids win over the other
// filters, and with those at most cut rows come.
func accountService(rows []*Account, cut int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.URL.Path == "/api/v2/channels/platforms" {
			io.WriteString(w, envelopeOf(`[{"platform":"red"},{"platform":"blue"},{"platform":" "}]`))
			return
		}
		if len(q["ids[]"]) > maxEntries || len(q["types[]"]) > maxEntries {
			io.WriteString(w, `{"code":10002,"message":"Parameter validation failed"}`)
			return
		}
		var out []string
		for _, a := range rows {
			switch {
			case len(q["ids[]"]) > 0:
				if !slices.Contains(q["ids[]"], a.ID) {
					continue
				}
			case len(q["types[]"]) > 0 && !slices.Contains(q["types[]"], a.Type):
				continue
			case q.Get("status") != "" && q.Get("status") != a.Status.String():
				continue
			}
			status, _ := a.Status.Int64()
			out = append(out, account(a.ID, a.Type, int(status)))
		}
		total := len(out)
		if cut > 0 && total > cut && len(q["ids[]"]) == 0 {
			out = out[:cut]
		}
		io.WriteString(w, envelopeOf(fmt.Sprintf(`{"total":%d,"list":[%s]}`, total, strings.Join(out, ","))))
	}
}

func someAccounts(n int, platforms ...string) []*Account {
	rows := make([]*Account, n)
	for i := range rows {
		rows[i] = &Account{
			ID:     fmt.Sprintf("%s/%d", platforms[i%len(platforms)], i),
			Type:   platforms[i%len(platforms)],
			Status: Int(int64(i / 3 % 2)),
		}
	}
	return rows
}

func idsOf(rows []*Account) []string {
	ids := make([]string, len(rows))
	for i, a := range rows {
		ids[i] = a.ID
	}
	slices.Sort(ids)
	return ids
}

func TestLongListsAreSplit(t *testing.T) {
	platforms := make([]string, 45)
	for i := range platforms {
		platforms[i] = fmt.Sprintf("platform%02d", i)
	}
	rows := someAccounts(90, platforms...)
	for _, tt := range []struct {
		name     string
		q        AccountQuery
		want     []*Account
		requests int
	}{
		{"45 ids", AccountQuery{IDs: idsOf(rows[:45])}, rows[:45], 3},
		{"45 ids twice", AccountQuery{IDs: append(idsOf(rows[:45]), idsOf(rows[:45])...)}, rows[:45], 3},
		{"20 ids", AccountQuery{IDs: idsOf(rows[:20])}, rows[:20], 1},
		{"unknown ids", AccountQuery{IDs: []string{"x"}}, nil, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := new(recorder)
			c, _ := newTestClient(t, got.record(accountService(rows, 0)))
			list, err := c.Accounts(context.Background(), tt.q)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(idsOf(list.List), idsOf(tt.want)) || list.Missing() != 0 ||
				list.Total.String() != fmt.Sprint(len(tt.want)) {
				t.Errorf("got %d rows of %s", len(list.List), list.Total)
			}
			if n := len(got.all()); n != tt.requests {
				t.Errorf("%d requests", n)
			}
		})
	}
}

func TestOneRequestOfManyFails(t *testing.T) {
	rows := someAccounts(45, "red")
	var n atomic.Int32
	whole := accountService(rows, 0)
	c, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 2 {
			io.WriteString(w, `{"code":15071,"message":"m"}`)
			return
		}
		whole(w, r)
	})
	list, err := c.Accounts(context.Background(), AccountQuery{IDs: idsOf(rows)})
	if !IsCode(err, CodePlatformRateLimited) || list.List != nil {
		t.Errorf("got %d rows, %v", len(list.List), err)
	}
}

func TestAllAccounts(t *testing.T) {
	for _, tt := range []struct {
		name           string
		n, cut         int
		q              AccountQuery
		rows, missing  int
		requests, done int
	}{
		{"whole at once", 100, 0, AccountQuery{}, 100, 0, 1, 0},
		{"in parts", 100, 40, AccountQuery{}, 100, 0, 8, 6}, // red, blue, and green, which no platform list shows
		{"of one status", 100, 40, AccountQuery{Status: Some(1)}, 49, 0, 5, 3},
		{"of one platform", 100, 30, AccountQuery{Types: []string{"red"}}, 34, 0, 3, 2},
		{"still a part", 100, 10, AccountQuery{}, 60, 40, 8, 6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := new(recorder)
			c, _ := newTestClient(t, got.record(accountService(someAccounts(tt.n, "red", "blue", "green"), tt.cut)))
			var steps []Progress
			list, err := c.AllAccounts(context.Background(), tt.q, func(p Progress) { steps = append(steps, p) })
			if err != nil {
				t.Fatal(err)
			}
			ids := idsOf(list.List)
			if len(ids) != tt.rows || len(slices.Compact(ids)) != tt.rows || list.Missing() != int64(tt.missing) {
				t.Errorf("%d rows, %d missing", len(ids), list.Missing())
			}
			if len(got.all()) != tt.requests || len(steps) != tt.done {
				t.Errorf("%d requests, %d steps", len(got.all()), len(steps))
			}
			for i, p := range steps {
				if p.Done != i+1 || p.Requests != tt.done || i > 0 && p.Rows < steps[i-1].Rows {
					t.Errorf("step %d: %+v", i, p)
				}
			}
		})
	}
}

// A service may refuse a platform as a filter: its rows are missing, the others are
// not.
func TestAllAccountsWithRefusedPlatform(t *testing.T) {
	whole := accountService(someAccounts(100, "red", "blue", "green"), 40)
	for _, refused := range []string{"green", "red"} { // green is in no platform list
		c, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Get("types[]") == refused {
				io.WriteString(w, `{"code":10002,"message":"Parameter validation failed"}`)
				return
			}
			whole(w, r)
		})
		list, err := c.AllAccounts(context.Background(), AccountQuery{}, nil)
		if err != nil || len(list.List) != 67+13 || list.Missing() != 20 {
			t.Errorf("%s is refused: %d rows, %d missing, %v", refused, len(list.List), list.Missing(), err)
		}
	}
}

// A panic in one of the parallel requests reaches the caller, who may recover it.
func TestAllAccountsPassesPanicsOn(t *testing.T) {
	c, _ := newTestClient(t, accountService(someAccounts(100, "red", "blue", "green"), 40))
	defer func() {
		if v := recover(); v == nil || !strings.HasPrefix(fmt.Sprint(v), "broken\n") {
			t.Errorf("recovered %v", v)
		}
	}()
	_, err := c.AllAccounts(context.Background(), AccountQuery{}, func(Progress) { panic("broken") })
	t.Errorf("it returned, error %v", err)
}

func TestAllAccountsKeepsRowsOnError(t *testing.T) {
	whole := accountService(someAccounts(100, "red", "blue"), 40)
	for path, want := range map[string]Kind{
		"/api/v2/channels/platforms": "not-envelope",
		"/api/v2/channels/accounts":  "not-envelope",
	} {
		var n atomic.Int32
		c, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == path && (n.Add(1) > 1 || !strings.HasSuffix(path, "accounts")) {
				io.WriteString(w, "<html>")
				return
			}
			whole(w, r)
		})
		list, err := c.AllAccounts(context.Background(), AccountQuery{}, nil)
		if kindOf(err) != want || len(list.List) < 40 || list.Missing() == 0 {
			t.Errorf("%s: %d rows, %d missing, %v", path, len(list.List), list.Missing(), err)
		}
	}
	c, _ := newTestClient(t, answer(200, `{"code":401,"message":"Unauthorized"}`))
	if list, err := c.AllAccounts(
		context.Background(),
		AccountQuery{},
		nil,
	); !IsCode(err, CodeUnauthorized) || list.List != nil {
		t.Errorf("got %v, %v", list, err)
	}
}

func TestFirstRowsArriveBeforeTheBodyEnds(t *testing.T) {
	seen := make(chan struct{})
	c, _ := newTestClient(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"code":0,"message":"m","data":{"total":300,"list":[`)
		for i := range 300 {
			if i == 150 {
				w.(http.Flusher).Flush()
				<-seen // a body that goes on only when its first rows were seen
			}
			if i > 0 {
				io.WriteString(w, ",")
			}
			io.WriteString(w, account(fmt.Sprint(i), "red", 1))
		}
		io.WriteString(w, `]}}`)
	})
	var sizes []int
	var rows []Account
	total, err := c.StreamAccounts(context.Background(), func(batch []Account) error {
		if len(sizes) == 0 {
			close(seen)
		}
		sizes = append(sizes, len(batch))
		rows = append(rows, batch...)
		return nil
	})
	if err != nil || total.String() != "300" || !slices.Equal(sizes, []int{64, 128, 108}) {
		t.Errorf("batches of %v, total %s, %v", sizes, total, err)
	}
	for i, a := range rows {
		if a.ID != fmt.Sprint(i) {
			t.Fatalf("row %d is %s: a batch was overwritten", i, a.ID)
		}
	}
}

func TestStreamEmitsNothingBeforeTheCode(t *testing.T) {
	list := `{"total":1,"list":[` + account("a", "red", 1) + `]}`
	for _, tt := range []struct {
		body string
		rows int
		ok   bool
	}{
		{`{"data":` + list + `,"message":"m","code":0}`, 1, true},
		{`{"data":` + list + `,"message":"m","code":500}`, 0, false},
		{`{"code":500,"data":` + list + `,"message":"m"}`, 0, false},
		{`{"code":0,"message":"m","data":{"list":[],"total":0}}`, 0, true},
		{`{"code":0,"message":"m","data":{"list":null,"total":0}}`, 0, true},
	} {
		c, _ := newTestClient(t, answer(200, tt.body))
		rows := 0
		_, err := c.StreamAccounts(context.Background(), func(batch []Account) error {
			if len(batch) == 0 {
				t.Error("an empty batch")
			}
			rows += len(batch)
			return nil
		})
		if rows != tt.rows || (err == nil) != tt.ok {
			t.Errorf("%s: %d rows, %v", tt.body, rows, err)
		}
	}
}

// Data that precedes the code is buffered, and the list is the same.
func TestALongListBeforeTheCode(t *testing.T) {
	race.Sweep(t)
	const rows = 3000
	body := string(accountsBody(rows))
	data := body[strings.Index(body, `{"total"`):strings.Index(body, `,"requestId"`)]
	for name, body := range map[string]string{
		"plain":  `{"data":` + data + `,"code":0,"message":"m"}`,
		"blanks": "{\"message\":\"m\",\n\t\"data\" \n:" + strings.Repeat(" ", 3*bufferSize) + data + " , \"code\":0}",
	} {
		for transport, wrap := range map[string]func(io.Reader) io.Reader{
			"at once":   func(r io.Reader) io.Reader { return r },
			"by halves": iotest.HalfReader,
		} {
			answered := func(r *http.Request) (*http.Response, error) {
				resp := response(r, 200, "")
				resp.Body = io.NopCloser(wrap(strings.NewReader(body)))
				return resp, nil
			}
			c := mustNew(t, "http://localhost", Settings{Transport: roundTrip(answered)})
			list, err := c.Accounts(context.Background(), AccountQuery{})
			if err != nil || len(list.List) != rows || list.List[rows-1].Rank.String() != fmt.Sprint(rows-1) {
				t.Errorf("%s, %s: %d rows, %v", name, transport, len(list.List), err)
			}
		}
	}
}

func TestStreamIsNotRetriedAfterFirstRows(t *testing.T) {
	got := new(recorder)
	c, _ := newTestClient(t, got.record(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000000")
		fmt.Fprintf(w, `{"code":0,"message":"m","data":{"total":300,"list":[%s`, account("first", "red", 1))
		for range 100 {
			io.WriteString(w, ","+account("x", "red", 1))
		}
	}), Settings{Retries: 3})
	rows := 0
	_, err := c.StreamAccounts(context.Background(), func(batch []Account) error {
		rows += len(batch)
		return nil
	})
	wantKind(t, err, KindReset, false)
	if len(got.all()) != 1 || rows != 64 {
		t.Errorf("%d requests, %d rows", len(got.all()), rows)
	}
}

func TestStreamReturnsErrorOfEmit(t *testing.T) {
	stop := errors.New("stop")
	c, _ := newTestClient(t, accountService(someAccounts(200, "red"), 0), Settings{Retries: 3})
	calls := 0
	_, err := c.StreamAccounts(context.Background(), func([]Account) error {
		calls++
		return stop
	})
	if err != stop || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

func TestMissing(t *testing.T) {
	for _, tt := range []struct {
		total Number
		rows  int
		want  int64
	}{
		{Int(3), 1, 2}, {Int(3), 3, 0}, {Int(3), 4, 0}, {Number{}, 4, 0}, {num("2.5"), 1, 0},
	} {
		l := AccountList{Total: tt.total, List: make([]*Account, tt.rows)}
		if got := l.Missing(); got != tt.want {
			t.Errorf("%s, %d rows: %d", tt.total, tt.rows, got)
		}
	}
}

// An account is lost with its relay only if the service sends the reference as the name, and status 0.
func TestRelayDown(t *testing.T) {
	for _, tt := range []struct {
		ref, nickname string
		status        int64
		down          bool
		health        Health
	}{
		{"ref", "ref", 0, true, HealthOutage},
		{"ref", "ref", 1, false, HealthNormal},
		{"ref", "Harbor Tea", 0, false, HealthAbnormal},
		{"", "", 0, false, HealthAbnormal},
		{"", "ref", 0, false, HealthAbnormal},
	} {
		a := &Account{RelayAccountRef: SomeText(tt.ref), Nickname: tt.nickname, Status: Int(tt.status)}
		if a.RelayDown() != tt.down || a.Health() != tt.health {
			t.Errorf("%+v: down %v, health %v", tt, a.RelayDown(), a.Health())
		}
	}
}

func TestHealth(t *testing.T) {
	for status, want := range map[string]Health{
		"1":   HealthNormal,
		"1.0": HealthNormal,
		"0":   HealthAbnormal,
		"2":   HealthUnknown,
		"":    HealthUnknown,
	} {
		a := Account{Status: num(status)}
		if got := a.Health(); got != want {
			t.Errorf("%q: %d", status, got)
		}
	}
}

func TestBogusTotalDoesNotPreallocate(t *testing.T) {
	for _, total := range []string{"999999999999999999", "512", "-1", "1e99"} {
		c, _ := newTestClient(t, answer(200, envelopeOf(`{"total":`+total+`,"list":[`+account("a", "red", 1)+`]}`)))
		list, err := c.Accounts(context.Background(), AccountQuery{})
		if err != nil || cap(list.List) > 512 {
			t.Errorf("total %s: room for %d rows, %v", total, cap(list.List), err)
		}
	}
}

// Rows of the same account are merged also where they are malformed; rows without an ID
// only if they are equal.
func TestMalformedRowsAreMerged(t *testing.T) {
	n := 0
	c, _ := newTestClient(t, func(w http.ResponseWriter, _ *http.Request) {
		n++
		io.WriteString(
			w,
			envelopeOf(fmt.Sprintf(`{"total":3,"list":[{"id":"a","rank":"%d"},{"nickname":%d},{"nickname":9}]}`, n, n)),
		)
	})
	var ids []string
	for i := range maxEntries + 1 { // two requests
		ids = append(ids, fmt.Sprint(i))
	}
	list, err := c.Accounts(t.Context(), AccountQuery{IDs: ids})
	if err != nil || len(list.List) != 4 {
		t.Errorf("%d rows, error %v", len(list.List), err)
	}
}
