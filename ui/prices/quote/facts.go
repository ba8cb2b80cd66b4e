package quote

import (
	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// Unit is what a fact's numbers count.
type Unit uint8

// The units of 2.6.
const (
	Plain Unit = iota // names, or a ratio
	Seconds
	Megabytes
	Pixels
	FramesPerSecond
	Files
)

// Fact is one member of a model, for a list of all it states. Prices are not
// among the facts: they have rows.
type Fact struct {
	Path   string   // as in the interface: inputConstraints.videos.maxDuration
	Unit   Unit     // of Values
	Values []string // as sent, from the service, not cleaned; none where the member is missing
	Extra  bool     // a member that the interface does not list; Values is its JSON

	numeric bool
}

// Facts lists what 2.6 lets a model state, in the interface's order, with what
// it does not list after each object's members.
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
	facts = extra(facts, "inputConstraints", m.InputConstraints.Unknown)
	facts = append(facts,
		Fact{Path: "aspectRatios", Values: m.AspectRatios},
		text("defaults.resolution", m.Defaults.Resolution),
		text("defaults.aspectRatio", m.Defaults.AspectRatio),
		numbers("defaults.duration", Seconds, m.Defaults.Duration),
	)
	facts = extra(facts, "defaults", m.Defaults.Unknown)
	return extra(facts, "", m.Unknown)
}

// mediaFacts lists the constraints on one kind: those that 2.6 has for it, and
// others where they were sent.
func mediaFacts(path string, kind Kind, c *api.MediaConstraints) []Fact {
	facts := []Fact{numbers(path+".maxCount", Files, c.MaxCount)}
	if kind != Images || len(c.Formats) > 0 {
		facts = append(facts, Fact{Path: path + ".formats", Values: c.Formats})
	}
	for _, l := range limits(c) {
		if l.name != MaxCount && (l.name.listedFor(kind) || l.limit.IsSet()) {
			facts = append(facts, numbers(path+"."+string(l.name), l.name.Unit(), l.limit))
		}
	}
	return extra(facts, path, c.Unknown)
}

// listedFor reports whether 2.6 lists the constraint for the kind.
func (c Constraint) listedFor(kind Kind) bool {
	switch c {
	case MaxCount:
		return true
	case Formats, MinDuration, MaxDuration, MaxTotalDuration, MaxSizeMB:
		return kind != Images
	}
	return kind == Videos
}

// Unit is what the constraint's limit counts.
func (c Constraint) Unit() Unit {
	switch c {
	case MinDuration, MaxDuration, MaxTotalDuration:
		return Seconds
	case MaxSizeMB:
		return Megabytes
	case MinWidth, MaxWidth, MinPixels, MaxPixels:
		return Pixels
	case MinFPS, MaxFPS:
		return FramesPerSecond
	case MaxCount, MaxInputImages:
		return Files
	}
	return Plain
}

func text(path string, value api.Opt[string]) Fact {
	if v, ok := value.Get(); ok {
		return Fact{Path: path, Values: []string{v}}
	}
	return Fact{Path: path}
}

func numbers(path string, unit Unit, values ...api.Number) Fact {
	f := Fact{Path: path, Unit: unit, numeric: true}
	for _, v := range values {
		if v.IsSet() {
			f.Values = append(f.Values, v.String())
		}
	}
	return f
}

func extra(facts []Fact, path string, unknown jsontext.Value) []Fact {
	for name, value := range api.Members(unknown) {
		if path != "" {
			name = path + "." + name
		}
		facts = append(facts, Fact{Path: name, Values: []string{string(value)}, Extra: true})
	}
	return facts
}
