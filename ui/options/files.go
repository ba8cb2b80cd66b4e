package options

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// PlatformVerdict is the verdicts of a platform on all files and texts to publish.
type PlatformVerdict struct {
	*api.Platform
	Items  []media.ItemVerdict
	Checks []fleet.Check // everything that was checked; nil for the items alone
	Fit    media.Answer  // on the worst of them
}

// ItemsOf returns files and texts as items. A nil text was not given.
func ItemsOf(files []media.File, title, description *string) []media.Item {
	var items []media.Item
	for _, f := range files {
		it := media.Item{Kind: f.Kind, File: f}
		if f.Path != "" {
			it.Name = filepath.Base(f.Path)
		}
		items = append(items, it)
	}
	if title != nil {
		items = append(items, media.Item{Kind: media.Title, Text: *title})
	}
	if description != nil {
		items = append(items, media.Item{Kind: media.Description, Text: *description})
	}
	return items
}

// CheckItems returns the verdicts of a platform on items.
func CheckItems(p *api.Platform, items []media.Item) *PlatformVerdict {
	verdicts, fit := media.CheckItems(p, items)
	return &PlatformVerdict{Platform: p, Items: verdicts, Fit: fit}
}

// CheckPlatforms returns the verdicts of platforms, those that take everything first.
func CheckPlatforms(platforms []api.Platform, check func(*api.Platform) *PlatformVerdict) []*PlatformVerdict {
	rows := make([]*PlatformVerdict, len(platforms))
	for i := range platforms {
		rows[i] = check(&platforms[i])
	}
	slices.SortStableFunc(rows, func(a, b *PlatformVerdict) int { return a.Fit.Rank() - b.Fit.Rank() })
	return rows
}

// itemName names an item: by its file, or by what it is and its place.
func itemName(v *resource.View, it *media.Item, i int) string {
	switch {
	case it.Name != "":
		return text.Cut(text.Clean(it.Name), 30)
	case it.File.Kind != "":
		return v.Words.T("prices.file."+string(it.Kind), "N", i+1)
	}
	return v.Words.T("prices.kind." + string(it.Kind))
}

func itemKind(v *resource.View, it *media.Item) string {
	return v.Words.T("prices.kind." + string(it.Kind))
}

// details say what is wrong with an item, or cannot be checked.
func details(v *resource.View, it *media.ItemVerdict) []string {
	list, _ := resource.Files{View: v}.Details(it.Findings)
	return list
}

// uncheckedNames are the rules that were not checked, in words.
func uncheckedNames(v *resource.View, verdict *media.ItemVerdict) string {
	var names []string
	for _, name := range verdict.Unchecked {
		if what, ok := bounded(v, name); ok {
			name = lowerFirst(what)
		}
		names = append(names, text.Clean(wordOr(v, "word", name)))
	}
	return strings.Join(quote.Distinct(names), v.Words.T("field.comma"))
}

// unstatedNames are the quantities that the platform states no limit for, in words.
func unstatedNames(v *resource.View, verdict *media.ItemVerdict) string {
	names := make([]string, len(verdict.Unstated))
	for i, name := range verdict.Unstated {
		names[i] = v.Words.T("prices.quantity." + name)
	}
	return strings.Join(names, v.Words.T("field.comma"))
}

// itemRecord is the JSON of the verdict on an item.
type itemRecord struct {
	Item      string          `json:"item"` // "" for a file that was described
	Kind      media.Kind      `json:"kind"`
	Verdict   media.Answer    `json:"verdict"`
	Findings  []findingRecord `json:"findings"`
	Unchecked []string        `json:"unchecked"`
	Unstated  []string        `json:"unstated"`
}

type findingRecord struct {
	Fit     media.Answer `json:"verdict"`
	Limit   string       `json:"limit"`
	Unit    media.Unit   `json:"unit,omitzero"`
	Bound   api.Number   `json:"bound"`
	Allowed []string     `json:"allowed,omitzero"`
	Actual  any          `json:"actual"`
	Text    string       `json:"text"`
}

func recordOf(v *resource.View, it *media.ItemVerdict) itemRecord {
	r := itemRecord{it.Item.Name, it.Item.Kind, it.Fit, []findingRecord{}, append([]string{}, it.Unchecked...), []string{}}
	for _, name := range it.Unstated {
		r.Unstated = append(r.Unstated, lowerFirst(name))
	}
	for i := range it.Findings {
		f := &it.Findings[i]
		found := findingRecord{f.Fit, string(f.Constraint), f.Unit, f.Limit, f.Allowed, f.Actual.Round(6), resource.Files{View: v}.Detail(f)}
		if f.Constraint == media.Formats {
			found.Actual = f.Format
		}
		r.Findings = append(r.Findings, found)
	}
	return r
}

// ItemResource is what is printed of the verdicts of one platform.
func ItemResource(v *resource.View) *resource.Resource[*media.ItemVerdict] {
	column := func(id string, of func(*media.ItemVerdict) string) resource.Column[*media.ItemVerdict] {
		return resource.Column[*media.ItemVerdict]{ID: id, ExportOnly: true, Value: of}
	}
	verdict := column("verdict", func(it *media.ItemVerdict) string { return string(it.Fit) })
	verdict.Show = func(it *media.ItemVerdict) string { return verdictText(v, it.Fit) }
	kind := column("kind", func(it *media.ItemVerdict) string { return string(it.Item.Kind) })
	kind.Show = func(it *media.ItemVerdict) string { return itemKind(v, it.Item) }
	return &resource.Resource[*media.ItemVerdict]{
		Name: "files", Record: func(it *media.ItemVerdict) any { return recordOf(v, it) },
		Columns: []resource.Column[*media.ItemVerdict]{
			column("item", func(it *media.ItemVerdict) string { return text.Clean(it.Item.Name) }), kind, verdict,
			column("findings", func(it *media.ItemVerdict) string { return strings.Join(details(v, it), "; ") }),
			column("unchecked", func(it *media.ItemVerdict) string { return uncheckedNames(v, it) }),
			column("unstated", func(it *media.ItemVerdict) string { return unstatedNames(v, it) }),
		},
	}
}

// verdictText is a verdict as its sign and a word.
func verdictText(v *resource.View, a media.Answer) string {
	return v.VerdictSign(a).Text + " " + v.Words.T("prices.verdict."+string(a))
}

// MatrixResource is what is shown and printed of the verdicts of platforms: a column for
// each item.
func MatrixResource(v *resource.View, items []media.Item) *resource.Resource[*PlatformVerdict] {
	name := resource.Text("displayName", 110, 0, 24, theme.Plain, func(r *PlatformVerdict) string { return r.Name(v.Words.Lang().Tag()) })
	name.Pinned = true
	id := resource.Text("platform", 1, 8, 20, theme.Muted, func(r *PlatformVerdict) string { return r.Platform.Platform })
	id.Hidden = true
	id.Title, name.Title = v.Words.T("platforms.column.platform"), v.Words.T("platforms.column.displayName")
	verdict := resource.Column[*PlatformVerdict]{
		ID: "verdict", Priority: 109, Order: resource.By(func(r *PlatformVerdict) (int, bool) { return r.Fit.Rank(), true }),
		Cell: func(r *PlatformVerdict) resource.Cell {
			return resource.Cell{Text: verdictText(v, r.Fit), Tone: v.VerdictSign(r.Fit).Tone}
		},
		Value: func(r *PlatformVerdict) string { return string(r.Fit) },
		Show:  func(r *PlatformVerdict) string { return verdictText(v, r.Fit) },
	}
	m := &resource.Resource[*PlatformVerdict]{
		Name: "files", ID: func(r *PlatformVerdict) string { return r.Platform.Platform },
		Record: func(r *PlatformVerdict) any {
			records := make([]itemRecord, len(r.Items))
			for i := range r.Items {
				records[i] = recordOf(v, &r.Items[i])
			}
			return struct {
				Platform string       `json:"platform"`
				Verdict  media.Answer `json:"verdict"`
				Items    []itemRecord `json:"items"`
			}{r.Platform.Platform, r.Fit, records}
		},
		Columns: []resource.Column[*PlatformVerdict]{id, name, verdict},
	}
	if len(items) > 1 { // else the column of the verdict is enough
		m.Columns = append(m.Columns, itemColumns(v, items)...)
	}
	m.Columns = append(m.Columns, resource.Column[*PlatformVerdict]{
		ID: "findings", Grow: true, Min: 12, Max: 120, Priority: 100,
		Cell: func(r *PlatformVerdict) resource.Cell {
			return resource.Cell{Text: cmp.Or(reasons(v, r), " "), Tone: theme.Muted}
		},
		Value: func(r *PlatformVerdict) string { return reasons(v, r) },
	})
	return m
}

// itemColumns are the verdicts on each item.
func itemColumns(v *resource.View, items []media.Item) (columns []resource.Column[*PlatformVerdict]) {
	taken := map[string]bool{"platform": true, "displayName": true, "verdict": true, "findings": true}
	for i := range items {
		title := itemName(v, &items[i], i)
		id := title
		if taken[id] {
			id += " " + v.Words.Int(i+1)
		}
		taken[id] = true
		columns = append(columns, resource.Column[*PlatformVerdict]{
			ID: id, Title: title, Min: 6, Max: 30, Priority: 105,
			Order: resource.By(func(r *PlatformVerdict) (int, bool) { return r.Items[i].Fit.Rank(), true }),
			Cell:  func(r *PlatformVerdict) resource.Cell { return v.VerdictSign(r.Items[i].Fit) },
			Value: func(r *PlatformVerdict) string { return string(r.Items[i].Fit) },
			Show:  func(r *PlatformVerdict) string { return verdictText(v, r.Items[i].Fit) },
		})
	}
	return columns
}

// reasons say what is wrong with the items, or cannot be checked.
func reasons(v *resource.View, r *PlatformVerdict) string {
	var list []string
	for i := range r.Items {
		detail := strings.Join(details(v, &r.Items[i]), "; ")
		if detail != "" && len(r.Items) > 1 {
			detail = v.Words.T("prices.finding.of", "Which", itemName(v, r.Items[i].Item, i), "Detail", detail)
		}
		list = append(list, detail)
	}
	return text.Join("; ", list...)
}

// itemLines are the verdict on an item for an inspector.
func itemLines(v *resource.View, it *media.ItemVerdict, width int) []string {
	lines := v.Paragraph(verdictText(v, it.Fit), width, v.VerdictSign(it.Fit).Tone)
	list, fits := resource.Files{View: v}.Details(it.Findings)
	for i, detail := range list {
		lines = append(lines, v.Paragraph(v.VerdictSign(fits[i]).Text+" "+detail, width, theme.Plain)...)
	}
	if names := unstatedNames(v, it); names != "" {
		lines = append(lines, v.Paragraph(v.Words.T("options.unstated", "What", names), width, theme.Muted)...)
	}
	if names := uncheckedNames(v, it); names != "" {
		lines = append(lines, v.Paragraph(v.Words.T("options.unchecked", "What", names), width, theme.Muted)...)
	}
	return lines
}
