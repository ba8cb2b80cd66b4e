package sandbox_test

import (
	"fmt"
	"net/http"
	"testing"

	"channeldeck/api/sandbox"
)

// discard is a ResponseWriter that keeps nothing.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) WriteHeader(int)             {}
func (d discard) Write(p []byte) (int, error) { return len(p), nil }

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := sandbox.New(sandbox.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAccounts(b *testing.B) {
	for _, n := range []int{2_500, 100_000} {
		for name, query := range map[string]string{"all": "", "filtered": "?status=0"} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				s := newSandbox(b, func(o *sandbox.Options) { o.Accounts = n })
				r := newRequest("GET", accountsPath+query, "")
				b.ReportAllocs()
				for b.Loop() {
					s.ServeHTTP(discard{http.Header{}}, r)
				}
			})
		}
	}
}

func BenchmarkCalls(b *testing.B) {
	s := newSandbox(b)
	for name, target := range map[string]string{
		"platforms": platformsPath,
		"models":    modelsPath,
		"long":      sessionPath(session(b, s, "long")),
	} {
		b.Run(name, func(b *testing.B) {
			r := newRequest("GET", target, "")
			b.ReportAllocs()
			for b.Loop() {
				s.ServeHTTP(discard{http.Header{}}, r)
			}
		})
	}
}
