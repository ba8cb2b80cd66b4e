package sandbox_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

type platform struct {
	Platform     string            `json:"platform"`
	DisplayName  map[string]string `json:"displayName"`
	Status       string            `json:"status"`
	Capabilities struct {
		Work struct {
			GetDetail bool `json:"getDetail"`
		} `json:"work"`
	} `json:"capabilities"`
	OptionSchema jsontext.Value `json:"optionSchema"`
	MediaRules   struct {
		MaxVideoSize int64 `json:"maxVideoSize"`
	} `json:"mediaRules"`
	More jsontext.Value `json:",embed"`
}

func TestPlatforms(t *testing.T) {
	s := newSandbox(t)
	e := get(t, s, platformsPath)
	if n := len(e.Data); n < 80_000 || n > 100_000 {
		t.Errorf("the list has %d bytes, want some 90 KB", n)
	}
	list := decode[[]platform](t, e)
	supported := 0
	large := 0
	status := map[string]int{}
	for _, p := range list {
		status[p.Status]++
		if p.Capabilities.Work.GetDetail {
			supported++
		}
		if p.MediaRules.MaxVideoSize > 1<<32 {
			large++
		}
		if p.DisplayName["en-US"] == "" || p.DisplayName["zh-CN"] == "" {
			t.Errorf("%s: display name %v", p.Platform, p.DisplayName)
		}
		for _, name := range []string{"authType", "editor", "contentLimits", "topic"} {
			if !strings.Contains(string(p.More), `"`+name+`":`) {
				t.Errorf("%s has no %s", p.Platform, name)
			}
		}
		compile(t, p.Platform, p.OptionSchema)
		// What the list promises is what the call of work details does.
		work := get(t, s, "/api/v2/channels/works/"+p.Platform+"/1")
		if (work.Code == 15080) == p.Capabilities.Work.GetDetail {
			t.Errorf(
				"%s: getDetail is %t, and the call gives code %d",
				p.Platform,
				p.Capabilities.Work.GetDetail,
				work.Code,
			)
		}
	}
	if len(list) != 14 || supported != 9 || large == 0 || status["available"] != 13 || status["coming_soon"] != 1 {
		t.Errorf("%d platforms, %d with work details, %d above 4 GB, %v", len(list), supported, large, status)
	}
	known := func(a account) bool {
		return slices.ContainsFunc(list, func(p platform) bool { return p.Platform == a.Type })
	}
	if others := slices.DeleteFunc(accounts(t, s, "").List, known); len(others) != 0 {
		t.Errorf("%d accounts of platforms that are not in the list", len(others))
	}
}

// A site says of the platforms of the other one that they are unavailable, and has no accounts
// and options of them.
func TestSites(t *testing.T) {
	served := map[sandbox.Site]string{
		sandbox.China:         "KWAI bilibili douyin wxSph xhs",
		sandbox.International: "facebook instagram linkedin pinterest threads tiktok twitter youtube",
	}
	withOptions := map[sandbox.Site]string{
		sandbox.China:         "bilibili",
		sandbox.International: "pinterest threads youtube",
	}
	for site, want := range served {
		s := newSandbox(t, func(o *sandbox.Options) { o.Site = site })
		var available, options []string
		for _, p := range decode[[]platform](t, get(t, s, platformsPath)) {
			if p.Status == "available" {
				available = append(available, p.Platform)
			}
			if string(get(t, s, platformsPath+"/"+p.Platform+"/publish-options").Data) != "[]" {
				options = append(options, p.Platform)
			}
		}
		slices.Sort(available)
		slices.Sort(options)
		if strings.Join(available, " ") != want || strings.Join(options, " ") != withOptions[site] {
			t.Errorf("%s serves %v, with options %v", site, available, options)
		}
		types := map[string]bool{}
		for _, a := range accounts(t, s, "").List {
			types[a.Type] = true
		}
		if got := strings.Join(slices.Sorted(maps.Keys(types)), " "); got != want {
			t.Errorf("%s has accounts of %s", site, got)
		}
	}
}

// compile holds a schema against draft-07.
func compile(t *testing.T, name string, schema jsontext.Value) {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schema)))
	if err == nil {
		err = c.AddResource("mem:schema", doc)
	}
	if err == nil {
		_, err = c.Compile("mem:schema")
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func TestPublishOptions(t *testing.T) {
	s := newSandbox(t)
	type option struct {
		Field        string         `json:"field"`
		ValueType    string         `json:"valueType"`
		FilterSchema jsontext.Value `json:"filterSchema"`
		CreateSchema jsontext.Value `json:"createSchema"`
	}
	with := 0
	types := map[string]int{}
	schemas := ""
	fields := []string{}
	for _, p := range decode[[]platform](t, get(t, s, platformsPath)) {
		options := decode[[]option](t, get(t, s, platformsPath+"/"+p.Platform+"/publish-options"))
		if len(options) > 0 {
			with++
		}
		for _, o := range options {
			types[o.ValueType]++
			fields = append(fields, o.Field)
			for kind, schema := range map[string]jsontext.Value{"filter": o.FilterSchema, "create": o.CreateSchema} {
				if schema != nil {
					compile(t, fmt.Sprintf("%s %s %s", p.Platform, o.Field, kind), schema)
					schemas += string(schema)
				}
			}
		}
	}
	slices.Sort(fields)
	if with != 4 || types["list"] != 3 || types["tree"] != 1 ||
		strings.Join(fields, " ") != "boardId categoryId location_id tid" {
		t.Errorf("%d platforms with options %v of types %v", with, fields, types)
	}
	if !strings.Contains(schemas, `"~standard":`) {
		t.Error("no schema has a keyword that JSON Schema does not know")
	}
	if none := get(t, s, platformsPath+"/douyin/publish-options"); string(none.Data) != "[]" {
		t.Errorf("douyin has options %s, want []", none.Data)
	}
}

func TestCreateGroup(t *testing.T) {
	s := newSandbox(t)
	create := func(body, contentType string) envelope {
		return send(t, s, newRequest("POST", groupsPath, body, "Content-Type", contentType))
	}
	names := []string{"新组", "新组", "  not trimmed ", "\n", strings.Repeat("long ", 1000), "\x1b[31m"}
	seen := map[string]bool{}
	for _, name := range names {
		body, err := json.Marshal(map[string]string{"name": name})
		if err != nil {
			t.Fatal(err)
		}
		group := decode[map[string]any](t, create(string(body), "application/json; charset=utf-8"))
		if group["name"] != name || seen[group["id"].(string)] {
			t.Errorf("created %v, want a new group %q", group, name)
		}
		seen[group["id"].(string)] = true
		if len(seen) == 1 && len(group) != 11 || len(seen) == 2 && len(group) != 7 {
			t.Errorf("group %d has %d fields: %v", len(seen), len(group), group)
		}
	}
	groups := s.Groups()
	if len(groups) != len(names) || groups[0].Name != "新组" || groups[1].Rank != 1 {
		t.Errorf("there are %d groups, want %d", len(groups), len(names))
	}
	for _, bad := range []string{
		``, `{}`, `{"name":""}`, `{"name":null}`, `{"name":7}`, `["a"]`, `{"name":"a"`,
		`{"name":"a","name":"b"}`, `{"name":"a","rank":1}`, "{\"name\":\"\xff\"}", `{"Name":"a"}`,
	} {
		if e := create(bad, "application/json"); e.Code != 10002 {
			t.Errorf("%s: code %d, want 10002", bad, e.Code)
		}
	}
	for _, contentType := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json;;"} {
		if e := create(`{"name":"a"}`, contentType); e.Code != 10002 {
			t.Errorf("content type %q: code %d, want 10002", contentType, e.Code)
		}
	}
	if n := len(s.Groups()); n != len(names) {
		t.Errorf("refused calls left %d groups, want %d", n, len(names))
	}
}

func TestGroupList(t *testing.T) {
	s := newSandbox(t)
	decode[map[string]any](
		t,
		send(t, s, newRequest("POST", groupsPath, `{"name":"新组"}`, "Content-Type", "application/json")),
	)
	type group struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		Rank      int    `json:"rank"`
		IsDefault bool   `json:"isDefault"`
	}
	names := map[string]string{}
	for i, g := range decode[[]group](
		t,
		send(t, s, without(newRequest("GET", groupsPath, "", "Accept-Language", "zh-CN"), "X-Api-Key")),
	) {
		if g.Rank != i || g.IsDefault != (i == 0) || g.Name == "" {
			t.Errorf("group %d: %+v", i, g)
		}
		names[g.ID] = g.Name
	}
	if len(names) != 13 || names[s.Groups()[0].ID] != "新组" {
		t.Errorf("the groups are %v", names)
	}
	for _, a := range accounts(t, s, "").List {
		if names[a.GroupID] == "" {
			t.Errorf("the group %s of %s has no name", a.GroupID, a.ID)
		}
	}
}
