package quote

import (
	"strings"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// Unit is the unit of a fact's numbers.
type Unit string

// The units of 2.6.
const (
	Plain           Unit = "" // names, or a ratio
	Seconds         Unit = "seconds"
	Megabytes       Unit = "megabytes"
	Pixels          Unit = "pixels"
	FramesPerSecond Unit = "fps"
	Files           Unit = "files"
)

// Fact is a member of a model. Prices are not among the facts: they have rows.
type Fact struct {
	Path   string   // as in the interface: inputConstraints.videos.maxDuration
	Unit   Unit     // of Values
	Values []string // as sent, not cleaned; empty if the member is missing
	Extra  bool     // the interface does not list the member; Values is its JSON
}

// Limit reports whether the fact is a limit on reference media.
func (f Fact) Limit() bool {
	return f.Path == "maxInputImages" || strings.HasPrefix(f.Path, "inputConstraints.")
}

// Facts lists the members that 2.6 defines, in the interface's order, with
// undocumented ones after the members of their object.
func Facts(m *api.VideoModel) []Fact {
	facts := []Fact{
		{Path: "name", Values: []string{m.Name}},
		text("label", m.Label),
		text("description", m.Description),
		{Path: "tags", Values: m.Tags},
		text("creditsScope", m.CreditsScope),
		{Path: "modes", Values: m.Modes},
		{Path: "resolutions", Values: m.Resolutions},
		numbers("durations", Seconds, m.Durations...),
		numbers("maxInputImages", Files, m.MaxInputImages),
	}
	for _, kind := range Kinds() {
		facts = append(facts, mediaFacts("inputConstraints."+string(kind), kind, constraintsOf(m, kind))...)
	}
	facts = extra(facts, "inputConstraints.", m.InputConstraints.Unknown)
	facts = append(facts,
		Fact{Path: "aspectRatios", Values: m.AspectRatios},
		text("defaults.resolution", m.Defaults.Resolution),
		text("defaults.aspectRatio", m.Defaults.AspectRatio),
		numbers("defaults.duration", Seconds, m.Defaults.Duration),
	)
	facts = extra(facts, "defaults.", m.Defaults.Unknown)
	return extra(facts, "", m.Unknown)
}

// mediaFacts lists the constraints that 2.6 defines for the kind, and the others
// if they were sent.
func mediaFacts(path string, kind Kind, c *api.MediaConstraints) []Fact {
	facts := []Fact{numbers(path+".maxCount", Files, c.MaxCount)}
	if kind != Images || len(c.Formats) > 0 {
		facts = append(facts, Fact{Path: path + ".formats", Values: c.Formats})
	}
	for _, l := range limits(c)[1:] {
		if kind == Videos || kind == Audios && (l.unit == Seconds || l.unit == Megabytes) || l.limit.IsSet() {
			facts = append(facts, numbers(path+"."+string(l.name), l.unit, l.limit))
		}
	}
	return extra(facts, path+".", c.Unknown)
}

func text(path string, value api.Opt[string]) Fact {
	if v, ok := value.Get(); ok {
		return Fact{Path: path, Values: []string{v}}
	}
	return Fact{Path: path}
}

func numbers(path string, unit Unit, values ...api.Number) Fact {
	f := Fact{Path: path, Unit: unit}
	for _, v := range values {
		if v.IsSet() {
			f.Values = append(f.Values, v.String())
		}
	}
	return f
}

func extra(facts []Fact, prefix string, unknown jsontext.Value) []Fact {
	for name, value := range api.Members(unknown) {
		facts = append(facts, Fact{Path: prefix + name, Values: []string{string(value)}, Extra: true})
	}
	return facts
}
