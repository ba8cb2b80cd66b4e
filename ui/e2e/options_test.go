//go:build unix

package e2e

import (
	"testing"
)

// TestBodyOfAPinterestBoard finds what a board requires, copies a valid body, and reads why
// another body is invalid.
func TestBodyOfAPinterestBoard(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options"))
	m.wait("14 platforms", "Pinterest")
	m.do("/", "enter apply")
	m.write("pinter")
	m.wait("/ pinter", "1/1")
	m.do("Enter", "m compare platforms", "Enter", "Before you publish")
	m.resize(200, 60)
	m.wait("Must", "one from the account's list", "A new board needs: name (text).")
	m.resize(120, 40)
	m.wait("boardId")
	m.do("v", "New value")
	m.wait( // the screen of the new size, not the first part of it
		"boardId",
		"required · text · not empty",
		`one of "PUBLIC", "PROTECTED", "SECRET"`,
		"values can't be filtered",
	)
	m.do("Y", "Copy as", "Enter", "Copied: the body")
	if got := m.clipboard(); got != "{\n  \"name\": \"string\"\n}" {
		t.Errorf("copied %q", got)
	}
	m.do("i", "Valid.")
	m.press("BSpace")
	m.wait("not valid JSON")
	m.paste(`, "name": "x", "privacy": "SECRET"}`)
	m.wait("not valid JSON") // a member occurs twice
	m.press("C-k")
	m.write("insert example")
	m.do("Enter", "Valid.")
	m.press("BSpace")
	m.wait("not valid JSON")
	m.paste(`, "privacy": "HIDDEN", "description": 1}`)
	m.wait("2 problems", "description  wrong type: number, must be text", "must be one of")
	m.do("Escape", "New value", "v", `"createSchema": {`, "Escape", "New value") // JSON is on both screens
	m.do("i", "2 problems")
}

// TestQueryOfPlaces finds what the places of a post are filtered by, and reads why a filter is
// invalid.
func TestQueryOfPlaces(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options"))
	m.wait("14 platforms", "Threads")
	m.do("/", "enter apply")
	m.write("threads")
	m.wait("/ threads", "1/1")
	m.do("Enter", "m compare platforms", "Enter", "Before you publish", "/", "enter apply")
	m.write("place")
	m.do("Enter", "one from the account's list", "v", "Value filters")
	m.wait("keyword", "text · not empty", "latitude", "number")
	m.wait("Empty: no filter is required.")
	m.do("i", "Valid.")
	m.press("BSpace")
	m.wait("not valid JSON")
	m.paste(`"keyword": "", "latitude": "north"}`)
	m.wait("2 problems", "keyword  ", "latitude  wrong type: text, must be number")
}

// TestPlatformsWithoutOptions opens a platform for which the service lists no values, and sees what
// it needs, takes and cannot do.
func TestPlatformsWithoutOptions(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options", "--lang", "zh"))
	m.wait("14 个平台")
	m.do("/", "enter 应用")
	m.write("linkedin")
	m.wait("1/1")
	m.do("Enter", "对比平台", "Enter", "选项须自行填写")
	m.wait("必填", "视频、图片或文字", "谁可以看", "默认公开，可改为仅好友", "不支持", "平台定时发布")
}

// TestPlatformsSideBySide finds the platforms that support work details.
func TestPlatformsSideBySide(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "options").sized(160, 40))
	m.wait("14 platforms")
	m.do("m", "Publish options", "/", "enter apply")
	m.write("getDetail")
	s := m.wait("Work details", "/ getDetail")
	if s.has("Publish options") {
		t.Errorf("not filtered:\n%s", s)
	}
	m.do("Enter", "● yes", "Escape", "Publish options", "Escape", "14 platforms")
}
