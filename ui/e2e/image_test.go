//go:build linux

package e2e

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// containerTool returns a program that builds and runs images here. Without one it skips the test and
// says why; with CHANNELDECK_REQUIRE_CONTAINER=1 it fails.
func containerTool(t *testing.T) string {
	t.Helper()
	reasons := make([]string, 0, 2)
	for _, tool := range []string{"docker", "podman"} {
		if _, err := exec.LookPath(tool); err != nil {
			reasons = append(reasons, tool+" is not installed")
			continue
		}
		out, err := exec.Command(tool, "info").CombinedOutput()
		if err == nil {
			return tool
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		reasons = append(reasons, tool+" does not work: "+lines[len(lines)-1])
	}
	skipImage(t, strings.Join(reasons, "; "))
	return ""
}

func skipImage(t *testing.T, reason string) {
	t.Helper()
	if os.Getenv("CHANNELDECK_REQUIRE_CONTAINER") == "1" {
		t.Fatalf("CHANNELDECK_REQUIRE_CONTAINER is set, and there is no container: %s", reason)
	}
	t.Skipf("no container, so the image is not tried: %s", reason)
}

// container runs the tool and returns what it writes.
func container(t *testing.T, tool string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(tool, args...)
	cmd.Stdout = &out
	cmd.Stderr = &errs
	err := cmd.Run()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if ok && args[0] == "run" && (exit.ExitCode() == 125 || exit.ExitCode() == 126) { // of the tool, not of the program
		skipImage(t, tool+" starts no container: "+strings.TrimSpace(errs.String()))
	}
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", tool, strings.Join(args, " "), err, out.String(), errs.String())
	}
	return out.String(), errs.String()
}

// buildStatic builds a program as the releases have it: without cgo, so that it needs no library.
func buildStatic(t *testing.T, path, pkg string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", path, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", goFlags())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// recipePath is the file from which the image is built.
var recipePath = filepath.Join("..", "..", ".Dockerfile")

// buildImage builds the image with a program and returns its name.
func buildImage(t *testing.T, tool, pkg string) (name string) {
	t.Helper()
	platform := "linux/" + runtime.GOARCH
	dir := t.TempDir()
	buildStatic(t, filepath.Join(dir, platform, "channeldeck"), pkg)
	name = "channeldeck-test-" + strings.ToLower(filepath.Base(filepath.Dir(dir))+"-"+filepath.Base(dir))
	container(t, tool, "build", "-q", "-t", name, "-f", recipePath, "--build-arg", "TARGETPLATFORM="+platform, dir)
	t.Cleanup(func() { _ = exec.Command(tool, "rmi", "-f", name).Run() })
	return name
}

// The image starts serve as a user without rights, answers ssh, and keeps host key and history in its volume. It
// has neither certificates nor time zones: the zones are those of the program.
func TestImage(t *testing.T) {
	t.Parallel()
	need(t, "ssh")
	tool := containerTool(t)
	// A tool may work and still start no container, and the program takes long to compile without cgo: a program that
	// does nothing tells first.
	container(t, tool, "run", "--rm", buildImage(t, tool, "./testdata/empty"))
	name := buildImage(t, tool, "channeldeck")
	dir := t.TempDir()

	rows, notes := container(
		t, tool, "run", "--rm", "-e", "TZ=Asia/Shanghai", name, "accounts", "--demo", "--limit",
		"1",
	)
	if rows == "" || strings.Contains(notes, "names no time zone") {
		t.Errorf("in the zone of Shanghai:\n%s%s", rows, notes)
	}

	h := &host{TB: t, dir: dir, keys: filepath.Join(dir, "keys")}
	h.allow("anna")
	if err := os.Chmod(h.keys, 0o644); err != nil { // the user of the container is another one
		t.Fatal(err)
	}
	id, _ := container(
		t, tool, "run", "-d", "-p", "127.0.0.1::2222", "-v", h.keys+":/data/keys:ro",
		"-e", "CHANNELDECK_BASE_URL=http://127.0.0.1:9", "-e", "CHANNELDECK_API_KEY="+testKey, name,
	)
	id = strings.TrimSpace(id)
	t.Cleanup(func() { _ = exec.Command(tool, "rm", "-f", "-v", id).Run() })
	ports, _ := container(t, tool, "port", id, "2222")
	h.address, _, _ = strings.Cut(ports, "\n")
	deadline := time.Now().Add(timeout)
	out, errs, exit := h.run("anna", "version")
	for exit == 255 && time.Now().Before(deadline) { // ssh cannot connect yet
		out, errs, exit = h.run("anna", "version")
	}
	if exit != 0 || !strings.HasPrefix(out, "channeldeck") {
		_, log := container(t, tool, "logs", id)
		t.Fatalf("exit %d\n%s%s%s", exit, out, errs, log)
	}
	h.run("anna", "accounts") // there is no service; it opens the history
	modes := make(map[string]int64)
	for _, file := range files(t, tool, id, "/data") {
		modes[filepath.Base(file.Name)] = file.Mode & 0o777
		if file.Typeflag == tar.TypeReg && filepath.Base(file.Name) != "keys" && file.Uid != 65532 {
			t.Errorf("%s belongs to the user %d", file.Name, file.Uid)
		}
	}
	if modes["host_key"] != 0o600 || modes["channeldeck.db"] != 0o600 {
		t.Errorf("the volume has %v", modes)
	}
}

// files returns what a directory of a container has.
func files(t *testing.T, tool, id, dir string) []*tar.Header {
	t.Helper()
	var all []*tar.Header
	packed, _ := container(t, tool, "cp", id+":"+dir, "-")
	archive := tar.NewReader(strings.NewReader(packed))
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, header)
	}
}
