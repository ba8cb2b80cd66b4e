package options

import (
	"cmp"
	"math/big"
	"strings"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// findingTexts say what is wrong with a post or a part of it, or cannot be judged, in the order
// of the findings, with the verdict of each. A minimum and a maximum of a measure that is not
// known are told together.
func findingTexts(v *resource.View, list []post.Finding) (texts []string, fits []media.Answer) {
	for i := range list {
		f := &list[i]
		other := opposite(list, f)
		_, bound := measure(f.Rule)
		if other == nil {
			texts = append(texts, findingText(v, f))
		} else if bound == "max" {
			continue
		} else {
			limit := v.Words.T("post.range", "Min", limitText(v, f), "Max", limitText(v, other))
			texts = append(
				texts,
				v.Words.T(
					"prices.finding.unknown_range",
					"What", measureWord(v, f.Rule),
					"Limit", limit,
				),
			)
		}
		fits = append(fits, f.Fit)
	}
	return texts, fits
}

// opposite returns the other limit of a measure that is not known, nil if there is none.
func opposite(list []post.Finding, f *post.Finding) *post.Finding {
	what, bound := measure(f.Rule)
	if bound == "" || f.Actual.IsSet() {
		return nil
	}
	for i := range list {
		o := &list[i]
		otherWhat, otherBound := measure(o.Rule)
		if otherWhat == what && otherBound != bound && !o.Actual.IsSet() {
			return o
		}
	}
	return nil
}

// measure splits the name of a limit into what it measures, with a small first letter, and min
// or max; "" if the rule limits no number.
func measure(rule post.Rule) (what, bound string) {
	name := strings.TrimPrefix(string(rule), "topic.")
	if what, bound, ok := strings.Cut(name, "."); ok && (bound == "min" || bound == "max") {
		return what, bound
	}
	for _, bound := range []string{"min", "max"} {
		if what, ok := strings.CutPrefix(name, bound); ok {
			return lowerFirst(what), bound
		}
	}
	return name, ""
}

// measureWord names what a limit measures.
func measureWord(v *resource.View, rule post.Rule) string {
	what, _ := measure(rule)
	return v.Words.T("post.measure." + what)
}

// findingText says what breaks a rule, or may break it.
func findingText(v *resource.View, f *post.Finding) string {
	w := v.Words
	switch f.Rule {
	case post.RuleMode:
		return w.T(
			"post.finding.modes."+string(f.Fit),
			"Mode", modeWord(w, f.Found),
			"Modes", modeWords(w, f.Allowed),
		)
	case post.RuleStatus:
		return statusText(w, f.Found)
	case post.RuleUnchecked:
		return w.T("options.unchecked", "What", Inline(f.Found))
	case post.RuleImageFormats, post.RuleVideoFormats:
		allowed := text.Clean(w.List(f.Allowed))
		if f.Found == "" {
			return w.T(
				"prices.finding.unknown_formats",
				"What", w.T("prices.quantity.Formats"),
				"Limit", allowed,
			)
		}
		return w.T("prices.finding.formats", "Actual", text.Clean(f.Found), "Limit", allowed)
	}
	_, bound := measure(f.Rule)
	if bound == "" {
		return w.T("post.finding." + string(f.Rule))
	}
	if !f.Actual.IsSet() {
		return w.T(
			"prices.finding.unknown_"+bound,
			"What", measureWord(v, f.Rule),
			"Limit", limitText(v, f),
		)
	}
	actual := actualText(v, f)
	limit := limitText(v, f)
	if bound == "max" && f.Limit.Sign() == 0 {
		return w.T("post.finding.none", "Actual", actual)
	}
	if f.CountsMore {
		return w.T("post.finding.count_emoji", "Actual", actual, "Limit", limit)
	}
	if isCount(f.Unit) {
		return w.T("post.finding.count", "Actual", actual, "Limit", limit)
	}
	return w.T("prices.finding."+bound, "Actual", actual, "Limit", limit)
}

// isCount reports whether a unit counts things, which a limit does not repeat.
func isCount(unit media.Unit) bool {
	return unit == media.Files || unit == media.Characters
}

// actualText returns the measured amount, with the name of the measure where the unit does not
// imply it. A size or a duration that reads as its limit does has all digits.
func actualText(v *resource.View, f *post.Finding) string {
	what := measureWord(v, f.Rule)
	amount := amountText(v, f.Rule, f.Unit, f.Actual)
	if amount == limitText(v, f) && f.Unit == media.Bytes {
		amount = v.Words.T("prices.unit.bytes", "N", v.Words.Exact(rounded(f.Actual, 0)))
	} else if amount == limitText(v, f) {
		amount = v.Quantity(f.Unit, f.Actual.String())
	}
	switch f.Rule {
	case "maxTitleLength", "maxBodyLength", "maxImages", "maxVideos", "maxMediaCount",
		"topic.maxCount", "maxVideoDuration", "minVideoDuration":
		return amount
	}
	return v.Words.T("post.measured", "What", what, "Amount", amount)
}

// limitText is the limit of a finding with its unit, a number of things without their name.
func limitText(v *resource.View, f *post.Finding) string {
	if isCount(f.Unit) {
		return countedText(v, f.Rule, f.Unit, f.Limit)
	}
	return amountText(v, f.Rule, f.Unit, f.Limit)
}

// amountText is a number of the unit of a limit.
func amountText(v *resource.View, rule post.Rule, unit media.Unit, n api.Number) string {
	w := v.Words
	switch unit {
	case media.Seconds:
		return secondsText(w, n)
	case media.Bytes, media.Pixels:
		return v.Quantity(unit, rounded(n, 0))
	case media.Plain:
		return w.Exact(rounded(n, 3))
	}
	return countText(w, nounOf(rule, unit), n)
}

// countedText is a number of the things that a limit counts, without their name: in Chinese with their
// measure word.
func countedText(v *resource.View, rule post.Rule, unit media.Unit, n api.Number) string {
	return v.Words.T(
		"post.counted."+nounOf(rule, unit),
		"N",
		v.Words.Exact(n.String()),
	)
}

// nounOf names what a limit counts.
func nounOf(rule post.Rule, unit media.Unit) string {
	if unit == media.Characters {
		return "characters"
	}
	noun, _ := measure(rule)
	return noun
}

// rounded is a number with few decimals, or as it was sent if it has too many digits to round.
func rounded(n api.Number, places int) string {
	return cmp.Or(n.Round(places).String(), n.String())
}

// countText is a number of things.
func countText(w *words.Words, noun string, n api.Number) string {
	count, ok := n.Int64()
	if !ok {
		return w.T("post.count."+noun, "N", w.Exact(n.String()))
	}
	return w.N("post.count."+noun, int(count))
}

// secondsText is a duration as people read it: in seconds below three minutes, and then in
// hours, minutes and seconds.
func secondsText(w *words.Words, n api.Number) string {
	whole, isWhole := n.Int64()
	if !isWhole || whole < 180 {
		return w.T("post.time.s", "N", w.Exact(rounded(n, 3)))
	}
	var parts []string
	for _, unit := range []struct {
		id   string
		size int64
	}{{"h", 3600}, {"min", 60}, {"s", 1}} {
		if count := whole / unit.size; count > 0 {
			parts = append(parts, w.T("post.time."+unit.id, "N", w.Int(int(count))))
			whole %= unit.size
		}
	}
	return strings.Join(parts, " ")
}

// ratioText is an aspect ratio as a decimal number, and as a pair of small numbers where it is
// exactly one.
func ratioText(w *words.Words, n api.Number) string {
	decimal := w.Exact(n.String())
	r, ok := n.Rat()
	small := big.NewInt(20)
	if !ok || r.Sign() == 0 || r.Denom().Cmp(small) > 0 || r.Num().Cmp(small) > 0 {
		return decimal
	}
	return w.T(
		"post.ratio",
		"N", decimal,
		"Width", r.Num().String(),
		"Height", r.Denom().String(),
	)
}

// modeWord names the posts of a mode: the mode as it was sent if it is not known.
func modeWord(w *words.Words, mode string) string {
	return cmp.Or(w.Optional("post.mode."+mode), text.Clean(mode))
}

func modeWords(w *words.Words, modes []string) string {
	names := make([]string, len(modes))
	for i, mode := range modes {
		names[i] = modeWord(w, mode)
	}
	return w.List(names)
}

// NotServed says why a site does not serve a platform, as a check of a post says it; "" for a platform
// that it may serve.
func NotServed(w *words.Words, p *api.Platform) string {
	if p.Served() {
		return ""
	}
	return statusText(w, p.Status.Or(""))
}

// statusText says what the status of a platform means for a post.
func statusText(w *words.Words, status string) string {
	if status == "" {
		return w.T("check.platform.not_stated")
	}
	return cmp.Or(
		w.Optional("check.platform."+status),
		w.T("check.platform.other", "Status", text.Clean(status)),
	)
}
