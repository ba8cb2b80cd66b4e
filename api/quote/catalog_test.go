package quote

import (
	"channeldeck/api"

	"pgregory.net/rapid"
)

// number is a Number from its literal, missing for "".
func number(tb interface{ Fatal(...any) }, literal string) api.Number {
	if literal == "" {
		return api.Number{}
	}
	n, err := api.ParseNumber(literal)
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

// The values that random catalogs draw from: few, so that they meet, in mixed
// case, some missing.
var (
	someModes       = []string{"text2video", "image2video", "Image2Video", "video2video", "lf2video"}
	someResolutions = []string{"720p", "720P", "1080p", "4K"}
	someAspects     = []string{"16:9", "9:16", "adaptive"}
	someDurations   = []string{"2", "3", "4", "5", "5.0", "8", "10", "12", "0", "-1", ""}
	somePrices      = []string{
		"0", "1", "7", "12.5", "0.3", "33.333", "20", "20.0", "2e1", "40", "9007199254740993",
		"9007199254740992", "1e300", "-3", "",
	}
	someScopes = []string{"general", "seedling", "General"}
)

func drawOpt(t *rapid.T, label string, from []string) api.Opt[string] {
	switch rapid.IntRange(0, 3).Draw(t, label+" presence") {
	case 0:
		return api.Opt[string]{}
	case 1:
		if rapid.Bool().Draw(t, label+" null") {
			return api.Null[string]()
		}
	}
	return api.Some(rapid.SampledFrom(from).Draw(t, label))
}

func drawNumber(t *rapid.T, label string, from []string) api.Number {
	return number(t, rapid.SampledFrom(from).Draw(t, label))
}

func drawModel(t *rapid.T) api.VideoModel {
	m := api.VideoModel{
		Name:         rapid.SampledFrom([]string{"alpha", "beta", "gamma"}).Draw(t, "name"),
		CreditsScope: drawOpt(t, "scope", someScopes),
		Modes:        rapid.SliceOfN(rapid.SampledFrom(someModes), 0, 3).Draw(t, "modes"),
		Resolutions:  rapid.SliceOfN(rapid.SampledFrom(someResolutions), 0, 2).Draw(t, "resolutions"),
		AspectRatios: rapid.SliceOfN(rapid.SampledFrom(someAspects), 0, 2).Draw(t, "aspects"),
		Tags:         rapid.SliceOfN(rapid.SampledFrom([]string{"fast", "Fast", "new"}), 0, 2).Draw(t, "tags"),
	}
	m.Defaults.Duration = drawNumber(t, "default duration", someDurations)
	for range rapid.IntRange(0, 3).Draw(t, "durations") {
		m.Durations = append(m.Durations, drawNumber(t, "duration", someDurations[:8]))
	}
	m.InputConstraints.Videos.MaxCount = drawNumber(t, "videos", []string{"", "0", "2"})
	m.InputConstraints.Audios.MaxCount = drawNumber(t, "audios", []string{"", "0", "2"})
	for range rapid.IntRange(0, 12).Draw(t, "rows") {
		m.Pricing = append(m.Pricing, api.Price{
			Mode:        drawOpt(t, "row mode", someModes),
			Resolution:  drawOpt(t, "row resolution", someResolutions),
			AspectRatio: drawOpt(t, "row aspect", someAspects),
			Duration:    drawNumber(t, "row duration", someDurations),
			Price:       drawNumber(t, "price", somePrices),
			OriginPrice: drawNumber(t, "origin", somePrices),
		})
	}
	return m
}

func drawQuestion(t *rapid.T) Question {
	q := Question{Count: rapid.IntRange(0, 20).Draw(t, "count")}
	maybe := func(label string, from []string) string {
		return rapid.SampledFrom(append([]string{"", ""}, from...)).Draw(t, "asked "+label)
	}
	q.Mode = maybe("mode", someModes)
	q.Resolution = maybe("resolution", someResolutions)
	q.AspectRatio = maybe("aspect", append([]string{"", "", "", ""}, someAspects...))
	q.Duration = Exact(number(t, maybe("duration", []string{"4", "5", "8", "10"})))
	q.Tag = maybe("tag", []string{"", "", "", "FAST"})
	if scope := maybe("scope", []string{"", "", "general", "seedling", "-"}); scope == "-" {
		q.Scope = api.Some(Unstated)
	} else if scope != "" {
		q.Scope = api.Some(Scope(scope))
	}
	q.AcceptsVideo = rapid.IntRange(0, 7).Draw(t, "accepts video") == 0
	q.AcceptsAudio = rapid.IntRange(0, 7).Draw(t, "accepts audio") == 0
	return q
}
