package resource

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
)

// Total writes a number summed up over accounts in a format, behind ≥ where some of them do not have it. It is ""
// where none has it.
func (v *View) Total(t api.Total, format func(api.Number) string) string {
	return v.writeTotal(TotalValue(t), format)
}

// writeTotal writes a total that is known.
func (v *View) writeTotal(total Value, format func(api.Number) string) string {
	written := format(total.number)
	return v.Theme.Glyphs.Plain(total.bounded(written))
}

// exactly writes a number in full.
func (v *View) exactly(n api.Number) string {
	digits := n.String()
	return v.Words.Exact(digits)
}

// maxTotal is the maximum width of a total, with the sign of a lower bound.
const maxTotal = 10

// totalColumns are a column of a number summed up over accounts, and one of how many accounts have it, which only
// files have: a total there is a mere number.
func totalColumns[R any](
	v *View,
	id string,
	priority int,
	of func(R) api.Total,
) []Column[R] {
	total := Column[R]{
		ID:       id,
		Right:    true,
		Max:      maxTotal,
		Priority: priority,
		Of: func(r R) Value {
			return TotalValue(of(r))
		},
		Write: func(total Value) string {
			return v.writeTotal(total, v.Short)
		},
	}
	counted := exported("counted."+id, func(r R) Value {
		return countedValue(of(r))
	})
	counted.Right = true
	counted.BySign = true
	return []Column[R]{total, counted}
}

// countedValue is how many accounts have a number, unknown where none has it.
func countedValue(t api.Total) Value {
	if t.Counted == 0 {
		return Value{}
	}
	return CountValue(t.Counted)
}

// countedOf is the JSON of how many accounts have each of the first sums of a tally, by the names of these. Those
// that no account has are left out.
func countedOf(t *fleet.Tally, sums int) jsontext.Value {
	counted := jsontext.Value("{}")
	counts := api.SummedCounts()
	for i, c := range counts[:sums] {
		n := t.Sums[i].Of()
		if n == 0 {
			continue
		}
		digits := strconv.Itoa(n)
		counted = WithMember(counted, c.String(), jsontext.Value(digits))
	}
	return counted
}
