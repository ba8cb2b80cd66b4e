package resource

import (
	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/theme"
)

// kindWords is how the findings of a kind are shown. Its title is the text finding.kind.KIND.
type kindWords struct {
	sign   func(*theme.Theme, *findings.Finding) Cell // staleSign where it is nil
	detail func(sentence) string                      // in a few words; the text finding.KIND where it is nil
	inFull func(sentence) string                      // for the inspector; detail where it is nil
	rest   func(sentence) string                      // follows the time in the inspector; nothing where it is nil
	when   when
}

// when is how the time of a finding is told in the inspector.
type when uint8

const (
	afterComma when = iota // "3 prices, +12%, today 05:12"
	inSentence             // "turned abnormal today 05:12"
	untold                 // the text has it
)

// wordsOf returns how the findings of a kind are shown. To add a kind, add a case, unless the sign, the
// text finding.KIND and the comma before the time do.
func wordsOf(kind findings.Kind) kindWords {
	switch kind {
	case findings.Incident:
		return kindWords{
			sign:   abnormalSign,
			detail: sentence.incident,
			inFull: sentence.incidentInFull,
			rest:   sentence.still,
			when:   inSentence,
		}
	case findings.OwnRule:
		return kindWords{sign: ruleSign, detail: sentence.rule}
	case findings.TurnedAbnormal:
		return kindWords{
			sign:   abnormalSign,
			inFull: sentence.abnormalInFull,
			rest:   sentence.normalBefore,
			when:   inSentence,
		}
	case findings.Abnormal:
		return kindWords{
			sign:   abnormalSign,
			detail: sentence.abnormal,
			inFull: sentence.abnormalInFull,
			rest:   sentence.normalBefore,
			when:   inSentence,
		}
	case findings.Flaps:
		return kindWords{sign: flapsSign, detail: sentence.flaps}
	case findings.RelayDown:
		return kindWords{when: inSentence}
	case findings.RelayMissing, findings.Disappeared:
		return kindWords{sign: goneSign, when: inSentence}
	case findings.FollowersFell, findings.FollowersRose:
		return kindWords{
			sign:   moveSign,
			detail: sentence.followers,
			inFull: sentence.followersInFull,
		}
	case findings.StatisticsLost:
		return kindWords{detail: sentence.statisticsLost, inFull: sentence.statisticsLostInFull}
	case findings.Frozen:
		return kindWords{detail: sentence.frozen}
	case findings.LikelyToTurn:
		return kindWords{detail: sentence.likelyToTurn, inFull: sentence.forecast}
	case findings.NeverFetched:
		return kindWords{inFull: sentence.neverFetched, when: untold}
	case findings.Silent:
		return kindWords{detail: sentence.silent, inFull: sentence.silentInFull, when: untold}
	case findings.Stale:
		return kindWords{detail: sentence.stale, inFull: sentence.staleInFull, when: untold}
	case findings.WorkMoved:
		return kindWords{sign: moveSign, detail: sentence.work}
	case findings.PriceChanged:
		return kindWords{sign: priceSign, detail: sentence.prices}
	case findings.ModelGone:
		return kindWords{sign: goneSign}
	case findings.ModelNew:
		return kindWords{sign: newSign}
	case findings.OptionsChanged:
		return kindWords{detail: sentence.option}
	case findings.Recovered:
		return kindWords{
			sign:   normalSign,
			detail: sentence.recovered,
			inFull: sentence.recoveredInFull,
			rest:   sentence.abnormalBefore,
			when:   inSentence,
		}
	case findings.Appeared:
		return kindWords{sign: newSign, when: inSentence}
	}
	return kindWords{}
}

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
