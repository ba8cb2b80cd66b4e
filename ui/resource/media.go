package resource

import (
	"errors"
	"path/filepath"
	"strings"

	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// VerdictSign is the sign of a verdict on files.
func (v *View) VerdictSign(a media.Answer) Cell {
	g := v.Theme.Glyphs
	signs := map[media.Answer]Cell{
		media.Yes:     {Text: g.Normal, Tone: theme.Good},
		media.No:      {Text: g.Abnormal, Tone: theme.Bad},
		media.Unknown: {Text: g.Unknown, Tone: theme.Warn},
	}
	return signs[a]
}

// Files says what is wrong with files that were checked.
type Files struct{ View *View }

// Reason says which file violates what, or what cannot be checked: "video 1: 62 MB, at
// most 50 MB".
func (v Files) Reason(f *media.Finding) string {
	which := v.View.Words.T("prices.kind." + string(f.Kind))
	if f.File >= 0 {
		which = v.View.Words.T("prices.file."+string(f.Kind), "N", f.Nth+1)
	}
	return v.View.Words.T("prices.finding.of", "Which", which, "Detail", v.Detail(f))
}

// Detail is Reason without the name of the file.
func (v Files) Detail(f *media.Finding) string {
	w := v.View.Words
	if f.Constraint == media.AcceptsKind {
		return w.T("prices.finding.accepts_" + string(f.Fit))
	}
	bound, quantity := f.Constraint.Bound()
	actual := v.View.Quantity(f.Unit, f.Actual.Round(3).String())
	limit := v.View.Quantity(f.Unit, f.Limit.String())
	id := "prices.quantity." + quantity
	if f.Unit == media.Files {
		actual = w.T(
			"post.counted."+string(f.Kind),
			"N",
			w.Exact(f.Actual.String()),
		)
		limit = w.T(
			"post.counted."+string(f.Kind),
			"N",
			w.Exact(f.Limit.String()),
		)
		bound = "count"
	}
	if f.Constraint == media.Formats {
		id = "prices.quantity.Formats"
		actual = clean(f.Format)
		bound = "formats"
	}
	if f.Allowed != nil {
		limit = clean(w.List(f.Allowed))
	}
	what := w.T(id)
	if actual == "" {
		bound = "unknown_" + bound
	} else if f.Unit == media.Plain && f.Constraint != media.Formats || f.Unit == media.Pixels ||
		quantity == "TotalDuration" {
		actual = what + " " + actual
	}
	return w.T("prices.finding."+bound, "What", what, "Actual", actual, "Limit", limit)
}

// Quantity is a number with its unit, "" for none.
func (v *View) Quantity(in media.Unit, n string) string {
	if in == media.Bytes && n != "" {
		size, unit := v.Words.Size(n)
		return size + unit
	}
	n = v.Words.Exact(clean(n))
	if n == "" || in == media.Plain {
		return n
	}
	return v.Words.T("prices.unit."+string(in), "N", n)
}

// QuestionProblem says what was not understood of a question or of a description of files.
func QuestionProblem(w *words.Words, p quote.Problem, localFiles bool) string {
	reason := ""
	if p.Err != nil {
		reason = clean(p.Err.Error())
	}
	id := "prices.problem." + string(p.Kind)
	if p.Kind == quote.NotRead && !localFiles {
		id = "prices.problem.remote"
	}
	for err, name := range map[error]string{
		media.ErrNotAFile:   "not_a_file",
		media.ErrEmpty:      "empty",
		media.ErrNotMedia:   "not_media",
		media.ErrIncomplete: "incomplete",
	} {
		if errors.Is(p.Err, err) {
			id = "prices.problem." + name
		}
	}
	longest := 24
	if p.Kind == quote.NoFile || p.Kind == quote.Unreadable {
		longest = 60
	}
	most := w.Exact(p.Most.String())
	if p.By == quote.ByDuration {
		most = w.T("prices.unit."+string(media.Seconds), "N", most)
	}
	return w.T(
		id,
		"Text", text.Cut(clean(p.Text), longest),
		"Most", most,
		"Reason", reason,
		"N", strings.TrimRight(clean(p.Text), " x×*"),
	)
}

// MissingFigures name the unknown figures of files that were read, and how to type
// them.
func MissingFigures(w *words.Words, files []media.File) []string {
	var list []string
	for i := range files {
		f := &files[i]
		var what, example []string
		for _, figure := range f.Missing() {
			what = append(what, w.T("prices.missing."+figure))
			example = append(example, w.T("prices.missing.example."+figure))
		}
		if f.Path == "" || len(what) == 0 {
			continue
		}
		id := "prices.missing"
		if f.NoProbe {
			id = "prices.missing.ffprobe"
		}
		name := text.Cut(clean(filepath.Base(f.Path)), 30)
		list = append(
			list,
			w.T(
				id,
				"File", name,
				"What", strings.Join(what, w.T("field.comma")),
				"Example", strings.Join(example, " "),
			),
		)
	}
	return list
}

func clean(s string) string { return text.Clean(s) }
