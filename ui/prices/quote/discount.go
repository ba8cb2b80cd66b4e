package quote

import (
	"bytes"
	"math/big"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Flag tells what is odd about a row's discount.
type Flag uint8

const (
	// FlagNone: nothing is odd.
	FlagNone Flag = iota
	// FlagDisagrees: the stated discount is not the one that the prices give.
	FlagDisagrees
	// FlagNoSale: a sale is claimed, by a stated discount or an original price,
	// and the price is not below the original one.
	FlagNoSale
	// FlagUnchecked: a discount is stated without an original price.
	FlagUnchecked
	// FlagUnreadable: what is stated cannot be read as a discount.
	FlagUnreadable
)

// judgeDiscount holds the stated discount, a field that the interface does not
// define, against the computed one. Services write "20 % off" as 0.2, 0.8, 20,
// 80, 8 or in words, so every reading that the wording allows is tried.
func judgeDiscount(raw jsontext.Value, price, origin, computed Amount) (stated string, flag Flag) {
	raised := price.Known() && origin.Known() && price.Cmp(origin) > 0
	stated = statedText(raw)
	if stated == "" {
		if raised {
			return "", FlagNoSale
		}
		return "", FlagNone
	}
	readings, ok := readDiscount(raw)
	switch {
	case !ok:
		return stated, FlagUnreadable
	case price.Known() && origin.Known() && price.Cmp(origin) >= 0:
		if raised || !allows(readings, new(big.Rat)) {
			return stated, FlagNoSale
		}
		return stated, FlagNone
	case !computed.Known():
		return stated, FlagUnchecked
	case !allows(readings, computed.exact):
		return stated, FlagDisagrees
	}
	return stated, FlagNone
}

// reading is one way to understand a stated discount: anything from low to
// high, as a share taken off.
type reading struct{ low, high *big.Rat }

func allows(readings []reading, off *big.Rat) bool {
	for _, r := range readings {
		if off.Cmp(r.low) >= 0 && off.Cmp(r.high) <= 0 {
			return true
		}
	}
	return false
}

// statedText is the discount as text, "" for a missing, null or empty one.
func statedText(raw jsontext.Value) string {
	switch raw.Kind() {
	case 0, 'n':
		return ""
	case '"':
		text, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return string(raw)
		}
		return strings.TrimSpace(string(text))
	}
	return string(raw)
}

func readDiscount(raw jsontext.Value) ([]reading, bool) {
	switch raw.Kind() {
	case 't':
		return []reading{{new(big.Rat).SetFrac64(1, 1e15), big.NewRat(1, 1)}}, true
	case 'f':
		return []reading{{new(big.Rat), new(big.Rat)}}, true
	case '"':
		return readDiscountText(statedText(raw))
	case '0':
		if bytes.ContainsAny(raw, "eE") {
			return nil, false
		}
		return readDiscountText(string(raw))
	}
	return nil, false
}

// readDiscountText reads the first number in the text, by the wording around it.
func readDiscountText(text string) ([]reading, bool) {
	if len(text) > 100 {
		return nil, false
	}
	s := newScanner(text)
	for s.pos < len(s.runes) && !isDigit(s.peek(0)) {
		s.pos++
	}
	number, size := s.decimal(0)
	if size == 0 || size > 30 {
		return nil, false
	}
	half := big.NewRat(1, 2) // of the last place stated
	if _, places, ok := strings.Cut(number.text, "."); ok {
		half.Quo(half, pow10(len(places)))
	}
	folded := string(s.runes)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(folded, w) {
				return true
			}
		}
		return false
	}
	one, ten, hundred := big.NewRat(1, 1), big.NewRat(10, 1), big.NewRat(100, 1)
	off := func(unit *big.Rat) reading {
		return reading{
			new(big.Rat).Quo(new(big.Rat).Sub(number.value, half), unit),
			new(big.Rat).Quo(new(big.Rat).Add(number.value, half), unit),
		}
	}
	paid := func(unit *big.Rat) reading {
		r := off(unit)
		return reading{new(big.Rat).Sub(one, r.high), new(big.Rat).Sub(one, r.low)}
	}
	switch {
	case has("折") && number.value.Cmp(ten) > 0: // 85折
		return []reading{paid(hundred)}, true
	case has("折"): // 8.5折: pay 8.5 tenths
		return []reading{paid(ten)}, true
	case has("%") && has("off", "-", "减", "优惠", "save"):
		return []reading{off(hundred)}, true
	case has("%"):
		return []reading{off(hundred), paid(hundred)}, true
	case number.value.Cmp(one) <= 0 && strings.Contains(number.text, "."):
		return []reading{off(one), paid(one)}, true
	case number.value.Sign() == 0:
		return []reading{{new(big.Rat), new(big.Rat)}}, true
	case number.value.Cmp(one) == 0: // all is paid, 1 % off, or a flag
		return []reading{{new(big.Rat), new(big.Rat)}, off(hundred)}, true
	case number.value.Cmp(ten) <= 0:
		return []reading{off(hundred), paid(hundred), paid(ten)}, true
	}
	return []reading{off(hundred), paid(hundred)}, true
}

func pow10(n int) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil))
}
