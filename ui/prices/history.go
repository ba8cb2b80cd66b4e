package prices

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// applied is a price and since when it applies.
type applied struct {
	price  api.Number
	before api.Number       // unset for the first known price
	since  history.Interval // without After if the history begins with this price, which may be older
}

// appliedSince returns the prices of the newest version, by the keys of their rows.
func appliedSince(versions []history.ModelVersion) map[string]applied {
	var list map[string]applied
	for _, v := range versions {
		older := list
		list = map[string]applied{}
		for _, r := range rowsOf(v) {
			if !r.Priced() {
				continue
			}
			was, known := older[r.Key]
			if !known || was.price.Cmp(r.PriceOrRate()) != 0 {
				was = applied{price: r.PriceOrRate(), before: was.price, since: v.Since}
			}
			list[r.Key] = was
		}
	}
	return list
}

// modelVersions loads the stored versions of a model.
type modelVersions struct {
	store.Loader[[]history.ModelVersion]
	key string // of the model, see keyOf
}

// pricesAt are the prices of a version of a model, by the keys of their rows.
type pricesAt struct {
	at     time.Time
	prices map[string]api.Number
}

// loadPast reads the stored prices of the model in the inspector.
func (l *listScreen[R]) loadPast(msg tea.Msg) tea.Cmd {
	r, ok := l.Table.Current()
	if !ok {
		return nil
	}
	model := r.Base().Model
	read := func(ctx context.Context, f *fleet.Fleet) ([]pricesAt, error) {
		versions, err := f.StoredModels(ctx, model.Name)
		return pricesOf(versions), err
	}
	return l.past.Show(
		l.m.ctx.Sites.Named(model.Site),
		msg,
		keyOf(model),
		read,
	)
}

// pricesOf returns the prices of the versions of a model.
func pricesOf(versions []history.ModelVersion) []pricesAt {
	var all []pricesAt
	for _, v := range versions {
		then := pricesAt{at: v.At, prices: map[string]api.Number{}}
		for _, r := range rowsOf(v) {
			then.prices[r.Key] = r.PriceOrRate()
		}
		all = append(all, then)
	}
	return all
}

// rowsOf returns the pricing rows of a version, none where the model was gone.
func rowsOf(v history.ModelVersion) []*quote.Row {
	if v.Model == nil {
		return nil
	}
	return quote.New([]api.VideoModel{*v.Model}).Models[0].Rows
}

// blocks are the inspector of a row, with the stored prices of an offer.
func (l *listScreen[R]) blocks(r R) []resource.Block {
	e := r.Base()
	blocks := l.m.blocks(l.c.answer(r))
	past := l.past.Of(keyOf(e.Model))
	if e.Price() == nil || len(past) == 0 {
		return blocks
	}
	const points = 90
	ofRow := func(p pricesAt) (time.Time, api.Number) {
		return p.at, p.prices[e.Price().Key]
	}
	times, values := pane.Steps(
		past,
		past[0].at,
		l.m.view.Now(),
		points,
		ofRow,
	)
	curve := pane.CurveBlock(
		l.m.view,
		l.m.words.T("prices.part.past"),
		times,
		values,
		theme.Accent,
		stepLabels(l.m.view, values)...,
	)
	return slices.Insert(blocks, 2, curve)
}

// openSince reads since when the prices of a model apply.
func (m *Model) openSince(model *quote.Model) tea.Cmd {
	f := m.ctx.Sites.Named(model.Site).Store.Fleet
	name := model.Name
	if f.History == nil {
		return m.ctx.Inform("prices.no_history")
	}
	m.versions.key = keyOf(model)
	return m.versions.Start(m.ctx.Base, m.view.Now, func(
		ctx context.Context, _ func(any),
	) ([]history.ModelVersion, error) {
		return f.StoredModels(ctx, name)
	})
}

// onVersions shows what openSince read.
func (m *Model) onVersions() tea.Cmd {
	if m.versions.Running() {
		return nil
	}
	key := m.versions.key
	past := pricesOf(m.versions.Value)
	since := appliedSince(m.versions.Value)
	if m.versions.Err != nil || len(since) == 0 {
		return m.ctx.Inform("prices.no_history")
	}
	m.stack.Push(m.newPage(func() page {
		model := m.catalog.byKey[key]
		if model == nil {
			return m.gonePage()
		}
		return page{
			title: m.words.T(
				"prices.since_title",
				"Model", m.view.SiteText(model.DisplayName(), model.Site),
			),
			lines: func(width int) []string {
				return slices.Concat(
					m.stepLines(model, since, past, width),
					m.sinceLines(model, since, width),
				)
			},
		}
	}))
	return nil
}

// stepLines are the chart of a price of a model that changed: of the default price or, if that did not
// change, of the first one that did.
func (m *Model) stepLines(
	model *quote.Model,
	since map[string]applied,
	past []pricesAt,
	width int,
) []string {
	var of *quote.Row
	for _, r := range model.Rows {
		if since[r.Key].before.IsSet() && (of == nil || r.Default() && !of.Default()) {
			of = r
		}
	}
	if of == nil {
		return nil
	}
	end := m.view.Now()
	last := past[len(past)-1].at
	if last.After(end) { // clocks differ
		end = last
	}
	ofRow := func(p pricesAt) (time.Time, api.Number) {
		return p.at, p.prices[of.Key]
	}
	times, values := pane.Steps(
		past,
		past[0].at,
		end,
		max(width-2, 1),
		ofRow,
	)
	labels := stepLabels(m.view, values)
	curve := pane.CurveBlock(m.view, "", times, values, theme.Accent, labels...)
	if curve.Lines == nil {
		return nil
	}
	title := m.view.Prices().Title(of)
	if !of.IsRate() {
		unit := m.words.T("prices.part.combinations")
		title = unit + " " + m.theme.Glyphs.Between + " " + title
	}
	title = " " + m.theme.Title.Render(text.Cut(title, max(width-1, 0)))
	return slices.Concat([]string{title}, curve.Lines(width), []string{""})
}

// stepLabels are the first of some prices and the one after each step, "" elsewhere.
func stepLabels(v *resource.View, values []float64) []string {
	labels := make([]string, len(values))
	for i, value := range values {
		if !math.IsNaN(value) && (i == 0 || value != values[i-1]) {
			labels[i] = v.Words.Exact(strconv.FormatFloat(value, 'f', -1, 64))
		}
	}
	return labels
}

// date is the day of a time in the viewer's time zone.
func date(v *resource.View, t time.Time) string {
	now := v.Now()
	return v.Words.Day(t.In(now.Location()), now)
}

// priceSince is a price with the day since which it applies, or those between which it changed.
func priceSince(v *resource.View, price string, i history.Interval) string {
	after := date(v, i.After)
	before := date(v, i.Before)
	if i.After.IsZero() {
		return v.Words.T("prices.applies_earlier", "Price", price, "Date", before)
	}
	if after == before {
		return v.Words.T("prices.applies", "Price", price, "Since", before)
	}
	return v.Words.T("prices.applies_between", "Price", price, "After", after, "Before", before)
}

// sinceLines are the prices of a model with the time since when each applies, below their unit. What is the same
// for all of them is said once, beside it.
func (m *Model) sinceLines(model *quote.Model, since map[string]applied, width int) []string {
	unit := m.words.T("prices.part.combinations")
	first, isShared := sharedStart(since)
	if isShared {
		said := m.words.T("prices.all_apply", "Date", date(m.view, first))
		unit += " " + m.theme.Glyphs.Between + " " + said
	}
	title := " " + m.theme.Title.Render(text.Cut(unit, max(width-1, 0)))
	var list []resource.Fact
	widest := 0
	for _, r := range model.Rows {
		widest = max(widest, text.Width(m.view.Prices().Price(r, since[r.Key].price)))
	}
	for _, r := range model.Rows {
		a, ok := since[r.Key]
		if !ok || a.price.Cmp(r.PriceOrRate()) != 0 {
			continue // the history does not have this price yet
		}
		f := resource.Fact{
			Name:  m.view.Prices().Title(r),
			Value: text.Right(m.view.Prices().Price(r, a.price), widest),
		}
		if !isShared {
			f.Value = priceSince(m.view, f.Value, a.since)
		}
		if a.before.IsSet() {
			f.Note = m.words.T("prices.change.was", "Was", m.view.Prices().Price(r, a.before))
			f.Tone = theme.Accent
		}
		list = append(list, f)
	}
	return append([]string{title}, facts.Lines(m.theme, list, width)...)
}

// sharedStart returns the first recording of a model if all its prices are those that it had then.
func sharedStart(since map[string]applied) (time.Time, bool) {
	var first time.Time
	for _, a := range since {
		if !a.since.After.IsZero() || !first.IsZero() && !a.since.Before.Equal(first) {
			return time.Time{}, false
		}
		first = a.since.Before
	}
	return first, !first.IsZero()
}
