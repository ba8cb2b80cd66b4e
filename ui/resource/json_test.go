package resource_test

import (
	"slices"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/resource"
)

// The fields of a row are in their order. What is unknown is null, an empty text or left out.
func TestFields(t *testing.T) {
	type row struct {
		name, note string
		count      api.Number
		tags       []string
	}
	r := &resource.Resource[*row]{
		Columns: []resource.Column[*row]{
			{ID: "note", Of: func(r *row) resource.Value { return resource.TextValue(r.note) }},
			{ID: "count", Of: func(r *row) resource.Value { return resource.NumberValue(r.count) }},
			{ID: "more", Of: func(r *row) resource.Value { return resource.NumberValue(r.count) }},
			{ID: "name", Of: func(r *row) resource.Value { return resource.TextValue(r.name) }},
		},
		Fields: slices.Concat(
			resource.OfColumns[string](resource.OrEmpty, "name"),
			resource.OfColumns[api.Number](resource.OrNull, "count"),
			resource.OfColumns[api.Number](resource.OrMissing, "more"),
			resource.Nested(resource.Always, "tags", func(r *row) []string { return r.tags }),
			resource.OfColumns[string](resource.OrNull, "note"),
			resource.Nested(resource.OrMissing, "isNew", func(r *row) bool { return r.tags == nil }),
		),
	}
	for want, of := range map[string]*row{
		`{"name":"","count":null,"tags":[],"note":null,"isNew":true}`: {},
		`{"name":"A","count":0,"more":0,"tags":["x"],` +
			`"note":"\"quoted\""}`: {"A", `"quoted"`, api.Int(0), []string{"x"}},
	} {
		got, err := api.Marshal(r.JSON(of))
		if err != nil || string(got) != want {
			t.Errorf("%s (%v), want %s", got, err, want)
		}
	}
	r.Fields = append(r.Fields, resource.OfColumn[string](resource.OrMissing, "title", "name")...)
	got, err := api.Marshal(r.JSON(&row{name: "A", tags: []string{}}))
	if want := `{"name":"A","count":null,"tags":[],"note":null,"title":"A"}`; err != nil || string(got) != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
	r.Record = func(r *row) any {
		if r.name == "sent" {
			return []int{1}
		}
		return nil
	}
	for name, want := range map[string]string{"sent": "[1]", "B": `{"title":"B"}`} {
		r.Fields = r.Fields[len(r.Fields)-1:]
		got, err := api.Marshal(r.JSON(&row{name: name}))
		if err != nil || string(got) != want {
			t.Errorf("the JSON of %s is %s (%v), want %s", name, got, err, want)
		}
	}
}
