package pane

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/words"
)

// A day without a recording is a gap between the days beside it, also where a day has 23 hours.
func TestDaysWithoutRecordingAreGaps(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	day := func(date string, followers api.Number) history.Day {
		return history.Day{Date: date, Sums: [api.NumSums]api.Number{followers}}
	}
	stored := []history.Day{
		day("2026-03-27", api.Int(100)),
		day("2026-03-28", api.Number{}), // recorded, and not known
		day("2026-03-30", api.Int(0)),
		day("2026-04-01", api.Int(130)),
	}
	days, values := dayValues(stored, zone, (*history.Day).Followers)
	if got := fmt.Sprint(values); got != "[100 NaN NaN 0 NaN 130]" {
		t.Errorf("values %s", got)
	}
	for i, d := range days {
		if want := time.Date(2026, 3, 27+i, 0, 0, 0, 0, zone); !d.Equal(want) {
			t.Errorf("day %d is %v, want %v", i, d, want)
		}
	}
}

// The marks of a chart name what they count. A day without a recording has none, nor has a change of less than 1%.
func TestAccountSteps(t *testing.T) {
	accounts := []float64{10, 13, math.NaN(), 13, 12, 500, 504, 499}
	for lang, want := range map[words.Lang][]string{
		words.English: {"", "+3 accounts", "", "", "−1 account", "+488 accounts", "", ""},
		words.Chinese: {"", "账号 +3", "", "", "账号 −1", "账号 +488", "", ""},
	} {
		w, err := words.New(lang)
		if err != nil {
			t.Fatal(err)
		}
		if got := accountSteps(w, accounts); !slices.Equal(got, want) {
			t.Errorf("%s: %q", lang, got)
		}
	}
}
