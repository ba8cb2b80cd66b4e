package transcript

import (
	"cmp"
	"crypto/sha256"
	"net/url"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// Media is a file or a URL of the session, listed once.
type Media struct {
	File
	Class Class
	First Ref   // where it first occurs
	Call  *Tool // the call that first returned it, or nil
	Made  Ref   // where Call is
	Count int   // of its occurrences
}

// Class is the kind of a media file.
type Class string

// The classes of media. ClassLink is a URL that does not look like a file.
const (
	ClassLink     Class = "link"
	ClassImage    Class = "image"
	ClassVideo    Class = "video"
	ClassAudio    Class = "audio"
	ClassDocument Class = "document"
	ClassFile     Class = "file"
)

// Shelf returns all files and URLs of the session, those in texts, inputs and outputs
// included, in the order of their first occurrence.
func (t *Transcript) Shelf() []Media {
	s := newShelf()
	for i := range t.Messages {
		m := &t.Messages[i]
		for j := range m.Parts {
			s.at = (Ref{i, j})
			if !m.Parts[j].Repeated() { // the output of the call contains these
				s.part(&m.Parts[j])
			}
		}
		s.at = Ref{i, -1}
		s.members(m.Extra)
	}
	return s.found
}

// Links returns the URLs in a part of a message, or in all of the message if the part has
// none.
func (t *Transcript) Links(at Ref) []string {
	if at.Message >= len(t.Messages) {
		return nil
	}
	m := &t.Messages[at.Message]
	for _, whole := range []bool{false, true} {
		s := newShelf()
		for i := range m.Parts {
			if whole || i == at.Part {
				s.part(&m.Parts[i])
			}
		}
		var links []string
		for _, found := range s.found {
			if found.URL != "" {
				links = append(links, found.URL)
			}
		}
		if links != nil {
			return links
		}
	}
	return nil
}

// shelf collects media.
type shelf struct {
	walker
	found []Media
	byKey map[string]int // by URL, else by a sum of the content, else by name
	at    Ref
	call  *Tool // whose output is being searched
}

func newShelf() *shelf {
	s := &shelf{byKey: map[string]int{}}
	s.visit = s.value
	return s
}

func (s *shelf) part(p *Part) {
	switch p.Kind {
	case KindText, KindReasoning:
		s.walk(p.Raw) // in Text, inline data is replaced
		return
	case KindFile, KindReasoningFile:
		s.add(*p.File(), ClassFile)
	case KindSource:
		class := ClassLink
		if p.Source().URL == "" {
			class = ClassDocument
		}
		s.add(
			File{
				Name:      cmp.Or(p.Source().Filename, p.Source().Title),
				MediaType: p.Source().MediaType,
				URL:       p.Source().URL,
			},
			class,
		)
	case KindTool:
		s.walk(p.Tool.Given())
		s.call = p.Tool
		s.walk(p.Tool.Output)
		s.call = nil
		s.scan(p.Tool.ErrorText(), "")
	case KindData, KindUnknown, KindCard:
		s.walk(p.Value())
	}
	s.members(p.Extra)
}

func (s *shelf) members(ms jsonobject.Object) {
	for _, m := range ms {
		s.walk(m.Value)
	}
}

func (s *shelf) value(v jsontext.Value, _ jsonobject.Object, name, _ string) {
	raw := jsonobject.Text(v) // empty unless v is a string
	if f, ok := inlineFile(raw, name); ok {
		s.add(*f, ClassFile)
		return
	}
	text := string(raw)
	if strings.Contains(text, ";base64,") {
		for _, u := range regexp.MustCompile(inlineURL).FindAllString(text, -1) {
			f, _ := inlineFile([]byte(u), "")
			s.add(*f, ClassFile)
		}
	}
	s.scan(text, name)
}

func (s *shelf) scan(text, name string) {
	for _, u := range urls(text) {
		class := ClassLink
		if len(text) == len(u) { // URLs of generated files often have no extension
			class = cmp.Or(classOf(strings.ToLower(name)), class)
		}
		s.add(File{URL: u}, class)
	}
}

// add counts a file or URL. class applies unless its type or name implies another one.
func (s *shelf) add(f File, class Class) {
	key := cmp.Or(f.URL, f.Name)
	if f.Inline {
		sum := sha256.Sum256(f.Data)
		key = string(sum[:])
	}
	i, known := s.byKey[key]
	if !known {
		i = len(s.found)
		s.byKey[key] = i
		s.found = append(s.found, Media{File: f, First: s.at, Class: ClassLink})
	}
	m := &s.found[i]
	m.Count++
	m.Name = cmp.Or(m.Name, f.Name)
	m.MediaType = cmp.Or(m.MediaType, f.MediaType)
	if m.Call == nil && s.call != nil {
		m.Call = s.call
		m.Made = s.at
	}
	if m.Class != ClassLink && m.Class != ClassFile {
		return
	}
	name := m.Name
	u, err := url.Parse(m.URL)
	if err == nil && m.URL != "" {
		name = u.Path
	}
	if class == ClassLink {
		class = m.Class
	}
	m.Class = cmp.Or(
		classOf(m.MediaType),
		classOf(strings.ToLower(path.Ext(name))),
		class,
	)
}

// classOf returns the class that has a word in s, or "". s is a media type, an extension,
// or the name of the member with the URL.
func classOf(s string) Class {
	for _, c := range []struct {
		class Class
		words string
	}{
		{ClassImage, "image cover avatar thumb .png .jpg .jpeg .gif .webp .avif .heic .bmp .svg"},
		{ClassVideo, "video .mp4 .mov .webm .mkv .m4v .avi .m3u8"},
		{ClassAudio, "audio .mp3 .wav .m4a .aac .ogg .flac .opus"},
		{ClassDocument, "text/ /pdf document .pdf .doc .xls .ppt .txt .md .csv .srt .vtt"},
	} {
		for word := range strings.FieldsSeq(c.words) {
			if strings.Contains(s, word) {
				return c.class
			}
		}
	}
	return ""
}

// urls returns the http and https URLs in a text. In running text a URL ends at the first
// character that URLs must escape: a Chinese sentence can follow without a blank.
func urls(text string) []string {
	whole := strings.TrimSpace(text)
	if scheme(whole) > 0 && !strings.ContainsAny(whole, " \t\n\r\"<>()[]`") &&
		strings.Count(whole, "://") == 1 {
		return []string{whole}
	}
	if !strings.Contains(text, "://") {
		return nil // the usual case
	}
	var found []string
	for _, u := range urlPattern().FindAllString(text, -1) {
		if u = trimURL(u); scheme(u) > 0 {
			found = append(found, u)
		}
	}
	return found
}

var urlPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		"(?:https?|HTTPS?)://[^\\x00-\\x20\"<>\\[\\]{}|\\\\^`*\\x7f-\\x{10ffff}]+",
	)
})

// scheme is the length of "http://" or "https://" at the start of s, else 0.
func scheme(s string) int {
	for _, p := range []string{"http://", "https://"} {
		if len(s) > len(p) && strings.EqualFold(s[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

// trimURL cuts the punctuation of the sentence, but no parenthesis that the URL opens.
func trimURL(u string) string {
	unopened := strings.Count(u, ")") - strings.Count(u, "(")
	for {
		u = strings.TrimRight(u, ".,;:!?'")
		if unopened <= 0 || !strings.HasSuffix(u, ")") {
			return u
		}
		u = u[:len(u)-1]
		unopened--
	}
}

// walker visits a JSON value and all values within it, in order, also those of JSON in
// strings. visit gets the members of an object, the name of the member that holds the
// value (or holds the array with the value), and the member "platform" of the innermost
// object around it that has one.
type walker struct {
	reader jsonobject.Reader
	visit  func(v jsontext.Value, members jsonobject.Object, name, platform string)
}

func (w *walker) walk(v jsontext.Value) {
	w.nested(v, "", "", 0)
}

func (w *walker) nested(v jsontext.Value, name, platform string, depth int) {
	const maxDepth = 30 // each level is read again
	if v = openString(v); v == nil || depth > maxDepth {
		return
	}
	members, _ := w.reader.Object(v, nil)
	own := members.Find(jsonobject.IsString, "platform")
	if own != nil {
		platform = string(jsonobject.Text(own))
	}
	w.visit(v, members, name, platform)
	for _, m := range members {
		w.nested(m.Value, string(m.Name), platform, depth+1)
	}
	items, _ := w.reader.Elements(v, nil)
	for _, item := range items {
		w.nested(item, name, platform, depth+1)
	}
}
