package resource

import (
	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/theme"
)

// kindEntry is how the findings of a kind are shown. Its texts are finding.kind.KIND, the title,
// finding.next.KIND, what to do, and what the fields name.
type kindEntry struct {
	kind findings.Kind

	sign   func(*theme.Theme, *findings.Finding) Cell // staleSign where it is nil
	detail func(sentence) string                      // in a few words; the text finding.KIND where it is nil
	inFull func(sentence) string                      // for the inspector; detail where it is nil
	rest   func(sentence) string                      // follows the time in the inspector; nothing where it is nil
	when   when

	// briefs are fewer and fewer words; the text finding.brief.KIND where it is nil, if there is one
	briefs func(sentence) []string

	untitled bool // in the inspector: the sentence says the title

	// beside is detail in a row that has the time of the finding too: a length is told once; detail where it is nil
	beside func(sentence) string

	// folds says that many findings are folded below one title, with the texts finding.section.KIND and
	// finding.section.next.KIND: they are about what may come, or about accounts that need no help.
	folds bool

	// questions returns frequent questions about the kind, with the text palette.words.finding.KIND; nil for
	// nothing
	questions func(*Known) []Question
}

// when is how the time of a finding is told in the inspector.
type when uint8

const (
	afterComma when = iota // "3 prices, +12%, today 05:12"
	inSentence             // "turned abnormal today 05:12"
	untold                 // the text has it
)

// kindEntries are the kinds of which a finding is not only the text finding.KIND with a comma before the time,
// and staleSign. To show a new kind in another way, add an entry.
var kindEntries = [...]kindEntry{
	{
		kind:      findings.Incident,
		sign:      abnormalSign,
		detail:    sentence.incident,
		inFull:    sentence.incidentInFull,
		rest:      sentence.still,
		when:      inSentence,
		briefs:    sentence.incidentBriefs,
		untitled:  true,
		questions: (*Known).incidents,
	},
	{kind: findings.OwnRule, sign: ruleSign, detail: sentence.rule},
	{
		kind:   findings.TurnedAbnormal,
		sign:   abnormalSign,
		inFull: sentence.abnormalInFull,
		rest:   sentence.normalBefore,
		when:   inSentence,
	},
	{kind: findings.Flaps, sign: flapsSign, detail: sentence.flaps},
	{
		kind:   findings.Abnormal,
		sign:   abnormalSign,
		detail: sentence.abnormal,
		inFull: sentence.abnormalInFull,
		rest:   sentence.normalBefore,
		when:   inSentence,
		beside: sentence.abnormalBeside,
	},
	{kind: findings.RelayDown, when: inSentence},
	{kind: findings.RelayMissing, sign: goneSign, when: inSentence},
	{kind: findings.Disappeared, sign: goneSign, when: inSentence},
	{
		kind:   findings.FollowersFell,
		sign:   moveSign,
		detail: sentence.followers,
		inFull: sentence.followersInFull,
	},
	{
		kind:   findings.StatisticsLost,
		detail: sentence.statisticsLost,
		inFull: sentence.statisticsLostInFull,
	},
	{kind: findings.Frozen, detail: sentence.frozen},
	{
		kind:      findings.LikelyToTurn,
		detail:    sentence.likelyToTurn,
		inFull:    sentence.forecast,
		folds:     true,
		questions: (*Known).likelyToTurn,
	},
	{
		kind:      findings.Silent,
		detail:    sentence.silent,
		inFull:    sentence.silentInFull,
		when:      untold,
		beside:    sentence.briefest,
		folds:     true,
		questions: (*Known).silent,
	},
	{kind: findings.NeverFetched, inFull: sentence.neverFetched, when: untold},
	{
		kind:   findings.Stale,
		detail: sentence.stale,
		inFull: sentence.staleInFull,
		when:   untold,
		beside: sentence.briefest,
	},
	{kind: findings.WorkMoved, sign: moveSign, detail: sentence.work},
	{kind: findings.PriceChanged, sign: priceSign, detail: sentence.prices},
	{kind: findings.ModelGone, sign: goneSign},
	{kind: findings.ModelNew, sign: newSign},
	{kind: findings.OptionsChanged, detail: sentence.option},
	{
		kind:   findings.FollowersRose,
		sign:   moveSign,
		detail: sentence.followers,
		inFull: sentence.followersInFull,
	},
	{
		kind:   findings.Recovered,
		sign:   normalSign,
		detail: sentence.recovered,
		inFull: sentence.recoveredInFull,
		rest:   sentence.abnormalBefore,
		when:   inSentence,
		briefs: sentence.recoveredBriefs,
	},
	{kind: findings.Appeared, sign: newSign, when: inSentence},
}

// entryOf returns how the findings of a kind are shown.
func entryOf(kind findings.Kind) *kindEntry {
	for i := range kindEntries {
		if kindEntries[i].kind == kind {
			return &kindEntries[i]
		}
	}
	return &kindEntry{}
}

// Folds reports whether many findings of a kind are folded below one title.
func Folds(kind findings.Kind) bool { return entryOf(kind).folds }

func abnormalSign(t *theme.Theme, _ *findings.Finding) Cell {
	return Cell{Text: t.Glyphs.Abnormal, Tone: theme.Bad}
}

// flapsSign is that of the status of the account now.
func flapsSign(t *theme.Theme, f *findings.Finding) Cell {
	if f.Account != nil && f.Account.Health() == api.HealthAbnormal {
		return abnormalSign(t, f)
	}
	return staleSign(t, f)
}

func normalSign(t *theme.Theme, _ *findings.Finding) Cell {
	return Cell{Text: t.Glyphs.Normal, Tone: theme.Good}
}

func goneSign(t *theme.Theme, _ *findings.Finding) Cell {
	return Cell{Text: t.Glyphs.Dash, Tone: theme.Warn}
}

func newSign(t *theme.Theme, _ *findings.Finding) Cell {
	return Cell{Text: t.Glyphs.New, Tone: theme.Accent}
}

func priceSign(*theme.Theme, *findings.Finding) Cell {
	return Cell{Text: "$", Tone: theme.Warn}
}

func staleSign(t *theme.Theme, _ *findings.Finding) Cell {
	return Cell{Text: t.Glyphs.Stale, Tone: theme.Warn}
}

// moveSign is the direction in which a number moved.
func moveSign(t *theme.Theme, f *findings.Finding) Cell {
	if f.Is.Sub(f.Was).Sign() < 0 {
		return Cell{Text: t.Glyphs.Down, Tone: theme.Bad}
	}
	return Cell{Text: t.Glyphs.Up, Tone: theme.Good}
}

func ruleSign(t *theme.Theme, f *findings.Finding) Cell {
	sign := staleSign(t, f)
	if f.Rule != nil && f.Rule.Level == findings.Note {
		sign.Tone = theme.Muted
	}
	return sign
}

// KindTitle is the name of a kind of finding.
func (v *View) KindTitle(kind findings.Kind) string {
	return v.Words.T("finding.kind." + string(kind))
}
