package replay

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// recorded returns a transport for a history in which a list of accounts was recorded, and that history.
func recorded(t *testing.T, accounts int) (http.RoundTripper, *history.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "h.db")
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	list := make([]*api.Account, accounts)
	for i := range list {
		list[i] = &api.Account{
			ID:        fmt.Sprintf("douyin_%030d", i),
			Type:      "douyin",
			Nickname:  fmt.Sprintf("Channel %06d", i),
			Avatar:    api.Some(fmt.Sprintf("https://cdn.example.com/%060d.jpg", i)),
			Status:    api.Int(1),
			FansCount: api.Int(int64(i)),
		}
	}
	now := open(t, path, at, time.Time{})
	now.RecordAccounts(at, list, api.Int(int64(accounts)), true)
	now.Close(t.Context())
	h := open(t, path, at.Add(time.Hour), at)
	transport, err := Transport(h, "https://site.example")
	if err != nil {
		t.Fatal(err)
	}
	return transport, h
}

// request requests the accounts.
func request(t *testing.T, transport http.RoundTripper) io.ReadCloser {
	t.Helper()
	r, err := http.NewRequestWithContext(
		t.Context(), http.MethodGet, "https://site.example/api/v2/channels/accounts", nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	response, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response.Body
}

// live returns the bytes of the heap that are in use.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// While a list is read, neither its rows nor its JSON are held as a whole.
func TestAccountsAreNotHeld(t *testing.T) {
	const accounts = 20_000
	transport, _ := recorded(t, accounts)
	before := live()
	body := request(t, transport)
	read, err := io.CopyN(io.Discard, body, accounts*100) // about a third
	if err != nil {
		t.Fatal(read, err)
	}
	held := (live() - before) / accounts
	if held > 150 {
		t.Errorf("%d bytes are held for each account", held)
	}
	rest, err := io.Copy(io.Discard, body)
	if err != nil || rest < accounts*100 {
		t.Errorf("the rest has %d bytes, error %v", rest, err)
	}
}

// A reader may stop in the middle of a list, which is not a problem of the history.
func TestAccountsClosed(t *testing.T) {
	transport, h := recorded(t, 5_000)
	body := request(t, transport)
	if _, err := io.CopyN(io.Discard, body, 1000); err != nil {
		t.Fatal(err)
	}
	if err := body.Close(); err != nil {
		t.Fatal(err)
	}
	h.Close(t.Context())
	if p := h.Problem(t.Context()); p != nil {
		t.Errorf("the history reports %v", p)
	}
}

// A history without accounts of that time is an error of the request, before anything is read.
func TestNoAccounts(t *testing.T) {
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	h := open(t, filepath.Join(t.TempDir(), "h.db"), at, at)
	transport, err := Transport(h, "https://site.example")
	if err != nil {
		t.Fatal(err)
	}
	c, err := api.New("https://site.example", api.Settings{APIKey: "k", Transport: transport, Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := c.Accounts(t.Context(), api.AccountQuery{}); !errors.Is(err, ErrNotStored) {
		t.Errorf("%d accounts, error %v", len(list.List), err)
	}
}
