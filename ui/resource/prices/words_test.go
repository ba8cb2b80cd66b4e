package prices

import (
	"testing"

	"channeldeck/api"
)

func TestPercent(t *testing.T) {
	part := func(n, of int64) api.Number { return api.Int(n).Quo(api.Int(of)) }
	for want, share := range map[string]api.Number{
		"":       {},
		"0%":     api.Int(0),
		"20%":    part(1, 5),
		"33.3%":  part(1, 3),
		"-12.5%": part(-1, 8),
	} {
		if got := percent(share); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
