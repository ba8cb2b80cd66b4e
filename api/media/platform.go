package media

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// The kinds of texts, beside those of files.
const (
	Title       Kind = "title"
	Description Kind = "description"
)

// Item is a file or a text to publish.
type Item struct {
	Kind Kind
	Name string // of the file, "" for a text
	File File   // of a file
	Text string // of a text
}

// ItemVerdict is whether a platform takes an item.
type ItemVerdict struct {
	Item      *Item
	Fit       Answer
	Findings  []Finding // violations first
	Unchecked []string  // rules that the platform states and nothing here checks, by their names
	Unstated  []string  // what the platform states no limit for: names of quantities
}

// CheckItems compares items, which belong to one work, with what a platform states: the
// members mediaRules and contentLimits of the platform list. The interface does not describe
// them, so a limit that is not understood, or that a file does not show, is reported as such.
// The files decide which of the platform's kinds of works limit the texts; without any, all
// do. It also returns the verdict on the worst item.
func CheckItems(p *api.Platform, items []Item) ([]ItemVerdict, Answer) {
	modes := api.Member(api.Member(p.Unknown, "contentLimits"), "modes")
	var files []string
	for i := range items {
		if kind := items[i].File.Kind; kind != "" {
			files = append(files, modeOf(kind))
		}
	}
	verdicts, all := make([]ItemVerdict, len(items)), Yes
	for i := range items {
		v, it := &verdicts[i], &items[i]
		if v.Item = it; it.File.Kind != "" {
			v.checkFile(p, modes)
		} else {
			v.checkText(modes, files)
		}
		for j := range v.Findings {
			v.Findings[j].Kind = it.Kind
		}
		if v.Fit = worst(v.Findings); v.Fit.Rank() > all.Rank() {
			all = v.Fit
		}
	}
	return verdicts, all
}

// modeOf is the name of a kind of files in mediaRules and in contentLimits.
func modeOf(k Kind) string { return strings.TrimSuffix(string(k), "s") }

func (v *ItemVerdict) checkFile(p *api.Platform, modes jsontext.Value) {
	f := &v.Item.File
	rule := api.Member(api.Member(p.Unknown, "mediaRules"), modeOf(f.Kind))
	if answer := publishes(p, f.Kind, rule, modes); answer != Yes {
		v.Findings = append(v.Findings, Finding{Fit: answer, File: -1, Constraint: AcceptsKind, Unit: Files, Actual: api.Int(1)})
	}
	var r rules
	stated := map[string]bool{}
	for name, value := range api.Members(rule) {
		switch l, ok := limitOf(name, value); {
		case name == "formats":
			r.formats, stated["Formats"] = texts(value), true
		case name == "aspectRatios":
			r.ratios = texts(value)
		case name == "recommended": // no limit
		case !ok:
			v.Unchecked = append(v.Unchecked, name)
		default:
			r.limits, stated[name[3:]] = append(r.limits, l), true
		}
	}
	if stated["AspectRatio"] {
		r.ratios = nil // a range of ratios is exact; the names of ratios beside it are examples
	}
	v.Findings = append(v.Findings, r.check(f)...)
	stated["AspectRatio"] = stated["AspectRatio"] || len(r.ratios) > 0
	stated["Pixels"] = stated["Pixels"] || stated["Width"] || stated["Height"]
	for _, name := range []string{"Formats", "Bytes", "Duration", "Pixels", "AspectRatio"} {
		if !stated[name] && (name != "Duration" || f.Kind != Images) {
			v.Unstated = append(v.Unstated, name)
		}
	}
}

// publishes reports whether a platform publishes works of a kind: by its capability, else
// by whether it states rules or limits for them.
func publishes(p *api.Platform, k Kind, rule, modes jsontext.Value) Answer {
	capability := map[Kind]string{Videos: "publishVideo", Images: "publishImage"}[k]
	stated := api.Member(api.Member(p.Capabilities, "work"), capability).Kind()
	switch {
	case stated == 'f':
		return No
	case rule.Kind() == '{':
		return Yes
	case modes.Kind() == '{' && api.Member(modes, modeOf(k)).Kind() != '{' && capability != "" && stated != 't':
		return No
	}
	return Unknown
}

// limitOf returns the limit that a rule such as maxBytes states; ok is false if it is not
// understood. A maximum of 0 can be no limit or anything else.
func limitOf(name string, value jsontext.Value) (l Limit, ok bool) {
	bound, quantity := Constraint(name).Bound()
	l, ok = map[string]Limit{
		"Bytes":       {Unit: Bytes, Of: func(f *File) api.Number { return f.SizeMB.Mul(api.Int(1_000_000)) }},
		"Duration":    {Unit: Seconds, Of: func(f *File) api.Number { return f.Duration }},
		"Width":       {Unit: Pixels, Of: func(f *File) api.Number { return f.Width }},
		"Height":      {Unit: Pixels, Of: func(f *File) api.Number { return f.Height }},
		"Pixels":      {Unit: Pixels, Of: func(f *File) api.Number { return f.Width.Mul(f.Height) }},
		"AspectRatio": {Unit: Plain, Of: func(f *File) api.Number { return f.AspectRatio }},
		"Fps":         {Unit: FramesPerSecond, Of: func(f *File) api.Number { return f.FPS }},
	}[quantity]
	var err error
	l.Name = Constraint(name)
	l.Bound, err = api.ParseNumber(string(value))
	return l, ok && bound != "" && value.Kind() == '0' && err == nil && (bound == "min" || l.Bound.Sign() > 0)
}

// checkText compares a text with its limits in the kinds of works that the files make, in
// all without files.
func (v *ItemVerdict) checkText(modes jsontext.Value, files []string) {
	limited := false
	for mode, content := range api.Members(modes) {
		if files != nil && !slices.Contains(files, mode) {
			continue
		}
		limits := api.Member(content, string(v.Item.Kind))
		if v.Item.Kind == Description && limits.Kind() != '{' {
			limits = api.Member(content, "body") // of an article
		}
		if limits.Kind() == '{' {
			limited = true
			v.checkLength(limits)
		}
	}
	if !limited {
		v.Unstated = append(v.Unstated, "Length")
		v.Findings = append(v.Findings, Finding{Fit: Unknown, File: -1, Constraint: AcceptsKind, Unit: Files, Actual: api.Int(1)})
	}
}

// checkLength compares a text with a minimum and a maximum. The weights of weighted
// characters are unknown: a text is certain to fit only if it would with twice its length.
func (v *ItemVerdict) checkLength(limits jsontext.Value) {
	length := api.Int(int64(utf8.RuneCountInString(v.Item.Text)))
	unit, plain := "", true
	if u := api.Member(limits, "unit"); u.Kind() == '"' && json.Unmarshal(u, &unit) == nil {
		plain = unit == "characters"
	}
	for _, name := range []string{"min", "max"} {
		bound, err := api.ParseNumber(string(api.Member(limits, name)))
		if err != nil {
			continue
		}
		l := Limit{Name: Constraint(name + "Length"), Unit: Characters, Bound: bound}
		found := judge(l, length)
		if !plain && v.Item.Text != "" {
			if found = judge(l, length.Mul(api.Int(2))); found != nil && name == "min" {
				found = nil // any character has some weight
			}
			for i := range found {
				found[i].Fit, found[i].Actual, found[i].Constraint = Unknown, api.Number{}, Constraint(name+"WeightedLength")
			}
		}
		for _, f := range found {
			same := func(x Finding) bool { return x.Constraint == f.Constraint && x.Limit.Cmp(f.Limit) == 0 }
			if !slices.ContainsFunc(v.Findings, same) {
				v.Findings = append(v.Findings, f)
			}
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
