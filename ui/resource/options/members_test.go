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
	list, _ := MemberFacts(panetest.New(t, panetest.Options{Lang: lang}).Context.View, jsontext.Value(v), true)
	var lines []string
	for _, f := range list {
		lines = append(lines, f.Name+": "+f.Value)
	}
	return strings.Join(lines, "\n")
}

// TestNestedMembersAreOneLine has both bounds of a range together.
func TestNestedMembersAreOneLine(t *testing.T) {
	for _, c := range []struct{ value, en, zh string }{
		{
			`{"pagination":{"mode":"cursor","defaultLimit":20,"maxLimit":100,"minLimit":5}}`,
			"Pagination: mode cursor · default page size 20 · page size 5–100",
			"分页: 方式 游标 · 默认每页数量 20 · 每页数量 5–100",
		},
		{
			`{"fields":[{"name":"a","maxLength":1000},{"name":"b","odd":null}]}`,
			"Field 1: name a · length ≤ 1,000\nField 2: name b · odd –",
			"字段 1: 名称 a · 长度 ≤ 1,000\n字段 2: 名称 b · odd –",
		},
		{
			`{"editor":"html","comments":{"supported":false,"min":0,"max":0}}`,
			"Editor: formatted text\nComments: supported: no · 0",
			"编辑器: 富文本\n评论: 支持：否 · 0",
		},
		{
			`{"authType":"qrcode","completionStrategy":"user_handoff"}`,
			"Authorisation: with a QR code\nPublishing ends: by hand on the phone",
			"授权方式: 扫码登录\n发布: 在手机上手动完成",
		},
		{
			`{"days":7,"odd":{"deep":{"er":1}},"empty":{}}`,
			"days: 7\nodd.deep: er 1\nempty: {}",
			"days: 7\nodd.deep: er 1\nempty: {}",
		},
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
	got := facted(
		t,
		words.English,
		`{"a":"l1","b":{"min":"l2","max":"l3","unit":"l4","c":{"d":"l5","e":[{"f":"l6"},["l7",["l8"]]]}},"g":[["l9"],`+
			`{"h":[]}],"i":{"j":true,"k":"l10"},"min":71,"max":{"l":"l11"}}`,
	)
	for _, leaf := range []string{
		"l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9", "h: []", "j", "l10", "71", "l11",
	} {
		if !strings.Contains(got, leaf) {
			t.Errorf("%q is missing in\n%s", leaf, got)
		}
	}
}

// Chinese lists values between enumeration commas, texts without quotes.
func TestValuesInALanguage(t *testing.T) {
	for list, want := range map[string]string{
		`"ALL", "PUBLIC"`: "ALL、PUBLIC",
		`2, 3`:            "2、3",
		`"a, b", null`:    "a, b、null",
		`"cut…`:           `"cut…`,
	} {
		for lang, want := range map[words.Lang]string{words.Chinese: want, words.English: list} {
			w := panetest.New(t, panetest.Options{Lang: lang}).Context.Words
			if got := listValues(w, list); got != want {
				t.Errorf("%s in %s is %s, want %s", list, lang, got, want)
			}
		}
	}
}

// TestDescriptionsNameTheirLanguage has descriptions with a text for each language, and
// with one text.
func TestDescriptionsNameTheirLanguage(t *testing.T) {
	for _, c := range []struct{ sent, en, zh string }{
		{`"分页参数"`, "分页参数 (in Chinese)", "分页参数"},
		{`"Pages of the list"`, "Pages of the list", "Pages of the list（英文）"},
		{`"ID"`, "ID", "ID"},
		{`{"en-US":"Pages of the list","zh-CN":"分页参数"}`, "Pages of the list", "分页参数"},
		{`{"zh-CN":"分页参数"}`, "分页参数 (in Chinese)", "分页参数"},
		{`{"en-US":"Pages of the list"}`, "Pages of the list", "Pages of the list（英文）"},
	} {
		for lang, want := range map[words.Lang]string{
			words.English: "Description: " + c.en,
			words.Chinese: "简介: " + c.zh,
		} {
			if got := facted(t, lang, `{"description":`+c.sent+`}`); got != want {
				t.Errorf("%s becomes %q, want %q", c.sent, got, want)
			}
		}
	}
}
