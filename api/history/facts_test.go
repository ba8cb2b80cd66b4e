package history_test

import (
	"net/http/httptest"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

// BenchmarkWithoutTexts measures what is done with the list of platforms at each load.
func BenchmarkWithoutTexts(b *testing.B) {
	s, err := sandbox.New(sandbox.Options{})
	if err != nil {
		b.Fatal(err)
	}
	answer := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/api/v2/channels/platforms", nil)
	r.Header.Set("X-Api-Key", sandbox.DefaultAPIKey)
	s.ServeHTTP(answer, r)
	platforms := api.Member(answer.Body.Bytes(), "data")
	if platforms.Kind() != '[' {
		b.Fatal(answer.Body)
	}
	b.SetBytes(int64(len(platforms)))
	b.ReportAllocs()
	for b.Loop() {
		history.WithoutTexts(jsontext.Value(platforms))
	}
}
