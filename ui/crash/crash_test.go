package crash

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func fail() {
	var list []int
	_ = list[len(os.Args)+1]
}

func catch(f func()) (caught *Panic) {
	defer Recover(func(p *Panic) { caught = p })
	f()
	return nil
}

func TestRecoverKeepsTheStack(t *testing.T) {
	if p := catch(func() {}); p != nil {
		t.Errorf("recovered %v from nothing", p)
	}
	p := catch(fail)
	if p == nil || len(p.Stack) < 3 || !strings.HasPrefix(p.Stack[0], "channeldeck/ui/crash.fail crash_test.go:") {
		t.Fatalf("got %+v", p)
	}
	again := catch(func() { panic(p) })
	if again != p {
		t.Errorf("passed on as %+v", again)
	}
}

func TestGroupPassesPanicsOn(t *testing.T) {
	var g Group
	ran := make(chan bool, 2)
	g.Go(fail)
	g.Go(func() { ran <- true })
	p := catch(g.Wait)
	if p == nil || !strings.Contains(p.Stack[0], "crash.fail") || len(ran) != 1 {
		t.Errorf("got %+v", p)
	}
}

func TestReport(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := &Panic{Value: "key s3cret \x1b[31m" + strings.Repeat("x", 1000), Stack: []string{"a b.go:1"}}
	text := p.Report("channeldeck v1", at, "s3cret")
	if !strings.HasPrefix(text, "channeldeck v1\ngo") || !strings.Contains(text, "2026-01-02T03:04:05Z") ||
		!strings.Contains(text, "key [hidden]") ||
		!strings.HasSuffix(text, "\na b.go:1\n") {
		t.Error(text)
	}
	if strings.ContainsAny(text, "\x1b") || strings.Contains(text, "s3cret") || len(text) > 1000 {
		t.Errorf("unsafe or long: %q", text)
	}
	dir := filepath.Join(t.TempDir(), "new")
	path, err := Save(dir, text, at)
	if err != nil || !strings.HasPrefix(filepath.Base(path), "crash-20260102-030405-") {
		t.Fatal(path, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	if content, _ := os.ReadFile(path); string(content) != text {
		t.Errorf("wrote %q", content)
	}
	if _, err := Save(path, text, at); err == nil {
		t.Error("saved below a file")
	}
}
