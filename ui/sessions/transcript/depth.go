package transcript

import "maps"

// Depth is how much of a transcript is shown.
type Depth uint8

const (
	// DepthStory is a line a step: [Transcript.Story].
	DepthStory Depth = iota
	// DepthConversation is what was said, with files, sources and failed calls.
	DepthConversation
	// DepthTools adds tool calls, a line each, and folded reasoning.
	DepthTools
	// DepthAll is everything, unfolded.
	DepthAll
	depths
)

var depthNames = [depths]string{"story", "conversation", "tools", "all"}

// String is the name of the depth on the command line.
func (d Depth) String() string { return depthNames[d%depths] }

// ParseDepth reads the name of a depth.
func ParseDepth(s string) (Depth, bool) {
	for d, name := range depthNames {
		if s == name {
			return Depth(d), true
		}
	}
	return 0, false
}

// Next is the next deeper depth; after everything comes the story again.
func (d Depth) Next() Depth { return (d + 1) % depths }

// Previous is the depth before, round the other way.
func (d Depth) Previous() Depth { return (d + depths - 1) % depths }

// View is how much of a part is shown.
type View uint8

const (
	// ViewNone shows nothing of it.
	ViewNone View = iota
	// ViewFolded shows one line. The error of a failed call is shown even so.
	ViewFolded
	// ViewOpen shows its content.
	ViewOpen
	// ViewFull shows its content and Extra.
	ViewFull
)

// View is how a part is shown at a depth when nobody has folded it. Nothing is
// shown at DepthStory, which has lines of its own.
func (d Depth) View(p *Part) View {
	switch d {
	case DepthConversation:
		return conversationView(p)
	case DepthTools:
		return toolsView(p)
	case DepthAll:
		return ViewFull
	}
	return ViewNone
}

func conversationView(p *Part) View {
	switch p.Kind {
	case KindText:
		if !p.Blank() {
			return ViewOpen
		}
	case KindSource, KindFile:
		return ViewOpen
	case KindTool:
		if p.Tool.Outcome.Problem() || p.Tool.Outcome == OutcomeAwaitingApproval {
			return ViewFolded
		}
	case KindData:
		if p.Reported() {
			return ViewFolded
		}
	}
	return ViewNone
}

func toolsView(p *Part) View {
	switch p.Kind {
	case KindReasoning:
		if p.Blank() {
			return ViewNone
		}
		return ViewFolded
	case KindTool, KindData, KindUnknown:
		return ViewFolded
	case KindReasoningFile, KindCustom, KindStepStart:
		return ViewOpen
	}
	return conversationView(p)
}

// Foldable reports whether folding a part changes what is shown of it.
func (p *Part) Foldable() bool {
	switch p.Kind {
	case KindText, KindReasoning, KindTool, KindData, KindUnknown:
		return true
	}
	return len(p.Extra) > 0
}

// Folds is what a person has folded and unfolded. The zero value follows the
// depth. It is kept by [Key], so it survives a refresh.
type Folds struct {
	every View // ViewNone: as the depth says
	parts map[Key]View
}

// View is how a part is shown: as the person said, else as the depth says. A nil
// part stands for the members of the message itself.
func (f *Folds) View(d Depth, k Key, p *Part) View {
	if v, ok := f.parts[k]; ok {
		return v
	}
	if p == nil {
		if d == DepthAll {
			return ViewFull
		}
		return ViewNone
	}
	v := d.View(p)
	if v == ViewNone || f.every == ViewNone || !p.Foldable() {
		return v
	}
	if f.every == ViewOpen {
		return max(v, ViewOpen)
	}
	return f.every
}

// Clone is a copy that what happens to f does not change.
func (f *Folds) Clone() Folds { return Folds{every: f.every, parts: maps.Clone(f.parts)} }

// Set shows a part so, at whatever depth.
func (f *Folds) Set(k Key, v View) {
	if f.parts == nil {
		f.parts = make(map[Key]View)
	}
	f.parts[k] = v
}

// Toggle folds a part that is open and opens one that is folded.
func (f *Folds) Toggle(d Depth, k Key, p *Part) {
	if f.View(d, k, p) > ViewFolded {
		f.Set(k, ViewFolded)
		return
	}
	f.Set(k, max(ViewOpen, d.View(p)))
}

// Reveal opens a part so far that the field of a hit is shown.
func (f *Folds) Reveal(d Depth, k Key, p *Part, field Field) {
	need := ViewOpen
	if field == FieldExtra {
		need = ViewFull
	}
	if f.View(d, k, p) < need {
		f.Set(k, need)
	}
}

// OpenAll opens all parts that the depth shows, CloseAll folds them, and Reset
// goes back to what the depth says.
func (f *Folds) OpenAll() { *f = Folds{every: ViewOpen} }

// CloseAll folds all parts.
func (f *Folds) CloseAll() { *f = Folds{every: ViewFolded} }

// Reset forgets what was folded.
func (f *Folds) Reset() { *f = Folds{} }
