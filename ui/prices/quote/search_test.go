package quote

import (
	"flag"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"

	"pgregory.net/rapid"
)

// TestMain runs each property 10,000 times unless the command says otherwise.
func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked && !testing.Short() {
		if err := flag.Set("rapid.checks", "10000"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// found is a pricing row that the plain search below found.
type found struct {
	row      api.Price
	price    *big.Rat
	duration *big.Rat
}

func plainIn(list []string, want string) bool {
	for _, s := range list {
		if strings.EqualFold(s, want) {
			return true
		}
	}
	return false
}

// plainFacet: a row that names a value is for that value, a row that names none
// is for all that the model lists, and for all at all where it lists none.
func plainFacet(row api.Opt[string], list []string, want string) bool {
	if want == "" {
		return true
	}
	if have, ok := row.Get(); ok {
		return plainIn([]string{have}, want)
	}
	return len(list) == 0 || plainIn(list, want)
}

func plainRat(n api.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}

// plainAccepts: so many allowed, or by mode.
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

// plainRows looks at every pricing row of a model.
func plainRows(m *api.VideoModel, q Question, anyDuration bool) []found {
	var out []found
	for _, p := range m.Pricing {
		f := found{p, plainRat(p.Price), plainRat(p.Duration)}
		if f.price == nil || f.price.Sign() < 0 {
			continue
		}
		if !plainFacet(p.Mode, m.Modes, q.Mode) || !plainFacet(p.Resolution, m.Resolutions, q.Resolution) || !plainFacet(p.AspectRatio, m.AspectRatios, q.AspectRatio) {
			continue
		}
		if q.Duration.Known() && !anyDuration && (f.duration == nil || f.duration.Cmp(q.Duration.exact) != 0) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// TestQuoteAgreesWithPlainSearch: for random catalogs and questions, the quote
// has each model once, offers exactly those that a search over all pricing rows
// finds, at the lowest price it finds, in order, apart by scope.
func TestQuoteAgreesWithPlainSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var models []api.VideoModel
		for range rapid.IntRange(0, 5).Draw(t, "models") {
			models = append(models, drawModel(t))
		}
		q := drawQuestion(t)
		quote := New(models).Quote(q, ByPrice)

		seen := map[*api.VideoModel]bool{}
		for _, g := range quote.Scopes {
			for i := range g.Offers {
				o := &g.Offers[i]
				seen[o.Model] = true
				checkOffer(t, q, g.Scope, o)
				if i > 0 && g.Offers[i-1].Row().Price.Cmp(o.Row().Price) > 0 {
					t.Fatalf("offers of %q are out of order", g.Scope)
				}
			}
			for i := range g.Refused {
				r := &g.Refused[i]
				seen[r.Model] = true
				if string(g.Scope) != r.Model.CreditsScope.Or("") {
					t.Fatalf("%s is in scope %q", r.Model.Name, g.Scope)
				}
				if plainPasses(r.Model, q) && len(plainRows(r.Model, q, false)) > 0 {
					t.Fatalf("refused %s by %s, the search finds %v", r.Model.Name, r.Rule, plainRows(r.Model, q, false))
				}
				checkRefusal(t, q, r)
			}
		}
		if len(seen) != len(models) {
			t.Fatalf("%d of %d models in the quote", len(seen), len(models))
		}
	})
}

func checkOffer(t *rapid.T, q Question, scope Scope, o *Offer) {
	if string(scope) != o.Model.CreditsScope.Or("") {
		t.Fatalf("%s is in scope %q", o.Model.Name, scope)
	}
	rows := plainRows(o.Model, q, false)
	if !plainPasses(o.Model, q) || len(rows) != len(o.Rows) {
		t.Fatalf("%s: the quote has %d rows, the search %d", o.Model.Name, len(o.Rows), len(rows))
	}
	lowest := slices.MinFunc(rows, func(a, b found) int { return a.price.Cmp(b.price) }).price
	best := o.Row()
	if best.Price.exact.Cmp(lowest) != 0 {
		t.Fatalf("%s: quoted %v, found %v", o.Model.Name, best.Price.exact, lowest)
	}
	clips := max(q.Count, 1)
	if total := new(big.Rat).Mul(lowest, big.NewRat(int64(clips), 1)); o.Total.exact.Cmp(total) != 0 {
		t.Fatalf("%s: %d clips cost %v, quoted %v", o.Model.Name, clips, total, o.Total.exact)
	}
	for _, r := range o.Rows {
		d := plainRat(r.Sent().Duration)
		if d == nil || d.Sign() <= 0 {
			if r.PerSecond.Known() {
				t.Fatalf("per second %v of %v seconds", r.PerSecond.exact, d)
			}
		} else if back := new(big.Rat).Mul(r.PerSecond.exact, d); back.Cmp(r.Price.exact) != 0 {
			t.Fatalf("per second %v of %v for %v seconds", r.PerSecond.exact, r.Price.exact, d)
		}
	}
	checkSplit(t, q, o)
}

// checkSplit tries every pair and every multiple of the rows that price the
// same clip as the offer but for the duration.
func checkSplit(t *rapid.T, q Question, o *Offer) {
	if !q.Duration.Known() {
		if o.Split != nil {
			t.Fatal("a split of no duration")
		}
		return
	}
	sent := o.Row().Sent()
	same := func(have, offered api.Opt[string], asked string) bool {
		want := asked
		if want == "" {
			want = offered.Or("")
		}
		got, ok := have.Get()
		return !ok || plainIn([]string{got}, want)
	}
	var rows []found
	for _, f := range plainRows(o.Model, q, true) {
		if f.duration != nil && f.duration.Sign() > 0 && f.duration.Cmp(q.Duration.exact) < 0 &&
			same(f.row.Mode, sent.Mode, q.Mode) && same(f.row.Resolution, sent.Resolution, q.Resolution) && same(f.row.AspectRatio, sent.AspectRatio, q.AspectRatio) {
			rows = append(rows, f)
		}
	}
	lowest := o.Row().Price.exact
	better := false
	try := func(seconds, price *big.Rat) {
		if seconds.Cmp(q.Duration.exact) >= 0 && price.Cmp(lowest) < 0 {
			lowest, better = price, true
		}
	}
	for _, a := range rows {
		for n := int64(2); n <= maxPieces; n++ {
			times := big.NewRat(n, 1)
			try(new(big.Rat).Mul(a.duration, times), new(big.Rat).Mul(a.price, times))
		}
		for _, b := range rows {
			try(new(big.Rat).Add(a.duration, b.duration), new(big.Rat).Add(a.price, b.price))
		}
	}
	switch {
	case better != (o.Split != nil):
		t.Fatalf("%s: a search finds a split: %v, the quote: %+v", o.Model.Name, better, o.Split)
	case better && o.Split.Price.exact.Cmp(lowest) != 0:
		t.Fatalf("%s: split quoted at %v, found at %v", o.Model.Name, o.Split.Price.exact, lowest)
	case better && o.Split.Seconds.Cmp(q.Duration) < 0:
		t.Fatalf("%s: split of %v seconds", o.Model.Name, o.Split.Seconds.exact)
	}
}

// checkRefusal holds the rule against the model, and that no rule before it
// fails.
func checkRefusal(t *rapid.T, q Question, r *Refusal) {
	m := r.Model
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
		all = append(all, plainRat(n))
		inList = inList || plainRat(n).Cmp(q.Duration.rat()) == 0
	}
	priced := false
	for _, p := range m.Pricing {
		if d := plainRat(p.Duration); d != nil {
			all = append(all, d)
			priced = priced || d.Cmp(q.Duration.rat()) == 0
		}
	}
	beyond := func(sign int) bool {
		return q.Duration.Known() && !inList && !slices.ContainsFunc(all, func(d *big.Rat) bool { return d.Cmp(q.Duration.exact) != -sign })
	}
	fits := func(p api.Price) bool {
		return plainFacet(p.Mode, m.Modes, q.Mode) && plainFacet(p.Resolution, m.Resolutions, q.Resolution) && plainFacet(p.AspectRatio, m.AspectRatios, q.AspectRatio)
	}
	exact := func(p api.Price) bool {
		d := plainRat(p.Duration)
		return fits(p) && (!q.Duration.Known() || d != nil && d.Cmp(q.Duration.exact) == 0)
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
	case q.Duration.Known() && !inList && !priced:
		want = NoDuration
	case len(m.Pricing) == 0:
		want = NoPrices
	case !slices.ContainsFunc(m.Pricing, fits):
		want = NoCombination
	case !slices.ContainsFunc(m.Pricing, exact):
		want = NoExact
	default:
		want = NoPrice
	}
	if r.Rule != want {
		t.Fatalf("%s is refused by %s, want %s", m.Name, r.Rule, want)
	}
}

// rat is the value, 0 for unknown.
func (a Amount) rat() *big.Rat {
	if a.exact == nil {
		return new(big.Rat)
	}
	return a.exact
}

// TestSortKeepsUnknownLastAndScopesApart: whatever the column, what is unknown is last, and amounts
// of credits never mix scopes.
func TestSortKeepsUnknownLastAndScopesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var models []api.VideoModel
		for range rapid.IntRange(1, 4).Draw(t, "models") {
			models = append(models, drawModel(t))
		}
		by := rapid.SampledFrom([]Column{ByDuration, ByPrice, ByOriginPrice, ByPerSecond, ByDiscount}).Draw(t, "by")
		descending := rapid.Bool().Draw(t, "descending")
		value := func(r *Row) Amount {
			return map[Column]Amount{ByDuration: r.Duration, ByPrice: r.Price, ByOriginPrice: r.OriginPrice, ByPerSecond: r.PerSecond, ByDiscount: r.Discount}[by]
		}
		rows := slices.Clone(New(models).Rows())
		Sort(rows, by, descending)
		left := map[Scope]bool{}
		for i, r := range rows[1:] {
			before := rows[i]
			if by.Credits() && before.Scope != r.Scope {
				if left[r.Scope] {
					t.Fatalf("scope %q comes twice", r.Scope)
				}
				left[before.Scope] = true
				continue
			}
			a, b := value(before), value(r)
			if !a.Known() && b.Known() {
				t.Fatal("unknown before known")
			}
			if a.Known() && b.Known() {
				if d := a.exact.Cmp(b.exact); d > 0 && !descending || d < 0 && descending {
					t.Fatalf("%v before %v", a.exact, b.exact)
				}
			}
		}
	})
}
