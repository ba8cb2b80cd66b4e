package pane

// Kind is what a thing is; its name in words is the message "palette." + Kind.
type Kind string

// The kinds of things one can go to.
const (
	KindPlatform Kind = "platform"
	KindAccount  Kind = "account"
	KindGroup    Kind = "group"
	KindWork     Kind = "work"
	KindSession  Kind = "session"
	KindModel    Kind = "model"
)

// Thing is something that a pane knows and that one can go to by its name.
type Thing struct {
	Kind   Kind
	Label  string
	Note   string
	Target Target
}
