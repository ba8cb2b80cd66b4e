package quote

import (
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/jsonobject"

	"github.com/go-json-experiment/json/jsontext"
)

// basis is the quantity to which the price of a row applies.
type basis uint8

const (
	unknownBasis basis = iota
	wholeClip
	oneSecond
	oneMinute
	credits // says what is paid, and nothing about the clip
)

// bases are the values of members that say what a price is of, folded and without what [basisOf] drops.
var bases = map[string]basis{
	"second": oneSecond, "seconds": oneSecond, "sec": oneSecond, "s": oneSecond, "秒": oneSecond,
	"minute": oneMinute, "minutes": oneMinute, "min": oneMinute, "分钟": oneMinute,
	"clip":       wholeClip,
	"video":      wholeClip,
	"generation": wholeClip,
	"task":       wholeClip,
	"request":    wholeClip,
	"次":          wholeClip, "条": wholeClip, "个": wholeClip, "视频": wholeClip,
	"credit": credits, "credits": credits, "point": credits, "points": credits, "积分": credits,
}

// Doubtful reports whether a member may say that the price is not in credits or not that of a clip.
func (v Variant) Doubtful() bool {
	name := strings.ToLower(v.Name)
	return name == "per" || slices.ContainsFunc(
		[]string{"unit", "currency", "billing"},
		func(part string) bool { return strings.Contains(name, part) },
	)
}

// basisOf returns what a member says that a price is of: "second", "per_second", "credits/second", "每秒".
func basisOf(value jsontext.Value) basis {
	said := folded(string(jsonobject.Text(value)))
	said = strings.NewReplacer("_", " ", "-", " ", "/", " per ", "每", " per ").Replace(said)
	words := slices.DeleteFunc(strings.Fields(said), func(word string) bool {
		return word == "per"
	})
	if len(words) == 2 && bases[words[0]] == credits {
		words = words[1:]
	}
	return bases[strings.TrimPrefix(strings.Join(words, " "), "per")]
}

// basisOfMembers returns what a price is of, as the members beside it say; unknownBasis where they do
// not say it, or contradict each other. said reports whether they try to.
func basisOfMembers(members jsontext.Value) (found basis, said bool) {
	for name, value := range api.Members(members) {
		if !(Variant{Name: name}).Doubtful() {
			continue
		}
		is := basisOf(value)
		if is == credits {
			continue
		}
		if is == unknownBasis || said && is != found {
			return unknownBasis, true
		}
		found = is
		said = true
	}
	return found, said
}

// setAmounts sets the amounts of a row from those that were sent.
func (r *Row) setAmounts(sent *api.Price) {
	said := false
	if r.basis, said = basisOfMembers(sent.Unknown); !said {
		r.basis, _ = basisOfMembers(r.Model.Unknown)
	}
	r.Price = notNegative(Exact(sent.Price))
	r.OriginPrice = notNegative(Exact(sent.OriginPrice))
	off := api.Int(1).Sub(over(r.Price, r.OriginPrice))
	if off.Sign() >= 0 {
		r.Discount = off
	}
	switch r.basis {
	case oneSecond:
		r.setRate(api.Int(1))
	case oneMinute:
		r.setRate(api.Int(60))
	default:
		r.PerSecond = over(r.Price, r.Duration)
	}
}

// setRate makes the amounts that were sent those of some seconds.
func (r *Row) setRate(seconds api.Number) {
	r.PerSecond = over(r.Price, seconds)
	r.originPerSecond = over(r.OriginPrice, seconds)
	r.setClip(r.Duration)
}

// setClip sets the amounts of a clip that lasts some seconds; they are unknown for an unknown duration.
func (r *Row) setClip(seconds api.Number) {
	r.Price = api.Number{}
	r.OriginPrice = api.Number{}
	if seconds.Sign() > 0 {
		r.Price = r.PerSecond.Mul(seconds)
		r.OriginPrice = r.originPerSecond.Mul(seconds)
	}
}

// ByTime reports whether the service states the price of a second or a minute, not of a clip.
func (r *Row) ByTime() bool {
	return r.basis == oneSecond || r.basis == oneMinute
}

// IsRate reports whether the row has a price of a second for clips of any duration. Price is then
// unknown until a duration is named.
func (r *Row) IsRate() bool {
	return r.ByTime() && !r.Duration.IsSet()
}

// PriceOrRate returns the price of the clip, or for a row that is a rate that of a second.
func (r *Row) PriceOrRate() api.Number {
	if r.IsRate() {
		return r.PerSecond
	}
	return r.Price
}

// lasting returns a row with the price of a clip that lasts some seconds: a rate gets one.
func (r *Row) lasting(seconds api.Number) *Row {
	if !r.IsRate() || seconds.Sign() <= 0 {
		return r
	}
	clip := *r
	clip.Duration = seconds
	clip.setClip(seconds)
	return &clip
}

// Unlisted returns the members of pricing rows that the interface does not list, but for a unit that is
// known and used.
func Unlisted(rows []*Row) (list []Variation) {
	for _, r := range rows {
		for _, v := range r.Variant {
			i := slices.IndexFunc(list, func(x Variation) bool {
				return x.Name == v.Name
			})
			if i < 0 {
				i = len(list)
				list = append(list, Variation{Name: v.Name})
			}
			if !slices.Contains(list[i].Values, v.Value) {
				list[i].Values = append(list[i].Values, v.Value)
			}
		}
	}
	return list
}
