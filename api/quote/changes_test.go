package quote

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// changesText writes one line a change.
func changesText(list []*Change) []string {
	var out []string
	for i := range list {
		c := list[i]
		line := fmt.Sprintf("%s %s", c.Kind, c.Model.Name)
		for _, r := range []*Row{c.Old, c.New} {
			if r != nil {
				price := r.Price.Round(2).String()
				d := r.Duration.Round(2).String()
				line += fmt.Sprintf(" %ss=%s", d, price)
			}
		}
		if c.After.Path != "" {
			line += fmt.Sprintf(" %s %v→%v", c.After.Path, c.Before.Values, c.After.Values)
		}
		out = append(out, line)
	}
	return out
}

func TestChanges(t *testing.T) {
	older := New(models(t, `[
	 {"name":"a","creditsScope":"general","durations":[5,10],"pricing":[{"duration":5,"price":20},{"duration":8,
	"price":30},{"duration":10,"price":40},{"duration":12,"price":50},{"duration":15}]},
	 {"name":"gone"},
	 {"name":"moved","creditsScope":"general","pricing":[{"duration":5,"price":20}]},
	 {"name":"limits","maxInputImages":2,"inputConstraints":{"videos":{"maxDuration":15,"formats":["mp4"]}},"future":1},
	 {"name":"same","maxInputImages":2,"durations":[5,10],"tags":["x","y"],"pricing":[{"mode":"Image2Video",
	"duration":5,"price":20}]}]`))
	newer := New(models(t, `[
	 {"name":"new"},
	 {"name":"a","creditsScope":"general","durations":[5,10,15],"pricing":[{"duration":5,"price":25},{"duration":10,
	"price":39.5},{"duration":6,"price":1},{"duration":12},{"duration":15,"price":3}]},
	 {"name":"moved","creditsScope":"seedling","pricing":[{"duration":5,"price":2}]},
	 {"name":"limits","maxInputImages":4,"inputConstraints":{"videos":{"maxDuration":10}},"later":{}},
	 {"name":"same","maxInputImages":2.0,"durations":[10,5.0],"tags":["y","x"],"pricing":[{"mode":"image2video",
	"duration":5.0,"price":20.0}]}]`))
	want := []string{
		"newModel new",
		"dearer a 5s=20 5s=25",
		"cheaper a 10s=40 10s=39.5",
		"newPrice a 6s=1",
		"gonePrice a 12s=50 12s=",
		"newPrice a 15s= 15s=3",
		"gonePrice a 8s=30",
		"fact a durations [5 10]→[5 10 15]",
		"scope moved creditsScope [general]→[seedling]",
		"limit limits maxInputImages [2]→[4]",
		"limit limits inputConstraints.videos.formats [mp4]→[]",
		"limit limits inputConstraints.videos.maxDuration [15]→[10]",
		"fact limits later []→[{}]",
		"fact limits future [1]→[]",
		"goneModel gone",
	}
	if got := changesText(Changes(older, newer)); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := Changes(newer, newer); len(got) != 0 {
		t.Errorf("a catalog differs from itself: %v", changesText(got))
	}
}

// Texts are compared with those of an older snapshot that has any: without, they are in another language, which is
// no change. Other members are compared all the same.
func TestChangesOfTexts(t *testing.T) {
	newer := New(models(t, `[{"name":"a","label":"New","tags":["x"],"aspectRatios":["1:1"]}]`))
	for name, tt := range map[string]struct {
		older string
		want  []string
	}{
		"with texts": {
			`[{"name":"a","label":"Old","tags":["x"],"aspectRatios":["1:1"]}]`,
			[]string{"fact a label [Old]→[New]"},
		},
		"without texts": {
			`[{"name":"a","aspectRatios":["1:1","9:16"]}]`,
			[]string{"fact a aspectRatios [1:1 9:16]→[1:1]"},
		},
	} {
		got := changesText(Changes(New(models(t, tt.older)), newer))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
