package quote

import (
	"flag"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"

	"pgregory.net/rapid"
)

// TestMain runs each property 1,000 times unless the command says otherwise.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		if err := flag.Set("rapid.checks", "1000"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// The functions below are a second, plain implementation of filters and prices.
// It works on api.VideoModel and big.Rat and shares no code with the package.

func plainIn(list []string, want string) bool {
	for _, s := range list {
		if strings.EqualFold(s, want) {
			return true
		}
	}
	return false
}

func plainRat(n api.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}

// plainFacets are the values of a row, the values asked for, and the model's
// lists, in order of precedence.
func plainFacets(m *api.VideoModel, q Question) (of []func(api.Price) string, asked []string, lists [][]string) {
	return []func(api.Price) string{
			func(p api.Price) string { return p.Mode.Or("") },
			func(p api.Price) string { return p.Resolution.Or("") },
			func(p api.Price) string { return p.AspectRatio.Or("") },
		},
		[]string{q.Mode, q.Resolution, q.AspectRatio},
		[][]string{m.Modes, m.Resolutions, m.AspectRatios}
}

// plainApplies reports whether a row applies to the question, all durations: for
// each facet asked for, it names the value; or it names none, the model lists the
// value or nothing, and no row that is still in the running names the value.
func plainApplies(m *api.VideoModel, q Question) []api.Price {
	rows := m.Pricing
	of, asked, lists := plainFacets(m, q)
	for i := range of {
		if asked[i] == "" {
			continue
		}
		anyNames := false
		for _, p := range rows {
			anyNames = anyNames || strings.EqualFold(of[i](p), asked[i])
		}
		var left []api.Price
		for _, p := range rows {
			names := strings.EqualFold(of[i](p), asked[i])
			open := of[i](p) == "" && !anyNames && (len(lists[i]) == 0 || plainIn(lists[i], asked[i]))
			if names || open {
				left = append(left, p)
			}
		}
		rows = left
	}
	return rows
}

// plainLasting narrows rows to one duration, nil for rows without a duration.
func plainLasting(m *api.VideoModel, rows []api.Price, d *big.Rat) []api.Price {
	listed := len(m.Durations) == 0 || d == nil
	for _, n := range m.Durations {
		listed = listed || plainRat(n).Cmp(d) == 0
	}
	var exact, open []api.Price
	for _, p := range rows {
		switch seconds := plainRat(p.Duration); {
		case seconds == nil:
			open = append(open, p)
		case d != nil && seconds.Cmp(d) == 0:
			exact = append(exact, p)
		}
	}
	if len(exact) == 0 && listed {
		return open
	}
	return exact
}

// plainDuration is the duration of a quote: that asked for, the model's default,
// else the shortest that has a price.
func plainDuration(m *api.VideoModel, q Question, rows []api.Price) (*big.Rat, Basis) {
	if q.Duration.IsSet() {
		return rat(q.Duration), Asked
	}
	if d := plainRat(m.Defaults.Duration); plainPossible(d) && len(plainLasting(m, rows, d)) > 0 {
		return d, ModelDefault
	}
	if shortest := plainShortest(m, rows); shortest != nil {
		return shortest, Shortest
	}
	return nil, NoDuration
}

// plainPossible: seconds, or −1 for a duration that the model chooses.
func plainPossible(d *big.Rat) bool {
	return d != nil && (d.Sign() > 0 || d.Cmp(big.NewRat(-1, 1)) == 0)
}

// plainShortest is the shortest duration for which the rows have a price, nil for none.
func plainShortest(m *api.VideoModel, rows []api.Price) (shortest *big.Rat) {
	var candidates []*big.Rat
	for _, n := range m.Durations {
		candidates = append(candidates, plainRat(n))
	}
	for _, p := range rows {
		candidates = append(candidates, plainRat(p.Duration))
	}
	for _, d := range candidates {
		if plainPossible(d) && len(plainPrices(plainLasting(m, rows, d))) > 0 &&
			(shortest == nil || shortest.Sign() < 0 || d.Sign() > 0 && d.Cmp(shortest) < 0) {
			shortest = d
		}
	}
	return shortest
}

// plainPrices are the prices of the rows, without unknown and negative ones.
func plainPrices(rows []api.Price) []*big.Rat {
	var prices []*big.Rat
	for _, p := range rows {
		if r := plainRat(p.Price); r != nil && r.Sign() >= 0 {
			prices = append(prices, r)
		}
	}
	return prices
}

// plainAccepts: by the number allowed, else by the mode.
func plainAccepts(m *api.VideoModel, count api.Number, mode string) bool {
	if count.IsSet() {
		return count.String() != "0"
	}
	return mode != "" && plainIn(m.Modes, mode)
}

func plainPasses(m *api.VideoModel, q Question) bool {
	scope, asked := q.Scope.Get()
	return (!asked || m.CreditsScope.Or("") == string(scope)) &&
		(q.Tag == "" || plainIn(m.Tags, q.Tag)) &&
		(!q.AcceptsVideo || plainAccepts(m, m.InputConstraints.Videos.MaxCount, "video2video")) &&
		(!q.AcceptsAudio || plainAccepts(m, m.InputConstraints.Audios.MaxCount, ""))
}

// For random catalogs and questions, the quote contains each model once, in its
// scope, and offers exactly the models for which the plain implementation finds a
// price, at the same price and duration, in order.
func TestQuoteAgreesWithPlainImplementation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var models []api.VideoModel
		for range rapid.IntRange(0, 5).Draw(t, "models") {
			models = append(models, drawModel(t))
		}
		q := drawQuestion(t)
		seen := 0
		for _, g := range New(models).Quote(q, ByPrice) {
			for i := range g.Offers {
				seen++
				checkOffer(t, q, g.Scope, &g.Offers[i])
				if i > 0 && CompareNumbers(g.Offers[i-1].Price, g.Offers[i].Price) > 0 {
					t.Fatalf("offers of %q are out of order", g.Scope)
				}
			}
			for i := range g.Refused {
				seen++
				r := &g.Refused[i]
				if string(g.Scope) != r.Model.CreditsScope.Or("") {
					t.Fatalf("%s is in scope %q", r.Model.Name, g.Scope)
				}
				checkRefusal(t, q, r)
			}
		}
		if seen != len(models) {
			t.Fatalf("%d of %d models in the quote", seen, len(models))
		}
	})
}

func checkOffer(t *rapid.T, q Question, scope Scope, o *Offer) {
	m := o.Model.VideoModel
	if string(scope) != m.CreditsScope.Or("") {
		t.Fatalf("%s is in scope %q", m.Name, scope)
	}
	rows := plainApplies(m, q)
	d, basis := plainDuration(m, q, rows)
	prices := plainPrices(plainLasting(m, rows, d))
	if !plainPasses(m, q) || len(prices) != 1+o.Others || o.Basis != basis {
		t.Fatalf(
			"%s: the quote has %d rows for the %s duration, the plain implementation %d for the %s",
			m.Name,
			1+o.Others,
			o.Basis,
			len(prices),
			basis,
		)
	}
	if (d == nil) == o.Duration.IsSet() || d != nil && rat(o.Duration).Cmp(d) != 0 {
		t.Fatalf("%s: quoted for %v seconds, want %v", m.Name, rat(o.Duration), d)
	}
	lowest := slices.MinFunc(prices, (*big.Rat).Cmp)
	if rat(o.Price).Cmp(lowest) != 0 {
		t.Fatalf("%s: quoted %v, found %v", m.Name, rat(o.Price), lowest)
	}
	clips := big.NewRat(int64(max(q.Count, 1)), 1)
	if total := new(big.Rat).Mul(lowest, clips); rat(o.Total).Cmp(total) != 0 {
		t.Fatalf("%s: all clips cost %v, quoted %v", m.Name, total, rat(o.Total))
	}
	if known := d != nil && d.Sign() > 0; !known && o.PerSecond.IsSet() ||
		known && new(big.Rat).Mul(rat(o.PerSecond), d).Cmp(lowest) != 0 {
		t.Fatalf("%s: %v per second for %v seconds", m.Name, rat(o.PerSecond), d)
	}
}

// Match returns the rows of the plain implementation.
func TestMatchAgreesWithPlainImplementation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		q := drawQuestion(t)
		var want, got []api.Price
		if plainPasses(&m, q) {
			want = plainApplies(&m, q)
			if q.Duration.IsSet() {
				want = plainLasting(&m, want, rat(q.Duration))
			}
		}
		for _, r := range New([]api.VideoModel{m}).Match(q.Filter) {
			if r.Priced() {
				got = append(got, r.Sent())
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// A cell of the grid contains the rows that apply to its mode, resolution and
// duration.
func TestGridAgreesWithPriceRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		video := drawModel(t)
		m := New([]api.VideoModel{video}).Models[0]
		modes, resolutions, durations := m.Axes()
		for _, mode := range modes {
			for _, resolution := range resolutions {
				for _, d := range durations {
					want := filter(
						m.Lasting(m.applicable(&Filter{Mode: mode, Resolution: resolution}), d),
						(*Row).Priced,
					)
					if got := m.Lasting(m.RowsOf(mode, resolution, ""), d); !slices.Equal(got, want) {
						t.Fatalf(
							"at %q %q %s: got %d rows, want %d",
							mode,
							resolution,
							d.Round(2).String(),
							len(got),
							len(want),
						)
					}
				}
			}
		}
	})
}

// checkRefusal checks that the refusal names the first rule that applies.
func checkRefusal(t *rapid.T, q Question, r *Refusal) {
	m := r.Model.VideoModel
	scope, scoped := q.Scope.Get()
	names := func(of func(api.Price) api.Opt[string], want string) bool {
		return slices.ContainsFunc(m.Pricing, func(p api.Price) bool { return plainIn([]string{of(p).Or("")}, want) })
	}
	lacks := func(list []string, want string, of func(api.Price) api.Opt[string]) bool {
		return want != "" && len(list) > 0 && !plainIn(list, want) && !names(of, want)
	}
	var all []*big.Rat // durations listed or priced
	inList := len(m.Durations) == 0
	for _, n := range m.Durations {
		if d := plainRat(n); d.Sign() > 0 {
			all = append(all, d)
		}
		inList = inList || plainRat(n).Cmp(rat(q.Duration)) == 0
	}
	priced := false
	for _, p := range m.Pricing {
		if d := plainRat(p.Duration); d != nil && d.Sign() > 0 {
			all = append(all, d)
			priced = priced || d.Cmp(rat(q.Duration)) == 0
		}
	}
	beyond := func(sign int) bool {
		return q.Duration.IsSet() && !inList &&
			!slices.ContainsFunc(all, func(d *big.Rat) bool { return d.Cmp(rat(q.Duration)) != -sign })
	}
	fitting := plainApplies(m, q)
	d, _ := plainDuration(m, q, fitting)
	exact := plainLasting(m, fitting, d)
	if plainPasses(m, q) && len(plainPrices(exact)) > 0 {
		t.Fatalf("%s is refused by %s, the plain implementation finds prices", m.Name, r.Rule)
	}
	var want Rule
	switch {
	case scoped && m.CreditsScope.Or("") != string(scope):
		want = OtherScope
	case q.Tag != "" && !plainIn(m.Tags, q.Tag):
		want = NoTag
	case q.AcceptsVideo && !plainAccepts(m, m.InputConstraints.Videos.MaxCount, "video2video"):
		want = NoVideoInput
	case q.AcceptsAudio && !plainAccepts(m, m.InputConstraints.Audios.MaxCount, ""):
		want = NoAudioInput
	case lacks(m.Modes, q.Mode, func(p api.Price) api.Opt[string] { return p.Mode }):
		want = NoMode
	case lacks(m.Resolutions, q.Resolution, func(p api.Price) api.Opt[string] { return p.Resolution }):
		want = NoResolution
	case lacks(m.AspectRatios, q.AspectRatio, func(p api.Price) api.Opt[string] { return p.AspectRatio }):
		want = NoAspectRatio
	case beyond(1):
		want = AtMost
	case beyond(-1):
		want = AtLeast
	case q.Duration.IsSet() && !inList && !priced:
		want = OtherDuration
	case len(m.Pricing) == 0:
		want = NoPrices
	case len(fitting) == 0:
		want = NoCombination
	case q.Duration.IsSet() && len(exact) == 0 && plainShortest(m, fitting) != nil:
		want = NoExact
	default:
		want = NoPrice
	}
	if r.Rule != want {
		t.Fatalf("%s is refused by %s, want %s", m.Name, r.Rule, want)
	}
}

// rat returns the value, 0 for unknown.
func rat(n api.Number) *big.Rat {
	if r, ok := n.Rat(); ok {
		return r
	}
	return new(big.Rat)
}

// Whatever the column, unknown values come last, and amounts of credits never
// mix scopes.
func TestSortKeepsUnknownLastAndScopesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var models []api.VideoModel
		for range rapid.IntRange(1, 4).Draw(t, "models") {
			models = append(models, drawModel(t))
		}
		by := rapid.SampledFrom([]Column{ByDuration, ByPrice, ByOriginPrice, ByPerSecond, ByDiscount}).Draw(t, "by")
		descending := rapid.Bool().Draw(t, "descending")
		value := func(r *Row) api.Number {
			return map[Column]api.Number{
				ByDuration:    r.Duration,
				ByPrice:       r.Price,
				ByOriginPrice: r.OriginPrice,
				ByPerSecond:   r.PerSecond,
				ByDiscount:    r.Discount,
			}[by]
		}
		rows := slices.Clone(New(models).Match(Filter{}))
		sortBy(rows, by, descending)
		left := map[Scope]bool{}
		for i, r := range rows[1:] {
			before := rows[i]
			if slices.Contains([]Column{ByPrice, ByOriginPrice, ByPerSecond}, by) &&
				before.Model.Scope != r.Model.Scope {
				if left[r.Model.Scope] {
					t.Fatalf("scope %q comes twice", r.Model.Scope)
				}
				left[before.Model.Scope] = true
				continue
			}
			a := value(before)
			b := value(r)
			if !a.IsSet() && b.IsSet() {
				t.Fatal("unknown before known")
			}
			if a.IsSet() && b.IsSet() && rat(a).Sign() >= 0 && rat(b).Sign() >= 0 { // the model chooses −1
				if d := rat(a).Cmp(rat(b)); d > 0 && !descending || d < 0 && descending {
					t.Fatalf("%v before %v", rat(a), rat(b))
				}
			}
		}
	})
}
