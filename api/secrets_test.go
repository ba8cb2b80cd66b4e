package api

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A server that says the key back in every way that it can: no error and no log
// line repeats it, and it arrives only in the header of calls that need one.
func TestTheKeyStaysInItsHeader(t *testing.T) {
	key := `test-key/<&"\>-0123456789`
	other := new(recorder)
	elsewhere := httptest.NewServer(other.record(success(`[]`)))
	t.Cleanup(elsewhere.Close)
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(key)
	for name, h := range map[string]http.HandlerFunc{
		"business error": answer(
			200,
			`{"code":9,"message":"`+quoted+`","requestId":"`+quoted+`","data":{"k":"`+quoted+`","`+quoted+`":1}}`,
		),
		"escaped":       answer(200, `{"code":9,"message":"\u0074`+quoted[1:]+`","data":["\u0074`+quoted[1:]+`"]}`),
		"page":          answer(502, "<html>"+key),
		"cut in a page": answer(502, strings.Repeat("x", excerptSize-10)+key),
		"wrong name":    answer(200, `{"code":0,"message":"","`+quoted+`":1,"`+quoted+`":2}`),
		"wrong shape":   answer(200, envelopeOf(`"`+quoted+`"`)),
		"member twice":  answer(200, envelopeOf(`{"list":[{"`+quoted+`":1,"`+quoted+`":2}],"`+quoted+`":1}`)),
		"no JSON":       answer(200, key),
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+"/?key="+r.Header.Get("X-Api-Key"), http.StatusFound)
		},
		"redirect to nowhere": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "::"+key)
			w.WriteHeader(http.StatusFound)
		},
		"reset": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			got := new(recorder)
			var out bytes.Buffer
			log := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
			c, _ := newTestClient(t, got.record(h), Settings{APIKey: key, Logger: log})
			for op, err := range allCalls(context.Background(), c) {
				if err == nil {
					t.Fatalf("%s: no error", op)
				}
				for _, text := range []string{err.Error(), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", err)} {
					if holds(text, key) {
						t.Errorf("%s: the error holds the key: %s", op, text)
					}
				}
			}
			log.Info("done", "client", c)
			if holds(out.String(), key) || out.Len() == 0 {
				t.Errorf("the log holds the key: %s", out.String())
			}
			for _, r := range got.all() {
				if holds(r.RequestURI, key) {
					t.Errorf("the key is in the URL %s", r.RequestURI)
				}
				want := key
				if r.URL.Path == "/api/ai/models/video/generation" {
					want = ""
				}
				for header, values := range r.Header {
					if v := strings.Join(values, " "); header == "X-Api-Key" && v != want ||
						header != "X-Api-Key" && holds(v, key) {
						t.Errorf("%s has %s: %s", r.URL.Path, header, v)
					}
				}
			}
			if len(got.all()) != 7 {
				t.Errorf("%d requests", len(got.all()))
			}
		})
	}
	if len(other.all()) != 0 {
		t.Error("another origin was called")
	}
}

// holds reports whether text repeats a long enough piece of the key.
func holds(text, key string) bool {
	const piece = 12
	for i := 0; i+piece <= len(key); i++ {
		if strings.Contains(text, key[i:i+piece]) {
			return true
		}
	}
	return false
}

// A key that is too short to be a secret is taken out only where it is a word of its own.
func TestShortKeysAreNoPartsOfWords(t *testing.T) {
	for _, tt := range []struct{ key, text, want string }{
		{"k", "the key k of a kind: k.", "the key " + hidden + " of a kind: " + hidden + "."},
		{"k", `{"k":"\nk k=1"}`, `{"` + hidden + `":"\n` + hidden + ` ` + hidden + `=1"}`},
		{"k", "快k速 k", "快k速 " + hidden},
		{"12", "code 12, 128 and 12", "code " + hidden + ", 128 and " + hidden},
		{"&", "a&b &amp; c", "a" + hidden + "b " + hidden + " c"},
		{"secret1", "xsecret1 secret1", "xsecret1 " + hidden},
		{"a-secret", "xa-secretx a-secret", "x" + hidden + "x " + hidden},
	} {
		got := newSecret(tt.key).hide(tt.text)
		if got != tt.want {
			t.Errorf("%q in %q: %q, not %q", tt.key, tt.text, got, tt.want)
		}
	}
}
