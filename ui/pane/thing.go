package pane

// Kind is the kind of a thing; the message "palette." + Kind names it.
type Kind string

// The kinds of things that the palette can open.
const (
	KindPlatform Kind = "platform"
	KindAccount  Kind = "account"
	KindGroup    Kind = "group"
	KindWork     Kind = "work"
	KindSession  Kind = "session"
	KindModel    Kind = "model"
	KindQuote    Kind = "quote"
)

// Thing is something that a pane can open, by its label.
type Thing struct {
	Kind   Kind
	Label  string
	Note   string
	Target Target
}
