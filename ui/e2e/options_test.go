//go:build unix

package e2e

import (
	"strings"
	"testing"
)

// TestABoardsBody finds what a board needs, copies a valid body and the query,
// and reads why another body is wrong.
func TestABoardsBody(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options"))
	m.wait("14 platforms", "pinterest")
	m.do("/", "enter confirm")
	m.write("pinter")
	m.wait("/ pinter", "1/1")
	m.do("Enter", "m all side by side", "Enter", "boardId")
	s := m.do("Enter", "Creating a value")
	if !s.has("boardId", "required", "PROTECTED", "characters: at most 180") {
		t.Errorf("not all that a board needs:\n%s", s)
	}
	m.do("b", "Copied: the body")
	if got, want := m.clipboard(), "{\n  \"accountId\": \"string\",\n  \"name\": \"string\"\n}"; got != want {
		t.Errorf("copied %q", got)
	}
	m.do("u", "Copied: the query")
	if got := m.clipboard(); !strings.HasPrefix(got, "accountId=string&privacy=ALL") {
		t.Errorf("copied %q", got)
	}
	m.do("t", "fits the schema")
	m.press("C-e", "BSpace")
	m.wait("not JSON")
	m.paste(`, "name": "x", "privacy": "SECRET", "colour": 1}`)
	m.wait("not JSON") // a member is there twice
	m.do("C-e", "fits the schema")
	m.press("BSpace")
	m.wait("not JSON")
	m.paste(`, "privacy": "PROTECTED", "colour": 1}`)
	m.wait("2 things are wrong", "lacks contact", "must not have colour")
	m.do("Escape", "Creating a value", "v", "JSON", "Escape", "Creating a value")
	m.do("t", "must not have colour")
}

// TestPlatformsWithoutOptions says in words that there is nothing more to fill
// in, and shows what the platform can do.
func TestPlatformsWithoutOptions(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options", "--lang", "zh"))
	m.wait("14 个平台")
	m.do("/", "enter 确认")
	m.write("linkedIn")
	m.wait("1/1")
	m.do("Enter", "平台对照", "Enter", "没有额外的发布参数")
	m.wait("支持的能力", "work.publishVideo")
}

// TestPlatformsSideBySide looks for who shows work details.
func TestPlatformsSideBySide(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options").sized(160, 40))
	m.wait("14 platforms")
	m.do("m", "boardId", "/", "enter confirm")
	m.write("getDetail")
	s := m.wait("work.getDetail", "browse.getDetail", "/ getDetail")
	if s.has("boardId") {
		t.Errorf("not filtered:\n%s", s)
	}
	m.do("Enter", "o turn round", "o", "WeChat Channels", "Escape", "14 platforms")
}
