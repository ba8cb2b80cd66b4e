package fleet_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// Each count can be compared, by its name in the interface.
func TestEveryCountIsATerm(t *testing.T) {
	for c := range api.NumCounts {
		q, err := fleet.ParseQuery(c.String() + ">10")
		if err != nil || len(q.Terms) != 1 || q.Terms[0].Column != c.String() {
			t.Errorf("%s: %+v, %v: columns in term.go lacks it", c, q, err)
		}
	}
}

func TestParseQuery(t *testing.T) {
	for line, want := range map[string]fleet.Query{
		"":                          {},
		"  kitchen  dad ":           {Match: "kitchen dad"},
		"https://x.com/a?b=1 'a !b": {Match: "https://x.com/a?b=1 'a !b"},
		`platform:x,douyin status:abnormal group:"Client: Harbor","B, C" id:1 is:changed dad`: {
			Platforms: []string{"x", "douyin"},
			Status:    fleet.Abnormal,
			Groups:    []string{"Client: Harbor", "B, C"},
			IDs:       []string{"1"},
			Changed:   true,
			Match:     "dad",
		},
		"columns:id,name sort:-followers baseline:7d": {
			Columns:  []string{"id", "nickname"},
			Sort:     "-fansCount",
			Baseline: history.SinceWeek,
		},
		"sort:localGroupName columns:x": {Columns: []string{"x"}, Sort: "localGroupName"},
		"followers > 100k a > b 30d >=-5": {
			Terms: []fleet.Term{{"fansCount", ">", "100k"}, {"thirtyDays", ">=", "-5"}},
			Match: "a > b",
		},
		"粉丝＞１０万 状态：异常 ７d≤0": {
			Terms:  []fleet.Term{{"fansCount", ">", "１０万"}, {"sevenDays", "<=", "0"}},
			Status: fleet.Abnormal,
		},
		"status=normal question:8s": {Status: fleet.Normal, Match: "question:8s"},
		"baseline:36h":              {Since: 36 * time.Hour},
		"Followers>100k 30d<0 since<24h name:harbor": {
			Terms: []fleet.Term{
				{"fansCount", ">", "100k"},
				{"thirtyDays", "<", "0"},
				{"since", "<", "24h"},
				{"nickname", ":", "harbor"},
			},
		},
		"followers < -2%/7d 粉丝＞１．５％／30天": {
			Terms: []fleet.Term{{"fansCount", "<", "-2%/7d"}, {"fansCount", ">", "１．５％／30天"}},
		},
		"works=0/14d 作品＞0／2天": {
			Terms: []fleet.Term{{"workCount", "=", "0/14d"}, {"workCount", ">", "0／2天"}},
		},
		`"status:abnormal" "a \"b\""`:  {Match: `status:abnormal a "b"`},
		`name:"Client: \"Harbor\" \\"`: {Terms: []fleet.Term{{"nickname", ":", `Client: "Harbor" \`}}},
	} {
		if got, err := fleet.ParseQuery(line); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %+v", line, err, got)
		}
	}
}

// What is not understood is an error that names the part.
func TestMistakesInQueries(t *testing.T) {
	for line, term := range map[string]string{
		"status:ill":     "status:ill",
		"is:new":         "is:new",
		"baseline:soon":  "baseline:soon",
		"followers>many": "followers>many",
		"status>3":       "status>3",
		"platform:":      "platform:",
		"sort>followers": "sort>followers",
		"followers >":    "followers>",
		"a since<soon":   "since<soon", "followrs>100k": "followrs>100k", "name>a": "name>a",
		"followers<-2%/24h": "followers<-2%/24h",
		"works<-2%/7d":      "works<-2%/7d",
		"works=3/14d":       "works=3/14d", "works<0/14d": "works<0/14d", "works=0/soon": "works=0/soon",
		"likes=0/14d":    "likes=0/14d",
		"followers<%/7d": "followers<%/7d",
		"followrs<2%/7d": "followrs<2%/7d",
		"platform:,":     "platform:,", "id:,,": "id:,,", "columns:，": "columns:，", "sort:-": "sort:-",
	} {
		_, err := fleet.ParseQuery(line)
		if mistake, ok := errors.AsType[*fleet.TermError](err); !ok || mistake.Term != term {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// A query has at most 16 kB, whatever the list.
func TestQueriesAreBounded(t *testing.T) {
	line := strings.Repeat("x", fleet.MaxQuery)
	for _, read := range []func(string) (fleet.Query, error){
		fleet.ParseQuery,
		func(line string) (fleet.Query, error) { return fleet.ParseList(line, "sort") },
	} {
		if q, err := read(line); err != nil || q.Match != line {
			t.Errorf("at the limit: %v", err)
		}
		_, err := read(strings.Repeat("中", fleet.MaxQuery/3+1))
		if mistake, ok := errors.AsType[*fleet.TermError](err); !ok || !mistake.TooLong ||
			mistake.Term != "中中中中中中" {
			t.Errorf("beyond the limit: %+v", err)
		}
	}
}

// In lists of other rows, only what shows them has a meaning.
func TestParseList(t *testing.T) {
	q, err := fleet.ParseList(
		`sort:-name status:ill followers>many "columns:b" columns:a,name baseline:7d`,
		"sort",
		"columns",
	)
	want := fleet.Query{
		Sort:    "-name",
		Columns: []string{"a", "name"},
		Match:   "status:ill followers>many columns:b baseline:7d",
	}
	if err != nil || !reflect.DeepEqual(q, want) {
		t.Errorf("%v, %+v", err, q)
	}
	if q, err := fleet.ParseList(q.String(), "sort", "columns"); err != nil || !reflect.DeepEqual(q, want) {
		t.Errorf("again: %v, %+v", err, q)
	}
	if q, err := fleet.ParseList(
		`question:"8s 1080p" vela`,
		"question",
	); err != nil || q.Question != "8s 1080p" || q.Match != "vela" {
		t.Errorf("%v, %+v", err, q)
	}
}

// The line of a query is parsed to the same query, whatever its texts hold.
func TestQueriesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`[a-z:",\\<>= 中']{1,6}`), 0, 3)
		q := fleet.Query{
			Platforms: texts.Draw(t, "platforms"),
			Groups:    texts.Draw(t, "groups"),
			IDs:       texts.Draw(t, "ids"),
			Columns:   texts.Draw(t, "columns"),
			Status:    rapid.SampledFrom(fleet.Statuses()).Draw(t, "status"), Changed: rapid.Bool().Draw(t, "changed"),
			Sort:  rapid.SampledFrom([]string{"", "-fansCount", "a b"}).Draw(t, "sort"),
			Since: rapid.SampledFrom([]time.Duration{0, time.Hour, 90 * time.Minute, 48 * time.Hour}).Draw(t, "since"),
			Match: strings.Join(strings.Fields(strings.Join(texts.Draw(t, "match"), " ")), " "),
		}
		if rapid.Bool().Draw(t, "term") {
			q.Terms = []fleet.Term{
				{"nickname", ":", rapid.StringMatching(`[a-z" \\:]{1,6}`).Draw(t, "value")},
				{"fansCount", ">=", "1.5M"},
				{"fansCount", "<", "-0.5%/30d"},
			}
		}
		for _, list := range []*[]string{&q.Platforms, &q.Groups, &q.IDs, &q.Columns} {
			if len(*list) == 0 {
				*list = nil
			}
		}
		got, err := fleet.ParseQuery(q.String())
		if err != nil || !reflect.DeepEqual(got, q) {
			t.Fatalf("%v: %s\n%+v\n%+v", err, q.String(), got, q)
		}
	})
}

func TestFilters(t *testing.T) {
	many := with("many", normal, 120_000)
	many.LastStatsTime = api.SomeTime(today.Add(-10 * 24 * time.Hour).Format(time.RFC3339))
	falls := with("falls", normal, 90)
	ill := with("ill", abnormal, 5)
	never := with("never", normal, 0)
	never.LastStatsTime = api.Time{}
	other := with("other", normal, 7)
	other.Type = "y"
	other.GroupID = "h"
	now := listed(many, falls, ill, never, other)
	past := readPast(
		t,
		lists{20: {
			with("many", normal, 100_000),
			with("falls", normal, 100),
			with("ill", normal, 5),
			with("left", normal, 1),
		}},
		5,
		now,
	)
	for line, want := range map[string]string{
		"platform:y": "other", "platform:x,y group:h": "other", "status:abnormal": "ill", "id:ill,many": "ill many",
		// without an ID, what is gone is not listed
		"id:left,ill": "ill left", "id:left is:changed": "left", "group:g": "falls ill many never",
		"is:changed":     "ill left never other",
		"followers>=90":  "falls many",
		"followers>100k": "many",
		"followers<10":   "ill other",
		"followers=0":    "",
		"7d<0":           "falls",
		"7d>0":           "many",
		"updated>7d":     "many",
		"updated<7d":     "falls ill other",
		"since<1h":       "", // they began between 20 days ago and now
		"since>1h":       "falls many",
		"since<21d":      "ill never other", // of the others, only that it is at least 20 days is known
		"since=20d":      "",
		"since>=20d":     "falls many",
		"name:A":         "falls many", "name=many": "many", "7d<0 status:normal": "falls",
	} {
		q, err := fleet.ParseQuery(line)
		got := strings.Fields(ids(q.Filter(now.Rows, past, today)))
		if slices.Sort(got); err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %v, %s", line, err, got)
		}
	}
}

// A change in percent is compared exactly, over the whole of its span or not at all.
func TestChangesInPercent(t *testing.T) {
	zero := with("zero", normal, 0)
	unset := with("unset", normal, 1)
	unset.FansCount = api.Number{}
	then := []*api.Account{
		with("falls", normal, 1000),
		with("rises", normal, 300),
		with("lost", normal, 9),
		zero,
		unset,
		with("left", normal, 5),
	}
	lost := with("lost", normal, 0)
	lost.FansCount = api.Number{}
	now := listed(
		with("falls", normal, 980),
		with("rises", normal, 301),
		with("zero", normal, 5),
		with("unset", normal, 5),
		with("new", normal, 5),
		lost,
	)
	for days, want := range map[int]map[string]string{
		7: {
			"followers<=-2%/7d":    "falls",
			"followers<-2%/7d":     "",
			"followers<-1.999%/1w": "falls",
			"followers=-2%/7天":     "falls",
			"followers>0%/7d":      "rises",
			"followers>0.33%/7d":   "rises",
			"followers>0.34%/7d":   "",
			"followers<5%/30d":     "",
		},
		6: {"followers<50%/7d": "", "7d<0": "", "30d<0": ""}, // the history is shorter
		9: {
			"followers<50%/7d":        "falls rises",
			"7d<0":                    "falls",
			"30d<0":                   "",
			"followers<0%/30d":        "",
			"change<0":                "falls",
			"followers<50％/7d 粉丝>100": "falls rises",
		},
	} {
		past := readPast(t, lists{days: then}, 1, now)
		for line, want := range want {
			q, err := fleet.ParseQuery(line)
			got := strings.Fields(ids(q.Filter(now.Rows, past, today)))
			if slices.Sort(got); err != nil || strings.Join(got, " ") != want || !q.Computed() {
				t.Errorf("%d days, %s: %v, %s", days, line, err, got)
			}
			if none := q.Filter(now.Rows, nil, today); strings.Contains(line, "%") && len(none) > 0 {
				t.Errorf("without a history, %s: %s", line, ids(none))
			}
		}
	}
}

// As floats, 1.282 times 1000 is less than 1282 and 1.283 times 1000 more than 1283. A change of just so much
// is equal to it.
func TestChangesInPercentThatFloatsMiss(t *testing.T) {
	then := []*api.Account{with("below", normal, 1000), with("above", normal, 1000)}
	now := listed(with("below", normal, 1282), with("above", normal, 1283))
	past := readPast(t, lists{7: then}, 1, now)
	for line, want := range map[string]string{
		"followers=28.2%/7d":              "below",
		"followers=28.3%/7d":              "above",
		"followers>28.2%/7d":              "above",
		"followers<28.3%/7d":              "below",
		"followers>=28.3%/7d":             "above",
		"followers<=28.2%/7d":             "below",
		"followers>28.19999999999999%/7d": "above below",
	} {
		q, err := fleet.ParseQuery(line)
		got := strings.Fields(ids(q.Filter(now.Rows, past, today)))
		if slices.Sort(got); err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %v, %s", line, err, got)
		}
	}
}

func TestPlatformNames(t *testing.T) {
	named := func(id, english, chinese string) api.Platform {
		rows, err := api.DecodeRows[api.Platform]([]byte(`[{"platform":"` + id +
			`","displayName":{"en-US":"` + english + `","zh-CN":"` + chinese + `"}}]`))
		if err != nil {
			t.Fatal(err)
		}
		return rows[0]
	}
	list := []api.Platform{
		named("twitter", "Twitter (X)", "推特"),
		named("xhs", "RedNote", "小红书"),
		named("KWAI", "Kwai", "快手"),
		named("p7", "WeChat Channels", "视频号"),
	}
	for name, want := range map[string]string{
		"x":           "twitter",
		"X":           "twitter",
		"twitter":     "twitter",
		"推特":          "twitter",
		"小红书":         "xhs",
		"red":         "xhs",
		"xiaohongshu": "xhs",
		"kuaishou":    "KWAI", "快手": "KWAI", "kwai": "KWAI", "视频号": "p7", "wxsph": "p7", "Twitter (X)": "twitter",
	} {
		if got, err := fleet.PlatformNamed(list, name); err != nil || got != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	q := fleet.Query{Platforms: []string{"x", "red"}} // an identifier comes before names, also that of an account
	if err := q.Resolve(list, nil, []*api.Account{with("a", normal, 1)}); err != nil ||
		!slices.Equal(q.Platforms, []string{"x", "xhs"}) {
		t.Errorf("resolved to %v, %v", q.Platforms, err)
	}
	var unknown *fleet.NameError
	if _, err := fleet.PlatformNamed(list, "tumblr"); !errors.As(err, &unknown) || len(unknown.Choices) != 4 {
		t.Errorf("got %v", err)
	}
}

func TestComplete(t *testing.T) {
	values := func(name string) []string {
		return map[string][]string{
			"status":   {"normal", "abnormal"},
			"group":    {"Client: Harbor", "g2"},
			"sort":     {"fansCount", "id"},
			"columns":  {"fansCount", "id"},
			"platform": {"Douyin"},
		}[name]
	}
	for line, want := range map[string][]string{
		"":              nil,
		"kitchen ":      nil,
		"k":             nil,
		"kitchen":       nil,
		"fol":           {"followers>", "following>"},
		`a "b c" sta`:   {`a "b c" status:`},
		"Gro":           {"group:"},
		"dad status:ab": {"dad status:abnormal"},
		"status:":       {"status:normal", "status:abnormal"},
		"status:normal": nil,
		"followers>":    nil,
		"is:":           nil,
		"7d":            {"7d>", "7d<", "7d>=", "7d<=", "7d="},
		"sort:-f":       {"sort:-fansCount"},
		"columns:id,fa": {"columns:id,fansCount"},
		"sor":           {"sort:"},
		"group:c":       {`group:"Client: Harbor"`}, "platform:dou": {"platform:Douyin"}, "nope:x": nil,
	} {
		if got := fleet.Complete(line, fleet.TermNames(), values); !slices.Equal(got, want) {
			t.Errorf("%q: %q", line, got)
		}
	}
	if got := fleet.Complete("sta", []string{"sort"}, values); got != nil {
		t.Errorf("a list of other rows: %q", got)
	}
}

// Words of a text that name a status or a platform become filters.
func TestInterpret(t *testing.T) {
	list := []api.Platform{{Platform: "xhs"}, {Platform: "douyin"}}
	for text, want := range map[string]fleet.Query{
		"xhs abnormal":         {Platforms: []string{"xhs"}, Status: fleet.Abnormal},
		"异常 小红书 抖音 tea":        {Platforms: []string{"xhs", "douyin"}, Status: fleet.Abnormal, Match: "tea"},
		"normal abnormal shop": {Status: fleet.Normal, Match: "abnormal shop"},
	} {
		q := fleet.Query{Match: text}
		if q.Interpret(list); !reflect.DeepEqual(q, want) {
			t.Errorf("%q: %+v", text, q)
		}
	}
}

// The names of platforms are read once for all words of a text: those that were pasted may be many.
func TestInterpretReadsNamesOnce(t *testing.T) {
	var list []api.Platform
	for i := range 20 {
		name := fmt.Sprintf(`{"en-US":"Name %d","zh-CN":"名称 %[1]d"}`, i)
		list = append(list, api.Platform{Platform: fmt.Sprint("p", i), DisplayName: []byte(name)})
	}
	allocations := func(words int) float64 {
		text := strings.Repeat("tea ", words)
		return testing.AllocsPerRun(5, func() {
			q := fleet.Query{Match: text}
			q.Interpret(list)
		})
	}
	few := allocations(10)
	const words = 100
	if more := allocations(words+10) - few; more > 10*words {
		t.Errorf("%v allocations for %d words more than the %v for 10", more, words, few)
	}
}

// One term that needs the history is enough, whichever of them it is, and so is a column or the order.
func TestQueriesThatNeedTheHistory(t *testing.T) {
	for line, want := range map[string]bool{
		"":                                    false,
		"followers>10 works>2 group:x":        false,
		"followers>10 updated>7d sort:works":  false,
		"7d<0 followers>10 works>2":           true,
		"followers>10 7d<0 works>2":           true,
		"followers>10 works>2 7d<0":           true,
		"followers>10 followers<-2%/30d":      true,
		"followers>10 since<24h":              true,
		"followers>10 is:changed":             true,
		"followers>10 sort:-30d":              true,
		"followers>10 columns:id,name,before": true,
	} {
		q, err := fleet.ParseQuery(line)
		if err != nil || q.Computed() != want {
			t.Errorf("%s: needs the history: %t, want %t; error %v", line, q.Computed(), want, err)
		}
	}
}
