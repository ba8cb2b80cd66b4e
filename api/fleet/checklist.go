package fleet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/post"
	"channeldeck/api/schema"
)

// Section is the place of a line in the list of what a platform needs, in the order of need.
type Section string

// The sections of the list.
const (
	Must   Section = "must"   // what no post goes out without
	Media  Section = "media"  // its files and texts
	May    Section = "may"    // all else that can be chosen
	Cannot Section = "cannot" // what the service cannot do there
)

// LineKind is the subject of a line.
type LineKind string

// The kinds of lines.
const (
	LineOption     LineKind = "option"     // an option, see Options
	LineTitle      LineKind = "title"      // the title of the post
	LineBody       LineKind = "body"       // its text
	LineTotal      LineKind = "total"      // title and text together
	LineTopics     LineKind = "topics"     // its topics
	LineCover      LineKind = "cover"      // its cover
	LineContent    LineKind = "content"    // what is published: Modes
	LineVideos     LineKind = "videos"     // its videos
	LineImages     LineKind = "images"     // its images
	LineFiles      LineKind = "files"      // its files together
	LineDisclosure LineKind = "disclosure" // that it promotes something
	LineRule       LineKind = "rule"       // a rule about files or texts: Rule
	LineUnchecked  LineKind = "unchecked"  // a rule that is not understood: Rule
	LineCondition  LineKind = "condition"  // an if of the schema: Fields
	LineSchema     LineKind = "schema"     // the schema says more than the lines
	LineCapability LineKind = "capability" // what is missing: Capabilities, Modes
)

// Line is one line of what a platform needs of a post, takes, allows and cannot do.
type Line struct {
	Platform *api.Platform
	Section  Section
	Kind     LineKind
	Options  []string           // the names of the options that fill it
	Member   *schema.Member     // what the schema says of the option, nil for nothing
	Source   *api.PublishOption // where the values of the option come from, nil for the user
	Rule     string             // the rule of the web client that states it, "" for the service
	Fields   []schema.Field
	Modes    []string

	Capabilities []string // by their names in the platform list

	Unlisted bool // it is not known yet whether the service lists the values of the option
}

// Checklist returns what a platform needs of a post, takes, allows and cannot do, in the order of
// need. Listed are the options that the service lists for it.
func Checklist(p *api.Platform, listed []api.PublishOption) []Line {
	return checklistOf(p, listed, schema.Read(p.OptionSchema))
}

// checklistOf is Checklist for a platform whose schema of options has been read.
func checklistOf(p *api.Platform, listed []api.PublishOption, s *schema.Schema) []Line {
	c := checklist{platform: p, listed: listed, schema: s}
	c.addOptions()
	c.addKnown()
	c.add(Line{Section: Must, Kind: LineContent, Modes: p.ContentLimits.Modes})
	c.addMedia()
	c.addCannot()
	slices.SortStableFunc(c.lines, func(a, b Line) int {
		return a.place() - b.place()
	})
	return c.lines
}

// MarkUnlisted marks the options in the checklist of a platform whose options are not loaded, if the
// service may list their values.
func MarkUnlisted(lines []Line) {
	for i := range lines {
		l := &lines[i]
		publish := &l.Platform.Capabilities.Publish
		mayList := l.Platform.Served() && api.SupportOf(publish.OptionSources) != api.Unsupported
		l.Unlisted = mayList && l.Kind == LineOption && l.Source == nil
	}
}

// place returns the place of a line in the list: by its section, then by its kind. What must be there
// begins with what the service requires of every post.
func (l *Line) place() int {
	const perSection = 100
	place := perSection * slices.Index([]Section{Must, Media, May, Cannot}, l.Section)
	if l.Section == Media {
		return place + slices.Index([]LineKind{
			LineVideos,
			LineImages,
			LineCover,
			LineFiles,
			LineTitle,
			LineBody,
			LineTotal,
			LineTopics,
			LineRule, LineUnchecked,
		}, l.Kind)
	}
	if l.Section != Must || l.Member != nil && l.Member.Required {
		return place
	}
	if l.Kind == LineCondition || l.Member != nil && len(l.Member.When) > 0 {
		return place + 2
	}
	if l.Kind == LineContent {
		return place + 3
	}
	return place + 1
}

type checklist struct {
	platform *api.Platform
	listed   []api.PublishOption
	schema   *schema.Schema // of the options
	lines    []Line
}

func (c *checklist) add(line Line) {
	line.Platform = c.platform
	c.lines = append(c.lines, line)
}

// addOptions adds the options of the platform: those that its schema describes, then those that
// only the service lists.
func (c *checklist) addOptions() {
	s := c.schema
	members := s.Options()
	defaults := api.Member(c.platform.Unknown, DefaultOptions)
	for i := range members {
		m := &members[i]
		m.Default = cmp.Or(string(api.Member(defaults, m.Name)), m.Default)
		if m.Default != "" {
			m.Required = false
			m.When = nil
		}
		line := Line{
			Section: May,
			Kind:    LineOption,
			Options: []string{m.Name},
			Member:  m,
		}
		if m.Required || len(m.When) > 0 {
			line.Section = Must
		}
		for j := range c.listed {
			if c.listed[j].Field == m.Name {
				line.Source = &c.listed[j]
			}
		}
		c.add(line)
	}
	for _, fields := range s.Conditions() {
		c.add(Line{Section: Must, Kind: LineCondition, Fields: fields})
	}
	if c.platform.OptionSchema.Kind() == '{' && !s.Plain() {
		c.add(Line{Section: May, Kind: LineSchema})
	}
	for j := range c.listed {
		o := &c.listed[j]
		if c.ofOption(o.Field) < 0 {
			c.add(Line{
				Section: May,
				Kind:    LineOption,
				Options: []string{o.Field},
				Source:  o,
			})
		}
	}
}

// ofOption returns the index of the line of an option, -1 for none.
func (c *checklist) ofOption(name string) int {
	return slices.IndexFunc(c.lines, func(l Line) bool {
		return slices.Contains(l.Options, name)
	})
}

// addKnown adds what only the web client requires. Where an option is meant, its line becomes one
// of those that must be filled, unless it has a default.
func (c *checklist) addKnown() {
	for _, rule := range KnownRules(c.platform) {
		need, ok := needs()[rule]
		if !ok {
			c.add(Line{Section: Media, Kind: LineRule, Rule: rule})
			continue
		}
		if slices.ContainsFunc(c.lines, need.hasDefault) {
			continue
		}
		line := Line{Section: Must, Kind: need.kind, Rule: rule}
		c.lines = slices.DeleteFunc(c.lines, func(l Line) bool {
			if !need.isMeant(&l) {
				return false
			}
			line.Options = append(line.Options, l.Options...)
			if line.Member == nil {
				line.Member = l.Member
			}
			if line.Source == nil {
				line.Source = l.Source
			}
			return true
		})
		c.add(line)
	}
}

// need is a requirement of the web client: a part of the post, or an option whose name has one of the words.
type need struct {
	kind  LineKind
	words []string
}

// needs returns the requirements of the web client, by the rule.
func needs() map[string]need {
	return map[string]need{
		"needs_title":       {kind: LineTitle},
		"needs_description": {kind: LineBody},
		"needs_topic":       {kind: LineTopics, words: []string{"topic", "tag"}},
		"needs_cover":       {kind: LineCover, words: []string{"cover"}},
		"needs_disclosure": {
			kind:  LineDisclosure,
			words: []string{"commerc", "disclos", "brand"},
		},
		"needs_partition": {kind: LineOption, words: []string{"tid", "partition"}},
		"needs_source":    {kind: LineOption, words: []string{"source"}},
		"needs_board":     {kind: LineOption, words: []string{"board"}},
		"needs_category":  {kind: LineOption, words: []string{"category"}},
		"needs_privacy":   {kind: LineOption, words: []string{"privacy", "visib"}},
	}
}

// names reports whether an option is meant.
func (n *need) names(option string) bool {
	return slices.ContainsFunc(n.words, func(word string) bool {
		return strings.Contains(fold.String(option), word)
	})
}

// isMeant reports whether the option of a line is meant.
func (n *need) isMeant(l *Line) bool {
	return l.Kind == LineOption && l.Rule == "" && n.names(l.Options[0])
}

// hasDefault reports whether the option of a line is meant and has a value unless another one is chosen.
func (n *need) hasDefault(l Line) bool {
	isSet := l.Member != nil && !slices.Contains([]string{"", `""`, "null"}, l.Member.Default)
	return isSet && n.isMeant(&l)
}

// addMedia adds the files and texts of which something is stated.
func (c *checklist) addMedia() {
	p := c.platform
	limits := &p.ContentLimits
	rules := &p.MediaRules
	if c.takes(api.ModeVideo) && !isZero(limits.MaxVideos) {
		c.addPart(LineVideos)
	}
	if c.takes(api.ModeImages) && !isZero(limits.MaxImages) {
		c.addPart(LineImages)
	} else if len(rules.ImageFormats) > 0 || rules.MaxImageSize.IsSet() {
		c.addPart(LineCover)
	}
	for kind, limit := range map[LineKind]api.Number{
		LineTitle: limits.MaxTitleLength,
		LineBody:  limits.MaxBodyLength,
		LineTotal: limits.MaxTotalTextLength,
		LineFiles: limits.MaxMediaCount,
	} {
		if limit.IsSet() {
			c.addPart(kind)
		}
	}
	_, stated := p.Topic.Supported.Get()
	if stated || p.Topic.MaxCount.IsSet() || p.Topic.MaxTotalLength.IsSet() {
		c.addPart(LineTopics)
	}
	for _, rule := range post.UncheckedRules(p) {
		c.add(Line{
			Section: Media,
			Kind:    LineUnchecked,
			Rule:    rule.String(),
		})
	}
}

// addPart adds a part of the post unless it is among those that must be there.
func (c *checklist) addPart(kind LineKind) {
	isListed := slices.ContainsFunc(c.lines, func(l Line) bool {
		return l.Kind == kind
	})
	if !isListed {
		c.add(Line{Section: Media, Kind: kind})
	}
}

// takes reports whether the platform takes posts of a mode, as far as it says so.
func (c *checklist) takes(mode string) bool {
	modes := c.platform.ContentLimits.Modes
	return len(modes) == 0 || slices.Contains(modes, mode)
}

func isZero(n api.Number) bool {
	return n.IsSet() && n.Sign() == 0
}

// addCannot adds what the platform states that it cannot do, if an operator would look for it.
func (c *checklist) addCannot() {
	publish := &c.platform.Capabilities.Publish
	line := Line{Section: Cannot, Kind: LineCapability}
	for _, mode := range post.Modes() {
		if !c.takes(mode) {
			line.Modes = append(line.Modes, mode)
		}
	}
	for _, capability := range []struct {
		name    string
		support api.Support
	}{
		{"publish", api.SupportOf(publish.Supported)},
		{"publish.scheduleByPlatform", api.SupportOf(publish.ScheduleByPlatform)},
		{"publish.update", api.SupportOf(publish.Update)},
		{"publish.cancel", api.SupportOf(publish.Cancel)},
		{"work.getDetail", c.platform.WorkDetail()},
	} {
		if capability.support == api.Unsupported {
			line.Capabilities = append(line.Capabilities, capability.name)
		}
	}
	if len(line.Modes)+len(line.Capabilities) > 0 {
		c.add(line)
	}
}

// isAsked reports whether a line must be filled with the other options as they are.
func (p *Preflight) isAsked(line *Line) bool {
	if line.Member != nil && len(line.Member.When) > 0 {
		return !slices.ContainsFunc(line.Member.When, func(f schema.Fixed) bool {
			return string(p.Options[f.Name]) != f.Value
		})
	}
	return line.Rule != "needs_source" || p.isRepost()
}

// isFilled reports whether the post or its options have what a line asks for.
func (p *Preflight) isFilled(line *Line) bool {
	need := needs()[line.Rule]
	for name := range p.given() {
		if slices.Contains(line.Options, name) || need.names(name) {
			return true
		}
	}
	switch line.Kind {
	case LineTitle:
		return p.Post.Title != ""
	case LineBody:
		return p.Post.Body != ""
	case LineTopics:
		return strings.Contains(p.Post.Body, "#")
	case LineCover:
		return p.Post.Cover != nil
	case LineContent:
		return !p.lacksContent()
	}
	return false
}

// DefaultOptions is the member of a platform that has its default options.
const DefaultOptions = "defaultOption"

// given returns the options that are set, and the defaults that the platform states for the others.
func (p *Preflight) given() map[string]jsontext.Value {
	given := maps.Clone(p.Options)
	for name, value := range api.Members(api.Member(p.Platform.Unknown, DefaultOptions)) {
		if given == nil {
			given = map[string]jsontext.Value{}
		}
		if given[name] == nil {
			given[name] = value
		}
	}
	return given
}

// lacksContent reports whether the post has nothing that the platform is known to take: no file and, where texts
// alone are taken, no text. Nothing states that a title is enough, but one with a cover counts as a text.
func (p *Preflight) lacksContent() bool {
	if len(p.Post.Files) > 0 {
		return false
	}
	modes := p.Platform.ContentLimits.Modes
	takesText := len(modes) == 0 || slices.Contains(modes, api.ModeText)
	isTitleAlone := p.Post.Body == "" && p.Post.Cover == nil
	return !takesText || isTitleAlone || p.Post.IsEmpty()
}
