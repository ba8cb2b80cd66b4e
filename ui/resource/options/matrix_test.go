package options

import (
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// capable returns a platform with capabilities as the service sends them, without any if the
// response is malformed.
func capable(name, capabilities string) api.Platform {
	rows, err := api.DecodeRows[api.Platform]([]byte(`[{"platform":"` + name + `","capabilities":` +
		capabilities + `}]`))
	if err != nil || len(rows) != 1 {
		return api.Platform{Platform: name}
	}
	return rows[0]
}

func testView(t testing.TB) *resource.View {
	return panetest.New(t, panetest.Options{}).Context.View
}

func TestGrid(t *testing.T) {
	board := api.PublishOption{Field: "boardId", Label: api.Some("Board")}
	known := &fleet.Known{
		Listed: map[string][]api.PublishOption{"A": {board, {Field: "tid"}}, "B": {}, "D": {board}},
		Platforms: []api.Platform{
			capable(
				"A",
				`{"work":{"getDetail":true,"listWorks":false},"browse":{"getDetail":false},"limit":3,"modes":[true],`+
					`"text":"true"}`,
			),
			capable("B", `{"login":true,"work":{"getDetail":{"supported":false,"live":true}}}`),
			capable("C", ``),
			capable("D", `{"work":{"listWorks":true},"text":1}`),
		},
	}
	want := `work.listWorks -??+
work.getDetail +-??
boardId +-?+
tid +-?-
browse.getDetail -???
login ?+??
work.getDetail.live ?+??
`
	var b strings.Builder
	for _, f := range Features(testView(t), "", known) {
		b.WriteString(f.Name + " ")
		for _, p := range known.Platforms {
			b.WriteByte("?-+"[f.Stated[p.Platform]])
		}
		b.WriteByte('\n')
	}
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGridIsBounded(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 5_000) + `true` + strings.Repeat(`}`, 5_000)
	known := &fleet.Known{Platforms: []api.Platform{capable("A", deep)}}
	if all := Features(testView(t), "", known); len(all) != 0 {
		t.Errorf("features below the maximum depth: %v", all)
	}
}

// FuzzGrid checks that every cell is in its place, whatever a platform sends.
func FuzzGrid(f *testing.F) {
	f.Add(`{"work":{"getDetail":true}}`, "boardId")
	f.Add(`{"supported":true,"":{"supported":false}}`, "")
	f.Add(`[true]`, "supported")
	v := testView(f)
	f.Fuzz(func(t *testing.T, capabilities, field string) {
		all := Features(v, "", &fleet.Known{
			Platforms: []api.Platform{capable("A", capabilities), capable("B", `{}`)},
			Listed:    map[string][]api.PublishOption{"A": {{Field: field}}},
		})
		option := all[len(all)-1]
		if option.Name != field || option.Stated["A"] != api.Supported {
			t.Errorf("the option is not where it should be: %+v", option)
		}
		for _, it := range all[:len(all)-1] {
			if it.Stated["A"] == api.SupportNotStated || it.Stated["B"] != api.SupportNotStated {
				t.Errorf("%+v", it)
			}
		}
	})
}

// The matrix begins with what differs between the platforms that the site serves.
func TestMatrixBeginsWithDifferences(t *testing.T) {
	soon := capable("C", `{"login":false,"search":false}`)
	soon.Status = api.Some(api.PlatformComingSoon)
	known := &fleet.Known{Platforms: []api.Platform{
		capable("A", `{"login":true,"search":false,"likes":true,"edit":true}`),
		capable("B", `{"login":true,"search":false,"edit":false}`),
		soon,
	}}
	var names []string
	for _, f := range Features(testView(t), "", known) {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "edit likes login search" {
		t.Error(got)
	}
}

// Two options that have one label are told apart by the name of a platform.
func TestOptionsOfOneLabel(t *testing.T) {
	known := &fleet.Known{
		Platforms: []api.Platform{capable("youtube", `{}`), capable("bilibili", `{}`)},
		Listed: map[string][]api.PublishOption{
			"youtube":  {{Field: "categoryId", Label: api.Some("Category")}},
			"bilibili": {{Field: "tid", Label: api.Some("Partition")}},
		},
	}
	var labels []string
	for _, f := range Features(testView(t), "", known) {
		labels = append(labels, f.Label)
	}
	if got := strings.Join(labels, ", "); got != "Category, Category (bilibili)" {
		t.Error(got)
	}
}
