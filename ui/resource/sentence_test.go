package resource_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

const (
	day  = 24 * time.Hour
	hour = time.Hour
)

// saturday is the present in the tests of sentences.
var saturday = time.Date(2026, 11, 21, 8, 31, 0, 0, time.UTC)

// lists are the display names of platforms. Nothing else is known.
type lists map[string]string

func (l lists) PlatformName(id, _ string) string                             { return l[id] }
func (lists) SharesNickname(*api.Account) bool                               { return false }
func (lists) RelayDown() bool                                                { return true }
func (lists) IsShort(history.Span) bool                                      { return false }
func (lists) Covers(history.Span) (time.Duration, bool)                      { return 0, false }
func (lists) GroupName(string) history.GroupName                             { return history.GroupName{} }
func (lists) Mark(*api.Account) history.Mark                                 { return "" }
func (lists) Nickname(a *api.Account) string                                 { return a.Nickname }
func (lists) Forecast(*api.Account) (*findings.Forecast, bool)               { return nil, false }
func (lists) Spell(*api.Account) history.Spell                               { return history.Spell{} }
func (lists) LastWork(*api.Account) history.Interval                         { return history.Interval{} }
func (lists) FollowersSince(*api.Account, history.Span) (unknown api.Number) { return unknown }

// viewIn returns a view in a language on Saturday.
func viewIn(t *testing.T, lang words.Lang) *resource.View {
	t.Helper()
	w, err := words.New(lang)
	if err != nil {
		t.Fatal(err)
	}
	names := lists{"KWAI": "Kuaishou", "douyin": "Douyin"}
	if lang == words.Chinese {
		names = lists{"KWAI": "快手", "douyin": "抖音"}
	}
	look := theme.New(theme.NewRenderer(io.Discard, termenv.Ascii, true), theme.Palette{}, theme.Unicode())
	return resource.NewView(w, look, func() time.Time { return saturday }, 7*day, names)
}

// before returns the interval between two recordings of which the last one was so long ago.
func before(ago, between time.Duration) history.Interval {
	at := saturday.Add(-ago)
	return history.Interval{After: at.Add(-between), Before: at}
}

// accounts are some accounts of platforms.
func accounts(platforms ...string) (all []*api.Account) {
	for _, p := range platforms {
		all = append(all, &api.Account{ID: "a", Type: p, Nickname: "N a"})
	}
	return all
}

// pricesOf returns the changes of the prices of a model.
func pricesOf(t *testing.T, before, now string) []*quote.Change {
	t.Helper()
	model := func(rows string) *quote.Catalog {
		list, err := api.DecodeRows[api.VideoModel]([]byte(`[{"name":"brook","label":"Brook 2","pricing":[` +
			rows + `]}]`))
		if err != nil {
			t.Fatal(err)
		}
		return quote.New(list)
	}
	return quote.Changes(model(before), model(now))
}

// Each kind of finding has a place, a few words for the list, and a sentence for the inspector, in
// both languages.
func TestSentences(t *testing.T) {
	moment := before(3*hour+19*time.Minute, time.Minute) // 05:12
	night := before(2*hour, day)                         // 06:31
	since := func(ago time.Duration) history.Interval { return history.Interval{Before: saturday.Add(-ago)} }
	exactly := func(ago time.Duration) history.Interval { return before(ago, 0) }
	work := func(perHour int64, times float64, others ...string) *findings.Work {
		return &findings.Work{Metric: "viewCount", PerHour: api.Int(perHour), Times: times, Others: others}
	}
	one := accounts("KWAI")[0]
	flapping := accounts("KWAI")[0]
	flapping.Status = api.Int(1)
	several := accounts("KWAI", "KWAI", "KWAI", "KWAI")
	for name, tt := range map[string]struct {
		of     findings.Finding
		en, zh string
	}{
		"no new work": {
			findings.Finding{
				Kind:    findings.Silent,
				Account: one,
				At:      before(16*day, day),
				Is:      api.Int(1480),
				Lasted:  history.Length{Least: 16 * day, Most: 17 * day},
			},
			"N a | Kuaishou | no new work for 16–17 days | no new work for 16–17 days, 1,480 works in all",
			"N a | 快手 | 16–17 天无新作品 | 16–17 天无新作品，共 1,480 个作品",
		},
		"no new work of several": {
			findings.Finding{
				Kind:     findings.Silent,
				Accounts: several,
				Platform: "KWAI",
				Lasted:   history.Length{Least: 14 * day},
			},
			"4 accounts | Kuaishou | no new work for ≥ 14 days | no new work for ≥ 14 days",
			"4 个账号 | 快手 | ≥ 14 天无新作品 | ≥ 14 天无新作品",
		},
		"turned abnormal": {
			findings.Finding{
				Kind:    findings.TurnedAbnormal,
				Account: one,
				At:      moment,
				Lasted:  history.Length{Least: 41 * day, Most: 41*day + hour},
			},
			"N a | Kuaishou | turned abnormal | turned abnormal today 05:12, normal for 41 days before",
			"N a | 快手 | 转为异常 | 转为异常（今天 05:12），此前正常 41 天",
		},
		"turned abnormal, normal since the first recording": {
			findings.Finding{
				Kind:    findings.TurnedAbnormal,
				Account: one,
				At:      moment,
				Lasted:  history.Length{Least: 59*day + 20*hour},
			},
			"N a | Kuaishou | turned abnormal | turned abnormal today 05:12, normal for ≥ 59 days before",
			"N a | 快手 | 转为异常 | 转为异常（今天 05:12），此前正常 ≥ 59 天",
		},
		"turned abnormal between two recordings": {
			findings.Finding{
				Kind:    findings.TurnedAbnormal,
				Account: one,
				At:      before(10*time.Minute, 14*hour+19*time.Minute),
			},
			"N a | Kuaishou | turned abnormal | turned abnormal between yesterday 18:02 and today 08:21",
			"N a | 快手 | 转为异常 | 转为异常（昨天 18:02 至今天 08:21 之间）",
		},
		"abnormal": {
			findings.Finding{
				Kind:    findings.Abnormal,
				Section: findings.Open,
				Account: one,
				At:      before(9*day, time.Minute),
				Lasted:  history.Length{Least: 50 * day},
			},
			"N a | Kuaishou | abnormal for 9 days | turned abnormal on 12 Nov 08:31, normal for ≥ 50 days before",
			"N a | 快手 | 已异常 9 天 | 转为异常（11月12日 08:31），此前正常 ≥ 50 天",
		},
		"abnormal since before the first recording": {
			findings.Finding{Kind: findings.Abnormal, Section: findings.Expected, Account: one, At: since(60 * day)},
			"N a | Kuaishou | abnormal for ≥ 60 days | abnormal since 22 Sep 08:31 or earlier",
			"N a | 快手 | 已异常 ≥ 60 天 | 异常（9月22日 08:31 或更早）",
		},
		"abnormal, at an unknown time": {
			findings.Finding{Kind: findings.Abnormal, Section: findings.Open, Account: one},
			"N a | Kuaishou | abnormal | abnormal",
			"N a | 快手 | 异常 | 异常",
		},
		"newly listed, abnormal": {
			findings.Finding{Kind: findings.Abnormal, Section: findings.New, Account: one, At: moment},
			"N a | Kuaishou | newly listed, abnormal | turned abnormal today 05:12",
			"N a | 快手 | 新增账号，状态异常 | 转为异常（今天 05:12）",
		},
		"recovered": {
			findings.Finding{
				Kind:    findings.Recovered,
				Account: one,
				At:      moment,
				Lasted:  history.Length{Least: 4*day - time.Minute, Most: 4*day + time.Minute},
			},
			"N a | Kuaishou | recovered after 4 days | recovered today 05:12, abnormal for 4 days before",
			"N a | 快手 | 异常 4 天后恢复 | 已恢复（今天 05:12），此前异常 4 天",
		},
		"recovered together": {
			findings.Finding{
				Kind:     findings.Recovered,
				Accounts: several[:3],
				Platform: "KWAI",
				At:       night,
				Count:    4,
				Lasted:   history.Length{Least: 72 * hour, Most: 95 * hour},
			},
			"3 accounts | Kuaishou | 3 of 4 recovered together after 3–4 days | 3 of 4 recovered together after 3–4 " +
				"days between yesterday 06:31 and today 06:31",
			"3 个账号 | 快手 | 4 个中 3 个在 3–4 天后同时恢复 | 4 个中 3 个在 3–4 天后同时恢复（昨天 06:31 至今天 06:31 之间）",
		},
		"newly listed": {
			findings.Finding{Kind: findings.Appeared, Account: one, At: moment},
			"N a | Kuaishou | newly listed | newly listed today 05:12",
			"N a | 快手 | 新增账号 | 新增账号（今天 05:12）",
		},
		"no longer listed": {
			findings.Finding{Kind: findings.Disappeared, Accounts: accounts("KWAI", "douyin"), At: moment},
			"2 accounts | 2 platforms | no longer listed | no longer listed today 05:12",
			"2 个账号 | 2 个平台 | 已不在列表中 | 已不在列表中（今天 05:12）",
		},
		"relay down": {
			findings.Finding{Kind: findings.RelayDown, Account: one, At: since(60 * day)},
			"N a | Kuaishou | relay unavailable | relay unavailable since 22 Sep 08:31 or earlier",
			"N a | 快手 | 中继不可用 | 中继不可用（9月22日 08:31 或更早）",
		},
		"relay missing": {
			findings.Finding{Kind: findings.RelayMissing, Account: one, At: moment},
			"N a | Kuaishou | no longer at the other site | no longer at the other site today 05:12",
			"N a | 快手 | 对方站点已无此账号 | 对方站点已无此账号（今天 05:12）",
		},
		"an incident": {
			findings.Finding{
				Kind:     findings.Incident,
				What:     findings.TurnedAbnormal,
				Accounts: several[:2],
				Platform: "KWAI",
				Count:    9,
				Of:       12,
				At:       moment,
			},
			"9 accounts | Kuaishou | 9 of 12 normal accounts turned abnormal, 2 still are | " +
				"9 of 12 normal accounts turned abnormal together today 05:12, 2 still are",
			"9 个账号 | 快手 | 12 个正常账号中 9 个转为异常，2 个仍是 | " +
				"12 个正常账号中有 9 个同时转为异常（今天 05:12），2 个仍是",
		},
		"an incident of a group": {
			findings.Finding{
				Kind:     findings.Incident,
				What:     findings.TurnedAbnormal,
				Accounts: accounts("KWAI", "douyin"),
				GroupID:  "harbor",
				Count:    2,
				Of:       8,
				At:       moment,
			},
			"Group harbor | 2 platforms | 2 of 8 normal accounts turned abnormal | " +
				"2 of 8 normal accounts turned abnormal together today 05:12",
			"分组 harbor | 2 个平台 | 8 个正常账号中 2 个转为异常 | 8 个正常账号中有 2 个同时转为异常（今天 05:12）",
		},
		"an incident of followers": {
			findings.Finding{
				Kind:     findings.Incident,
				What:     findings.FollowersFell,
				Accounts: several,
				Platform: "KWAI",
				Count:    4,
				Of:       9,
				At:       moment,
			},
			"4 accounts | Kuaishou | 4 of 9 accounts lost followers | " +
				"4 of 9 accounts lost followers together today 05:12",
			"4 个账号 | 快手 | 9 个账号中 4 个掉粉 | 9 个账号中有 4 个同时掉粉（今天 05:12）",
		},
		"an incident of lost statistics": {
			findings.Finding{
				Kind:     findings.Incident,
				What:     findings.StatisticsLost,
				Accounts: several,
				Platform: "KWAI",
				Count:    4,
				Of:       9,
				At:       moment,
			},
			"4 accounts | Kuaishou | 4 of 9 accounts lost statistics | " +
				"4 of 9 accounts lost their statistics together today 05:12",
			"4 个账号 | 快手 | 9 个账号中 4 个失去统计 | 9 个账号中有 4 个同时失去统计（今天 05:12）",
		},
		"an incident of old statistics": {
			findings.Finding{
				Kind:     findings.Incident,
				What:     findings.Stale,
				Accounts: several,
				Platform: "KWAI",
				Count:    4,
				Of:       9,
				At:       moment,
			},
			"4 accounts | Kuaishou | stats of 4 of 9 accounts not refreshed | " +
				"nobody refreshed the statistics of 4 of 9 accounts in the web console, and they became old " +
				"today 05:12",
			"4 个账号 | 快手 | 9 个账号中 4 个的统计未刷新 | " +
				"9 个账号中有 4 个的统计一直无人在管理后台刷新，同时过期（今天 05:12）",
		},
		"an incident of zeros": {
			findings.Finding{
				Kind:     findings.Incident,
				What:     findings.AllZero,
				Accounts: several,
				Platform: "KWAI",
				Count:    4,
				Of:       5,
				At:       moment,
			},
			"4 accounts | Kuaishou | all 5 accounts report 0 followers | " +
				"all 5 accounts of the platform report 0 followers or none, 4 of them today 05:12",
			"4 个账号 | 快手 | 5 个账号的粉丝全部为 0 | " +
				"该平台 5 个账号的粉丝全部为 0 或缺失，其中 4 个同时变化（今天 05:12）",
		},
		"followers fell": {
			findings.Finding{
				Kind:    findings.FollowersFell,
				Account: one,
				At:      moment,
				Was:     api.Int(3_900_000),
				Is:      api.Int(3_000_000),
			},
			"N a | Kuaishou | followers −900k (−23.1%) | followers −900,000 (3,900,000 → 3,000,000), today 05:12",
			"N a | 快手 | 粉丝 −90万（−23.1%） | 粉丝 −900,000（3,900,000 → 3,000,000），今天 05:12",
		},
		"followers fell and rose again": {
			findings.Finding{
				Kind:    findings.FollowersFell,
				Account: one,
				At:      moment,
				Was:     api.Int(50_290),
				Is:      api.Int(20_000),
				Now:     api.Int(50_400),
			},
			"N a | Kuaishou | followers −30.3k, now 50.4k | followers −30,290 (50,290 → 20,000), today 05:12, " +
				"now 50,400",
			"N a | 快手 | 粉丝 −3万，现为 5万 | 粉丝 −30,290（50,290 → 20,000），今天 05:12，现为 50,400",
		},
		"followers rose from 0": {
			findings.Finding{
				Kind:    findings.FollowersRose,
				Account: one,
				At:      moment,
				Was:     api.Int(0),
				Is:      api.Int(2000),
			},
			"N a | Kuaishou | followers +2k (0 → 2k) | followers +2,000 (0 → 2,000), today 05:12",
			"N a | 快手 | 粉丝 +2,000（0 → 2,000） | 粉丝 +2,000（0 → 2,000），今天 05:12",
		},
		"statistics lost": {
			findings.Finding{Kind: findings.StatisticsLost, Account: one, At: moment, Was: api.Int(50_505)},
			"N a | Kuaishou | statistics lost, 50.5k before | statistics lost, 50,505 before, today 05:12",
			"N a | 快手 | 统计丢失，此前 5.1万 | 统计丢失，此前 50,505，今天 05:12",
		},
		"stuck at 0": {
			findings.Finding{
				Kind:    findings.StuckAtZero,
				Account: one,
				At:      before(3*day, time.Minute),
				Was:     api.Int(49_500),
				Is:      api.Int(0),
			},
			"N a | Kuaishou | stuck at 0 | stuck at 0, on 18 Nov 08:31",
			"N a | 快手 | 粉丝一直为 0 | 粉丝一直为 0，11月18日 08:31",
		},
		"frozen": {
			findings.Finding{
				Kind:    findings.Frozen,
				Account: one,
				At:      before(10*day, time.Minute),
				Was:     api.Int(49_000),
				Is:      api.Int(49_500),
			},
			"N a | Kuaishou | stuck at 49.5k | stuck at 49.5k, on 11 Nov 08:31",
			"N a | 快手 | 粉丝一直为 5万 | 粉丝一直为 5万，11月11日 08:31",
		},
		"stale": {
			findings.Finding{Kind: findings.Stale, Account: one, At: exactly(50 * day)},
			"N a | Kuaishou | stats 50 days old | nobody refreshed the statistics in the web console since 2 Oct " +
				"08:31 (50 days)",
			"N a | 快手 | 统计已 50 天未刷新 | 10月2日 08:31 以来无人在管理后台刷新统计（已 50 天）",
		},
		"never fetched": {
			findings.Finding{Kind: findings.NeverFetched, Account: one, At: exactly(9 * day)},
			"N a | Kuaishou | stats never fetched | nobody has fetched the statistics in the web console yet",
			"N a | 快手 | 从未获取统计 | 还没有人在管理后台获取过统计",
		},
		"likely to turn": {
			findings.Finding{
				Kind:     findings.LikelyToTurn,
				Accounts: several[:2],
				Platform: "KWAI",
				Forecast: &findings.Forecast{
					Platform: "KWAI",
					Spells:   38,
					Ended:    30,
					Accounts: 12,
					Older:    5,
					Within:   findings.ForecastSpan,
					Median:   20 * hour,
					Low:      18 * hour,
					High:     22 * hour,
				},
			},
			"2 accounts | Kuaishou | login may end in 7 days | Half of Kuaishou logins end within 20 hours " +
				"(38 logins of 12 accounts; 95% interval 18–22 hours). " +
				"2 accounts are likely to lose their login within 7 days.",
			"2 个账号 | 快手 | 7 天内登录可能失效 | 快手的登录有一半在 20 小时内失效" +
				"（12 个账号，38 次登录；95% 区间为 18–22 小时）。2 个账号的登录可能在 7 天内失效。",
		},
		"flaps": {
			findings.Finding{Kind: findings.Flaps, Account: flapping, Count: 5, At: exactly(2 * day)},
			"N a | Kuaishou | flaps: turned 5 times within 7 days, normal now | flaps: turned 5 times within 7 days, " +
				"normal now, on 19 Nov 08:31",
			"N a | 快手 | 状态反复：7 天内变化 5 次，现为正常 | 状态反复：7 天内变化 5 次，现为正常，11月19日 08:31",
		},
		"a rule": {
			findings.Finding{
				Kind:     findings.OwnRule,
				Accounts: several[:1],
				Platform: "KWAI",
				Rule:     &findings.Rule{Name: "small", When: "followers<10"},
			},
			"N a | Kuaishou | small: followers<10 | small: followers<10",
			"N a | 快手 | small：followers<10 | small：followers<10",
		},
		"a rule that cannot be checked": {
			findings.Finding{
				Kind: findings.OwnRule,
				Name: "lost",
				Rule: &findings.Rule{Name: "lost", When: "group:x", Unknown: "x"},
			},
			"lost |  | the rule cannot be checked, “x” is not known: group:x | the rule cannot be checked, " +
				"“x” is not known: group:x",
			"lost |  | 无法检查规则，找不到“x”：group:x | 无法检查规则，找不到“x”：group:x",
		},
		"a gain": {
			findings.Finding{
				Kind:     findings.WorkMoved,
				Name:     "A cat",
				Platform: "douyin",
				At:       night,
				Work:     work(294, 3.09),
			},
			"A cat | Douyin | +294 views/h, 3.1 × usual | +294 views/h, 3.1 × usual, between yesterday 06:31 and " +
				"today 06:31",
			"A cat | 抖音 | 浏览 +294/小时，为平时的 3.1 倍 | 浏览 +294/小时，为平时的 3.1 倍，昨天 06:31 至今天 06:31 之间",
		},
		"a gain of several numbers": {
			findings.Finding{
				Kind:     findings.WorkMoved,
				Name:     "A cat",
				Platform: "douyin",
				At:       night,
				Work:     work(900, 94.7, "likeCount", "aCount"),
			},
			"A cat | Douyin | +900 views/h, 95 × usual, 2 other numbers moved too | +900 views/h, 95 × usual, " +
				"2 other numbers moved too, between yesterday 06:31 and today 06:31",
			"A cat | 抖音 | 浏览 +900/小时，为平时的 95 倍，另有 2 项数据异动 | 浏览 +900/小时，为平时的 95 倍，另有 2 项数据异动，昨天 06:31 至今天 06:31 之间",
		},
		"growth begins": {
			findings.Finding{Kind: findings.WorkMoved, Name: "A cat", Platform: "douyin", At: night, Work: work(50, 0)},
			"A cat | Douyin | +50 views/h, none in the week before | +50 views/h, none in the week before, " +
				"between yesterday 06:31 and today 06:31",
			"A cat | 抖音 | 浏览 +50/小时，此前一周无增长 | 浏览 +50/小时，此前一周无增长，昨天 06:31 至今天 06:31 之间",
		},
		"a loss": {
			findings.Finding{
				Kind:     findings.WorkMoved,
				Name:     "A cat",
				Platform: "douyin",
				At:       night,
				Was:      api.Int(13_680),
				Is:       api.Int(12_480),
				Now:      api.Int(13_000),
				Work:     work(-50, 0),
			},
			"A cat | Douyin | views −1.2k (13.7k → 12.5k) | views −1.2k (13.7k → 12.5k), between yesterday 06:31 and " +
				"today 06:31, now 13,000",
			"A cat | 抖音 | 浏览 −1,200（1.4万 → 1.2万） | 浏览 −1,200（1.4万 → 1.2万），昨天 06:31 至今天 06:31 之间，现为 13,000",
		},
		"prices": {
			findings.Finding{
				Kind:  findings.PriceChanged,
				Name:  "Brook 2",
				At:    moment,
				Times: 1,
				Changes: pricesOf(
					t,
					`{"mode":"a","price":100},{"mode":"b","price":200}`,
					`{"mode":"a","price":112},{"mode":"b","price":224}`,
				),
			},
			"Brook 2 |  | 2 prices, +12% | 2 prices, +12%, today 05:12",
			"Brook 2 |  | 2 个价格，+12% | 2 个价格，+12%，今天 05:12",
		},
		"prices in both directions, several times": {
			findings.Finding{
				Kind:  findings.PriceChanged,
				Name:  "Brook 2",
				At:    moment,
				Times: 3,
				Changes: pricesOf(
					t,
					`{"mode":"a","price":100},{"mode":"b","price":200}`,
					`{"mode":"a","price":95},{"mode":"b","price":224}`,
				),
			},
			"Brook 2 |  | 2 prices, −5% to +12%, changed 3 times | 2 prices, −5% to +12%, changed 3 times, today 05:12",
			"Brook 2 |  | 2 个价格，−5% 至 +12%，共变化 3 次 | 2 个价格，−5% 至 +12%，共变化 3 次，今天 05:12",
		},
		"new prices": {
			findings.Finding{
				Kind:  findings.PriceChanged,
				Name:  "Brook 2",
				At:    moment,
				Times: 1,
				Changes: pricesOf(
					t,
					`{"mode":"a","price":100}`,
					`{"mode":"a","price":100},{"mode":"b","price":200},{"mode":"c","price":300}`,
				),
			},
			"Brook 2 |  | 2 new prices | 2 new prices, today 05:12",
			"Brook 2 |  | 新增 2 个价格 | 新增 2 个价格，今天 05:12",
		},
		"prices as before": {
			findings.Finding{Kind: findings.PriceChanged, Name: "Brook 2", At: moment, Times: 2},
			"Brook 2 |  | changed 2 times, now as before | changed 2 times, now as before, today 05:12",
			"Brook 2 |  | 变化 2 次后复原 | 变化 2 次后复原，今天 05:12",
		},
		"a model that is gone": {
			findings.Finding{Kind: findings.ModelGone, Name: "old"},
			"old |  | model removed | model removed",
			"old |  | 模型已下线 | 模型已下线",
		},
		"a new model": {
			findings.Finding{Kind: findings.ModelNew, Name: "new"},
			"new |  | new model | new model",
			"new |  | 新模型 | 新模型",
		},
		"an option that requires more": {
			findings.Finding{
				Kind:     findings.OptionsChanged,
				ID:       "boardId",
				Name:     "Board",
				Platform: "KWAI",
				At:       moment,
				Times:    1,
				Options:  []diff.Change{{Kind: "required", Member: "privacy"}},
			},
			"Board | Kuaishou | “Who can see it” is now required | “Who can see it” is now required, today 05:12",
			"图板 | 快手 | “可见范围”现在必填 | “可见范围”现在必填，今天 05:12",
		},
		"an option with other changes": {
			findings.Finding{
				Kind:     findings.OptionsChanged,
				ID:       "boardId",
				Name:     "boardId",
				Platform: "KWAI",
				At:       moment,
				Times:    1,
				Options:  []diff.Change{{Kind: "newMember", Member: "title"}, {Kind: "goneMember", Member: "name"}},
			},
			"Board | Kuaishou | “Title”, “Name” changed | “Title”, “Name” changed, today 05:12",
			"图板 | 快手 | “标题”、“名称” 有变化 | “标题”、“名称” 有变化，今天 05:12",
		},
		"an option that is gone": {
			findings.Finding{
				Kind:     findings.OptionsChanged,
				ID:       "replyMode",
				Name:     "replyMode",
				Platform: "KWAI",
				At:       moment,
				Times:    1,
				Options:  []diff.Change{{Kind: "goneOption"}},
			},
			"Reply mode | Kuaishou | option removed | option removed, today 05:12",
			"Reply mode | 快手 | 选项已移除 | 选项已移除，今天 05:12",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := tt.of
			if f.Account != nil {
				f.Platform = f.Account.Type
			}
			for lang, want := range map[words.Lang]string{words.English: tt.en, words.Chinese: tt.zh} {
				v := viewIn(t, lang)
				got := strings.Join(
					[]string{v.Finding(&f).Title(), v.Finding(&f).Place(), v.Finding(&f).Detail(),
						v.Finding(&f).Sentence()},
					" | ",
				)
				if got != want {
					t.Errorf("%s\nwant\n%s", got, want)
				}
			}
		})
	}
}
