package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync/atomic"
	"testing"
)

// Of several failures each is printed, and the exit code is that of the first one.
func TestRecordSeveralFailures(t *testing.T) {
	t.Parallel()
	var answers atomic.Pointer[map[string]string] // a request of a record that failed may come late
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"code":%s,"message":"no","data":{}}`, (*answers.Load())[path.Base(r.URL.Path)])
	}))
	defer service.Close()
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": service.URL, "CHANNELDECK_API_KEY": testKey})
	for code, of := range map[int][]string{
		ExitUnauthorized: {"401", "10002", "404"},
		ExitInvalid:      {"10002", "401", "401"},
		ExitNotFound:     {"404", "10002", "401"},
	} {
		answers.Store(&map[string]string{"accounts": of[0], "platforms": of[1], "generation": of[2]})
		got := run(t, env, "record")
		if got.code != code || got.out != "" || strings.Count(got.err, "channeldeck:") != 3 {
			t.Errorf("%v: %+v, want exit %d", of, got, code)
		}
	}
}
