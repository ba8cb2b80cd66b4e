//go:build !windows

package cli

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/golden"
)

// causes are a command, the end of a path, and what the service answers there: code and data. TLS
// is a server with an expired certificate.
const causes = `
accounts | /accounts | 19000 {}
accounts | /accounts | 19001 {}
accounts | /accounts | 401 {}
work KWAI 7301 --account relayed | /7301 | 401 {}
work KWAI 7301 --account relayed | /7301 | 12600 {}
work KWAI 7301 --account relayed | /7301 | 19000 {}
work KWAI 7301 --account relayed | /7301 | 19001 {}
work KWAI 7301 --account own | /7301 | 401 {}
work KWAI 7301 --account own | /7301 | 12600 {}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"quota"}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"quota","httpStatus":403,"retryable":false}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"platform_unavailable"}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"platform_unavailable","retryable":false}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"timeout"}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"timeout","retryable":false}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"sdk_error"}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"sdk_error","retryable":false}
work KWAI 7301 --account own | /7301 | 15070 {"platform":"KWAI","category":"validation","httpStatus":404}
work KWAI 7301 --account own | /7301 | 15048 {}
work KWAI 7301 --account own | /7301 | 15082 {}
work KWAI 7301 --account own | /7301 | 15095 {}
work KWAI 7301 --account own | /7301 | 16026 {}
groups create x | /account-groups | 10002 {"issues":[{"path":["name"],"message":"too short"}]}
groups create x | /account-groups | 10002 {}
work KWAI 7301 --account own | /7301 | 10002 {"issues":[{"path":["accountId"],"message":"unknown"}]}
session 6710a1e5c0de000000000001 | /messages | 12001 {}
session 6710a1e5c0de000000000001 | /messages | 18105 {}
session 6710a1e5c0de000000000001 | /messages | 18104 {}
session 6710a1e5c0de000000000001 | /messages | 18100 {}
accounts --base-url URL/api/v2 | |
accounts --base-url URL/console/accounts | |
accounts | TLS |
`

// Every error says what happened, whom it is up to and whether trying again helps, and has its
// exit code; causes.golden has them all in both languages.
func TestCauses(t *testing.T) {
	t.Parallel()
	service, err := sandbox.New(sandbox.Options{Accounts: 20, Now: clock, APIKey: testKey})
	if err != nil {
		t.Fatal(err)
	}
	expired := expiredServer(t)
	var all strings.Builder
	for line := range strings.Lines(strings.TrimSpace(causes)) {
		part := strings.SplitN(strings.TrimSpace(line), " |", 3)
		path := strings.TrimSpace(part[1])
		answer := strings.TrimSpace(part[2])
		code, data, _ := strings.Cut(answer, " ")
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case path != "" && strings.HasSuffix(r.URL.Path, path):
				_, _ = fmt.Fprintf(
					w,
					`{"code":%s,"message":"refused","data":%s,"requestId":"r-1","timestamp":1}`,
					code,
					data,
				)
			case r.URL.Path == "/api/v2/channels/accounts":
				_, _ = io.WriteString(
					w,
					`{"code":0,"message":"ok","data":{"total":2,"list":[`+relayRow("relayed", `"other-site"`)+
						","+relayRow("own", "null")+`]}}`,
				)
			default:
				service.ServeHTTP(w, r)
			}
		}))
		for _, lang := range []string{"en", "zh"} {
			base := server.URL
			if path == "TLS" {
				base = expired
			}
			args := strings.Fields(strings.Replace(part[0], "URL", base, 1))
			got := run(
				t,
				serviceAt(base),
				append(args, "--lang", lang)...,
			)
			if got.out != "" || got.err == "" || got.code == ExitDone {
				t.Errorf("%s: %+v", line, got)
			}
			if lang == "en" {
				fmt.Fprintf(&all, "$ channeldeck %s\n", strings.TrimRight(strings.TrimSpace(line), " |"))
			}
			fmt.Fprintf(
				&all,
				"%d %s",
				got.code,
				regexp.MustCompile(`127\.0\.0\.1(:\d+)?|[A-Z0-9]{26}`).ReplaceAllString(got.err, "…"),
			)
		}
		server.Close()
	}
	golden.Equal(t, "causes.golden", all.String())
}

// relayRow is an account, with the JSON of its reference to an account of another site.
func relayRow(id, relay string) string {
	return `{"id":"` + id + `","userId":"0123456789abcdef01234567","type":"KWAI","uid":"1","nickname":"n",` +
		`"groupId":"0123456789abcdef01234567","status":1,"relayAccountRef":` + relay + `}`
}

// expiredServer returns the address of a server whose certificate has expired.
func expiredServer(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	cert := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		NotBefore:    time.Date(2024, 1, 31, 0, 0, 0, 0, time.UTC),
		NotAfter:     time.Date(2025, 1, 31, 0, 0, 0, 0, time.UTC),
	}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL
}
