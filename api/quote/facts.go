package quote

import (
	"strings"

	"channeldeck/api"
	"channeldeck/api/media"

	"github.com/go-json-experiment/json/jsontext"
)

// Fact is a member of a model. Prices are not among the facts: they have rows.
type Fact struct {
	Path   string     // as in the interface: inputConstraints.videos.maxDuration
	Name   string     // the last part of Path
	Part   string     // "model", "defaults", a media.Kind, or "extra" for undocumented members of the model
	Unit   media.Unit // of Values
	Values []string   // as sent, not cleaned; empty if the member is missing
	Extra  bool       // the interface does not list the member; Values is its JSON
}

// Limit reports whether the fact is a limit on reference media.
func (f Fact) Limit() bool {
	return f.Path == "maxInputImages" || strings.HasPrefix(f.Path, "inputConstraints.")
}

// Facts lists the members that 2.6 defines, in the interface's order, and those limits
// for every kind of media, with undocumented ones after the members of their object.
func Facts(m *api.VideoModel) []Fact {
	var facts []Fact
	part := "model"
	prefix := ""
	add := func(name string, unit media.Unit, values ...string) {
		facts = append(facts, Fact{
			Path:   prefix + name,
			Name:   name,
			Part:   part,
			Unit:   unit,
			Values: values,
		})
	}
	addExtra := func(unknown jsontext.Value) {
		for name, value := range api.Members(unknown) {
			facts = append(facts, Fact{
				Path:   prefix + name,
				Name:   name,
				Part:   part,
				Values: []string{string(value)},
				Extra:  true,
			})
		}
	}
	add("name", media.Plain, m.Name)
	add("label", media.Plain, optional(m.Label)...)
	add("description", media.Plain, optional(m.Description)...)
	add("tags", media.Plain, m.Tags...)
	add("creditsScope", media.Plain, optional(m.CreditsScope)...)
	add("modes", media.Plain, m.Modes...)
	add("resolutions", media.Plain, m.Resolutions...)
	add("durations", media.Seconds, numbers(m.Durations...)...)
	add("maxInputImages", media.Files, numbers(m.MaxInputImages)...)
	for _, kind := range media.Kinds() {
		c := media.Constraints(m, kind)
		part = string(kind)
		prefix = "inputConstraints." + string(kind) + "."
		add("maxCount", media.Files, numbers(c.MaxCount)...)
		add("formats", media.Plain, c.Formats...)
		for _, l := range media.ModelLimits(c)[1:] {
			add(string(l.Name), l.Unit, numbers(l.Bound)...)
		}
		addExtra(c.Unknown)
	}
	part = "model"
	prefix = "inputConstraints."
	addExtra(m.InputConstraints.Unknown)
	prefix = ""
	add("aspectRatios", media.Plain, m.AspectRatios...)
	part = "defaults"
	prefix = "defaults."
	add("resolution", media.Plain, optional(m.Defaults.Resolution)...)
	add("aspectRatio", media.Plain, optional(m.Defaults.AspectRatio)...)
	add("duration", media.Seconds, numbers(m.Defaults.Duration)...)
	addExtra(m.Defaults.Unknown)
	part = "extra"
	prefix = ""
	addExtra(m.Unknown)
	return facts
}

func optional(value api.Opt[string]) []string {
	if v, ok := value.Get(); ok {
		return []string{v}
	}
	return nil
}

func numbers(values ...api.Number) []string {
	var list []string
	for _, v := range values {
		if v.IsSet() {
			list = append(list, v.String())
		}
	}
	return list
}
