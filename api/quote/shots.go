package quote

import (
	"maps"
	"slices"
	"strings"

	"channeldeck/api"
)

// Shots is a list of what a user wants to make together.
type Shots struct {
	List   []Question
	Budget api.Number // credits of each kind; not set for none
}

// maxShots is the maximum number of shots: a key press in the field of the question quotes
// all of them.
const maxShots = 50

// Several reports whether the shots need a [Plan]: one shot without a budget is a
// question.
func (s Shots) Several() bool { return len(s.List) > 1 || len(s.List) == 1 && s.Budget.IsSet() }

// Plan is what shots cost in the same credits, whose amounts are comparable.
type Plan struct {
	Credits
	Mix     Sum   // the cheapest model for each shot
	Sums    []Sum // models that can do all shots, cheapest first
	Refused []Sum // the others, in the catalog's order
}

// Sum is what shots cost together.
type Sum struct {
	Model    *Model     // nil for a mix
	Offers   []*Offer   // for each shot, nil where it cannot be done
	Total    api.Number // credits, unset if a shot cannot be done
	High     api.Number // likewise, at the dearest of prices that differ in variants only
	Over     api.Number // credits beyond the budget at High, unset within it
	Missing  int        // the first shot that cannot be done, if Total is not set
	Refusals []*Refusal // for each shot; nil where it can be done, and for a mix
}

// ParseShots reads shots separated by "+", each a question, and a budget in credits for all of
// them: "8s 1080p i2v x20 + 5s 720p t2v budget:900". It returns what it did not understand
// as problems.
func ParseShots(text string, v *Values) (Shots, []Problem) {
	p := newParser(v.words(), false)
	p.parse(text)
	p.endShot()
	return Shots{p.shots, p.amounts[byBudget]}, p.problems
}

// nextShot begins the shot after a "+", and returns the length of what it read: all that is
// left after too many shots.
func (p *parser) nextShot(s string) int {
	p.endShot()
	if len(p.shots) < maxShots {
		return 1
	}
	p.problem(OutOfRange, len(s))
	return len(s)
}

// endShot ends a shot of a question, unless it is empty.
func (p *parser) endShot() {
	q := Question{Filter: Filter{Duration: p.amounts[ByDuration]}}
	for c, value := range p.names {
		q.Set(c, value, true)
	}
	count, _ := p.amounts[byCount].Int64()
	q.Count = int(count)
	if !q.IsZero() && len(p.shots) < maxShots {
		p.shots = append(p.shots, q)
	}
	clear(p.names)
	maps.DeleteFunc(p.amounts, func(c Column, _ api.Number) bool { return c != byBudget })
}

// Text returns the shots in words that ParseShots reads back, see [Question.Text].
func (s Shots) Text(v *Values, label func(c Column, value string) string) string {
	list := make([]string, len(s.List))
	for i, q := range s.List {
		list[i] = q.Text(v, label)
	}
	text := strings.Join(list, " + ")
	if s.Budget.IsSet() {
		text += " budget:" + s.Budget.Round(6).String()
	}
	return text
}

// Plan quotes the shots with every model: of each site General first and Unstated last. Amounts of
// different credits are never added or compared: the budget holds for each.
func (c *Catalog) Plan(s Shots) []*Plan {
	sums, plans := map[*Model]*Sum{}, map[Credits]*Plan{}
	for _, m := range c.Models {
		sums[m] = &Sum{Model: m, Offers: make([]*Offer, len(s.List)), Refusals: make([]*Refusal, len(s.List))}
		plans[m.Credits] = &Plan{Credits: m.Credits, Mix: Sum{Offers: make([]*Offer, len(s.List))}}
	}
	for i, shot := range s.List {
		for _, g := range c.Quote(shot, ByPrice) {
			for _, o := range slices.Backward(g.Offers) { // the cheapest last
				sums[o.Model].Offers[i] = &o
				plans[g.Credits].Mix.Offers[i] = &o
			}
			for _, r := range g.Refused {
				sums[r.Model].Refusals[i] = &r
			}
		}
	}
	for _, m := range c.Models {
		sum, plan := sums[m], plans[m.Credits]
		if sum.add(s.Budget); sum.Total.IsSet() {
			plan.Sums = append(plan.Sums, *sum)
		} else {
			plan.Refused = append(plan.Refused, *sum)
		}
	}
	for _, plan := range plans {
		plan.Mix.add(s.Budget)
		slices.SortStableFunc(plan.Sums, func(a, b Sum) int { return CompareNumbers(a.Total, b.Total) })
	}
	return slices.SortedFunc(maps.Values(plans), func(a, b *Plan) int { return a.Compare(b.Credits) })
}

// add adds up the offers, and compares the total with a budget.
func (s *Sum) add(budget api.Number) {
	total, high := api.Int(0), api.Int(0)
	for i, o := range s.Offers {
		if o == nil {
			s.Missing = i
			return
		}
		total, high = total.Add(o.Total), high.Add(o.TotalHigh)
	}
	s.Total, s.High = total, high
	if budget.IsSet() && high.Cmp(budget) > 0 {
		s.Over = high.Sub(budget)
	}
}

// Refusal returns why the model cannot do a shot.
func (s *Sum) Refusal(shot int) *Refusal {
	if r := s.Refusals[shot]; r != nil {
		return r
	}
	return &Refusal{Model: s.Model, Rule: OtherModel, Column: ByName} // Quote leaves it out
}
