package post

import (
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/media"
)

// Rule identifies the rule of a finding: the member of the platform list that states it, without
// the object around it, or one of the constants.
type Rule string

// The rules that are not limits of numbers.
const (
	RuleEmpty        Rule = "empty"             // there is nothing to publish
	RuleMode         Rule = "modes"             // the mode of the post is not listed
	RuleMixed        Rule = "imagesBesideVideo" // no platform takes both
	RuleAudio        Rule = "audio"             // no platform takes sound alone
	RuleCover        Rule = "coverIsImage"
	RuleImageFormats Rule = "imageFormats"
	RuleVideoFormats Rule = "videoFormats"
	RuleStatus       Rule = "status"            // the site does not serve the platform
	RulePublish      Rule = "publish.supported" // nothing can be published
	RuleUnchecked    Rule = "unchecked"         // a rule that is stated and not understood
)

// Finding is a rule that a post breaks, or may break because something is not known.
type Finding struct {
	Fit     media.Answer // No or Unknown
	Rule    Rule
	Unit    media.Unit // of Limit and Actual
	Limit   api.Number // as sent, of a limit of numbers
	Actual  api.Number // unknown if that is why it cannot be judged
	Allowed []string   // formats or modes
	Found   string     // the format, the mode, the status or the rule; "" if it is not known

	// CountsMore is that Actual counts more characters than people do: the service counts UTF-16
	// code units, which are two or more for emoji.
	CountsMore bool
}

// Verdict is the verdict of a platform on a post.
type Verdict struct {
	Platform *api.Platform
	Fit      media.Answer
	Whole    ItemVerdict   // on the post as a whole
	Items    []ItemVerdict // on its parts
	Handoff  bool          // a person finishes the publication on the phone
}

// ItemVerdict is the verdict of a platform on a part of a post.
type ItemVerdict struct {
	Item
	Fit      media.Answer
	Findings []Finding // violations first
}

// Whole is the kind of the post as a whole.
const Whole media.Kind = "post"

// Judge returns the verdict of a platform on a post. It does not judge the options, see [Options].
func Judge(p *api.Platform, post *Post) *Verdict {
	j := judge{platform: p, post: post}
	v := &Verdict{
		Platform: p,
		Whole:    verdict(Item{Kind: Whole}, j.whole()),
		Handoff:  p.Capabilities.Publish.CompletionStrategy.Or("") == api.CompletionHandoff,
	}
	v.Fit = v.Whole.Fit
	for _, item := range post.Items() {
		one := verdict(item, j.item(&item))
		v.Items = append(v.Items, one)
		if one.Fit.Rank() > v.Fit.Rank() {
			v.Fit = one.Fit
		}
	}
	return v
}

// verdict returns the verdict that follows from findings, which it sorts.
func verdict(it Item, found []Finding) ItemVerdict {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return b.Fit.Rank() - a.Fit.Rank()
	})
	v := ItemVerdict{Item: it, Fit: media.Yes, Findings: found}
	if len(found) > 0 {
		v.Fit = found[0].Fit
	}
	return v
}

// judge judges one post by one platform.
type judge struct {
	platform *api.Platform
	post     *Post
}

// whole returns what is wrong with the post as a whole, or cannot be judged.
func (j *judge) whole() (list []Finding) {
	if fit := Availability(j.platform); fit != media.Yes {
		list = append(list, Finding{
			Fit:   fit,
			Rule:  RuleStatus,
			Found: j.platform.Status.Or(""),
		})
	}
	if api.SupportOf(j.platform.Capabilities.Publish.Supported) == api.Unsupported {
		list = append(list, Finding{Fit: media.No, Rule: RulePublish})
	}
	if j.post.IsEmpty() {
		list = append(list, Finding{Fit: media.No, Rule: RuleEmpty})
	}
	images := j.post.Count(media.Images)
	videos := j.post.Count(media.Videos)
	if images > 0 && videos > 0 {
		list = append(list, Finding{Fit: media.No, Rule: RuleMixed})
	} else {
		list = append(list, j.mode()...)
	}
	limits := &j.platform.ContentLimits
	list = append(
		list,
		tooLong("maxTotalTextLength", limits.MaxTotalTextLength, j.post.Title, j.body())...,
	)
	list = append(
		list,
		atMost("maxImages", media.Files, limits.MaxImages, api.Int(int64(images)))...,
	)
	list = append(
		list,
		atMost("maxVideos", media.Files, limits.MaxVideos, api.Int(int64(videos)))...,
	)
	list = append(
		list,
		atMost(
			"maxMediaCount",
			media.Files,
			limits.MaxMediaCount,
			api.Int(int64(images+videos)),
		)...,
	)
	list = append(list, j.topics()...)
	for _, rule := range UncheckedRules(j.platform) {
		list = append(list, Finding{
			Fit:   media.Unknown,
			Rule:  RuleUnchecked,
			Found: rule.String(),
		})
	}
	return list
}

// Availability returns whether the site serves a platform: unknown if that is not stated, or
// the platform is hidden.
func Availability(p *api.Platform) media.Answer {
	switch p.Status.Or("") {
	case api.PlatformAvailable:
		return media.Yes
	case api.PlatformUnavailable, api.PlatformComingSoon:
		return media.No
	}
	return media.Unknown
}

// mode returns the finding of a mode that is not listed. A list with no mode that is known here
// has other names for modes.
func (j *judge) mode() []Finding {
	mode := j.post.Mode()
	listed := j.platform.ContentLimits.Modes
	if mode == "" || len(listed) == 0 || slices.Contains(listed, mode) {
		return nil
	}
	known := func(name string) bool { return slices.Contains(Modes(), name) }
	found := Finding{
		Fit:     media.No,
		Rule:    RuleMode,
		Allowed: listed,
		Found:   mode,
	}
	if !slices.ContainsFunc(listed, known) {
		found.Fit = media.Unknown
	}
	return []Finding{found}
}

// Modes returns the modes of posts that are known.
func Modes() []string {
	return []string{api.ModeVideo, api.ModeImages, api.ModeText}
}

// body returns the body as far as its length counts.
func (j *judge) body() string {
	if j.platform.Topic.NativeField.Or(false) {
		return withoutTopics(j.post.Body)
	}
	return j.post.Body
}

func (j *judge) topics() []Finding {
	rules := &j.platform.Topic
	if !rules.Supported.Or(true) {
		return nil // what looks like topics is text
	}
	topics := Topics(j.post.Body)
	list := atMost("topic.maxCount", media.Files, rules.MaxCount, api.Int(int64(len(topics))))
	return append(list, tooLong("topic.maxTotalLength", rules.MaxTotalLength, topics...)...)
}

// item returns what is wrong with a part of the post, or cannot be judged.
func (j *judge) item(it *Item) []Finding {
	limits := &j.platform.ContentLimits
	rules := &j.platform.MediaRules
	switch it.Kind {
	case Title:
		return tooLong("maxTitleLength", limits.MaxTitleLength, it.Text)
	case Body:
		return tooLong("maxBodyLength", limits.MaxBodyLength, j.body())
	case media.Images:
		return image(rules, it.File)
	case media.Videos:
		return video(rules, it.File)
	case Cover:
		if it.File.Kind != media.Images {
			return []Finding{{Fit: media.No, Rule: RuleCover, Found: it.File.Format}}
		}
		return image(rules, it.File)
	}
	return []Finding{{Fit: media.No, Rule: RuleAudio}}
}

func image(rules *api.MediaRules, f *media.File) (list []Finding) {
	list = append(list, formats(RuleImageFormats, rules.ImageFormats, f.Format)...)
	list = append(list, atMost("maxImageSize", media.Bytes, rules.MaxImageSize, f.Bytes())...)
	list = append(list, atLeast("minImageWidth", media.Pixels, rules.MinImageWidth, f.Width)...)
	list = append(list, atMost("maxImageWidth", media.Pixels, rules.MaxImageWidth, f.Width)...)
	list = append(
		list,
		atLeast("minImageHeight", media.Pixels, rules.MinImageHeight, f.Height)...,
	)
	list = append(list, atMost("maxImageHeight", media.Pixels, rules.MaxImageHeight, f.Height)...)
	list = append(
		list,
		atLeast("aspectRatio.min", media.Plain, rules.AspectRatio.Min, f.AspectRatio)...,
	)
	return append(
		list,
		atMost("aspectRatio.max", media.Plain, rules.AspectRatio.Max, f.AspectRatio)...,
	)
}

// video judges a video. The service applies the range of aspect ratios to images only: where
// Instagram states one, it takes upright videos too.
func video(rules *api.MediaRules, f *media.File) (list []Finding) {
	list = append(list, formats(RuleVideoFormats, rules.VideoFormats, f.Extension())...)
	list = append(list, atMost("maxVideoSize", media.Bytes, rules.MaxVideoSize, f.Bytes())...)
	list = append(
		list,
		atLeast("minVideoDuration", media.Seconds, rules.MinVideoDuration, f.Duration)...,
	)
	list = append(
		list,
		atMost("maxVideoDuration", media.Seconds, rules.MaxVideoDuration, f.Duration)...,
	)
	list = append(list, atLeast("minVideoWidth", media.Pixels, rules.MinVideoWidth, f.Width)...)
	list = append(list, atMost("maxVideoWidth", media.Pixels, rules.MaxVideoWidth, f.Width)...)
	list = append(
		list,
		atLeast("minVideoHeight", media.Pixels, rules.MinVideoHeight, f.Height)...,
	)
	return append(list, atMost("maxVideoHeight", media.Pixels, rules.MaxVideoHeight, f.Height)...)
}

// formats returns the finding of a format that is not allowed, or not known.
func formats(rule Rule, allowed []string, format string) []Finding {
	same := func(name string) bool { return media.Format(name) == format }
	if len(allowed) == 0 || slices.ContainsFunc(allowed, same) {
		return nil
	}
	found := Finding{
		Fit:     media.No,
		Rule:    rule,
		Allowed: allowed,
		Found:   format,
	}
	if format == "" {
		found.Fit = media.Unknown
	}
	return []Finding{found}
}

// tooLong returns the finding of texts that are longer together than a limit.
func tooLong(rule Rule, limit api.Number, texts ...string) []Finding {
	all := strings.Join(texts, "")
	list := atMost(rule, media.Characters, limit, api.Int(int64(length(all))))
	for i := range list {
		list[i].CountsMore = countsMore(all)
	}
	return list
}

func atMost(rule Rule, unit media.Unit, bound, actual api.Number) []Finding {
	return compare(media.Limit{Name: "max", Bound: bound}, rule, unit, actual)
}

func atLeast(rule Rule, unit media.Unit, bound, actual api.Number) []Finding {
	return compare(media.Limit{Name: "min", Bound: bound}, rule, unit, actual)
}

// compare returns the finding of a number that is not within a limit, or may not be.
func compare(limit media.Limit, rule Rule, unit media.Unit, actual api.Number) []Finding {
	fit := limit.Admits(actual)
	if fit == media.Yes {
		return nil
	}
	return []Finding{{
		Fit:    fit,
		Rule:   rule,
		Unit:   unit,
		Limit:  limit.Bound,
		Actual: actual,
	}}
}
