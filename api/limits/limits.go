// Package limits compares files and texts with what a platform states about the works
// that it takes: the members mediaRules and contentLimits of the platform list. The
// interface does not describe them, so a limit that is not understood, or that a file
// does not show, is reported as such.
package limits

import (
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/quote"
)

// The kinds of texts, beside those of files.
const (
	Title       quote.Kind = "title"
	Description quote.Kind = "description"
)

// Item is a file or a text to publish.
type Item struct {
	Kind quote.Kind
	Name string     // of the file, "" for a text
	File quote.File // of a file
	Text string     // of a text
}

// Verdict is whether a platform takes an item.
type Verdict struct {
	Item      *Item
	Fit       quote.Answer
	Findings  []quote.Finding // violations first
	Unchecked []string        // rules that the platform states and nothing here checks, by their names
	Unstated  []string        // what the platform states no limit for: names of quantities
}

// Check compares items, which belong to one work, with what a platform states. The files
// decide which of the platform's kinds of works limit the texts; without any, all do.
func Check(p *api.Platform, items []Item) []Verdict {
	rules, modes := api.Member(p.Unknown, "mediaRules"), api.Member(api.Member(p.Unknown, "contentLimits"), "modes")
	verdicts := make([]Verdict, len(items))
	for i := range items {
		v, it := &verdicts[i], &items[i]
		if v.Item = it; it.File.Kind != "" {
			v.checkFile(p, it, rules, modes)
		} else {
			v.checkText(it, modes, modesOf(items))
		}
		slices.SortStableFunc(v.Findings, func(a, b quote.Finding) int { return b.Fit.Rank() - a.Fit.Rank() })
		if v.Fit = quote.Yes; len(v.Findings) > 0 {
			v.Fit = v.Findings[0].Fit
		}
	}
	return verdicts
}

// Worst returns the verdict on all items: that on the worst of them.
func Worst(verdicts []Verdict) quote.Answer {
	worst := quote.Yes
	for _, v := range verdicts {
		if v.Fit.Rank() > worst.Rank() {
			worst = v.Fit
		}
	}
	return worst
}

// modeOf is the name of a kind of files in mediaRules and in contentLimits.
func modeOf(k quote.Kind) string { return strings.TrimSuffix(string(k), "s") }

// modesOf are the kinds of works that the files make, nil without files.
func modesOf(items []Item) (modes []string) {
	for i := range items {
		if kind := items[i].File.Kind; kind != "" {
			modes = append(modes, modeOf(kind))
		}
	}
	return modes
}

func (v *Verdict) checkFile(p *api.Platform, it *Item, rules, modes jsontext.Value) {
	mode := modeOf(it.File.Kind)
	rule := api.Member(rules, mode)
	if answer := accepts(p, it.File.Kind, rule, modes); answer != quote.Yes {
		v.Findings = append(v.Findings, quote.Finding{Fit: answer, Kind: it.File.Kind, File: -1, Constraint: quote.AcceptsKind, Unit: quote.Files, Actual: api.Int(1)})
	}
	stated, ratios := map[string]bool{}, []string(nil)
	for name, value := range api.Members(rule) {
		switch {
		case name == "formats":
			if f, found := quote.JudgeFormat(texts(value), it.File.Format); found {
				v.add(f, it.File.Kind)
			}
			stated["Formats"] = true
		case name == "aspectRatios":
			ratios = texts(value)
		case name == "recommended": // no limit
		default:
			l, ok := limitOf(name, value)
			if !ok {
				v.Unchecked = append(v.Unchecked, name)
				continue
			}
			stated[name[3:]] = true
			if f, found := l.Judge(l.Of(&it.File)); found {
				v.add(f, it.File.Kind)
			}
		}
	}
	// A range of ratios is exact; the names of ratios beside it are examples.
	if !stated["AspectRatio"] && len(ratios) > 0 {
		stated["AspectRatio"] = true
		v.checkRatio(it, ratios)
	}
	stated["Pixels"] = stated["Pixels"] || stated["Width"] || stated["Height"]
	quantities := []string{"Formats", "Bytes", "Duration", "Pixels", "AspectRatio"}
	if it.File.Kind == quote.Images {
		quantities = slices.Delete(quantities, 2, 3)
	}
	for _, name := range quantities {
		if !stated[name] {
			v.Unstated = append(v.Unstated, name)
		}
	}
}

func (v *Verdict) add(f quote.Finding, kind quote.Kind) {
	f.Kind = kind
	v.Findings = append(v.Findings, f)
}

// checkRatio compares the aspect ratio of a file with a list such as 16:9 and 9:16.
// Pixels are whole numbers, so a hundredth is no difference.
func (v *Verdict) checkRatio(it *Item, allowed []string) {
	actual := it.File.AspectRatio
	f := quote.Finding{Fit: quote.Unknown, Constraint: "aspectRatios", File: -1, Allowed: allowed, Actual: actual}
	if is, ok := actual.Float64(); ok {
		f.Fit = quote.No
		for _, ratio := range allowed {
			if want, ok := new(big.Rat).SetString(strings.Replace(ratio, ":", "/", 1)); ok && want.Sign() > 0 {
				if w, _ := want.Float64(); is > w*0.99 && is < w*1.01 {
					return
				}
			}
		}
	}
	v.add(f, it.File.Kind)
}

// accepts reports whether a platform publishes works of a kind: by its capability, else
// by whether it states rules or limits for them.
func accepts(p *api.Platform, k quote.Kind, rule, modes jsontext.Value) quote.Answer {
	capability := map[quote.Kind]string{quote.Videos: "publishVideo", quote.Images: "publishImage"}[k]
	publishes := api.Member(api.Member(p.Capabilities, "work"), capability).Kind()
	switch {
	case publishes == 'f':
		return quote.No
	case rule.Kind() == '{':
		return quote.Yes
	case modes.Kind() == '{' && api.Member(modes, modeOf(k)).Kind() != '{' && capability != "" && publishes != 't':
		return quote.No
	}
	return quote.Unknown
}

// limitOf returns the limit that a rule such as maxBytes states; ok is false if it is not
// understood. A maximum of 0 can be no limit or anything else.
func limitOf(name string, value jsontext.Value) (l quote.Limit, ok bool) {
	of := map[string]quote.Limit{
		"Bytes":       {Unit: quote.Bytes, Of: func(f *quote.File) api.Number { return f.SizeMB.Mul(api.Int(1_000_000)) }},
		"Duration":    {Unit: quote.Seconds, Of: func(f *quote.File) api.Number { return f.Duration }},
		"Width":       {Unit: quote.Pixels, Of: func(f *quote.File) api.Number { return f.Width }},
		"Height":      {Unit: quote.Pixels, Of: func(f *quote.File) api.Number { return f.Height }},
		"Pixels":      {Unit: quote.Pixels, Of: func(f *quote.File) api.Number { return f.Width.Mul(f.Height) }},
		"AspectRatio": {Unit: quote.Plain, Of: func(f *quote.File) api.Number { return f.AspectRatio }},
		"Fps":         {Unit: quote.FramesPerSecond, Of: func(f *quote.File) api.Number { return f.FPS }},
	}
	if len(name) < 4 || value.Kind() != '0' || name[:3] != "min" && name[:3] != "max" {
		return l, false
	}
	l, ok = of[name[3:]]
	bound, err := api.ParseNumber(string(value))
	if l.Name, l.Bound = quote.Constraint(name), bound; err != nil || name[:3] == "max" && bound.Sign() <= 0 {
		return l, false
	}
	return l, ok
}

// checkText compares a text with its limits in the kinds of works that count, all for nil.
func (v *Verdict) checkText(it *Item, modes jsontext.Value, count []string) {
	limited := false
	for mode, content := range api.Members(modes) {
		if count != nil && !slices.Contains(count, mode) {
			continue
		}
		limits := api.Member(content, string(it.Kind))
		if it.Kind == Description && limits.Kind() != '{' {
			limits = api.Member(content, "body") // of an article
		}
		if limits.Kind() != '{' {
			continue
		}
		limited = true
		v.checkLength(it, limits)
	}
	if !limited {
		v.Unstated = append(v.Unstated, "Length")
		v.add(quote.Finding{Fit: quote.Unknown, File: -1, Constraint: quote.AcceptsKind, Unit: quote.Files, Actual: api.Int(1)}, it.Kind)
	}
}

// checkLength compares a text with a minimum and a maximum. The weights of weighted
// characters are unknown: a text is certain to fit only if it would with twice its length.
func (v *Verdict) checkLength(it *Item, limits jsontext.Value) {
	length := api.Int(int64(utf8.RuneCountInString(it.Text)))
	unit, plain := "", true
	if u := api.Member(limits, "unit"); u.Kind() == '"' && json.Unmarshal(u, &unit) == nil {
		plain = unit == "characters"
	}
	for _, name := range []string{"min", "max"} {
		bound, err := api.ParseNumber(string(api.Member(limits, name)))
		if err != nil {
			continue
		}
		l := quote.Limit{Name: quote.Constraint(name + "Length"), Unit: quote.Characters, Bound: bound}
		f, found := l.Judge(length)
		if !plain && it.Text != "" {
			if _, found = l.Judge(length.Mul(api.Int(2))); name == "min" {
				found = false // any character has some weight
			}
			f = quote.Finding{Fit: quote.Unknown, File: -1, Constraint: quote.Constraint(name + "WeightedLength"), Unit: l.Unit, Limit: bound}
		}
		same := func(x quote.Finding) bool { return x.Constraint == f.Constraint && x.Limit.Cmp(f.Limit) == 0 }
		if found && !slices.ContainsFunc(v.Findings, same) {
			v.add(f, it.Kind)
		}
	}
}

// texts returns the strings of an array.
func texts(array jsontext.Value) (list []string) {
	if json.Unmarshal(array, &list, jsontext.AllowInvalidUTF8(true)) != nil {
		return nil
	}
	return list
}
