package fleet

import (
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/media"
)

// KnownRulesDate is the month in which the rules of KnownRules were seen in the web client.
const KnownRulesDate = "2026-06"

// knownRules are the rules of the publish form of the service's web client that the service
// itself does not state, by a name of the platform.
func knownRules() map[string][]string {
	return map[string][]string{
		"bilibili":  {"needs_title", "needs_topic", "needs_partition", "needs_source"},
		"pinterest": {"needs_title", "needs_board", "needs_cover"},
		"youtube":   {"needs_title", "needs_description", "needs_category", "ratio_youtube"},
		"tiktok":    {"needs_privacy", "needs_disclosure", "two_images", "least_360"},
		"kuaishou":  {"ratio_kuaishou", "seconds_kuaishou"},
		"instagram": {"mentions"},
		"facebook":  {"mentions"},
	}
}

// KnownRules returns the rules of a platform that only the web client states. Names begin with
// needs_ where something must be there.
func KnownRules(platform *api.Platform) []string {
	for name, rules := range knownRules() {
		if _, err := PlatformNamed([]api.Platform{*platform}, name); err == nil {
			return rules
		}
	}
	return nil
}

// breaks reports whether the post breaks a rule about files or texts that only the web client states.
func (p *Preflight) breaks(rule string) bool {
	switch rule {
	case "two_images":
		return p.Post.Count(media.Images) == 1 && p.Post.Count(media.Videos) == 0
	case "mentions":
		return strings.Count(p.Post.Title+p.Post.Body, "@") > 20
	}
	return slices.ContainsFunc(p.Post.Files, func(f media.File) bool {
		return fileBreaks(rule, &f)
	})
}

// fileBreaks reports whether a file breaks a known rule about files.
func fileBreaks(rule string, f *media.File) bool {
	isVideo := f.Kind == media.Videos
	switch rule {
	case "ratio_youtube":
		return isVideo && !hasRatio(f, 16, 9) && !hasRatio(f, 9, 16)
	case "ratio_kuaishou":
		return isVideo && !hasRatio(f, 9, 16)
	case "seconds_kuaishou":
		return isVideo && (below(f.Duration, 15) ||
			f.Duration.IsSet() && f.Duration.Cmp(api.Int(180)) > 0)
	case "least_360":
		return below(f.Width, 360) || below(f.Height, 360)
	}
	return false
}

// isRepost reports whether the options say that the post is not an original: copyright 2 on
// Bilibili.
func (p *Preflight) isRepost() bool {
	repost := func(name string) bool {
		return string(p.Options[name]) == "true"
	}
	return string(p.Options["copyright"]) == "2" || repost("repost") || repost("isRepost")
}

func below(n api.Number, bound int64) bool {
	return n.IsSet() && n.Cmp(api.Int(bound)) < 0
}

// hasRatio reports whether the sides of a file have a ratio, as far as they are known.
func hasRatio(f *media.File, width, height int64) bool {
	if !f.Width.IsSet() || !f.Height.IsSet() {
		return true
	}
	own := f.Width.Mul(api.Int(height))
	other := f.Height.Mul(api.Int(width))
	return own.Cmp(other) == 0
}
