package scenario

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// forecastJSON is a forecast in JSON.
type forecastJSON struct {
	Platform                         string
	MedianHours, LowHours, HighHours float64
	Spells, Ended, Accounts, Older   int
	WithinHours                      float64
	Likely                           []string
}

// platforms are those of all accounts that were ever listed.
func (p *plain) platforms() []string {
	all := map[string]bool{}
	for _, c := range p.ever {
		all[c.platform] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// forecast is how long the logins of a platform last; nil where too few have ended.
func (p *plain) forecast(platform string, within time.Duration) *forecastJSON {
	all := p.logins(platform, asRecorded)
	f := &forecastJSON{Platform: platform, Spells: len(all), WithinHours: within.Hours(), Likely: []string{}}
	accounts := map[string]bool{}
	ended := map[string]bool{}
	times := map[time.Time]bool{}
	for _, l := range all {
		accounts[l.id] = true
		if l.ended {
			f.Ended++
			ended[l.id] = true
			times[l.began.Add(l.took)] = true
		}
	}
	f.Accounts = len(accounts)
	middle, low, high := half(survivals(all))
	isKnown := len(ended) >= 8 && len(times) >= 4 && min(middle, low, high) >= 0
	if !isKnown {
		return nil
	}
	_, least, _ := half(survivals(p.logins(platform, atLeast)))
	if least >= 0 {
		low = min(low, least)
	}
	_, _, most := half(survivals(p.logins(platform, atMost)))
	f.MedianHours = hours(middle)
	f.LowHours = hoursDown(low)
	f.HighHours = hoursUp(max(high, most))
	for _, l := range all {
		c := p.newest().all[l.id]
		isNormal := l.open && c != nil && c.health() == "normal"
		if !isNormal {
			continue
		}
		if p.now.Sub(l.began) > low {
			f.Older++
		}
		if p.isLikely(l, all, within) {
			f.Likely = append(f.Likely, l.id)
		}
	}
	slices.Sort(f.Likely)
	return f
}

// checkForecast compares how long logins last, and which are likely to end within some times.
func (s *quarterSite) checkForecast() {
	s.Helper()
	for text, within := range map[string]time.Duration{
		"":    7 * aDay,
		"24h": aDay,
		"3d":  3 * aDay,
		"14d": 14 * aDay,
	} {
		args := []string{"forecast"}
		if text != "" {
			args = append(args, "--within", text)
		}
		var got []forecastJSON
		s.decode(&got, args...)
		for _, platform := range s.platforms() {
			i := slices.IndexFunc(got, func(f forecastJSON) bool { return f.Platform == platform })
			want := s.forecast(platform, within)
			if want == nil {
				if i >= 0 {
					s.Errorf("%s at %v: %+v of too few logins", args, s.plain.now, got[i])
				}
				continue
			}
			s.said[platform] = true
			s.likely += len(want.Likely)
			if i < 0 {
				s.Errorf("%s at %v: nothing of %s, not %+v", args, s.plain.now, platform, *want)
				continue
			}
			slices.Sort(got[i].Likely)
			if asText(s.T, got[i]) != asText(s.T, want) {
				s.Errorf("%s at %v: %+v, not %+v", args, s.plain.now, got[i], *want)
			}
		}
	}
}

// checkForecasts compares the forecasts while some logins have ended and others have not.
func (s *quarterSite) checkForecasts() {
	likely := 0
	for _, day := range []int{38, 40, 41, 70, 87} {
		past := s.then(quarterBegins.AddDate(0, 0, day).Add(22 * time.Hour))
		past.checkForecast()
		past.checkWordsOfForecast()
		likely += past.likely
	}
	if likely == 0 {
		s.Error("no login was ever likely to end")
	}
}

// checkWordsOfForecast checks the lengths that forecasts write.
func (s *quarterSite) checkWordsOfForecast() {
	var all []forecastJSON
	s.decode(&all, "forecast")
	for _, language := range languages {
		rows := tableOf(s.run(
			"forecast", "-o", "markdown", "--lang", language, "--columns",
			"platform,medianHours,lowHours,highHours,spells,ended,accounts,older,withinHours",
		), 9)
		if len(all) > 0 && len(rows) != len(all)+1 {
			s.Errorf("%d rows of %d forecasts", len(rows), len(all))
			continue
		}
		for i, f := range all {
			row := rows[i+1]
			what := strings.Join(row, " ")
			for n, hours := range []float64{f.MedianHours, f.LowHours, f.HighHours} {
				checkLength(s.T, what, row[1+n], length{hours, hours})
			}
			checkLength(s.T, what, row[8], length{f.WithinHours, f.WithinHours})
			checkNumbers(s.T, what, strings.Join(row[4:8], " "), known(&f.Spells, &f.Ended, &f.Accounts, &f.Older)...)
		}
	}
}
