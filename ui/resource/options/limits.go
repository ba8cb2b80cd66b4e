package options

import (
	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// LimitFacts returns the limits that a platform states for posts, in words, followed by the rules
// that are not understood, as they were sent.
func LimitFacts(v *resource.View, p *api.Platform) (facts []resource.Fact) {
	w := v.Words
	limits := &p.ContentLimits
	add := func(name string, parts ...string) {
		value := text.Join(" "+v.Theme.Glyphs.Between+" ", parts...)
		if value != "" {
			facts = append(facts, resource.Fact{Name: w.T("post.limit." + name), Value: value})
		}
	}
	if len(limits.Modes) > 0 {
		add("modes", modeWords(w, limits.Modes))
	}
	add("title", upTo(v, "maxTitleLength", media.Characters, limits.MaxTitleLength))
	add("body", upTo(v, "maxBodyLength", media.Characters, limits.MaxBodyLength))
	add("total", upTo(v, "maxTotalTextLength", media.Characters, limits.MaxTotalTextLength))
	add("files", upTo(v, "maxMediaCount", media.Files, limits.MaxMediaCount))
	images := append(
		[]string{upTo(v, "maxImages", media.Files, limits.MaxImages)},
		imageRules(v, &p.MediaRules)...,
	)
	if limits.MaxImages.IsSet() && limits.MaxImages.Sign() == 0 {
		add("images", images[0])
		add("cover", images[1:]...)
	} else {
		add("images", images...)
	}
	add(
		"videos",
		append(
			[]string{upTo(v, "maxVideos", media.Files, limits.MaxVideos)},
			videoRules(v, &p.MediaRules)...,
		)...,
	)
	add("topics", topicRules(v, &p.Topic)...)
	for _, rule := range post.UncheckedRules(p) {
		facts = append(facts, resource.Fact{
			Name:  text.Clean(rule.Name),
			Value: Inline(string(rule.Value)),
			Note:  w.T("post.not_checked"),
			Tone:  theme.Warn,
		})
	}
	return facts
}

// imageRules are the rules for each image and for the cover.
func imageRules(v *resource.View, rules *api.MediaRules) []string {
	return []string{
		formatList(v, rules.ImageFormats),
		upTo(v, "maxImageSize", media.Bytes, rules.MaxImageSize),
		pixels(v, "imageWidth", rules.MinImageWidth, rules.MaxImageWidth),
		pixels(v, "imageHeight", rules.MinImageHeight, rules.MaxImageHeight),
		ratioRange(v, &rules.AspectRatio),
	}
}

// videoRules are the rules for each video.
func videoRules(v *resource.View, rules *api.MediaRules) []string {
	return []string{
		formatList(v, rules.VideoFormats),
		upTo(v, "maxVideoSize", media.Bytes, rules.MaxVideoSize),
		durationRange(v, rules.MinVideoDuration, rules.MaxVideoDuration),
		pixels(v, "videoWidth", rules.MinVideoWidth, rules.MaxVideoWidth),
		pixels(v, "videoHeight", rules.MinVideoHeight, rules.MaxVideoHeight),
	}
}

func topicRules(v *resource.View, rules *api.TopicRules) []string {
	w := v.Words
	if !rules.Supported.Or(true) {
		return []string{w.T("post.topics.unsupported")}
	}
	parts := []string{upTo(v, "topic.maxCount", media.Files, rules.MaxCount)}
	if rules.MaxTotalLength.IsSet() {
		parts = append(
			parts,
			w.T(
				"post.topics.total",
				"Limit", amountText(
					v,
					"topic.maxTotalLength",
					media.Characters,
					rules.MaxTotalLength,
				),
			),
		)
	}
	if rules.NativeField.Or(false) {
		parts = append(parts, w.T("post.topics.native"))
	} else if rules.Supported.Or(false) {
		parts = append(parts, w.T("post.topics.inline"))
	}
	return parts
}

func formatList(v *resource.View, formats []string) string {
	return text.Clean(v.Words.List(formats))
}

// upTo is an upper limit, "" if none is stated. 0 is a limit too.
func upTo(v *resource.View, rule post.Rule, unit media.Unit, limit api.Number) string {
	if !limit.IsSet() {
		return ""
	}
	if limit.Sign() == 0 {
		return v.Words.T("post.limit.none")
	}
	if unit == media.Files {
		id := "post.limit.up_to"
		if limit.Cmp(api.Int(1)) == 0 {
			id = "post.limit.only"
		}
		return v.Words.T(id, "Limit", countedText(v, rule, unit, limit))
	}
	return v.Words.T("post.limit.up_to", "Limit", amountText(v, rule, unit, limit))
}

// pixels is a range of a measure in pixels, with its name, "" if no limit is stated.
func pixels(v *resource.View, measure string, lower, upper api.Number) string {
	span := spanText(
		v.Words,
		v.Quantity(media.Pixels, lower.String()),
		v.Quantity(media.Pixels, upper.String()),
	)
	return measured(v.Words, measure, span)
}

func durationRange(v *resource.View, lower, upper api.Number) string {
	var low, high string
	if lower.IsSet() {
		low = secondsText(v.Words, lower)
	}
	if upper.IsSet() {
		high = secondsText(v.Words, upper)
	}
	return spanText(v.Words, low, high)
}

func ratioRange(v *resource.View, r *api.AspectRatioRange) string {
	span := spanText(
		v.Words,
		ratioText(v.Words, r.Min),
		ratioText(v.Words, r.Max),
	)
	return measured(v.Words, "aspectRatio", span)
}

// spanText is a range. Either bound may be empty.
func spanText(w *words.Words, low, high string) string {
	if low != "" && high != "" {
		return w.T("post.range", "Min", low, "Max", high)
	}
	if low != "" {
		return w.T("post.limit.at_least", "Limit", low)
	}
	if high != "" {
		return w.T("post.limit.up_to", "Limit", high)
	}
	return ""
}

// measured is an amount with the name of what was measured.
func measured(w *words.Words, measure, amount string) string {
	if amount == "" {
		return ""
	}
	return w.T("post.measured", "What", w.T("post.measure."+measure), "Amount", amount)
}
