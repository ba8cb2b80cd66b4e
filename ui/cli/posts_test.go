package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// postRules are the limits of a platform, as they are sent. A nil pointer states no limit.
type postRules struct {
	Platform      string
	Status        string
	ContentLimits struct {
		Modes                                                                                  []string
		MaxTitleLength, MaxBodyLength, MaxTotalTextLength, MaxMediaCount, MaxImages, MaxVideos *float64
	}
	MediaRules struct {
		ImageFormats, VideoFormats                                     []string
		MaxImageSize, MaxVideoSize, MinVideoDuration, MaxVideoDuration *float64
		AspectRatio                                                    struct{ Min, Max *float64 }
	}
	Topic struct {
		Supported, NativeField   bool
		MaxCount, MaxTotalLength *float64
	}
	Capabilities struct {
		Publish struct{ Supported bool }
	}
	OptionSchema struct {
		Required []string
		AnyOf    []struct{ Required []string }
	}
}

// generatedFile is a file of a generated post. A figure of 0 was left out of its description.
type generatedFile struct {
	video         bool
	format        string
	bytes         float64
	seconds       float64
	width, height float64
}

func (f generatedFile) String() string {
	parts := []string{f.format, fmt.Sprintf("%.0fx%.0f", f.width, f.height)}
	if f.bytes > 0 {
		parts = append(parts, fmt.Sprintf("%.6fMB", f.bytes/1e6))
	}
	if f.video {
		parts = append(parts, "30fps")
	}
	if f.seconds > 0 {
		parts = append(parts, fmt.Sprintf("%gs", f.seconds))
	}
	return strings.Join(parts, " ")
}

// generatedPost is a post for one platform.
type generatedPost struct {
	title, body string
	files       []generatedFile
	cover       *generatedFile
	options     []string // names of those that are given
}

// generator makes posts that a platform takes, but for one or two parts that are near its limits,
// on either side of them.
type generator struct {
	*rand.Rand
	rules *postRules
	post  generatedPost
}

// near returns a number around a limit, or around other where there is none.
func (g *generator) near(limit *float64, other float64) float64 {
	if limit != nil {
		other = *limit
	}
	return math.Max(0, other+float64(g.IntN(5)-2))
}

// text returns a text of a length in UTF-16 code units, with some characters of two.
func (g *generator) text(units float64) string {
	var b strings.Builder
	for n := int(units); n > 0; {
		if n >= 2 && g.IntN(6) == 0 {
			b.WriteString("🍵")
			n -= 2
			continue
		}
		b.WriteString([]string{"a", "茶", "é"}[g.IntN(3)])
		n--
	}
	return b.String()
}

// topics returns as many topics, of a number of code units in all.
func (g *generator) topics(count, all int) string {
	var b strings.Builder
	for i := range count {
		name := fmt.Sprint("t", i)
		if i == count-1 {
			name += strings.Repeat("茶", max(all-len(name), 0))
		}
		all -= int(units(name))
		b.WriteString(" #" + name)
	}
	return b.String()
}

func (g *generator) image() generatedFile {
	return generatedFile{format: "jpg", bytes: 1e5, width: 1000, height: 1000}
}

func (g *generator) video() generatedFile {
	return generatedFile{format: "mp4", video: true, bytes: 1e6, seconds: 20, width: 1080, height: 1920}
}

// useMode makes a post of a mode.
func (g *generator) useMode(mode string) {
	g.post.files = nil
	switch mode {
	case "video":
		g.post.files = []generatedFile{g.video()}
	case "article":
		g.post.files = []generatedFile{g.image()}
	default:
		g.post.body = "hello"
	}
}

// start makes a post that the platform takes.
func (g *generator) start() {
	g.post = generatedPost{options: g.rules.required()}
	modes := g.rules.ContentLimits.Modes
	g.useMode(modes[g.IntN(len(modes))])
	if limit := g.rules.ContentLimits.MaxTitleLength; g.IntN(2) == 0 && (limit == nil || *limit > 0) {
		g.post.title = "Spring"
	}
}

// twists is the number of ways to change a post.
const twists = 18

// twist changes a part of the post.
func (g *generator) twist(n int) {
	p := &g.post
	limits := &g.rules.ContentLimits
	rules := &g.rules.MediaRules
	formats := []string{"jpg", "jpeg", "png", "gif", "bmp", "webp", "tiff"}
	if n > 8 && n < 13 {
		g.useMode("article")
	} else if n > 12 && n < 16 {
		g.useMode("video")
		formats = []string{"mp4", "mov", "avi", "mkv", "webm", "flv", "wmv", "m4v", "rmvb"}
	}
	switch n {
	case 0: // nothing
	case 1:
		p.title = g.text(g.near(limits.MaxTitleLength, 100))
	case 2:
		p.body = g.text(g.near(limits.MaxBodyLength, 1000))
	case 3:
		p.title = g.text(math.Min(10, orElse(limits.MaxTitleLength, 10)))
		p.body = g.text(g.near(limits.MaxTotalTextLength, 500) - units(p.title))
	case 4:
		p.body = g.text(g.near(limits.MaxBodyLength, 1000)-9) + " #tea #茶茶"
	case 5:
		p.body = "tea" + g.topics(int(g.near(g.rules.Topic.MaxCount, 10)), 0)
	case 6:
		p.body = "tea" + g.topics(1, int(g.near(g.rules.Topic.MaxTotalLength, 30)))
	case 7:
		*p = generatedPost{options: p.options}
	case 8:
		modes := []string{"video", "article", "article2"}
		g.useMode(modes[g.IntN(3)])
	case 9:
		p.files = slices.Repeat(p.files, int(g.near(limits.MaxImages, 3)))
	case 10:
		p.files[0].bytes = g.near(rules.MaxImageSize, 1e6)
	case 11, 13:
		p.files[0].format = formats[g.IntN(len(formats))]
	case 12:
		p.files[0].width = []float64{790, 799, 800, 1910, 1911, 1920}[g.IntN(6)]
	case 14:
		p.files[0].bytes = g.near(rules.MaxVideoSize, 1e8)
	case 15:
		p.files[0].seconds = g.near(rules.MaxVideoDuration, 60) + 0.5
	case 16:
		cover := g.image()
		cover.format = formats[g.IntN(len(formats))]
		if g.IntN(4) == 0 {
			cover = g.video()
		}
		p.cover = &cover
	case 17:
		switch g.IntN(3) {
		case 0:
			p.files = append(p.files, g.video())
		case 1:
			p.files = append(p.files, g.image())
		default:
			p.options = nil
		}
	}
}

func orElse(limit *float64, other float64) float64 {
	if limit == nil {
		return other
	}
	return *limit
}

// required are the options that a post needs.
func (r *postRules) required() []string {
	if len(r.OptionSchema.AnyOf) > 0 {
		return r.OptionSchema.AnyOf[0].Required
	}
	return r.OptionSchema.Required
}

func units(s string) float64 { return float64(len(utf16.Encode([]rune(s)))) }

func exceeds(n float64, limit *float64) bool { return limit != nil && n > *limit }

// takes is the computation in plain terms: whether the service takes a post, once it has what is missing.
func (r *postRules) takes(p *generatedPost) bool {
	images := 0
	videos := 0
	for _, f := range p.files {
		if f.video {
			videos++
		} else {
			images++
		}
		if !r.takesFile(f) {
			return false
		}
	}
	if p.cover != nil && (p.cover.video || !r.takesFile(*p.cover)) {
		return false
	}
	if r.Status != "available" || !r.Capabilities.Publish.Supported {
		return false
	}
	if images > 0 && videos > 0 {
		return false
	}
	mode := "article2"
	if videos > 0 {
		mode = "video"
	} else if images > 0 || p.cover != nil {
		mode = "article"
	}
	isMissing := len(p.files) == 0 && p.cover == nil // what is not there yet is no reason against the rest
	if !isMissing && !slices.Contains(r.ContentLimits.Modes, mode) {
		return false
	}
	limits := &r.ContentLimits
	if exceeds(float64(images), limits.MaxImages) || exceeds(float64(videos), limits.MaxVideos) ||
		exceeds(float64(images+videos), limits.MaxMediaCount) {
		return false
	}
	return r.takesText(p.title, p.body)
}

func (r *postRules) takesText(title, body string) bool {
	isTopic := regexp.MustCompile(` ?#[a-z0-9茶]+`)
	topics := isTopic.FindAllString(body, -1)
	if r.Topic.Supported && exceeds(float64(len(topics)), r.Topic.MaxCount) {
		return false
	}
	all := 0.0
	for _, topic := range topics {
		all += units(strings.TrimLeft(topic, " #"))
	}
	if r.Topic.Supported && exceeds(all, r.Topic.MaxTotalLength) {
		return false
	}
	if r.Topic.NativeField {
		body = isTopic.ReplaceAllString(body, "")
	}
	limits := &r.ContentLimits
	return !exceeds(units(title), limits.MaxTitleLength) && !exceeds(units(body), limits.MaxBodyLength) &&
		!exceeds(units(title)+units(body), limits.MaxTotalTextLength)
}

func (r *postRules) takesFile(f generatedFile) bool {
	rules := &r.MediaRules
	if f.video {
		isShort := rules.MinVideoDuration != nil && f.seconds < *rules.MinVideoDuration
		return (rules.VideoFormats == nil || slices.Contains(rules.VideoFormats, f.format)) &&
			!exceeds(f.bytes, rules.MaxVideoSize) && !exceeds(f.seconds, rules.MaxVideoDuration) && !isShort
	}
	ratio := f.width / f.height
	isNarrow := rules.AspectRatio.Min != nil && ratio < *rules.AspectRatio.Min
	return (rules.ImageFormats == nil || slices.Contains(rules.ImageFormats, f.format)) &&
		!exceeds(f.bytes, rules.MaxImageSize) && !exceeds(ratio, rules.AspectRatio.Max) && !isNarrow
}

// postArgs are the arguments of the command for a post.
func postArgs(r *postRules, p *generatedPost) []string {
	args := []string{
		"check", "--no-history", "-o", "json", "--platform", r.Platform, "--title", p.title,
		"--text", p.body,
	}
	for _, f := range p.files {
		args = append(args, "--file", f.String())
	}
	if p.cover != nil {
		args = append(args, "--cover", p.cover.String())
	}
	for _, name := range p.options {
		args = append(args, "--option", name+"=17")
	}
	return args
}

// The verdict on generated posts is that of a plain computation from the platform list, for all
// platforms: what the service refuses is exit code 6, and only rules that the service does not
// state are doubts about the rest.
func TestVerdictsOnGeneratedPosts(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	const posts = 14 * twists // each change of a post on each platform
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	var platforms []postRules
	if err := json.Unmarshal(
		[]byte(run(t, d.env(), "platforms", "-o", "json").out),
		&platforms,
	); err != nil || len(platforms) != 14 {
		t.Fatalf("%d platforms: %v", len(platforms), err)
	}
	random := rand.New(rand.NewPCG(58, 3))
	taken := map[string]int{}
	for i := range posts {
		r := &platforms[i%len(platforms)]
		g := generator{Rand: random, rules: r}
		g.start()
		g.twist(i / len(platforms) % twists)
		if random.IntN(4) == 0 {
			g.twist(1 + random.IntN(4))
		}
		p := g.post
		args := postArgs(r, &p)
		got := run(t, d.env(), args...)
		want := r.takes(&p)
		if is := got.code != ExitInvalid; is != want ||
			got.code != ExitInvalid && got.code != ExitDone && got.code != ExitChanged {
			t.Errorf("post %d: taken %t, want %t: %.300q\n%.600s%s", i, is, want, args, got.out, got.err)
		}
		if strings.Contains(got.out, "not documented") || strings.Contains(got.out, "not checked") ||
			strings.Contains(got.out, `"unknown","kind":"post"`) {
			t.Errorf("post %d: a limit that is stated is not checked: %.300q\n%s", i, args, got.out)
		}
		if want {
			taken[r.Platform]++
		}
	}
	n := 0
	for _, r := range platforms {
		n += taken[r.Platform]
		if taken[r.Platform] == 0 && r.Status == "available" {
			t.Errorf("no post is taken by %s", r.Platform)
		}
	}
	if n < posts/4 || n > posts*3/4 {
		t.Errorf("%d of %d posts are taken: %v", n, posts, taken)
	}
}
