package fleet_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/quote"
	"channeldeck/api/sandbox"
)

// A program without a terminal opens a fleet, lists accounts by a query, what needs attention
// since a day, and the cheapest model for a clip.
func Example() {
	const key = "key"
	service, err := sandbox.New(sandbox.Options{APIKey: key, Accounts: 40, Now: func() time.Time { return today }})
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(service)
	defer server.Close()
	dir, err := os.MkdirTemp("", "fleet")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	f, err := fleet.Open(fleet.Settings{
		BaseURL: server.URL, API: api.Settings{APIKey: key}, History: history.Config{Path: filepath.Join(dir, "h.db")},
		Now: func() time.Time { return today }, StaleAfter: 48 * time.Hour,
	})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	defer f.Close(ctx)
	query, err := fleet.ParseQuery("status:abnormal platform:小红书")
	if err != nil {
		panic(err)
	}
	accounts, err := f.Accounts(ctx, query, nil)
	if err != nil {
		panic(err)
	}
	attention, err := f.Findings(ctx, fleet.Query{Since: 24 * time.Hour}, nil)
	if err != nil {
		panic(err)
	}
	question, _ := quote.ParseQuestion("8s 1080p image2video", quote.NewValues(attention.Models))
	groups := quote.New(attention.Models).Quote(question, "price")
	fmt.Println(
		len(accounts.Rows),
		"of",
		len(accounts.List.Rows),
		"accounts,",
		len(attention.Found) > 0,
		len(groups) > 0,
	)
	// Output: 1 of 40 accounts, true true
}

// The package links no terminal and no command line. Its tests use the kit of all tests.
func TestLinksNoTerminal(t *testing.T) {
	deps, err := exec.Command("go", "list", "-deps", "-test", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(
		`(?m)^(github.com/(charmbracelet|spf13/cobra).*|channeldeck/ui.*)$`,
	).FindAllString(string(deps), -1)
	found = slices.DeleteFunc(found, func(name string) bool {
		return strings.HasPrefix(name, "channeldeck/ui/testkit/")
	})
	if len(found) > 0 {
		t.Errorf("links %s", found)
	}
}
