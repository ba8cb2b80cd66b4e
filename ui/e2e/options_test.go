//go:build unix

package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestBodyOfAPinterestBoard finds what a board requires, copies a valid body and the query, and
// reads why another body is invalid.
func TestBodyOfAPinterestBoard(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options"))
	m.wait("14 platforms", "Pinterest")
	m.do("/", "enter apply")
	m.write("pinter")
	m.wait("/ pinter", "1/1")
	m.do("Enter", "m compare platforms", "Enter", "boardId")
	m.resize(200, 60)
	m.wait("Required", "accountId, name")
	m.resize(120, 40)
	m.wait("boardId")
	s := m.do("Enter", "New value")
	if !s.has("boardId", "required", "PROTECTED", "1–180 characters", "other fields are allowed too", "whole number", "a web address") || s.has("(whole value)") {
		t.Errorf("not all that a board needs:\n%s", s)
	}
	m.wait("in the examples is the ID of your account", "If privacy is")
	m.do("C-y", "Copied: the body")
	if got := m.clipboard(); !regexp.MustCompile(`^\{\n  "accountId": "pinterest_\w+",\n  "name": "string"\n\}$`).MatchString(got) {
		t.Errorf("copied %q", got)
	}
	m.do("U", "Copied: the query")
	if got := m.clipboard(); !strings.HasPrefix(got, "accountId=pinterest_") {
		t.Errorf("copied %q", got)
	}
	m.do("K", "Valid.")
	m.press("C-e", "BSpace")
	m.wait("not valid JSON")
	m.paste(`, "name": "x", "privacy": "SECRET", "colour": 1}`)
	m.wait("not valid JSON") // a member occurs twice
	m.do("C-e", "Valid.")
	m.press("BSpace")
	m.wait("not valid JSON")
	m.paste(`, "privacy": "PROTECTED", "colour": 1}`)
	m.wait("2 problems", "missing contact", "unknown field colour")
	m.do("Escape", "New value", "v", `"filterSchema": {`, "Escape", "New value") // JSON is on both screens
	m.do("K", "unknown field colour")
}

// TestPlatformsWithoutOptions opens a platform without extra parameters and sees
// its capabilities.
func TestPlatformsWithoutOptions(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options", "--lang", "zh"))
	m.wait("14 个平台")
	m.do("/", "enter 应用")
	m.write("linkedIn")
	m.wait("1/1")
	m.do("Enter", "对比平台", "Enter", "没有额外的发布参数")
	m.wait("必填", "来自网页端、并非服务说明的规则")
	m.resize(120, 90)
	m.wait("支持能力", "发布视频")
}

// TestPlatformsSideBySide finds the platforms that support work details.
func TestPlatformsSideBySide(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options").sized(160, 40))
	m.wait("14 platforms")
	m.do("m", "Playlist", "/", "enter apply")
	m.write("getDetail")
	s := m.wait("Work details", "/ getDetail")
	if s.has("Playlist") {
		t.Errorf("not filtered:\n%s", s)
	}
	m.do("Enter", "● yes", "Escape", "Playlist", "Escape", "14 platforms")
}
