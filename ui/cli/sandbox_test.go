package cli

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestSandboxServes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w, _, errs := newEnv(
		t, nil, "sandbox", "--listen", "127.0.0.1:0", "--api-key", testKey, "--accounts", "3",
		"--seed", "7",
	)
	reader, writer := io.Pipe()
	w.Out = writer
	done := make(chan int, 1)
	go func() {
		done <- Run(ctx, w)
		writer.Close()
	}()
	lines := bufio.NewScanner(reader)
	if !lines.Scan() {
		t.Fatal("no address:", errs)
	}
	base := lines.Text()

	for key, want := range map[string]string{testKey: `"total":3`, "other": `"code":401`} {
		r, err := http.NewRequestWithContext(ctx, "GET", base+"/api/v2/channels/accounts", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Api-Key", key)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("key %s: %v %s", key, err, body)
		}
	}
	if got := run(
		t,
		nil,
		"sandbox",
		"--listen",
		strings.TrimPrefix(base, "http://"),
	); got.code != ExitUsage || !strings.Contains(got.err, "can't listen") {
		t.Errorf("a second one at the same address: %+v", got)
	}
	cancel()
	if code := ended(t, done); code != ExitInterrupted {
		t.Errorf("exit %d", code)
	}
	if lines.Scan() {
		t.Errorf("more on standard output: %s", lines.Text())
	}
	if strings.Contains(errs.String(), testKey) {
		t.Errorf("the key: %s", errs)
	}
	if _, err := http.Get(base); err == nil {
		t.Error("it still serves")
	}
}
