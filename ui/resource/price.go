package resource

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/ui/text"
)

// Prices words prices, what they are for, and facts about models.
type Prices struct{ View *View }

// Prices returns the wording of prices.
func (v *View) Prices() Prices { return Prices{View: v} }

// Credits formats an amount of credits, "" if unknown.
func (v Prices) Credits(a api.Number) string { return v.View.Amount(a, 6) }

// Amount formats an amount with at most the given decimal places, "" if unknown.
// It shortens a number that is too long to be read.
func (v *View) Amount(a api.Number, places int) string {
	const longest = 24
	s := v.Words.Exact(a.Round(places).String())
	if len(s) > longest {
		f, _ := a.Float64()
		return strings.Replace(strconv.FormatFloat(f, 'g', 5, 64), "e+", "e", 1)
	}
	return s
}

// ScopeName names the credits that a model takes.
func (v Prices) ScopeName(s quote.Scope) string {
	return scopeText(v.View, s, "prices.scope", text.Clean(string(s)))
}

// CreditsOf names the credits that a model takes, and of several sites its site, in words that need
// no heading.
func (v Prices) CreditsOf(c quote.Credits) string {
	return v.View.SiteText(
		scopeText(
			v.View,
			c.Scope,
			"prices.credits",
			v.View.Words.T("prices.credits.of", "Scope", text.Clean(string(c.Scope))),
		),
		c.Site,
	)
}

// SiteText is a text and the site that it is about; site is "" where one site is shown.
func (v *View) SiteText(say, site string) string {
	return text.Join(" "+v.Theme.Glyphs.Between+" ", say, site)
}

func scopeText(v *View, s quote.Scope, id, other string) string {
	switch s {
	case quote.General:
		return v.Words.T(id + ".general")
	case quote.Unstated:
		return v.Words.T(id + ".unstated")
	}
	return other
}

// ModeName names a mode of 2.6 in the user's language, any other as it was sent.
func (v Prices) ModeName(name string) string {
	id := "prices.mode." + fold.String(name)
	if name != "" && v.View.Words.Has(id) {
		return v.View.Words.T(id)
	}
	return text.Clean(name)
}

// AspectRatio names the ratio that follows the input in the user's language, any other
// as it was sent.
func (v Prices) AspectRatio(name string) string {
	if fold.String(name) == "adaptive" {
		return v.View.Words.T("prices.adaptive")
	}
	return text.Clean(name)
}

// Resolution spells 1080P as 1080p and 4k as 4K: catalogs mix them.
func Resolution(name string) string {
	name = text.Clean(name)
	switch strings.TrimLeft(name, "0123456789") {
	case "P":
		return strings.ToLower(name)
	case "k":
		return strings.ToUpper(name)
	}
	return name
}

// Values formats values of a column: "image to video, video to video", "5, 10 s".
func (v Prices) Values(by quote.Column, list ...string) string {
	names := make([]string, len(list))
	for i, s := range list {
		switch by {
		case quote.ByMode:
			names[i] = v.ModeName(s)
		case quote.ByResolution:
			names[i] = Resolution(s)
		case quote.ByAspectRatio:
			names[i] = v.AspectRatio(s)
		case quote.ByScope:
			names[i] = v.ScopeName(quote.Scope(s))
		case quote.ByVideo, quote.ByAudio:
			names[i] = v.View.Words.T("prices.said." + s)
		default:
			names[i] = v.View.Words.Exact(text.Clean(s))
		}
	}
	auto := slices.Index(names, "-1")
	if by == quote.ByDuration && auto >= 0 {
		rest := slices.Delete(names, auto, auto+1)
		if len(rest) == 0 {
			return v.View.Words.T("prices.auto")
		}
		return v.View.Words.T(
			"prices.seconds",
			"N", v.View.Words.List(rest),
		) + v.View.Words.T("field.comma") + v.View.Words.T("prices.auto")
	}
	s := v.View.Words.List(names)
	if by == quote.ByDuration {
		return v.View.Words.T("prices.seconds", "N", s)
	}
	return s
}

// Price is an amount that a row has or had as its price: a rate is one "per second".
func (v Prices) Price(r *quote.Row, amount api.Number) string {
	if r.IsRate() && amount.IsSet() {
		return v.View.Words.T("prices.rate", "Price", v.Credits(amount))
	}
	return v.Credits(amount)
}

// Variant are members of a price that the interface does not list: "audio: true".
func (v Prices) Variant(list []quote.Variant) string {
	parts := make([]string, len(list))
	for i, member := range list {
		parts[i] = v.View.Words.T(
			"prices.about",
			"What", text.Clean(member.Name),
			"Say", cmp.Or(text.Clean(JSONText(member.Value)), v.View.Theme.Glyphs.Dash),
		)
	}
	return v.View.Words.List(parts)
}

// JSONText returns the text of a JSON string, and other JSON as it is.
func JSONText(value string) string {
	if s, ok := TextOf(jsontext.Value(value)); ok {
		return s
	}
	return value
}

// Seconds formats a duration; one that the model chooses is "auto".
func (v *View) Seconds(d api.Number) string {
	if quote.IsAuto(d) {
		return v.Words.T("prices.auto")
	}
	return v.Words.T("prices.seconds", "N", v.Amount(d, 3))
}

// AutoIn replaces a duration that the model chooses in a list of figures.
func (v Prices) AutoIn(durations []string) []string {
	shown := slices.Clone(durations)
	for i, d := range shown {
		if d == quote.Auto().String() {
			shown[i] = v.View.Words.T("prices.auto")
		}
	}
	return shown
}

// Title names what a price is for: "image to video 1080p 5 s".
func (v Prices) Title(p *quote.Row) string {
	duration := ""
	if p.Duration.IsSet() {
		duration = v.View.Seconds(p.Duration)
	}
	return cmp.Or(
		text.Join(
			" ",
			v.ModeName(p.Mode),
			Resolution(p.Resolution),
			v.AspectRatio(p.AspectRatio),
			duration,
			v.Variant(p.Variant),
		),
		v.View.Words.T("prices.all"),
	)
}

// FactValue formats the values of a fact.
func (v Prices) FactValue(f quote.Fact) string {
	if f.Path == "modes" {
		return v.Values(quote.ByMode, f.Values...)
	}
	if f.Path == "resolutions" || f.Path == "defaults.resolution" {
		return v.Values(quote.ByResolution, f.Values...)
	}
	if f.Path == "aspectRatios" || f.Path == "defaults.aspectRatio" {
		return v.Values(quote.ByAspectRatio, f.Values...)
	}
	if f.Path == "creditsScope" {
		return v.Values(quote.ByScope, f.Values...)
	}
	if f.Unit == media.Plain {
		return v.View.Words.List(f.Values)
	}
	if f.Unit == media.Seconds && slices.Contains(f.Values, "-1") {
		return v.Values(quote.ByDuration, f.Values...)
	}
	values := make([]string, len(f.Values))
	for i, s := range f.Values {
		values[i] = v.View.Words.Exact(s)
	}
	list := v.View.Words.List(values)
	if f.Unit != media.Files || list == "" {
		return v.View.Quantity(f.Unit, list)
	}
	kind := f.Part
	if f.Path == "maxInputImages" {
		kind = string(media.Images)
	}
	return v.View.Words.T(
		"prices.bound.max",
		"N",
		v.View.Words.T("post.counted."+kind, "N", list),
	)
}

// factName is the label of a fact, its name if the interface does not list it.
func factName(v *View, f quote.Fact) string {
	id := "prices.fact." + f.Name
	if !f.Extra && v.Words.Has(id) {
		return v.Words.T(id)
	}
	return f.Name
}

// LongFactName returns the label of a fact and the part of the model that the fact belongs to.
func (v Prices) LongFactName(f quote.Fact) string {
	id := "prices.part_of." + f.Part
	if v.View.Words.Has(id) {
		return v.View.Words.T(id, "Name", factName(v.View, f))
	}
	return factName(v.View, f)
}

// Change says what changed in a model: of a price the old and the new one and what it is
// for, of a fact its name with the old and the new values.
func (v Prices) Change(c *quote.Change) string {
	arrow := func(was, is string) string {
		return v.View.Words.T(
			"prices.change.price",
			"Was", cmp.Or(was, v.View.Theme.Glyphs.Dash),
			"Is", cmp.Or(is, v.View.Theme.Glyphs.Dash),
		)
	}
	r := c.Row()
	if c.Old != nil && c.New != nil {
		return text.Join(
			" ",
			arrow(v.Price(c.Old, c.Old.PriceOrRate()), v.Price(c.New, c.New.PriceOrRate())),
			v.Title(r),
		)
	}
	if r != nil {
		return text.Join(" ", v.Price(r, r.PriceOrRate()), v.Title(r))
	}
	if c.After.Path == "" {
		return ""
	}
	return v.View.Words.T(
		"prices.about",
		"What", text.Clean(v.LongFactName(c.After)),
		"Say", arrow(text.Clean(v.FactValue(c.Before)), text.Clean(v.FactValue(c.After))),
	)
}
