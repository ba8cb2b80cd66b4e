package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// paste sends a text as a terminal does that brackets what is pasted.
func (d driver) paste(text string) {
	pasted := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
	for _, up := range panetest.Pump(d.t, d, d.Update(pasted)) {
		panetest.Pump(d.t, d, d.Update(up))
	}
}

// What is pasted outside a field is opened in every pane: a link, an ID, a question.
func TestPastedTextIsOpened(t *testing.T) {
	t.Parallel()
	id := open(t, words.English, "accounts", 100, 30).m.ctx.Sites.First().Store.Accounts.List().Rows[7].ID
	for _, maker := range Makers() {
		for pasted, want := range map[string]string{
			"https://www.bilibili.com/video/BV1xx411c7mD\n": "BV1xx411c7mD|Open a work",
			" 8s 1080p i2v x20 ":                            "8 s · 1080p · image to video · 20 clips",
			"6710a1e5c0de0000000000ff":                      "Sessions",
			id:                                              id[len(id)-8:] + "|Accounts",
		} {
			d := open(t, words.English, maker.Name, 100, 30)
			d.paste(pasted)
			for _, part := range strings.Split(want, "|") {
				if view := d.m.View(); !strings.Contains(view, part) || d.m.overlay != nil {
					t.Errorf("%q pasted in %s does not lead to %q:\n%s", pasted, maker.Name, part, view)
				}
			}
		}
	}
}

// Where pasted text is not one thing, the palette shows what it may be, and nothing runs. A question that waits
// for a key takes none.
func TestPastedTextInThePalette(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, "works", 100, 30)
	d.paste("qqq")
	if view := d.m.View(); !strings.Contains(view, "Search all sessions for “qqq”") {
		t.Errorf("not in the palette:\n%s", view)
	}
	d.press("esc")
	d.paste(strings.Repeat("q", maxRead+1))
	if view := d.m.View(); !strings.Contains(squeezed(view), "Nothing to paste into") || d.m.overlay != nil {
		t.Errorf("a long text:\n%s", view)
	}
	d.paste(" \n ")
	if d.m.overlay != nil {
		t.Errorf("an empty text:\n%s", d.m.View())
	}
}

// The palette finds what there is by other names, also by those of the other language in Chinese.
func TestPaletteFindsOtherNames(t *testing.T) {
	t.Parallel()
	for lang, words := range map[words.Lang]map[string]string{
		words.English: {
			"past": "past moment", "moment": "past moment", "history": "past moment",
			"incident": "Incident", "incidents": "Incident", "silent": "No new work",
			"theme": "Theme", "language": "Language", "stale": "Statistics are old after", "wall": "wall",
			"mute":   "mark known",
			"rename": "rename", "excel": "export", "clipboard": "copy", "triage": "Overview",
			"transcripts": "Sessions", "keys": "keys", "clients": "Groups",
			"forecast": "Login likely to end", "login": "Login likely to end", "relogin": "Login likely to end",
			"expired": "Login likely to end", "offline": "abnormal", "cheapest": "get a quote",
			"help": "keys", "switch account": "switch account", "engagement": "rate basis", "align": "by time or age",
			"jump": "go to message", "mentions": "mentions", "mask": "copy masked", "audit": "Log of changes",
			"api key": "sites", "alerts": "Overview", "discount": "Prices", "reload": "refresh",
			"pdf": "write a report", "limits": "check a post", "download": "export", "undo": "go back",
		},
		words.Chinese: {
			"过去": "过去的时刻", "past": "过去的时刻", "incident": "集中异常", "停更": "无新作品",
			"主题": "配色", "theme": "配色", "大屏": "大屏", "剪贴板": "复制", "首页": "概览",
			"登录": "登录可能失效", "预测": "登录可能失效", "掉登录": "登录可能失效", "forecast": "登录可能失效",
			"事故": "集中异常", "故障": "集中异常", "英文": "语言", "下载": "导出", "最便宜": "询价",
			"帮助": "快捷键", "换账号": "换账号", "互动率": "互动率口径", "对齐": "日期/发布后时长",
			"提到": "提到的内容", "脱敏": "遮盖后复制", "日志": "操作记录", "密钥": "站点", "切换站点": "站点",
			"通知": "新事项通知", "折扣": "价格", "播放量": "作品", "周报": "生成报告", "忽略": "标为已知",
			"重命名": "重命名", "收藏": "视图", "时刻": "过去的时刻", "历史": "过去的时刻",
		},
	} {
		w := panetest.New(t, panetest.Options{History: panetest.History(t, t.TempDir()+"/h.db", panetest.Now)})
		d := open(t, lang, "accounts", 100, 30)
		settingsOf(t, d.m.ctx)
		d.m.ctx.SilentAfter = 14 * 24 * 3600e9
		d.m.ctx.Sites.First().Store.Fleet.History = w.Site().History()
		for typed, want := range words {
			if _, label := d.first(typed); label != want {
				t.Errorf("%s: %q finds %q, not %q", lang, typed, label, want)
			}
			d.press("esc")
		}
	}
}

// Each setting is found by its name and by other words, and chosen it opens with its values.
func TestPaletteOpensSettings(t *testing.T) {
	t.Parallel()
	for lang, found := range map[words.Lang]map[string]string{
		words.English: {
			"chinese": "Language", "dark": "Theme", "ascii": "ASCII only", "mouse": "mouse", "landing": "First pane",
			"interval": "Refresh every", "outdated": "Statistics are old after",
			"no new work after": "No new work after",
			"bell":              "Announce findings",
		},
		words.Chinese: {
			"语言": "语言", "深色": "配色", "乱码": "仅用 ASCII 字符", "启动": "启动时的面板", "自动刷新": "刷新间隔",
			"过旧": "统计过期时限", "无新作品时限": "无新作品时限", "铃声": "新事项通知", "基线": "对比时间",
		},
	} {
		d := open(t, lang, "accounts", 100, 30)
		settingsOf(t, d.m.ctx)
		for typed, want := range found {
			if _, label := d.first(typed); label != want {
				t.Errorf("%s: %q finds %q, not %q", lang, typed, label, want)
			}
			d.press("esc")
		}
	}
	d := open(t, words.English, "accounts", 100, 30)
	settingsOf(t, d.m.ctx)
	d.press(":", "text:dark", "enter")
	if view := d.m.View(); !strings.Contains(view, "Theme") || !strings.Contains(view, "high contrast") {
		t.Errorf("the themes are not offered:\n%s", view)
	}
}

// What an open session does is listed once: where it is while none is open, and as a command then.
func TestActionsOfAnOpenSession(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, "sessions", 100, 30)
	listed := func() (leads, runs int) {
		for _, item := range d.items() {
			if item.Label != "go to message" {
				continue
			}
			if _, ok := item.Value.(closedAction); ok {
				leads++
			} else {
				runs++
			}
		}
		return leads, runs
	}
	if leads, runs := listed(); leads != 1 || runs != 0 {
		t.Errorf("without an open session: leads %d, runs %d", leads, runs)
	}
	d.paste("6710a1e5c0de000000000001")
	if leads, runs := listed(); leads != 0 || runs != 1 {
		t.Errorf("in an open session: leads %d, runs %d:\n%s", leads, runs, d.m.View())
	}
}
