package transcript

import (
	"iter"
	"slices"
)

// Depth is how much of a transcript is shown.
type Depth uint8

const (
	DepthSummary      Depth = iota // the summary, one line per step: [Transcript.Summary]
	DepthConversation              // what was said, with files, sources and failed calls
	DepthTools                     // adds tool calls, a line each, and folded reasoning
	DepthAll                       // everything, unfolded
	depths
)

var depthNames = [depths]string{"summary", "conversation", "tools", "all"}

// String returns the name of the depth on the command line.
func (d Depth) String() string { return depthNames[d%depths] }

// ParseDepth returns the depth of a name.
func ParseDepth(s string) (Depth, bool) {
	d := slices.Index(depthNames[:], s)
	return Depth(max(d, 0)), d >= 0
}

// Turn returns the next deeper depth, or with -1 the one before, in a circle.
func (d Depth) Turn(by int) Depth {
	return Depth((int(d) + by + int(depths)) % int(depths))
}

// Extent is how much of a part is shown.
type Extent uint8

const (
	Hidden Extent = iota // it is not
	Folded               // one line, and the error of a failed call
	Open                 // its content
	Full                 // its content and its other fields
	AsSent               // the JSON as sent
)

// Extent returns how a part is shown at a depth if the user has not changed it.
// DepthSummary shows no parts.
func (d Depth) Extent(p *Part) Extent {
	k := p.Kind
	if d == DepthSummary || p.Joined {
		return Hidden
	}
	if d == DepthAll {
		return Full
	}
	if p.Blank() {
		return Hidden
	}
	if p.Reported() || p.Tool != nil && (p.Tool.Outcome.Problem() || p.Tool.Outcome.Waits()) {
		return Folded
	}
	if k == KindFile && p.Value() != nil || k == KindCard &&
		(p.Card().Kind == "result" || d != DepthConversation) {
		return Folded
	}
	if k == KindText || k == KindSource || k == KindFile || k == KindSteering {
		return Open
	}
	if d == DepthConversation && !p.InCall || k == KindCard {
		return Hidden
	}
	if k == KindReasoning || k == KindTool || k == KindData || k == KindUnknown {
		return Folded
	}
	return Open
}

// Foldable reports whether folding a part changes what is shown of it.
func (p *Part) Foldable() bool {
	return len(p.Extra) > 0 || p.Value() != nil ||
		slices.Contains([]Kind{KindText, KindReasoning, KindTool, KindData}, p.Kind)
}

// Folds are the parts that the user has folded and unfolded. The zero value follows
// the depth. Folds are kept by [Key] and so survive a refresh.
type Folds struct {
	all   Extent // Hidden: as the depth shows them
	parts map[Key]Extent
}

// Extent returns how a part is shown. A nil part means the fields of the message itself.
func (f *Folds) Extent(d Depth, k Key, p *Part) Extent {
	v, set := f.parts[k]
	if set {
		return v
	} else if p != nil {
		v = d.Extent(p)
	} else if d == DepthAll {
		return Full
	}
	if v == Hidden || f.all == Hidden || !p.Foldable() {
		return v
	}
	if f.all == Open {
		return max(v, Open)
	}
	return f.all
}

// Visible yields the visible parts of a message in order, the sources last, and how they are
// shown. Parts in an open part are visible; in a folded call only calls that failed are.
func (t *Transcript) Visible(message int, d Depth, f *Folds) iter.Seq2[int, Extent] {
	return func(yield func(int, Extent) bool) {
		parts := t.Messages[message].Parts
		for _, sources := range []bool{false, true} {
			var above []Extent // of the parts that contain this one, by level
			for j := range parts {
				p := &parts[j]
				v := f.Extent(d, t.Key(Ref{message, j}), p)
				above = append(above[:p.Level], v)
				if p.Level > 0 {
					up := above[p.Level-1]
					if up == Folded && p.Tool != nil && !p.Joined && p.Tool.Outcome.Failed() {
						v = Folded
					} else if up != Open && up != Full {
						v = Hidden
					}
					above[p.Level] = v
				}
				if first := p.Kind == KindStepStart && j == 0 &&
					v < Full; v == Hidden || first {
					continue // the heading of the message marks the first step
				}
				if isSource := p.Source() != nil &&
					p.Level == 0; isSource == sources && !yield(j, v) {
					return
				}
			}
		}
	}
}

// Set sets how a part is shown at every depth.
func (f *Folds) Set(k Key, v Extent) {
	if f.parts == nil {
		f.parts = make(map[Key]Extent)
	}
	f.parts[k] = v
}

// Toggle folds an open part and opens a folded one.
func (f *Folds) Toggle(d Depth, k Key, p *Part) {
	v := max(Open, d.Extent(p))
	if f.Extent(d, k, p) > Folded {
		v = Folded
	}
	f.Set(k, v)
}

// ToggleRaw shows a part as JSON, or again as before.
func (f *Folds) ToggleRaw(d Depth, k Key, p *Part) {
	if f.Extent(d, k, p) == AsSent {
		delete(f.parts, k)
	} else {
		f.Set(k, AsSent)
	}
}

// Reveal opens the part at r, and those it belongs to, so far that a field is shown. It
// reports whether it changed any.
func (f *Folds) Reveal(t *Transcript, d Depth, r Ref, field Field) (changed bool) {
	need := Open
	if field == FieldExtra {
		need = Full
	}
	for nested := true; nested; r, nested = t.parent(r) {
		v := f.Extent(d, t.Key(r), t.Part(r))
		if v < need || v == AsSent {
			f.Set(t.Key(r), need)
			changed = true
		}
		need = Open
	}
	return changed
}

// IsReset reports whether all is shown as its depth does.
func (f *Folds) IsReset() bool { return f.all == Hidden && len(f.parts) == 0 }

// FoldAll folds or opens all visible parts; Hidden shows them as the depth does.
func FoldAll(v Extent) Folds { return Folds{all: v} }
