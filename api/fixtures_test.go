package api

import (
	"bytes"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// fixture returns the data of a response in the shape in which deployments send it.
func fixture(t *testing.T, name string) jsontext.Value {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The client reads the fixtures without a malformed value, and loses no member: what it read is
// written as it was sent. The members that it does not name are those listed here.
func TestFixtures(t *testing.T) {
	calls := map[string]struct {
		read    func(*Client) (any, []*Malformed, error)
		unnamed string // members that no type names
	}{
		"platforms": {func(c *Client) (any, []*Malformed, error) {
			rows, err := c.Platforms(t.Context())
			return rows, malformedOf(rows), err
		}, "authInstructions editor emptyAccountHint listWorksPagination logoUrl pagination parameters"},
		"publish-options": {func(c *Client) (any, []*Malformed, error) {
			rows, err := c.PublishOptions(t.Context(), "youtube")
			return rows, malformedOf(rows), err
		}, ""},
		"accounts": {func(c *Client) (any, []*Malformed, error) {
			list, err := c.Accounts(t.Context(), AccountQuery{})
			var bad []*Malformed
			for _, a := range list.List {
				bad = append(bad, a.Malformed())
			}
			return list, bad, err
		}, "clientType loginTime"},
		"account-groups": {func(c *Client) (any, []*Malformed, error) {
			rows, err := c.AccountGroups(t.Context())
			return rows, malformedOf(rows), err
		}, ""},
		"created-group": {func(c *Client) (any, []*Malformed, error) {
			group, err := c.CreateAccountGroup(t.Context(), NewAccountGroup{Name: "Autumn"})
			return group, []*Malformed{group.Malformed()}, err
		}, ""},
		"messages": {func(c *Client) (any, []*Malformed, error) {
			rows, err := c.Messages(t.Context(), "6b50000000000000000000e1")
			return rows, malformedOf(rows), err
		}, "metadata"},
		"video-models": {func(c *Client) (any, []*Malformed, error) {
			rows, err := c.VideoModels(t.Context())
			return rows, malformedOf(rows), err
		}, ""},
	}
	for name, call := range calls {
		data := fixture(t, name)
		c, _ := newTestClient(t, answer(http.StatusOK, envelopeOf(string(data))))
		rows, malformed, err := call.read(c)
		if err != nil || slices.ContainsFunc(malformed, func(m *Malformed) bool { return m != nil }) {
			t.Errorf("%s: %v, %v", name, malformed, err)
			continue
		}
		written, err := Marshal(rows)
		if err != nil || !bytes.Equal(canonical(t, written), canonical(t, data)) {
			t.Errorf("%s: %v; read and written:\n%s\nwant\n%s", name, err, canonical(t, written), canonical(t, data))
		}
		if got := strings.Join(unnamedMembers(rows), " "); got != call.unnamed {
			t.Errorf("%s: the client does not name %q, want %q", name, got, call.unnamed)
		}
	}
}

func TestWorkFixtures(t *testing.T) {
	for _, detail := range elements(t, fixture(t, "work-details")) {
		c, _ := newTestClient(t, answer(http.StatusOK, envelopeOf(string(detail))))
		got, err := c.WorkDetail(t.Context(), WorkQuery{Platform: "twitter", WorkID: "1", AccountID: "twitter_1"})
		if err != nil || got.Malformed() != nil {
			t.Fatalf("%v, %v", got.Malformed(), err)
		}
		written, err := Marshal(got)
		if err != nil || !bytes.Equal(canonical(t, written), canonical(t, detail)) {
			t.Errorf("%v; read and written:\n%s\nwant\n%s", err, written, detail)
		}
		if unnamed := unnamedMembers(got); len(unnamed) > 0 {
			t.Errorf("the client does not name %q", unnamed)
		}
	}
}

// What the client reads of the members that the interface leaves open.
func TestPlatformFixture(t *testing.T) {
	c, _ := newTestClient(t, answer(http.StatusOK, envelopeOf(string(fixture(t, "platforms")))))
	list, err := c.Platforms(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	platform := func(name string) *Platform {
		i := slices.IndexFunc(list, func(p Platform) bool { return p.Platform == name })
		return &list[i]
	}
	douyin := platform("douyin")
	instagram := platform("instagram")
	checks := map[string]bool{
		"modes":              slices.Equal(douyin.ContentLimits.Modes, []string{ModeImages, ModeVideo}),
		"title":              douyin.ContentLimits.MaxTitleLength == Int(30),
		"total text":         douyin.ContentLimits.MaxTotalTextLength == Int(1000),
		"no total text":      !instagram.ContentLimits.MaxTotalTextLength.IsSet(),
		"images":             instagram.ContentLimits.MaxImages == Int(10),
		"formats":            slices.Equal(instagram.MediaRules.ImageFormats, []string{"jpg", "jpeg"}),
		"size":               douyin.MediaRules.MaxVideoSize == Int(104857600),
		"duration":           instagram.MediaRules.MaxVideoDuration == Int(900),
		"aspect ratio":       instagram.MediaRules.AspectRatio.Max.String() == "1.91",
		"topics":             douyin.Topic.NativeField == Some(true) && douyin.Topic.MaxCount == Int(5),
		"account statistics": douyin.AccountStatistics() == Unsupported && instagram.AccountStatistics() == Supported,
		"work details":       douyin.WorkDetail() == Unsupported && instagram.WorkDetail() == Supported,
		"handoff":            douyin.Capabilities.Publish.CompletionStrategy == Some(CompletionHandoff),
		"login":              douyin.AuthType == Some("qrcode"),
		"option schema":      Member(Member(platform("pinterest").OptionSchema, "properties"), "boardId") != nil,
		"function":           instagram.Capabilities.Engagement.Functions[0].Target == Some("comment"),
		"coming soon":        platform("wxGzh").Status == Some(PlatformComingSoon),
	}
	for what, ok := range checks {
		if !ok {
			t.Errorf("%s was not read", what)
		}
	}
}

func malformedOf[T any, R RowOf[T]](rows []T) (list []*Malformed) {
	for i := range rows {
		list = append(list, R(&rows[i]).row().Malformed())
	}
	return list
}

// canonical returns JSON with sorted members and without white space.
func canonical(t *testing.T, v jsontext.Value) jsontext.Value {
	t.Helper()
	v = v.Clone()
	if err := v.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	return v
}

func elements(t *testing.T, array jsontext.Value) []jsontext.Value {
	t.Helper()
	list := jsonobject.Elements(array)
	if len(list) == 0 {
		t.Fatal("an empty array")
	}
	return list
}

// unnamedMembers returns the names of the members that were put into fields Unknown, sorted.
func unnamedMembers(rows any) []string {
	var names []string
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for f, value := range v.Fields() {
				unknown := reflect.Indirect(value)
				if f.Name != "Unknown" || !unknown.IsValid() || unknown.Type() != reflect.TypeFor[jsontext.Value]() {
					walk(value)
					continue
				}
				for name := range Members(unknown.Bytes()) {
					names = append(names, name)
				}
			}
		}
	}
	walk(reflect.ValueOf(rows))
	slices.Sort(names)
	return slices.Compact(names)
}
