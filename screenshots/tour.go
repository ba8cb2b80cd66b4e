package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// step is a part of a tour: keys, and how long their result stays.
type step struct {
	caption string
	keys    []string
	stay    time.Duration
	shows   string // a text that the screen must contain then
}

// frame is a screen and the time at which it begins.
type frame struct {
	view  string
	begin time.Duration
}

// The delays of the keys of a step.
const (
	betweenKeys    = 700 * time.Millisecond
	betweenLetters = 110 * time.Millisecond
)

// tour runs the program through steps and draws an animation of its screens, with
// the captions below them.
func tour(ctx context.Context, p picture, steps []step) (string, error) {
	s, err := p.start(ctx)
	if err != nil {
		return "", err
	}
	defer s.stop()
	var frames []frame
	var now time.Duration
	caption := ""
	record := func(stay time.Duration) {
		view := s.model.View() + "\n\n  " + caption
		if len(frames) == 0 || frames[len(frames)-1].view != view {
			frames = append(frames, frame{view, now})
		}
		now += stay
	}
	for _, step := range steps {
		caption = step.caption
		record(betweenKeys)
		for _, key := range step.keys {
			pause := betweenKeys
			if strings.HasPrefix(key, "text:") {
				pause = betweenLetters
			}
			if err := s.press(key, func() { record(pause) }); err != nil {
				return "", err
			}
		}
		if err := s.mustShow(step.shows); err != nil {
			return "", err
		}
		record(step.stay)
	}
	return animate(frames, now, p.width, p.height+2, scheme16(s.dark), "channeldeck: a minute of work"), nil
}

// place is where a part of a line begins.
type place struct{ x, y int }

// parts draws the parts of a screen that the borders of regions separate, each as
// if it were on the first line.
func (d *drawing) parts(view string, width, height int) map[place]string {
	cells := draw(view, width, height)
	parts := map[place]string{}
	for y := range height {
		from := 0
		for x := range width {
			if c := at(cells, x, y); x == width-1 || c != nil && c.Rune == '│' {
				if part := d.part(cells, from, x+1, y, 0); part != "" {
					parts[place{from, y}] = strings.ReplaceAll(part, "\n", "")
				}
				from = x + 1
			}
		}
	}
	return parts
}

// interval is a time in which a part is on the screen.
type interval struct{ from, to time.Duration }

// animate draws screens one after the other, in a loop. A part of a line is drawn
// once, however often and on whichever line it appears: it is shown by reference
// in the intervals in which it is on the screen.
func animate(frames []frame, end time.Duration, width, height int, s scheme, title string) string {
	d := &drawing{scheme: s}
	shown := map[interval]*strings.Builder{}
	var defs strings.Builder
	ids := map[string]string{} // of parts
	show := func(part string, at place, span interval) {
		id, ok := ids[part]
		if !ok {
			id = fmt.Sprintf("l%d", len(ids))
			ids[part] = id
			fmt.Fprintf(&defs, "<g id=%q>%s</g>\n", id, part)
		}
		if shown[span] == nil {
			shown[span] = new(strings.Builder)
		}
		fmt.Fprintf(shown[span], "<use href=\"#%s\" y=\"%d\"/>", id, top(at.y))
	}
	type current struct {
		part string
		from time.Duration
	}
	screen := map[place]current{}
	for _, f := range append(frames, frame{begin: end}) {
		var parts map[place]string
		if f.view != "" {
			parts = d.parts(f.view, width, height)
		}
		for _, at := range slices.SortedFunc(maps.Keys(screen), byPlace) {
			if old := screen[at]; parts[at] != old.part {
				show(old.part, at, interval{old.from, f.begin})
				delete(screen, at)
			}
		}
		for at, part := range parts {
			if _, ok := screen[at]; !ok {
				screen[at] = current{part, f.begin}
			}
		}
	}
	var rules, body strings.Builder
	fmt.Fprintf(&body, "<defs>\n%s</defs>\n", defs.String())
	percent := func(t time.Duration) string { return number(100 * float64(t) / float64(end)) }
	rules.WriteString(".t{visibility:hidden;animation:" + number(end.Seconds()) + "s step-end infinite}")
	spans := slices.SortedFunc(maps.Keys(shown), func(a, b interval) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for i, span := range spans {
		if span.from == 0 && span.to == end {
			fmt.Fprintf(&body, "<g>%s</g>\n", shown[span])
			continue
		}
		fmt.Fprintf(&body, "<g class=\"t t%d\">%s</g>\n", i, shown[span])
		fmt.Fprintf(&rules, ".t%d{animation-name:k%d}@keyframes k%d{", i, i, i)
		if span.from > 0 {
			rules.WriteString("0%{visibility:hidden}")
		}
		fmt.Fprintf(&rules, "%s%%{visibility:visible}", percent(span.from))
		if span.to < end {
			fmt.Fprintf(&rules, "%s%%,to{visibility:hidden}", percent(span.to))
		}
		rules.WriteString("}")
	}
	return d.document(body.String(), rules.String(), width, height, title)
}

func byPlace(a, b place) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) }
