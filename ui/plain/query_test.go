package plain

import (
	"slices"
	"testing"
)

// A query reads the members that it names, but for those that it makes itself.
func TestMembersOfQueries(t *testing.T) {
	for text, want := range map[string][]string{
		`.[].since`:                            {"since"},
		`.[]["since"]`:                         {"since"},
		`.[] | ."since"`:                       {"since"},
		`.[] | {id, "since"}`:                  {"id", "since"},
		`.[] as {since: $x} | $x`:              {"since"},
		`map(select(.a > 1) | .b.c) | length`:  {"a", "b", "c"},
		`if .a then .b else "c" end`:           {"a", "b"},
		`def f: .a; "\(f) \(.b)"`:              {"a", "b"},
		`.[] | {since: .id} | .since`:          {"id"},
		`group_by(.type) | .[0] | type`:        {"type"},
		`.[0:2], .[1], has("since"), "since"`:  nil,
		`reduce .[] as $x (0; . + $x.a)`:       {"a"},
		`try .a catch .b`:                      {"a", "b"},
		`[.[] | .a?] | sort_by(-.b) | first.c`: {"a", "b", "c"},
	} {
		query, err := ParseQuery(text)
		if err != nil {
			t.Fatal(text, err)
		}
		if !slices.Equal(query.reads, want) {
			t.Errorf("%s reads %q, want %q", text, query.reads, want)
		}
	}
}
