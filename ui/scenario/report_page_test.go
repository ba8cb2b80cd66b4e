package scenario

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	cardInPage = regexp.MustCompile(
		`(?s)<div class="card"><span>[^<]*</span><b>([^<]*)</b><span class="[^"]*">([^<]*)</span>(.*?)</div>`,
	)
	rowInPage   = regexp.MustCompile(`(?s)<tr>(.*?)</tr>`)
	cellInPage  = regexp.MustCompile(`(?s)<td class="(?:right)? ?(?:wide)?">(.*?)</td>`)
	stripInPage = regexp.MustCompile(`aria-label="([^"]*)">((?:<i class="[a-z]*" title="[^"]*"></i>)+)</div>`)
	dayInStrip  = regexp.MustCompile(`<i class="([a-z]*)"`)
	pathInPage  = regexp.MustCompile(`(?s)<path d="([^"]*)" style="stroke-width:2;`)
	pointOfPath = regexp.MustCompile(`[ML] ([0-9]+) ([0-9]+)`)
)

// checkPage checks that the page has the numbers of the Markdown, and that its curves are of the days.
func (w *writtenReport) checkPage(page string) {
	w.Helper()
	if !strings.Contains(html.UnescapeString(page), w.facts[0]) {
		w.Errorf("%s: the page does not say %q", w.what, w.facts[0])
	}
	cards := cardInPage.FindAllStringSubmatch(page, -1)
	if len(cards) != len(w.Totals) {
		w.Errorf("%s: %d cards of %d totals", w.what, len(cards), len(w.Totals))
		return
	}
	for i, t := range w.Totals {
		text := html.UnescapeString(cards[i][1] + " " + cards[i][2])
		checkNumbers(w.T, w.about(t.Name), text, known(t.After, t.Change)...)
		w.checkCurve(t.Name, cards[i][3])
	}
	for _, figure := range regexp.MustCompile(`(?s)<figure.*?</figure>`).FindAllString(page, -1) {
		w.checkCurve("fansCount", figure)
	}
	w.checkStrips(page)
	sections := strings.Split(page, "<h2>")
	last := len(sections) - len(w.sections)
	for section := 2; section < len(w.sections); section++ {
		rows := w.allRows(section)
		var got [][]string
		for _, row := range rowInPage.FindAllStringSubmatch(sections[last+section], -1) {
			var cells []string
			for _, cell := range cellInPage.FindAllStringSubmatch(row[1], -1) {
				cells = append(cells, html.UnescapeString(cell[1]))
			}
			if cells != nil {
				got = append(got, cells)
			}
		}
		isStrip := section == 3
		if !isStrip && !slices.EqualFunc(got, rows, slices.Equal) {
			w.Errorf("%s: the page has in section %d\n%q\nand Markdown\n%q", w.what, section, got, rows)
		}
	}
}

// allRows are the rows of the table in a section.
func (w *writtenReport) allRows(section int) [][]string {
	for columns := 10; columns > 2; columns-- {
		if rows := w.rows(section, columns); rows != nil {
			return rows
		}
	}
	return nil
}

// checkStrips checks the days of the strips, and how many of them are of each level.
func (w *writtenReport) checkStrips(page string) {
	w.Helper()
	strips := stripInPage.FindAllStringSubmatch(page, -1)
	isStrip := len(w.Days) > 1
	if isStrip != (len(strips) == len(w.Platforms)) {
		w.Errorf("%s: %d strips of %d platforms", w.what, len(strips), len(w.Platforms))
		return
	}
	for i, row := range w.rows(2, 6) {
		if !isStrip {
			return
		}
		p := slices.IndexFunc(w.Platforms, func(p platformJSON) bool { return p.Platform == row[0] })
		levels := w.Platforms[max(p, 0)].Levels
		levels = levels[max(len(levels)-90, 0):]
		var got []string
		for _, day := range dayInStrip.FindAllStringSubmatch(strips[i][2], -1) {
			got = append(got, day[1])
		}
		if !slices.Equal(got, levels) {
			w.Errorf("%s: strip of %s %v, not %v", w.what, row[0], got, levels)
		}
		counts := map[string]float64{}
		for _, level := range levels {
			counts[level]++
		}
		var want []float64
		for _, n := range counts {
			want = append(want, n)
		}
		checkNumbers(w.T, w.about("strip of "+row[0]), strips[i][1], want...)
	}
}

// checkCurve checks that the heights of a curve are in proportion to the values of the days, to a pixel.
func (w *writtenReport) checkCurve(total, svg string) {
	w.Helper()
	var values []float64
	isDrawn := func(i int) bool { return i >= 0 && i < len(w.Days) && w.Days[i].Recorded }
	for i, d := range w.Days {
		isBeside := isDrawn(i-1) || isDrawn(i+1) // a day between two that are missing is no line
		if !d.Recorded || !isBeside {
			continue
		}
		value := map[string]int{
			"accounts":  d.Accounts,
			"abnormal":  d.Abnormal,
			"fansCount": intOf(d.Followers),
			"workCount": intOf(d.Works),
		}[total]
		values = append(values, float64(value))
	}
	var heights []float64
	for _, path := range pathInPage.FindAllStringSubmatch(svg, -1) {
		for _, point := range pointOfPath.FindAllStringSubmatch(path[1], -1) {
			height, _ := strconv.ParseFloat(point[2], 64)
			heights = append(heights, -height)
		}
	}
	if len(values) < 2 {
		return
	}
	if len(heights) != len(values) {
		w.Errorf("%s: %d points of %d days in the curve of %s", w.what, len(heights), len(values), total)
		return
	}
	low := slices.Index(values, slices.Min(values))
	high := slices.Index(values, slices.Max(values))
	for i, value := range values {
		want := heights[low]
		if high != low {
			want += (heights[high] - heights[low]) * (value - values[low]) / (values[high] - values[low])
		}
		if off := heights[i] - want; off > 1.01 || off < -1.01 {
			w.Errorf("%s: point %d in the curve of %s is at %v, not %v", w.what, i, total, -heights[i], -want)
		}
	}
}
