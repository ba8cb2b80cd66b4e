package media

import (
	"errors"
	"path/filepath"
	"strings"

	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Sign is the sign of a verdict.
func Sign(v *resource.View, a quote.Answer) resource.Cell {
	g := v.Theme.Glyphs
	return map[quote.Answer]resource.Cell{
		quote.Yes: {Text: g.Normal, Tone: theme.Good}, quote.No: {Text: g.Abnormal, Tone: theme.Bad}, quote.Unknown: {Text: g.Unknown, Tone: theme.Warn},
	}[a]
}

// Reason says which file violates what, or what cannot be checked: "video 1: 62 MB,
// limit 50 MB".
func Reason(v *resource.View, f *quote.Finding) string {
	which := v.Words.T("prices.kind." + string(f.Kind))
	if f.File >= 0 {
		which = v.Words.T("prices.file."+string(f.Kind), "N", f.Nth+1)
	}
	return v.Words.T("prices.finding.of", "Which", which, "Detail", Detail(v, f))
}

// Detail is Reason without the name of the file.
func Detail(v *resource.View, f *quote.Finding) string {
	w := v.Words
	if f.Constraint == quote.AcceptsKind {
		return w.T("prices.finding.accepts_" + string(f.Fit))
	}
	bound, name := string(f.Constraint[:3]), string(f.Constraint[3:])
	in := f.Unit
	if in == quote.Files {
		in = quote.Plain
	}
	actual, limit := Quantity(v, in, f.Actual.Round(3).String()), Quantity(v, in, f.Limit.String())
	if in == quote.Bytes && actual == limit { // a few bytes too many
		actual, limit = Quantity(v, quote.Plain, f.Actual.String()), w.T("prices.unit.bytes", "N", Quantity(v, quote.Plain, f.Limit.String()))
	}
	if len(f.Allowed) > 0 {
		bound, limit = "formats", clean(strings.Join(f.Allowed, w.T("field.comma")))
	}
	if f.Constraint == quote.Formats {
		name, actual = "Formats", clean(f.Format)
	}
	what := w.T("prices.quantity." + name)
	switch {
	case actual == "":
		bound = "unknown"
	case f.Unit == quote.Plain && f.Constraint != quote.Formats, f.Unit == quote.Pixels, name == "TotalDuration":
		actual = what + " " + actual
	}
	return w.T("prices.finding."+bound, "What", what, "Actual", actual, "Limit", limit)
}

// Quantity is a number with its unit, "" for none.
func Quantity(v *resource.View, in quote.Unit, n string) string {
	if in == quote.Bytes && n != "" {
		size, unit := v.Words.Size(n)
		return size + unit
	}
	if n = v.Words.Exact(clean(n)); n == "" || in == quote.Plain {
		return n
	}
	return v.Words.T("prices.unit."+string(in), "N", n)
}

// Problem says what was not understood of a question or of a description of files.
func Problem(w *words.Words, p quote.Problem, localFiles bool) string {
	reason := ""
	if p.Err != nil {
		reason = clean(p.Err.Error())
	}
	id := "prices.problem." + string(p.Kind)
	if p.Kind == quote.NotRead && !localFiles {
		id = "prices.problem.remote"
	}
	for err, name := range map[error]string{ErrNotAFile: "not_a_file", ErrEmpty: "empty", ErrNotMedia: "not_media", ErrIncomplete: "incomplete"} {
		if errors.Is(p.Err, err) {
			id = "prices.problem." + name
		}
	}
	longest := 24
	if p.Kind == quote.NoFile || p.Kind == quote.Unreadable {
		longest = 60
	}
	return w.T(id, "Text", text.Cut(clean(p.Text), longest), "Reason", reason)
}

// MissingFigures name the unknown figures of files that were read, and how to type
// them.
func MissingFigures(w *words.Words, files []quote.File) []string {
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
		list = append(list, w.T(id, "File", name, "What", strings.Join(what, w.T("prices.comma")), "Example", strings.Join(example, " ")))
	}
	return list
}

func clean(s string) string { return text.Clean(s) }
