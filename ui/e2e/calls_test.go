//go:build unix

package e2e

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// calls records the requests that a service receives.
type calls struct {
	key string

	mu   sync.Mutex
	list []*http.Request
}

func (c *calls) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.list = append(c.list, r.Clone(r.Context()))
		c.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

// check fails if the key is anywhere but in its header, or in a catalog request.
func (c *calls) check(t *testing.T) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	catalog := 0
	others := 0
	for _, r := range c.list {
		if strings.Contains(r.URL.String(), c.key) {
			t.Errorf("the key is in an address: %s", r.URL)
		}
		public := strings.HasPrefix(r.URL.Path, "/api/ai/models/")
		if public {
			catalog++
		} else if others++; r.Header.Get("X-Api-Key") != c.key {
			t.Errorf("%s came without the key", r.URL.Path)
		}
		for name, values := range r.Header {
			if strings.Contains(strings.Join(values, " "), c.key) && (public || name != "X-Api-Key") {
				t.Errorf("%s of %s has the key", name, r.URL.Path)
			}
		}
	}
	if catalog == 0 || others == 0 {
		t.Errorf("%d calls of the catalog, %d others", catalog, others)
	}
}
