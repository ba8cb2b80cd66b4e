package fleet

import (
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// Any number of followers is the same after it was packed.
func TestPackedFollowers(t *testing.T) {
	var u uncommon
	texts := []string{
		"0", "1", "999999999999999999", "9223372036854775806", "9223372036854775807", "12345678901234567890",
		"-1", "1.5", "1.0", "1e3", "null",
	}
	numbers := []api.Number{{}}
	for _, text := range texts {
		var n api.Number
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, n)
	}
	var all []packed
	for _, n := range numbers {
		all = append(all, u.pack(n))
	}
	for i, n := range numbers {
		got := u.number(all[i])
		if n.IsSet() && got != n || !n.IsSet() && got.IsSet() {
			t.Errorf("%v is %v after it was packed", n, got)
		}
	}
}
