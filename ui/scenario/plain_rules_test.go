package scenario

import (
	"fmt"
	"strings"
	"time"
)

// ownRule is a rule of the configuration.
type ownRule struct {
	name, level, when string
	days              int // of the window over which it compares a change; 0 for none
	matches           func(p *plain, c *channel) bool
}

// ownRules are those of the quarter.
func ownRules() []ownRule {
	return []ownRule{
		{
			name:    "abnormal",
			when:    "status:abnormal",
			matches: func(_ *plain, c *channel) bool { return c.health() == "abnormal" },
		},
		{
			name: "large",
			when: "platform:douyin followers>7k status:normal",
			matches: func(_ *plain, c *channel) bool {
				return c.platform == "douyin" && c.counted() && c.followers > 7000 && c.health() == "normal"
			},
		},
		{
			name:    "works",
			level:   "note",
			when:    "group:g2 works>=10",
			matches: func(_ *plain, c *channel) bool { return c.group == "g2" && c.counted() && c.works >= 10 },
		},
		{
			name: "long",
			when: "status:abnormal since>3d",
			matches: func(p *plain, c *channel) bool {
				return c.health() == "abnormal" && p.now.Sub(p.spell(c.id).before) > 3*aDay
			},
		},
		{
			name: "grows",
			when: "followers>5%/7d",
			days: 7,
			matches: func(p *plain, c *channel) bool {
				begins := p.now.AddDate(0, 0, -7)
				was := p.lists[p.window(7)]
				isLong := !was.at.After(begins.Add(7 * aDay / 10))
				before := was.all[c.id]
				isKnown := isLong && before != nil && before.counted() && c.counted()
				return isKnown && c.followers*100 > before.followers*105
			},
		},
	}
}

// configured is the rule as the configuration has it.
func (r *ownRule) configured() string {
	text := fmt.Sprintf("[[rules]]\nname = %q\nwhen = %q\n", r.name, r.when)
	if r.level != "" {
		text += fmt.Sprintf("level = %q\n", r.level)
	}
	return text
}

// as returns the recordings until a time, with the time as now.
func (p *plain) as(at time.Time) *plain {
	then := *p
	then.now = at
	then.lists = p.lists[:p.index(at)+1]
	return &then
}

// ruled adds the findings about own rules: one is new if an account matches it that did not match at the
// baseline, as far as that is known.
func (p *plain) ruled() {
	for _, r := range p.rules {
		var all []*channel
		newly := false
		var then *plain
		if !p.baseline.IsZero() {
			then = p.as(p.baseline)
		}
		for _, c := range p.list {
			if !r.matches(p, c) {
				continue
			}
			all = append(all, c)
			needed := p.baseline.AddDate(0, 0, -r.days).Add(time.Duration(r.days) * aDay / 10)
			isKnown := then != nil && !p.first.After(needed)
			if isKnown {
				was := then.newest().all[c.id]
				newly = newly || was == nil || !r.matches(then, was)
			}
		}
		section := "open"
		if newly && r.level != "note" {
			section = "new"
		}
		if len(all) > 0 {
			p.several("rule", section, r.name, all, interval{}, strings.TrimSpace(r.when))
		}
	}
}
