package sessions

import "channeldeck/api/transcript"

// compact is an item in half its room, of which a long session has a hundred thousand.
type compact struct {
	message, part, n int32
	kind             transcript.ItemKind
	field            transcript.Field
	extent           transcript.Extent
	reading          reading // of an index
}

// reading is how a search reads the text of an item.
type reading uint8

const (
	readWhole reading = iota
	readPiece         // of a text that was cut
	readAsIs          // such a piece as it is: an index of an output of 10 MB would take as much again
)

func compactOf(it item) compact {
	return compact{
		message: int32(it.Message),
		part:    int32(it.Part),
		n:       int32(it.N),
		kind:    it.Kind,
		field:   it.Field,
		extent:  it.Extent,
	}
}

func (c compact) item() item {
	return item{
		Kind:   c.kind,
		Field:  c.field,
		Extent: c.extent,
		Ref:    c.ref(),
		N:      int(c.n),
	}
}

func (c compact) ref() transcript.Ref {
	return transcript.Ref{Message: int(c.message), Part: int(c.part)}
}
