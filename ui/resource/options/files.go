package options

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// PlatformVerdict is the verdict of a platform on a post, or the title of those with the verdict Fit.
type PlatformVerdict struct {
	*api.Platform
	Post   *post.Verdict // nil for a title
	Checks []fleet.Check // everything that was checked
	Fit    media.Answer  // the worst of all
	Count  int           // of a title: the platforms below it

	Elsewhere []string // options that were typed and that only other platforms have

	lines []fleet.Line
}

// checklist returns what the platform needs of any post, as Row.checklist does.
func (r *PlatformVerdict) checklist() []fleet.Line {
	if r.lines == nil {
		r.lines = fleet.Checklist(r.Platform, nil)
	}
	return r.lines
}

// Judge returns the verdict of a platform on a post without an account and options.
func Judge(p *api.Platform, it *post.Post) *PlatformVerdict {
	return JudgePost(&fleet.Preflight{Platform: p, Post: it})
}

// JudgePost returns the verdict of a platform on a post with an account and options.
func JudgePost(p *fleet.Preflight) *PlatformVerdict {
	verdict := &PlatformVerdict{
		Platform:  p.Platform,
		Post:      post.Judge(p.Platform, p.Post),
		Elsewhere: p.Elsewhere,
	}
	verdict.Checks, verdict.Fit = p.Checks()
	return verdict
}

// IsTitle reports whether the row is the title of others.
func (r *PlatformVerdict) IsTitle() bool { return r.Post == nil }

// WithTitles returns verdicts, sorted as by [JudgeAll], below the titles of their sections: can
// take it, needs more, cannot.
func WithTitles(verdicts []*PlatformVerdict) (rows []*PlatformVerdict) {
	var title *PlatformVerdict
	for _, r := range verdicts {
		if title == nil || title.Fit != r.Fit {
			title = &PlatformVerdict{Platform: &api.Platform{}, Fit: r.Fit}
			rows = append(rows, title)
		}
		title.Count++
		rows = append(rows, r)
	}
	return rows
}

// SectionTitle is the title of the platforms with a verdict.
func SectionTitle(w *words.Words, fit media.Answer) string {
	return w.T("checklist.fit." + string(fit))
}

// JudgeAll returns the verdicts of platforms on a post, those that take everything first.
func JudgeAll(all []*fleet.Preflight) (rows []*PlatformVerdict) {
	for _, p := range all {
		rows = append(rows, JudgePost(p))
	}
	slices.SortStableFunc(rows, func(a, b *PlatformVerdict) int {
		return a.Fit.Rank() - b.Fit.Rank()
	})
	return rows
}

// ItemName names an item: by its file, or by what it is and its index among those of its kind.
func ItemName(v *resource.View, it *post.Item, i int) string {
	if it.Name() != "" {
		return text.Cut(text.Clean(it.Name()), 30)
	}
	if it.File != nil && it.Kind != post.Cover {
		return v.Words.T("prices.file."+string(it.Kind), "N", i+1)
	}
	return itemKind(v, it)
}

func itemKind(v *resource.View, it *post.Item) string {
	return v.Words.T("post.kind." + string(it.Kind))
}

// details say what is wrong with an item, or cannot be judged.
func details(v *resource.View, it *post.ItemVerdict) []string {
	list, _ := findingTexts(v, it.Findings)
	return list
}

// FindingRecord is the JSON of what is wrong with an item, or cannot be judged.
type FindingRecord struct {
	Fit     media.Answer `json:"verdict"`
	Limit   post.Rule    `json:"limit"`
	Unit    media.Unit   `json:"unit,omitzero"`
	Bound   api.Number   `json:"bound"`
	Allowed []string     `json:"allowed,omitzero"`
	Actual  any          `json:"actual"`
	Text    string       `json:"text"`
}

// verdictFields are the JSON of the verdict of a platform, with the findings about the post as a whole.
func verdictFields(v *resource.View) []resource.Field {
	return slices.Concat(
		resource.OfColumns[string](resource.Always, "platform"),
		resource.OfColumns[media.Answer](resource.Always, "verdict"),
		resource.OfColumn[string](resource.OrEmpty, "why", "findings"),
		resource.Nested(resource.Always, "needs", needed),
		resource.Nested(resource.Always, "findings", func(r *PlatformVerdict) []FindingRecord {
			return findingRecords(v, r.Post.Whole.Findings)
		}),
		resource.Rows("items", ItemResource(v), itemsOf),
	)
}

// needed are the options that a post needs, or title, body, cover and such.
func needed(r *PlatformVerdict) []string {
	needs := []string{}
	for _, l := range Needs(r.Checks) {
		if len(l.Options) > 0 {
			needs = append(needs, l.Options...)
		} else {
			needs = append(needs, string(l.Kind))
		}
	}
	return needs
}

func findingRecords(v *resource.View, list []post.Finding) []FindingRecord {
	records := []FindingRecord{}
	for i := range list {
		f := &list[i]
		record := FindingRecord{
			Fit:     f.Fit,
			Limit:   f.Rule,
			Unit:    f.Unit,
			Bound:   f.Limit,
			Allowed: f.Allowed,
			Actual:  f.Actual.Round(6),
			Text:    findingText(v, f),
		}
		if f.Found != "" {
			record.Actual = f.Found
		}
		records = append(records, record)
	}
	return records
}

// ItemResource returns the resource for printing the verdict of one platform, with the rows of
// [ItemRows].
func ItemResource(v *resource.View) *resource.Resource[*post.ItemVerdict] {
	column := func(id string, of func(*post.ItemVerdict) resource.Value) resource.Column[*post.ItemVerdict] {
		return resource.Column[*post.ItemVerdict]{ID: id, ExportOnly: true, Of: of}
	}
	return &resource.Resource[*post.ItemVerdict]{
		Name: "files",
		Fields: slices.Concat(
			resource.Nested(resource.Always, "item", (*post.ItemVerdict).Name), // as it was given
			resource.OfColumns[media.Kind](resource.Always, "kind"),
			resource.OfColumns[media.Answer](resource.Always, "verdict"),
			resource.Nested(resource.Always, "findings", func(it *post.ItemVerdict) []FindingRecord {
				return findingRecords(v, it.Findings)
			}),
		),
		Columns: []resource.Column[*post.ItemVerdict]{
			column("item", func(it *post.ItemVerdict) resource.Value {
				return resource.TextValue(text.Clean(it.Name()))
			}),
			column("kind", func(it *post.ItemVerdict) resource.Value {
				return resource.WordValue(string(it.Kind), itemKind(v, &it.Item))
			}),
			column("verdict", func(it *post.ItemVerdict) resource.Value {
				return verdictValue(v, it.Fit)
			}),
			column("findings", func(it *post.ItemVerdict) resource.Value {
				return resource.TextValue(strings.Join(
					details(v, it),
					v.Words.T("post.separator"),
				))
			}),
		},
	}
}

// ItemRows are the rows of ItemResource. The first one is the post as a whole if something is
// wrong with it.
func ItemRows(r *PlatformVerdict) (rows []*post.ItemVerdict) {
	if r.Post.Whole.Fit != media.Yes {
		rows = append(rows, &r.Post.Whole)
	}
	return append(rows, itemsOf(r)...)
}

// itemsOf are the verdicts on the items of the post.
func itemsOf(r *PlatformVerdict) []*post.ItemVerdict {
	items := make([]*post.ItemVerdict, len(r.Post.Items))
	for i := range r.Post.Items {
		items[i] = &r.Post.Items[i]
	}
	return items
}

// VerdictText is a verdict as its sign and a word.
func VerdictText(v *resource.View, a media.Answer) string {
	return v.VerdictSign(a).Text + " " + v.Words.T("prices.verdict."+string(a))
}

// verdictValue is a verdict: those that fit come first.
func verdictValue(v *resource.View, a media.Answer) resource.Value {
	return resource.RankedValue(
		string(a),
		VerdictText(v, a),
		a.Rank(),
	).Toned(v.VerdictSign(a).Tone)
}

// verdictOrNeed is a verdict, of what is only missing that it needs more.
func verdictOrNeed(v *resource.View, a media.Answer, isNeed bool) resource.Value {
	if a != media.Unknown || !isNeed {
		return verdictValue(v, a)
	}
	sign := v.VerdictSign(a)
	read := sign.Text + " " + v.Words.T("check.needs_more")
	return resource.RankedValue(string(a), read, a.Rank()).Toned(sign.Tone)
}

// MatrixResource returns the resource of the verdicts of platforms, by which they are shown and
// printed, with a column for each part of a post that has several.
func MatrixResource(v *resource.View, items []post.Item) *resource.Resource[*PlatformVerdict] {
	id := resource.Text("platform", 1, 8, 20, theme.Muted, func(r *PlatformVerdict) string {
		return r.Platform.Platform
	})
	id.Title = v.Words.T("platforms.column.platform")
	id.Hidden = true
	name := resource.Text(
		"displayName",
		110,
		0,
		24,
		theme.Plain,
		func(r *PlatformVerdict) string { return r.Name(v.Words.Lang().Tag()) },
	)
	name.Title = v.Words.T("platforms.column.displayName")
	name.Pinned = true
	name.Cell = func(r *PlatformVerdict) resource.Cell {
		if r.IsTitle() {
			return resource.Cell{Text: SectionTitle(v.Words, r.Fit), Tone: theme.Strong}
		}
		return resource.Cell{Text: r.Name(v.Words.Lang().Tag())}
	}
	sign := resource.Column[*PlatformVerdict]{
		ID:        "sign",
		Sign:      true,
		TableOnly: true,
		Pinned:    true,
		Max:       2,
		Priority:  111,
		Cell: func(r *PlatformVerdict) resource.Cell {
			if r.IsTitle() {
				return resource.Cell{Text: v.Theme.Glyphs.Open, Tone: theme.Muted}
			}
			return v.VerdictSign(r.Fit)
		},
	}
	columns := []resource.Column[*PlatformVerdict]{
		sign,
		id,
		name,
		{
			ID:       "verdict",
			Priority: 109,
			Of: func(r *PlatformVerdict) resource.Value {
				if r.IsTitle() {
					return resource.Blank()
				}
				return verdictOrNeed(v, r.Fit, len(Needs(r.Checks)) > 0)
			},
		},
	}
	if len(items) > 1 { // else the column of the verdict is enough
		columns = append(columns, itemColumns(v, items)...)
	}
	columns = append(columns, resource.Column[*PlatformVerdict]{
		ID:       "findings",
		Grow:     true,
		Wraps:    true,
		Min:      20,
		Max:      120,
		Priority: 107,
		Unsorted: true,
		Of: func(r *PlatformVerdict) resource.Value {
			if r.IsTitle() {
				return resource.Blank()
			}
			why := Why(v, r)
			if why == "" {
				return resource.Blank()
			}
			return resource.TextValue(why).Toned(theme.Muted)
		},
		Cell: func(r *PlatformVerdict) resource.Cell {
			why := cmp.Or(whyBelowTitle(v, r), resource.Blank().Text())
			return resource.Cell{Text: why, Tone: theme.Muted}
		},
	})
	return &resource.Resource[*PlatformVerdict]{
		Name: "files",
		ColumnsAt: func(int) []string {
			var ids []string
			for _, c := range columns {
				if c.ID != "verdict" && c.ID != "platform" { // the sign and the titles tell the verdict
					ids = append(ids, c.ID)
				}
			}
			return ids
		},
		ID: func(r *PlatformVerdict) string { return r.Platform.Platform },
		Key: func(r *PlatformVerdict) string {
			return r.Platform.Platform + " " + string(r.Fit)
		},
		Fields:  verdictFields(v),
		Columns: columns,
	}
}

// itemColumns are the verdicts on each item.
func itemColumns(
	v *resource.View,
	items []post.Item,
) (columns []resource.Column[*PlatformVerdict]) {
	taken := map[string]bool{
		"platform":    true,
		"displayName": true,
		"verdict":     true,
		"findings":    true,
	}
	counts := map[media.Kind]int{}
	for i := range items {
		kind := items[i].Kind
		title := ItemName(v, &items[i], counts[kind])
		counts[kind]++
		id := title
		if taken[id] {
			id += " " + v.Words.Int(i+1)
		}
		taken[id] = true
		columns = append(columns, resource.Column[*PlatformVerdict]{
			ID:       id,
			Title:    title,
			Min:      6,
			Max:      30,
			Priority: 105,
			Of: func(r *PlatformVerdict) resource.Value {
				if r.IsTitle() {
					return resource.Blank()
				}
				return verdictValue(v, r.Post.Items[i].Fit)
			},
			Write: func(verdict resource.Value) string {
				return v.VerdictSign(media.Answer(verdict.File())).Text
			},
		})
	}
	return columns
}

// Why says why a platform does not take a post: what is wrong first, then what it needs, then what
// is not known. Of one that takes it, Why says what happens unless the user chooses.
func Why(v *resource.View, r *PlatformVerdict) string {
	if r.Fit == media.Yes {
		return unless(v, r)
	}
	wrong, unknown := reasons(r)
	parts := reasonTexts(v, wrong, true)
	needs := needsOf(v, r)
	if needs != "" {
		parts = append(parts, v.Words.T("checklist.needs", "Needs", needs))
	}
	parts = append(parts, reasonTexts(v, unknown, len(parts) == 0)...)
	return text.Join(v.Words.T("post.separator"), parts...)
}

// whyBelowTitle is Why below the title of a section, which says that something is needed.
func whyBelowTitle(v *resource.View, r *PlatformVerdict) string {
	if r.IsTitle() {
		return ""
	}
	if r.Fit == media.Unknown {
		wrong, unknown := reasons(r)
		if len(wrong)+len(unknown) == 0 {
			return needsOf(v, r)
		}
	}
	return Why(v, r)
}

// needsOf names what a post on a platform still needs.
func needsOf(v *resource.View, r *PlatformVerdict) string {
	return v.Words.List(NeedTexts(v, r.Checks))
}

// reasons are the checks that found something wrong with a post, and those that could not tell, but for what it
// needs.
func reasons(r *PlatformVerdict) (wrong, unknown []*fleet.Check) {
	for i := range r.Checks {
		c := &r.Checks[i]
		isMissing := c.Kind == fleet.CheckNeed && c.Line != nil
		if c.Fit == media.Yes || isMissing {
			continue
		}
		if c.Fit == media.No {
			wrong = append(wrong, c)
		} else {
			unknown = append(unknown, c)
		}
	}
	return wrong, unknown
}

// reasonTexts say what checks found, as parts of a sentence, which the first of them may begin.
func reasonTexts(v *resource.View, checks []*fleet.Check, begins bool) (texts []string) {
	w := v.Words
	for i, c := range checks {
		reason := CheckReason(v, c)
		if c.Kind == fleet.CheckKnown {
			reason = brokenRule(w, c.Known)
		}
		if c.Kind != fleet.CheckPlatform && c.Kind != fleet.CheckPost {
			subject := CheckSubject(v, c)
			isInside := i > 0 || !begins
			if isInside && c.Item == nil { // the names of files stay
				subject = inside(subject)
			}
			reason = w.T("prices.finding.of", "Which", subject, "Detail", reason)
		}
		texts = append(texts, reason)
	}
	return texts
}

// unless says what a platform does with a post unless the user chooses: who sees it and who finishes it.
func unless(v *resource.View, r *PlatformVerdict) string {
	if r.Post.Handoff {
		return v.Words.T("check.handoff.fits")
	}
	for _, l := range r.checklist() {
		hasChoice := l.Member != nil && l.Member.Default != "" && l.Member.Bound("enum") != ""
		if hasChoice {
			return v.Words.T(
				"prices.finding.of",
				"Which", LineLabel(v, &l),
				"Detail", LineRule(v, &l),
			)
		}
	}
	return ""
}

// VerdictBlocks are the inspector of a verdict: the reasons, the worst first, and the verdict on each
// part of the post.
func VerdictBlocks(v *resource.View, r *PlatformVerdict) []resource.Block {
	blocks := []resource.Block{{
		Title: v.Words.T("check.column.verdict"),
		Lines: func(width int) []string {
			return reasonLines(v, r, width)
		},
	}}
	counts := map[media.Kind]int{}
	for i := range r.Post.Items {
		it := &r.Post.Items[i]
		title := ItemName(v, &it.Item, counts[it.Kind])
		counts[it.Kind]++
		blocks = append(blocks, resource.Block{
			Title: title,
			Lines: func(width int) []string {
				return itemLines(v, it, width)
			},
		})
	}
	return blocks
}

// reasonLines are a verdict with its reasons, but for those of the parts of the post, and the options
// that only other platforms have.
func reasonLines(v *resource.View, r *PlatformVerdict, width int) []string {
	w := v.Words
	sign := v.VerdictSign(r.Fit)
	lines := v.Paragraph(sign.Text+" "+SectionTitle(w, r.Fit), width, sign.Tone)
	for i := range r.Checks {
		c := &r.Checks[i]
		if c.Item != nil {
			continue
		}
		reason := w.T("prices.finding.of", "Which", CheckSubject(v, c), "Detail", CheckReason(v, c))
		lines = append(
			lines,
			v.Point(v.VerdictSign(c.Fit).Text, reason, width, theme.Plain)...,
		)
	}
	for _, name := range r.Elsewhere {
		reason := w.T(
			"prices.finding.of",
			"Which", OptionLabel(w, r.Platform.Platform, name, ""),
			"Detail", w.T("options.form.elsewhere"),
		)
		lines = append(lines, v.Point(v.Theme.Glyphs.Dash, reason, width, theme.Muted)...)
	}
	choice := unless(v, r)
	if r.Fit == media.Yes && !r.Post.Handoff && choice != "" { // a handoff is one of the checks
		lines = append(lines, v.Point(v.Theme.Glyphs.Dash, choice, width, theme.Muted)...)
	}
	return lines
}

// itemLines are the verdict on a part of a post.
func itemLines(v *resource.View, it *post.ItemVerdict, width int) []string {
	lines := v.Paragraph(VerdictText(v, it.Fit), width, v.VerdictSign(it.Fit).Tone)
	list, fits := findingTexts(v, it.Findings)
	for i, detail := range list {
		lines = append(
			lines,
			v.Point(v.VerdictSign(fits[i]).Text, detail, width, theme.Plain)...,
		)
	}
	return lines
}
