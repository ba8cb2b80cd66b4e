package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/media"
	"channeldeck/api/metrics"
	"channeldeck/api/post"
	"channeldeck/api/quote"
	"channeldeck/api/sandbox"
	"channeldeck/api/transcript"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/resource/works"
	"channeldeck/ui/testkit/panetest"
)

// resourcesOfRows are the functions of the resources that TestUnknownRows checks.
var resourcesOfRows = []string{
	"Accounts", "Changes", "Findings", "Groups", "Hits", "Incidents", "MovingWorks", "Parts", "Sessions",
	"TurnedAccounts",
	"CreatedGroups", "Forecasts", "SessionMediaOf", "SessionMessages",
	"local.Builds", "local.Checks", "local.Examples", "local.Glances", "local.Keys", "local.Places", "local.Records",
	"local.RuleDays", "local.Rules", "local.Settings", "local.States", "local.Summaries",
	"works.Comparisons", "works.Facts", "works.Metrics", "works.Snapshots",
	"options.Examples", "options.Issues",
	"Tools", "options.CheckResource", "options.FeatureResource", "options.ItemResource", "options.LineResource",
	"options.MatrixResource",
	"options.OptionResource", "options.PlatformResource", "prices.AnswerResource", "prices.CatalogResource",
	"prices.ChangeResource", "prices.FileVerdictResource", "prices.ModelResource", "prices.PriceResource",
}

// A row of which nothing is known has in no column a number: not on the screen, in no file, and not in
// JSON.
func TestUnknownRows(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	zero := api.Int(0)
	panetest.Unknown(t, resource.Accounts(v), &api.Account{
		ID: "a", Type: "tiktok",
		FansCount: zero, FollowingCount: zero, ReadCount: zero, LikeCount: zero, CollectCount: zero,
		ForwardCount: zero, CommentCount: api.Int(-1), WorkCount: api.Int(1), Income: zero,
	}, append(resource.AccountNumbers(), fleet.ComputedColumns()[:history.SpanMonth+1]...)...)
	panetest.Unknown(t, resource.Groups(v), &resource.Group{Tally: &fleet.Tally{ID: "g"}, Change: &fleet.Comparison{}},
		"fansCount", "workCount", "readCount", "likeCount", "commentCount", "rank", "change30d")
	for _, name := range []string{"overview.platforms", "overview.groups"} {
		panetest.Unknown(
			t,
			resource.Parts(v, name),
			&resource.Part{Tally: &fleet.Tally{ID: "p"}, Change: &fleet.Comparison{}},
			"change",
		)
	}
	panetest.Unknown(t, resource.Sessions(v), &resource.Session{Session: history.Session{ID: "s"}, Source: "typed"},
		"turns", "calls", "problems", "duration")
	panetest.Unknown(t, resource.Tools(v), &history.Tool{}, "medianMs")
	panetest.Unknown(t, resource.Hits(v), &archive.Hit{})
	panetest.Unknown(t, resource.Changes(v), &history.Change{})
	panetest.Unknown(t, resource.Incidents(v), &fleet.IncidentFile{
		Episode: &findings.Episode{},
	}, "began", "ended", "availability")
	panetest.Unknown(t, resource.TurnedAccounts(v), &resource.TurnedAccount{
		Turned: &findings.Turned{Account: &api.Account{}},
		Of:     &fleet.IncidentFile{Episode: &findings.Episode{}},
	}, "since")
	panetest.Unknown(t, resource.MovingWorks(v), &resource.MovingWork{
		WorkSnapshots: history.WorkSnapshots{Snapshots: []api.Snapshot{{}}},
	})
	for _, row := range resource.FindingRows([]*findings.Finding{{Kind: findings.Stale}}) {
		panetest.Unknown(t, resource.Findings(v), row)
	}

	model := api.VideoModel{Name: "m"}
	catalog := quote.New([]api.VideoModel{model})
	rows := catalog.Match(quote.Filter{})
	amounts := []string{"mode", "resolution", "duration", "price", "originPrice", "perSecond", "discount"}
	panetest.Unknown(t, prices.PriceResource(v), prices.PriceRows(rows)[0], amounts...)
	panetest.Unknown(t, prices.CatalogResource(v), prices.ModelRows(rows)[0], amounts...)
	panetest.Unknown(t, prices.ModelResource(v), prices.ModelRows(rows)[0], "duration")
	for _, a := range prices.Answers(catalog, quote.Question{}, quote.ByPrice, nil) {
		panetest.Unknown(t, prices.AnswerResource(v, false), a, "total")
	}
	for _, c := range quote.Changes(catalog, quote.New(nil)) {
		panetest.Unknown(t, prices.ChangeResource(v), c, "duration", "priceBefore", "priceAfter")
	}
	panetest.Unknown(t, prices.FileVerdictResource(v), &prices.FileVerdict{
		Entry:   prices.Entry{Model: catalog.Models[0]},
		Verdict: media.CheckModel(&model, nil),
	})

	platform := api.Platform{Platform: "x"}
	judged := options.Judge(&platform, &post.Post{})
	panetest.Unknown(t, options.PlatformResource(v), options.Rows([]api.Platform{platform})[0],
		"status", "work.getDetail", "work.listWorks")
	panetest.Unknown(t, options.OptionResource(v), &api.PublishOption{Field: "f"}, "requiresAccount")
	panetest.Unknown(t, options.MatrixResource(v, nil), judged)
	panetest.Unknown(t, options.FeatureResource(v, []options.Head{{ID: "x", Name: "X"}}), &options.Feature{})
	line := &fleet.Line{
		Platform: &platform,
		Section:  fleet.May,
		Kind:     fleet.LineOption,
		Options:  []string{"o"},
	}
	panetest.Unknown(t, options.LineResource(v), &options.LineRow{Line: line})
	panetest.Unknown(t, options.ItemResource(v), &judged.Post.Whole)
	panetest.Unknown(t, options.CheckResource(v), &fleet.Check{Kind: fleet.CheckPlatform, Fit: media.Unknown})
}

// The same of rows that only commands print, and of works.
func TestUnknownLocalRows(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	panetest.Unknown(t, local.Builds(), &local.Build{})
	panetest.Unknown(t, local.Checks(v), &local.Check{Status: local.Passed})
	panetest.Unknown(t, local.Examples(v), &sandbox.Example{})
	panetest.Unknown(t, local.Glances(), &local.Glance{})
	panetest.Unknown(t, local.Keys(v), &local.Key{})
	panetest.Unknown(t, local.Places(), &local.Place{})
	panetest.Unknown(t, local.Records(v), &history.Record{})
	panetest.Unknown(t, local.Rules(v), &local.Rule{}, "accounts")
	panetest.Unknown(t, local.RuleDays(v), &local.RuleDay{}, "at")
	panetest.Unknown(t, local.Settings(v), &local.Setting{})
	panetest.Unknown(t, local.States(v), &local.AccountState{Counts: jsontext.Value("{}")})
	panetest.Unknown(t, local.Summaries(v), &history.Summary{}, "first", "last")
	panetest.Unknown(t, resource.CreatedGroups(v.Words), &api.AccountGroup{ID: "g"})
	panetest.Unknown(t, resource.Forecasts(v), &findings.Forecast{Platform: "x"})
	panetest.Unknown(t, resource.SessionMediaOf(v), &resource.SessionMedia{
		Media:  transcript.Media{Class: transcript.ClassImage},
		Number: 1,
	}, "size", "count")
	panetest.Unknown(t, resource.SessionMessages(v), &resource.SessionMessage{
		Message: &transcript.Message{},
		Record:  &api.MessageRecord{},
	}, "createdAt", "stepNumber")
	panetest.Unknown(t, options.Examples(), &options.Example{})
	panetest.Unknown(t, options.Issues(), &options.Issue{})
	panetest.Unknown(t, works.Facts(v.Words), &works.Fact{})
	panetest.Unknown(t, works.Metrics(v), &metrics.Reading{Name: "likeCount"}, "value", "change", "percent", "perHour")
	panetest.Unknown(t, works.Comparisons(v), &works.Comparison{Age: "1h"}, "a", "b", "bMinusA")
	snapshot := &works.Snapshot{Entry: &metrics.Entry{Snapshot: api.Snapshot{
		FetchedAt: api.Some("2026-11-28T10:00:00.000Z"),
	}}}
	panetest.Unknown(t, works.Snapshots(v, []string{"likeCount"}), snapshot, "likeCount")
}

// TestUnknownRows and TestUnknownLocalRows know every resource.
func TestUnknownRowsAreOfAllResources(t *testing.T) {
	checked := map[string]bool{}
	for _, name := range resourcesOfRows {
		checked[name] = true
	}
	for dir, prefix := range map[string]string{
		"../resource":         "",
		"../resource/local":   "local.",
		"../resource/options": "options.",
		"../resource/prices":  "prices.",
		"../resource/works":   "works.",
	} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, name := range files {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv != nil || !f.Name.IsExported() || f.Type.TypeParams != nil || f.Type.Results == nil {
					continue
				}
				returns := string(content[f.Type.Results.Pos()-1 : f.Type.Results.End()-1])
				if strings.Contains(returns, "Resource[") && !checked[prefix+f.Name.Name] {
					t.Errorf("%s is not checked", prefix+f.Name.Name)
				}
			}
		}
	}
}

// Counts that were never fetched, or that the platform does not supply, are in no format a number: of
// well-formed and of malformed accounts.
func TestUnknownCountsInEveryFormat(t *testing.T) {
	t.Parallel()
	const rows = `
 {"id":"a","userId":"u","type":"tiktok","uid":"1","nickname":"never","groupId":"g","status":1,"fansCount":0,
"likeCount":0,"workCount":1},
 {"id":"b","userId":"u","type":"tiktok","uid":"2","nickname":"fetched","groupId":"g","status":1,"fansCount":0,
"likeCount":7,"workCount":1,"lastStatsTime":"2026-11-28T10:00:00.000Z"},
 {"id":"c","userId":"u","type":"youtube","uid":"3","nickname":"unsupplied","groupId":"g","status":1,"fansCount":5,
"likeCount":0,"workCount":2,"lastStatsTime":"2026-11-28T10:00:00.000Z"},
 {"id":"d","userId":"u","type":"tiktok","uid":"4","nickname":"malformed","groupId":"g","status":1,"fansCount":0,
"likeCount":0,"workCount":0,"lastStatsTime":0},
 {"id":"e","userId":"u","type":"tiktok","uid":"5","nickname":"hidden","groupId":"g","status":1,"fansCount":-1,
"likeCount":null,"workCount":3,"lastStatsTime":"2026-11-28T10:00:00.000Z"}`
	env := answering(t, `{"code":0,"message":"ok","data":{"total":5,"list":[`+rows+`]}}`)
	for args, want := range map[string]string{
		"-o csv": "nickname,fansCount,likeCount,workCount\r\nnever,,,\r\nfetched,0,7,1\r\nunsupplied,5,,2\r\n" +
			"malformed,,,\r\nhidden,,,3\r\n",
		"-o tsv": "nickname\tfansCount\tlikeCount\tworkCount\nnever\t\t\t\nfetched\t0\t7\t1\nunsupplied\t5\t\t2\n" +
			"malformed\t\t\t\nhidden\t\t\t3\n",
		"-o markdown": "| Name | Followers | Likes | Works |\n| --- | ---: | ---: | ---: |\n| never | – | – | – |\n" +
			"| fetched | 0 | 7 | 1 |\n| unsupplied | 5 | – | 2 |\n| malformed | – | – | – |\n| hidden | – | – | 3 |\n",
		"-o ndjson": `{"nickname":"never","fansCount":null,"likeCount":null,"workCount":null}
{"nickname":"fetched","fansCount":0,"likeCount":7,"workCount":1}
{"nickname":"unsupplied","fansCount":5,"likeCount":null,"workCount":2}
{"nickname":"malformed","fansCount":null,"likeCount":null,"workCount":null}
{"nickname":"hidden","fansCount":null,"likeCount":null,"workCount":3}
`,
		"--jq .[]|[.fansCount,.likeCount,.workCount]|tostring": "[null,null,null]\n[0,7,1]\n[5,null,2]\n" +
			"[null,null,null]\n[null,null,3]\n",
	} {
		got := run(t, env, append(
			[]string{"accounts", "--columns", "nickname,fansCount,likeCount,workCount"},
			strings.Fields(args)...,
		)...)
		if got.code != ExitIncomplete || got.out != want {
			t.Errorf("%s: exit %d\n%s\nwant\n%s", args, got.code, got.out, want)
		}
	}
	file := filepath.Join(t.TempDir(), "x.csv")
	run(t, env, "accounts", "--columns", "nickname,fansCount,likeCount", "--to", file)
	const cells = "nickname,fansCount,likeCount\r\n" +
		"never,,\r\nfetched,0,7\r\nunsupplied,5,\r\nmalformed,,\r\nhidden,,\r\n"
	if text, err := os.ReadFile(file); err != nil || strings.TrimPrefix(string(text), "\ufeff") != cells {
		t.Errorf("the file has %q, error %v", text, err)
	}
	for member, v := range api.Members(jsontext.Value(
		run(t, env, "accounts", "--jq", `.[3]|{fansCount,likeCount,workCount}`).out,
	)) {
		if v.Kind() != 'n' {
			t.Errorf("%s of the malformed account is %s in whole records", member, v)
		}
	}
}
