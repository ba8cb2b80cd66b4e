package options

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// facted is a JSON value as facts, a line each.
func facted(t *testing.T, lang words.Lang, v string) string {
	list, _ := memberFacts(panetest.New(t, panetest.Options{Lang: lang}).Context.View, jsontext.Value(v), true)
	var lines []string
	for _, f := range list {
		lines = append(lines, f.Name+": "+f.Value)
	}
	return strings.Join(lines, "\n")
}

// TestNestedMembersAreOneLine has the numbers with their units, and both bounds of a
// range together.
func TestNestedMembersAreOneLine(t *testing.T) {
	for _, c := range []struct{ value, en, zh string }{
		{`{"video":{"maxBytes":17179869184,"minBytes":1024,"formats":["mp4","mov"]}}`, "Video: size 1 kB–16 GB · formats mp4, mov", "视频: 大小 1 kB–16 GB · 格式 mp4、mov"},
		{`{"modes":{"video":{"title":{"required":true,"min":1,"max":30,"unit":"weighted"}}}}`, "Video title: required · 1–30 weighted characters", "视频标题: 必填 · 1–30 加权字符"},
		{`{"video":{"minDuration":3,"maxDuration":900,"maxBitrate":25000000,"maxFps":60,"minWidth":540}}`, "Video: duration 3–900 s · bit rate ≤ 25 Mbit/s · frame rate ≤ 60 fps · width ≥ 540 px", "视频: 时长 3–900 秒 · 码率 ≤ 25 Mbit/s · 帧率 ≤ 60 帧/秒 · 宽度 ≥ 540 px"},
		{`{"links":{"min":0,"max":0},"music":{"required":false},"modes":{"image":{"images":{"min":2,"max":35}}}}`, "Links: 0\nMusic: required: no\nImage count: 2–35", "链接: 0\n音乐: 必填：否\n图片张数: 2–35"},
		{`{"fields":[{"name":"a","maxLength":1000},{"name":"b","odd":null}]}`, "Field 1: name a · length ≤ 1,000\nField 2: name b · odd –", "字段 1: 名称 a · 长度 ≤ 1,000\n字段 2: 名称 b · odd –"},
		{`{"granularity":["hour","day","week"],"preview":{"device":"phone"},"authType":"qrcode"}`, "Granularity: hour, day, week\nPreview: device phone\nAuthorisation: QR code", "粒度: 小时、天、week\n预览: 设备 手机\n授权方式: 扫码登录"},
		{`{"historyDays":7,"odd":{"deep":{"er":1}},"empty":{}}`, "History: 7 d\nodd.deep: er 1\nempty: {}", "历史: 7 天\nodd.deep: er 1\nempty: {}"},
	} {
		for lang, want := range map[words.Lang]string{words.English: c.en, words.Chinese: c.zh} {
			if got := facted(t, lang, c.value); got != want {
				t.Errorf("%s becomes\n%s\nwant\n%s", c.value, got, want)
			}
		}
	}
}

// TestNoMemberIsLost looks for every leaf of nested JSON.
func TestNoMemberIsLost(t *testing.T) {
	got := facted(t, words.English, `{"a":"l1","b":{"min":"l2","max":"l3","unit":"l4","c":{"d":"l5","e":[{"f":"l6"},["l7",["l8"]]]}},"g":[["l9"],{"h":[]}],"i":{"j":true,"k":"l10"},"min":71,"max":{"l":"l11"}}`)
	for _, leaf := range []string{"l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9", "h: []", "j", "l10", "71", "l11"} {
		if !strings.Contains(got, leaf) {
			t.Errorf("%q is missing in\n%s", leaf, got)
		}
	}
}

// Chinese lists values between enumeration commas, texts without quotes.
func TestValuesInALanguage(t *testing.T) {
	for list, want := range map[string]string{`"ALL", "PUBLIC"`: "ALL、PUBLIC", `2, 3`: "2、3", `"a, b", null`: "a, b、null", `"cut…`: `"cut…`} {
		for lang, want := range map[words.Lang]string{words.Chinese: want, words.English: list} {
			w := panetest.New(t, panetest.Options{Lang: lang}).Context.Words
			if got := listValues(w, list); got != want {
				t.Errorf("%s in %s is %s, want %s", list, lang, got, want)
			}
		}
	}
}
