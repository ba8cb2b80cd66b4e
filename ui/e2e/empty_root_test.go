//go:build linux

package e2e

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"channeldeck/api/sandbox"
)

// recipe has the settings of the image for its only process.
type recipe struct {
	user, group uint32
	env, args   []string
	dir         string
}

// readRecipe reads the recipe of the image.
func readRecipe(t *testing.T) recipe {
	t.Helper()
	text, err := os.ReadFile(recipePath)
	if err != nil {
		t.Fatal(err)
	}
	lines := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		lines[word] = rest
	}
	r := recipe{env: strings.Fields(lines["ENV"]), dir: lines["WORKDIR"]}
	if _, err := fmt.Sscanf(lines["USER"], "%d:%d", &r.user, &r.group); err != nil {
		t.Fatalf("the user %q: %v", lines["USER"], err)
	}
	if err := json.Unmarshal([]byte(lines["CMD"]), &r.args); err != nil {
		t.Fatalf("the arguments %q: %v", lines["CMD"], err)
	}
	return r
}

// Where no container tool works, a directory with nothing but the program and a writable volume stands for the
// image: serve runs there as the user of the image, in the time zone of Shanghai. Without certificates of
// authorities it says what is missing, and with those of the host it reads the service.
func TestServeInEmptyRoot(t *testing.T) {
	t.Parallel()
	need(t, "ssh")
	if os.Geteuid() != 0 {
		t.Skip("only root may change the root directory of a process and its user")
	}
	if os.Getenv("CHANNELDECK_REQUIRE_TERMINAL") != "1" {
		t.Skip("compiles the program again, without cgo: runs where CHANNELDECK_REQUIRE_TERMINAL is 1")
	}
	program := filepath.Join(t.TempDir(), "channeldeck")
	buildStatic(t, program, "channeldeck")
	image := readRecipe(t)
	upstream := httptest.NewUnstartedServer(serving(t, sandbox.Options{}, nil).Config.Handler)
	upstream.Config.ErrorLog = log.New(io.Discard, "", 0) // a client that does not trust it is expected
	upstream.StartTLS()
	t.Cleanup(upstream.Close)
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: upstream.Certificate().Raw})

	bare := image.start(t, program, upstream.URL, nil)
	ready := bare.logged(map[string]any{"address": bare.address})
	if at, _ := ready["time"].(string); !strings.HasSuffix(at, "+08:00") {
		t.Errorf("in the zone of Shanghai the time is %s", at)
	}
	out, errs, exit := bare.run("anna", "version")
	if exit != 0 || !strings.HasPrefix(out, "channeldeck") {
		t.Fatalf("exit %d\n%s%s", exit, out, errs)
	}
	_, errs, exit = bare.run("anna", "accounts")
	if exit != 7 || !strings.Contains(errs, "no certificates of authorities") ||
		!strings.Contains(errs, "mount /etc/ssl/certs") {
		t.Errorf("without certificates: exit %d\n%s", exit, errs)
	}

	trusting := image.start(t, program, upstream.URL, authority)
	out, errs, exit = trusting.run("anna", "accounts", "--limit", "1", "-o", "ndjson")
	if exit != 0 || !strings.HasPrefix(out, `{"id":`) {
		t.Errorf("with certificates: exit %d\n%s%s", exit, out, errs)
	}
	for _, name := range []string{"host_key", "channeldeck.db"} {
		info, err := os.Stat(filepath.Join(filepath.Dir(trusting.keys), name))
		if err != nil {
			t.Error(err)
			continue
		}
		owner := info.Sys().(*syscall.Stat_t).Uid
		if info.Mode() != 0o600 || owner != image.user {
			t.Errorf("%s has the mode %v and belongs to the user %d", name, info.Mode(), owner)
		}
	}
}

// start starts the process of the image for a service, in a new root directory with the certificates of
// authorities, unless they are nil.
func (r recipe) start(t *testing.T, program, url string, authorities []byte) *host {
	t.Helper()
	root := t.TempDir()
	volume := filepath.Join(root, r.dir)
	h := &host{TB: t, dir: t.TempDir(), end: make(chan struct{}), keys: filepath.Join(volume, "keys")}
	h.more = sync.NewCond(&h.mu)
	err := os.Mkdir(volume, 0o700)
	if err == nil {
		err = os.Link(program, filepath.Join(root, "channeldeck"))
	}
	certificates := filepath.Join(root, "etc", "ssl", "certs")
	if err == nil && authorities != nil {
		err = os.MkdirAll(certificates, 0o755)
	}
	if err == nil && authorities != nil {
		err = os.WriteFile(filepath.Join(certificates, "ca-certificates.crt"), authorities, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	h.allow("anna")
	for _, path := range []string{volume, h.keys} {
		if err := os.Chown(path, int(r.user), int(r.group)); err != nil {
			t.Fatal(err)
		}
	}
	args := slices.Clone(r.args)
	port := slices.Index(args, "0.0.0.0:2222")
	if port < 0 {
		t.Fatalf("the image does not listen on all addresses: %s", r.args)
	}
	args[port] = "127.0.0.1:0" // the tests may have the other one in use
	h.cmd = exec.Command("/channeldeck", args...)
	h.cmd.Dir = r.dir
	h.cmd.Env = slices.Concat(r.env, service(url, testKey), []string{"TZ=Asia/Shanghai"})
	h.cmd.SysProcAttr = &syscall.SysProcAttr{
		Chroot:     root,
		Credential: &syscall.Credential{Uid: r.user, Gid: r.group},
	}
	h.start()
	return h
}
