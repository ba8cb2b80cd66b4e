package resource_test

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

// Recordings are 12 hours apart, and an account was abnormal in two of them: for 12 to 36 hours. All
// places say so, in both languages.
func TestOneLengthInAllPlaces(t *testing.T) {
	began := before(48*hour, 12*hour)
	ended := before(24*hour, 12*hour)
	lasted := history.Lasted(began, ended)
	for lang, want := range map[words.Lang]string{
		words.English: "12–36 hours",
		words.Chinese: "12–36 小时",
	} {
		v := viewIn(t, lang)
		incident := &fleet.IncidentFile{Episode: &findings.Episode{Began: began, Ended: ended}}
		recovered := &findings.Finding{Kind: findings.Recovered, At: ended, Lasted: lasted}
		places := map[string]string{
			"list":      v.Finding(recovered).Detail(),
			"inspector": v.Finding(recovered).Sentence(),
			"report":    v.Length(lasted),
			"story":     strings.Join(resource.Incident{IncidentFile: incident, View: v}.Story(), "\n"),
		}
		for _, c := range resource.Incidents(v).Columns {
			if c.ID == "lasted" {
				places["incidents"] = c.Of(incident).Text()
			}
		}
		if len(places) != 5 {
			t.Fatal("incidents have no length")
		}
		for place, text := range places {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q, want %q", place, text, want)
			}
		}
	}
}

// In a row of a finding, the words and the column of the time have the same bounds.
func TestLengthAndAgeOfOneRow(t *testing.T) {
	abnormal := &findings.Finding{
		Kind:    findings.Abnormal,
		Section: findings.Open,
		At:      before(11*day, day),
	}
	for lang, want := range map[words.Lang][2]string{
		words.English: {"abnormal for 11–12 days", "11–12d"},
		words.Chinese: {"已异常 11–12 天", "11–12天"},
	} {
		v := viewIn(t, lang)
		detail := v.Finding(abnormal).Detail()
		age := v.IntervalAge(abnormal.At)
		if detail != want[0] || age != want[1] {
			t.Errorf("%q and %q, want %q", detail, age, want)
		}
	}
}

// Of an account that was abnormal in the first recording, made just now, no length is known: its followers are
// told instead, and no column has "≥ 0s".
func TestNoLengthOnTheFirstVisit(t *testing.T) {
	account := &api.Account{ID: "1", Type: "douyin", FansCount: api.Int(72758)}
	abnormal := &findings.Finding{
		Kind:    findings.Abnormal,
		Section: findings.Open,
		Account: account,
		At:      history.Interval{Before: saturday.Add(-50 * time.Second)},
	}
	for lang, want := range map[words.Lang]string{
		words.English: "abnormal, 72.8k followers",
		words.Chinese: "异常，粉丝 7.3万",
	} {
		v := viewIn(t, lang)
		if got := v.Finding(abnormal).Detail(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if age := v.IntervalAge(abnormal.At); age != "" {
			t.Errorf("%s: the age is %q", lang, age)
		}
		if sentence := v.Finding(abnormal).Sentence(); strings.Contains(sentence, "7") {
			t.Errorf("the inspector has the followers twice: %q", sentence)
		}
		first := history.Interval{Before: saturday.Add(-5 * time.Minute)}
		if age := v.IntervalAge(first); !strings.HasPrefix(age, "≥ 5") {
			t.Errorf("%s: the age of 5 minutes is %q", lang, age)
		}
		earlier := history.Interval{Before: saturday.Add(-2 * hour)}
		if age := v.IntervalAge(earlier); !strings.HasPrefix(age, "≥ 2") {
			t.Errorf("%s: the age of 2 hours is %q", lang, age)
		}
	}
}
