package metrics

import (
	"math/big"
	"testing"

	"channeldeck/api"

	"pgregory.net/rapid"
)

func TestSubtract(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"3", "5", "-2"},
		{"9007199254740993", "9007199254740992", "1"},
		{"9223372036854775807", "-1", "9223372036854775808"},
		{"-9223372036854775808", "1", "-9223372036854775809"},
		{"0.3", "0.1", "0.2"},
		{"1e3", "0.25", "999.75"},
		{"1.50", "0.5", "1"},
		{"123456789012345678901234567890", "1", "123456789012345678901234567889"},
		{"0", "-9223372036854775808", "9223372036854775808"},
	} {
		if got := Subtract(num(t, c.a), num(t, c.b)); !got.OK() || got.Value.String() != c.want {
			t.Errorf("%s - %s = %q (reason %q), want %s", c.a, c.b, got.Value, got.Why, c.want)
		}
	}
	if got := Subtract(num(t, "1e999999"), api.Int(1)); got.Why != TooLarge || got.Value.IsSet() {
		t.Errorf("1e999999 - 1 = %q, reason %q, want TooLarge", got.Value, got.Why)
	}
	if got := Subtract(api.Number{}, api.Int(1)); got.Why != NotSent || got.Value.IsSet() {
		t.Errorf("missing - 1 = %q, reason %q, want NotSent", got.Value, got.Why)
	}
}

func TestSubtractIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyNumber().Draw(t, "a"), anyNumber().Draw(t, "b")
		d := Subtract(a, b)
		if !d.OK() {
			t.Fatalf("%s - %s: reason %q", a, b, d.Why)
		}
		x, _ := a.Rat()
		y, _ := b.Rat()
		z, ok := d.Value.Rat()
		if !ok || new(big.Rat).Add(y, z).Cmp(x) != 0 {
			t.Fatalf("%s - %s = %s", a, b, d.Value)
		}
	})
}
