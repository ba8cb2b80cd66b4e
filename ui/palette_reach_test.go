package ui

import (
	"strings"
	"testing"

	"channeldeck/ui/accounts"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// first is the item under the cursor for a text typed into the palette.
func (d driver) first(typed string) (section, label string) {
	d.t.Helper()
	d.press(":", "text:"+typed)
	item := d.m.overlay.(*paletteBox).Current()
	if item == nil {
		d.t.Fatalf("nothing matches %q:\n%s", typed, d.m.View())
	}
	return item.Section, item.Label
}

// What a text names or understands as a whole comes before what it only matches, and what
// matches by its label before what matches by its note.
func TestPaletteRanksWhatIsMeant(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, accounts.Name, 100, 30)
	for typed, want := range map[string]string{
		"dou":             "Platforms|Douyin",
		"pinter":          "Platforms|Pinterest",
		"douyin":          "Platforms|Douyin",
		"export":          "Commands|export",
		"accounts export": "Commands|export", "prices": "Panes|Prices", "get a quote": "In other panes|get a quote",
		"8s 1080p i2v x20":                "Quote|8 s · 1080p · image to video · 20 clips",
		"720p":                            "Quote|720p",
		"fast":                            "Models|Vela 1 Fast",
		"https://b23.tv/BV1xx411c7mD?p=1": "Works|Open work BV1xx411c7mD",
		"【A video】 https://v.douyin.com/iAbC123/ 复制此链接": "Works|Open work v.douyin.com",
		"7399999999999999999":      "Works|Open as a work: 7399999999999999999",
		"6710a1e5c0de0000000000ff": "Sessions|6710a1e5c0de0000000000ff",
	} {
		if section, label := d.first(typed); section+"|"+label != want {
			t.Errorf("%q: %s|%s, want %s", typed, section, label, want)
		}
		d.press("esc")
	}
	d = open(t, words.Chinese, accounts.Name, 100, 30)
	if section, label := d.first("dou"); section != "平台" || label != "抖音" {
		t.Errorf("dou in Chinese: %s|%s", section, label)
	}
}

// A link fills in the form, a question opens the quote, a command of another pane runs
// there. Nothing is requested from a platform.
func TestPaletteReachesEverything(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"https://www.bilibili.com/video/BV1xx411c7mD": "BV1xx411c7mD|Bilibili|Open a work",
		"8s 1080p i2v x20":                            "8 s · 1080p · image to video · 20 clips|43.06|Quote",
		"7399999999999999999":                         "7399999999999999999|Open a work",
		"prices facets":                               "Filter (enter toggles)|image to video",
		"prices get a quote":                          "Quote|8s 1080p image to video x20",
	} {
		d := open(t, words.English, accounts.Name, 100, 30)
		d.press(":", "text:"+typed, "enter")
		for _, part := range strings.Split(want, "|") {
			if view := d.m.View(); !strings.Contains(view, part) {
				t.Errorf("%q does not lead to %q:\n%s", typed, part, view)
			}
		}
	}
}

// The palette lists the commands of all panes with their keys, those in front first, and
// none that is text where it would be pressed.
func TestPaletteListsActionsOfEveryPane(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, accounts.Name, 100, 30)
	d.press("5", "A") // a form is open in works, where letters are text
	d.m.Update(pane.Open{Target: pane.Target{Pane: accounts.Name}})
	others := map[string]int{}
	for _, item := range d.items() {
		a, ok := item.Value.(action)
		if !ok {
			continue
		}
		others[a.pane]++
		if item.Label == "" || !strings.HasPrefix(item.Note, d.m.ctx.Words.T("tab."+a.pane)+" · ") ||
			a.pane == accounts.Name {
			t.Errorf("%+v", item)
		}
		if press, _ := pane.KeyMsg(a.key); a.pane == "works" && len(press.Runes) > 0 && !press.Alt {
			t.Errorf("%q is text in the form", a.key)
		}
	}
	for _, tab := range d.m.tabs.all {
		if n := others[tab.Name]; (n == 0) != (tab.Name == accounts.Name) {
			t.Errorf("%s has %d commands", tab.Name, n)
		}
	}
}

// rareActions are what keys.md leaves to the palette, and what is in a box, with the words that find it.
var rareActions = map[string]map[words.Lang][]string{
	"overview.wall":        {words.English: {"wall", "big screen"}, words.Chinese: {"大屏", "监控"}},
	"accounts.status":      {words.English: {"status", "normal"}, words.Chinese: {"状态", "正常"}},
	"groups.rename":        {words.English: {"rename group"}, words.Chinese: {"重命名"}},
	"works.account":        {words.English: {"switch account"}, words.Chinese: {"换账号"}},
	"works.base":           {words.English: {"rate", "engagement"}, words.Chinese: {"互动率口径"}},
	"works.by_age":         {words.English: {"align", "age"}, words.Chinese: {"发布后时长", "对齐"}},
	"works.metric":         {words.English: {"metric"}, words.Chinese: {"对比指标"}},
	"options.example":      {words.English: {"fill example"}, words.Chinese: {"填入示例"}},
	"options.check_body":   {words.English: {"validate"}, words.Chinese: {"校验"}},
	"sessions.find_all":    {words.English: {"search all"}, words.Chinese: {"搜索全部"}},
	"sessions.jump":        {words.English: {"go to message"}, words.Chinese: {"跳转到消息"}},
	"next_site":            {words.English: {"next site"}, words.Chinese: {"下一个站点"}},
	"setup.save_anyway":    {words.English: {"save anyway"}, words.Chinese: {"不测试直接保存"}},
	"mouse":                {words.English: {"mouse", "select text"}, words.Chinese: {"鼠标", "选择文字"}},
	"accounts.changed":     {words.English: {"what changed"}, words.Chinese: {"有变化"}},
	"accounts.ids":         {words.English: {"filter by ID"}, words.Chinese: {"按 ID 筛选"}},
	"accounts.failed_call": {words.English: {"failed call"}, words.Chinese: {"失败调用"}},
	"sessions.names":       {words.English: {"mentions"}, words.Chinese: {"提到的内容"}},
	"copy_json":            {words.English: {"copy JSON"}, words.Chinese: {"复制 JSON"}},
	"sessions.copy_masked": {words.English: {"mask"}, words.Chinese: {"脱敏"}},
	"overview.report":      {words.English: {"report client"}, words.Chinese: {"报告 客户"}},
	"sessions.next_turn":   {words.English: {"next user"}, words.Chinese: {"下一条"}},
	"prices.ask":           {words.English: {"quote"}, words.Chinese: {"报价"}},
	"works.earlier":        {words.English: {"previous snapshot"}, words.Chinese: {"上一条"}},
	"sessions.depth":       {words.English: {"less"}, words.Chinese: {"简略"}},
	"options.copy_query":   {words.English: {"copy query"}, words.Chinese: {"复制查询参数"}},
	"options.check_filter": {words.English: {"validate filters"}, words.Chinese: {"校验筛选条件"}},
	"overview.baseline":    {words.English: {"baseline"}, words.Chinese: {"对比"}},
	"accounts.by_group":    {words.English: {"client"}, words.Chinese: {"客户"}},
	"sessions.failed_call": {words.English: {"last failed call"}, words.Chinese: {"失败调用"}},
	"options.matrix":       {words.English: {"compare platforms"}, words.Chinese: {"对比平台"}},
}

// Each of its words finds an action by its name from every pane, in both languages.
func TestPaletteFindsEveryActionFromEveryPane(t *testing.T) {
	race.Sweep(t)
	for _, lang := range words.Langs() {
		d := open(t, lang, accounts.Name, 100, 30)
		for i, tab := range d.m.tabs.all {
			d.press(tabKey(i))
			for action, typed := range rareActions {
				id := "key." + action
				if action == "setup.save_anyway" {
					id = action
				}
				label := d.m.ctx.Words.T(id)
				for _, text := range typed[lang] {
					if !d.finds(text, label) {
						t.Errorf("%s: %q in %s does not find %q", lang, text, tab.Name, label)
					}
				}
			}
		}
	}
}

// finds reports whether a text typed into the palette finds an item with a label, among the first ones.
func (d driver) finds(typed, label string) bool {
	d.t.Helper()
	const most = 40
	d.press(":", "text:"+typed)
	box := d.m.overlay.(*paletteBox)
	isFound := false
	for range min(box.Len(), most) {
		isFound = isFound || box.Current().Label == label
		d.m.Update(panetest.KeyMsg("down"))
	}
	d.press("esc")
	return isFound
}

// An action of a screen that is not open leads to its pane and says what to open there.
func TestActionOfAClosedScreen(t *testing.T) {
	t.Parallel()
	for lang, all := range map[words.Lang]map[string]string{
		words.English: {
			"rate basis":     "“rate basis” needs an open work: press enter on one.",
			"go to message":  "“go to message” needs an open session: press enter on one.",
			"insert example": "“insert example” needs an open publish option: press enter on one.",
		},
		words.Chinese: {
			"互动率口径": "“互动率口径”需先打开一个作品。",
			"跳转到消息": "“跳转到消息”需先打开一个会话。",
		},
	} {
		for typed, want := range all {
			d := open(t, lang, accounts.Name, 100, 30)
			d.press(":", "text:"+typed, "enter")
			if view := d.m.View(); d.m.tabs.front == 1 || !strings.Contains(view, want) {
				t.Errorf("%q: no %q:\n%s", typed, want, view)
			}
		}
	}
}

// A text that is a filter of accounts is offered as one before a search of the sessions for it.
func TestPaletteOffersFiltersFirst(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, accounts.Name, 100, 30)
	for typed, want := range map[string]string{
		"followers>100k":    "Accounts",
		"bilibili abnormal": "Accounts",
		"zzzzzz":            "Sessions",
	} {
		if section, label := d.first(typed); section != want {
			t.Errorf("%q: %s|%s, want %s", typed, section, label, want)
		}
		d.press("esc")
	}
	d.press(":", "text:followers>100k", "enter")
	if view := d.m.View(); !strings.Contains(view, "Followers > 100k") || d.m.tabs.typing() {
		t.Errorf("no filter:\n%s", view)
	}
}
