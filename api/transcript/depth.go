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

// View is how much of a part is shown.
type View uint8

const (
	ViewNone   View = iota // hidden
	ViewFolded             // one line, and the error of a failed call
	ViewOpen               // its content
	ViewFull               // its content and its other fields
	ViewRaw                // the JSON as sent
)

// View returns how a part is shown at a depth if the user has not changed it.
// DepthSummary shows no parts.
func (d Depth) View(p *Part) View {
	k := p.Kind
	if d == DepthSummary || p.Joined {
		return ViewNone
	}
	if d == DepthAll {
		return ViewFull
	}
	if p.Blank() {
		return ViewNone
	}
	if p.Reported() || p.Tool != nil && (p.Tool.Outcome.Problem() || p.Tool.Outcome.Waits()) {
		return ViewFolded
	}
	if k == KindFile && p.Value != nil || k == KindCard &&
		(p.Card.Kind == "result" || d != DepthConversation) {
		return ViewFolded
	}
	if k == KindText || k == KindSource || k == KindFile || k == KindSteering {
		return ViewOpen
	}
	if d == DepthConversation && !p.InCall || k == KindCard {
		return ViewNone
	}
	if k == KindReasoning || k == KindTool || k == KindData || k == KindUnknown {
		return ViewFolded
	}
	return ViewOpen
}

// Foldable reports whether folding a part changes what is shown of it.
func (p *Part) Foldable() bool {
	return len(p.Extra) > 0 || p.Value != nil ||
		slices.Contains([]Kind{KindText, KindReasoning, KindTool, KindData}, p.Kind)
}

// Folds are the parts that the user has folded and unfolded. The zero value follows
// the depth. Folds are kept by [Key] and so survive a refresh.
type Folds struct {
	all   View // ViewNone: as the depth shows them
	parts map[Key]View
}

// View returns how a part is shown. A nil part means the fields of the message itself.
func (f *Folds) View(d Depth, k Key, p *Part) View {
	v, set := f.parts[k]
	if set {
		return v
	} else if p != nil {
		v = d.View(p)
	} else if d == DepthAll {
		return ViewFull
	}
	if v == ViewNone || f.all == ViewNone || !p.Foldable() {
		return v
	}
	if f.all == ViewOpen {
		return max(v, ViewOpen)
	}
	return f.all
}

// Shown yields the visible parts of a message in order, the sources last, and how they are
// shown. Parts in an open part are visible; in a folded call only calls that failed are.
func (t *Transcript) Shown(message int, d Depth, f *Folds) iter.Seq2[int, View] {
	return func(yield func(int, View) bool) {
		parts := t.Messages[message].Parts
		for _, sources := range []bool{false, true} {
			var above []View // of the parts that contain this one, by level
			for j := range parts {
				p := &parts[j]
				v := f.View(d, t.Key(Ref{message, j}), p)
				above = append(above[:p.Level], v)
				if p.Level > 0 {
					up := above[p.Level-1]
					if up == ViewFolded && p.Tool != nil && !p.Joined && p.Tool.Outcome.Failed() {
						v = ViewFolded
					} else if up != ViewOpen && up != ViewFull {
						v = ViewNone
					}
					above[p.Level] = v
				}
				if first := p.Kind == KindStepStart && j == 0 &&
					v < ViewFull; v == ViewNone || first {
					continue // the heading of the message marks the first step
				}
				if isSource := p.Source != nil &&
					p.Level == 0; isSource == sources && !yield(j, v) {
					return
				}
			}
		}
	}
}

// Set sets how a part is shown at every depth.
func (f *Folds) Set(k Key, v View) {
	if f.parts == nil {
		f.parts = make(map[Key]View)
	}
	f.parts[k] = v
}

// Toggle folds an open part and opens a folded one.
func (f *Folds) Toggle(d Depth, k Key, p *Part) {
	v := max(ViewOpen, d.View(p))
	if f.View(d, k, p) > ViewFolded {
		v = ViewFolded
	}
	f.Set(k, v)
}

// ToggleRaw shows a part as JSON, or again as before.
func (f *Folds) ToggleRaw(d Depth, k Key, p *Part) {
	if f.View(d, k, p) == ViewRaw {
		delete(f.parts, k)
	} else {
		f.Set(k, ViewRaw)
	}
}

// Reveal opens the part at r, and those it belongs to, so far that a field is shown. It
// reports whether it changed any.
func (f *Folds) Reveal(t *Transcript, d Depth, r Ref, field Field) (changed bool) {
	need := ViewOpen
	if field == FieldExtra {
		need = ViewFull
	}
	for nested := true; nested; r, nested = t.parent(r) {
		v := f.View(d, t.Key(r), t.Part(r))
		if v < need || v == ViewRaw {
			f.Set(t.Key(r), need)
			changed = true
		}
		need = ViewOpen
	}
	return changed
}

// FoldAll folds or opens all visible parts; ViewNone shows them as the depth does.
func FoldAll(v View) Folds { return Folds{all: v} }
