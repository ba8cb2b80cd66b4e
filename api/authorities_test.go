package api

import (
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// A container may have no certificates of authorities. The error then names what is missing, and does not
// suspect the certificate of the service. A process reads the certificates once, so this test is one of its own.
func TestSystemWithoutAuthorities(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the authorities of this system are not files")
	}
	const mark = "CHANNELDECK_TEST_WITHOUT_AUTHORITIES"
	if os.Getenv(mark) == "" {
		dir := t.TempDir()
		empty := filepath.Join(dir, "empty.pem")
		if err := os.WriteFile(empty, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestSystemWithoutAuthorities$")
		cmd.Env = append(os.Environ(), mark+"=1", "SSL_CERT_FILE="+empty, "SSL_CERT_DIR="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	const day = 24 * time.Hour
	cert, _ := certificate(t, -day, day)
	srv := httptest.NewUnstartedServer(success(`[]`))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
	srv.StartTLS()
	t.Cleanup(srv.Close)
	err := createGroup(mustNew(t, srv.URL, Settings{}))
	e, ok := errors.AsType[*RequestError](err)
	if !ok || e.Kind != KindTLS || e.Cause != CauseNoAuthorities {
		t.Errorf("%#v, want %s", err, CauseNoAuthorities)
	}
}
