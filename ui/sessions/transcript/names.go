package transcript

import (
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Name is something of the service that the session names, so that a person
// can go there: once, however often it is named.
type Name struct {
	Kind     NameKind
	ID       string
	Platform string // of a work, "" where none was told
	First    Ref
	Count    int
}

// NameKind tells what a [Name] names.
type NameKind uint8

// The kinds of names.
const (
	NameAccount NameKind = iota
	NameWork
	NameSession
	NameModel
)

// Names finds what tool inputs and outputs, data and texts name, in the order
// in which it is first named: by the members of JSON that the interface calls
// so, by the shape of its accounts and works, and by URLs of its endpoints.
func (t *Transcript) Names() []Name {
	n := naming{byKey: make(map[Name]int)}
	for i := range t.Messages {
		parts := t.Messages[i].Parts
		for j := range parts {
			p := &parts[j]
			n.at = Ref{i, j}
			switch {
			case p.InCall || p.Joined: // the call's output holds it
			case p.Tool != nil:
				n.json(p.Tool.Given())
				n.json(p.Tool.Output)
				n.urlsIn(p.Tool.ErrorText)
			case p.Value != nil:
				n.json(p.Value)
			case p.Source != nil:
				n.urlsIn(p.Source.URL)
			default:
				n.urlsIn(p.Text)
			}
		}
	}
	return n.found
}

// naming collects names; it is the visitor of the JSON it reads.
type naming struct {
	found  []Name
	byKey  map[Name]int
	at     Ref
	frames []frame
	loose  []string // ids of works whose platform may follow in an object around
}

// frame is what an object says that is being read.
type frame struct {
	name          string
	id, platform  string
	uid, nickname bool
	loose         int // how many loose works were there before
}

func (n *naming) json(v jsontext.Value) {
	n.frames, n.loose = n.frames[:0], n.loose[:0]
	walk(v, n)
	n.settle(0, "")
}

func (n *naming) open(name []byte) {
	n.frames = append(n.frames, frame{name: string(name), loose: len(n.loose)})
}

func (n *naming) close() {
	f := n.frames[len(n.frames)-1]
	n.frames = n.frames[:len(n.frames)-1]
	switch {
	case f.id == "":
	case f.uid && f.nickname:
		n.add(Name{Kind: NameAccount, ID: f.id})
	case f.name == "work":
		n.loose = append(n.loose, f.id)
	}
	if f.platform != "" {
		n.settle(f.loose, f.platform)
	}
}

// settle adds the works found since, now that their platform is known.
func (n *naming) settle(from int, platform string) {
	for _, id := range n.loose[from:] {
		n.add(Name{Kind: NameWork, ID: id, Platform: platform})
	}
	n.loose = n.loose[:from]
}

// maxID bounds what is taken for an id or a model's name: longer text is text.
const maxID = 200

func (n *naming) text(name []byte, v jsontext.Value) {
	raw := unquote(v)
	n.urlsIn(string(raw))
	s := strings.TrimSpace(string(raw[:min(len(raw), maxID+1)]))
	if s == "" || len(s) > maxID || strings.ContainsAny(s, " \t\n\r") && !isModel(name) {
		n.mark(name)
		return
	}
	switch key := strings.ToLower(strings.ReplaceAll(string(name), "_", "")); key {
	case "accountid", "accountids":
		n.add(Name{Kind: NameAccount, ID: s})
	case "platformworkid", "platformworkids", "workid", "workids":
		n.loose = append(n.loose, s)
	case "sessionid", "agentsessionid":
		n.add(Name{Kind: NameSession, ID: s})
	case "model", "models", "modelname", "videomodel":
		n.add(Name{Kind: NameModel, ID: s})
	default:
		n.member(key, s)
	}
}

func isModel(name []byte) bool { return strings.HasPrefix(strings.ToLower(string(name)), "model") }

// member keeps what tells an account or a work by its shape.
func (n *naming) member(key, s string) {
	if len(n.frames) == 0 {
		return
	}
	f := &n.frames[len(n.frames)-1]
	switch key {
	case "id":
		f.id = s
	case "platform":
		f.platform = s
	case "uid":
		f.uid = true
	case "nickname":
		f.nickname = true
	}
}

// mark notes a nickname of several words.
func (n *naming) mark(name []byte) {
	if string(name) == "nickname" {
		n.member("nickname", "")
	}
}

// urlsIn reads the endpoints of the interface that name something (4.1, 4.6).
func (n *naming) urlsIn(text string) {
	for u := range urls(text) {
		parsed, err := url.Parse(u)
		if err != nil {
			continue
		}
		// Split before unescaping: an escaped slash belongs to its segment.
		segments := strings.Split(parsed.EscapedPath(), "/")
		for i, s := range segments {
			rest := segments[i+1:]
			switch {
			case s == "sessions" && len(rest) > 1 && rest[1] == "messages":
				n.add(Name{Kind: NameSession, ID: unescape(rest[0])})
			case s == "works" && i > 0 && segments[i-1] == "channels" && len(rest) > 1:
				n.add(Name{Kind: NameWork, ID: unescape(rest[1]), Platform: unescape(rest[0])})
			}
		}
	}
}

func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

func (n *naming) add(name Name) {
	if name.ID == "" {
		return
	}
	i, known := n.byKey[name]
	if !known {
		i = len(n.found)
		n.byKey[name] = i
		name.First = n.at
		n.found = append(n.found, name)
	}
	n.found[i].Count++
}
