package config

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"channeldeck/api/fleet"
)

func TestRules(t *testing.T) {
	c := newSystem(`theme = 'dark'
[[rules]]
name = "Falling"
when = "platform:douyin followers<-2%/7d"

[[rules]]
level = "note"
name = "掉粉"
when = '粉丝<100 status:normal group:"Client: Harbor"'

[[commands]]
name = "Falling"
key = "f5"
run = ["a"]
`+mine("api_key_env = 'MINE'")).load(t, nil)
	got, err := c.Rules()
	want := []fleet.Rule{
		{
			Name:  "Falling",
			Level: fleet.Alert,
			Line:  "platform:douyin followers<-2%/7d",
			When: fleet.Query{
				Platforms: []string{"douyin"},
				Terms:     []fleet.Term{{Column: "fansCount", Op: "<", Value: "-2%/7d"}},
			},
		},
		{
			Name:  "掉粉",
			Level: fleet.Note,
			Line:  `粉丝<100 status:normal group:"Client: Harbor"`,
			When: fleet.Query{
				Status: fleet.Normal,
				Groups: []string{"Client: Harbor"},
				Terms:  []fleet.Term{{Column: "fansCount", Op: "<", Value: "100"}},
			},
		},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %+v", err, got)
	}
	if commands, err := c.Commands(); err != nil || len(commands) != 1 || commands[0].Name.From.Line != 12 {
		t.Errorf("beside commands: %v, %+v", err, commands)
	}
	if got, err := newSystem(mine("")).load(t, nil).Rules(); got != nil || err != nil {
		t.Errorf("without rules: %v, %v", got, err)
	}
}

func TestMistakesInRules(t *testing.T) {
	const ok = "[[rules]]\nname = 'A'\nwhen = 'followers<9'\n"
	when := func(expression string) string { return "[[rules]]\nname = 'A'\nwhen = '" + expression + "'" }
	for _, tt := range []struct {
		name, text   string
		kind         Kind
		key          string
		reason       string
		line, column int
	}{
		{"no name", "[[rules]]\nwhen = 'followers<9'", Required, "rules.name", "", 1, 3},
		{"no expression", "[[rules]]\nname = 'A'", Required, "rules.A.when", "", 1, 3},
		{"empty expression", when(""), Required, "rules.A.when", "", 3, 1},
		{"blank expression", when(" "), Required, "rules.A.when", "", 3, 1},
		{"unknown name", when("followrs<-2%/7d"), BadTerm, "rules.A.when", "followrs<-2%/7d", 3, 1},
		{"unknown span", when("followers<-2%/24h"), BadTerm, "rules.A.when", "followers<-2%/24h", 3, 1},
		{"unknown status", when("status:ill"), BadTerm, "rules.A.when", "status:ill", 3, 1},
		{"text", when("followers<9 shop"), RuleTerm, "rules.A.when", "shop", 3, 1},
		{"baseline", when("followers<9 baseline:7d"), RuleTerm, "rules.A.when", "baseline:7d", 3, 1},
		{"changes since the baseline", when("is:changed"), RuleTerm, "rules.A.when", "is:changed", 3, 1},
		{"followers since the baseline", when("change<0"), RuleTerm, "rules.A.when", "sinceVisit<0", 3, 1},
		{"order", when("followers<9 sort:-followers"), RuleTerm, "rules.A.when", "sort:-fansCount", 3, 1},
		{"unknown level", ok + "level = 'loud'", BadValue, "rules.A.level", "", 4, 1},
		{"misspelt setting", ok + "  levle = 1", UnknownKey, "rules.A.levle", "", 4, 3},
		{
			"list of expressions",
			"[[rules]]\nname = 'A'\nwhen = ['platform:x', 'status:abnormal']",
			WrongType,
			"rules.A.when",
			"",
			3,
			1,
		},
		{
			"long expression",
			when("followers<9 " + strings.Repeat("x", fleet.MaxQuery)),
			LongQuery,
			"rules.A.when",
			"",
			3,
			1,
		},
		{
			"long name",
			"[[rules]]\nname = '" + strings.Repeat("x", 41) + "'\nwhen = 'followers<9'",
			BadValue,
			"rules." + strings.Repeat("x", 41) + ".name",
			"",
			2,
			1,
		},
		{"name twice", ok + ok, NameTaken, "rules.A.name", "", 5, 1},
		{"second table", ok + "[[rules]]\nname = 'B'\nwhen = 'x'", RuleTerm, "rules.B.when", "x", 6, 1},
		{"one table", "[rules]\nname = 'A'", WrongType, "rules", "", 2, 1},
		{"list of numbers", "rules = [4]", WrongType, "rules", "", 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(newSystem(tt.text).source(), nil)
			e := only(t, err)
			if e.Kind != tt.kind || e.Key != tt.key || e.Reason != tt.reason ||
				e.From != (Origin{File, confPath, tt.line, tt.column}) {
				t.Errorf("got %+v", e)
			}
		})
	}
	r, err := ParseRule("followers<-2%/7d")
	if err != nil || r.Name != "followers<-2%/7d" || len(r.When.Terms) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	_, err = ParseRule("followers<9 shop")
	if e, ok := errors.AsType[*Error](err); !ok || e.Key != "when" || e.Kind != RuleTerm {
		t.Errorf("got %v", err)
	}
}
