package transcript

import (
	"hash/maphash"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Media is a file or a URL of the session, listed once.
type Media struct {
	File
	Class Class
	First Ref   // where it first occurs
	Call  *Tool // the call that first returned it, nil for none
	Made  Ref   // the place of Call
	Count int   // of its occurrences
}

// Class is what kind of file media is.
type Class uint8

// The classes of media. ClassLink is a URL that does not look like a file.
const (
	ClassLink Class = iota
	ClassImage
	ClassVideo
	ClassAudio
	ClassDocument
	ClassFile
)

// Shelf returns all files and URLs of the session, those in texts, inputs and outputs
// included, in the order of their first occurrence.
func (t *Transcript) Shelf() []Media {
	s := shelf{byKey: make(map[mediaKey]int)}
	for i := range t.Messages {
		m := &t.Messages[i]
		for j := range m.Parts {
			if s.at = (Ref{i, j}); !m.Parts[j].InCall && !m.Parts[j].Joined { // which the call's output holds
				s.part(&m.Parts[j])
			}
		}
		s.at = Ref{i, -1}
		s.members(m.Extra)
	}
	return s.found
}

// mediaKey identifies a file: by its URL, else by its content, else by its name.
type mediaKey struct {
	name string
	sum  uint64
	size int64
}

// shelf collects media.
type shelf struct {
	found []Media
	byKey map[mediaKey]int
	at    Ref
	call  *Tool // in whose output it looks
}

func (s *shelf) part(p *Part) {
	switch p.Kind {
	case KindText, KindReasoning:
		walk(p.Raw, s.text) // in Text, inline data is replaced
		return
	case KindFile, KindReasoningFile:
		s.add(*p.File, ClassFile)
	case KindSource:
		class := ClassLink
		if p.Source.URL == "" {
			class = ClassDocument
		}
		s.add(File{Name: p.Source.label(), MediaType: p.Source.MediaType, URL: p.Source.URL}, class)
	case KindTool:
		walk(p.Tool.Given(), s.text)
		s.call = p.Tool
		walk(p.Tool.Output, s.text)
		s.call = nil
		s.scan(p.Tool.ErrorText, nil)
	case KindData, KindUnknown:
		walk(p.Value, s.text)
	}
	s.members(p.Extra)
}

func (d dataURL) file(data []byte) File {
	return File{Name: d.name, MediaType: d.mediaType, Inline: true, Size: d.size, Data: data}
}

func (s *Source) label() string {
	if s.Filename != "" {
		return s.Filename
	}
	return s.Title
}

func (s *shelf) members(ms object) {
	for _, m := range ms {
		walk(m.Value, s.text)
	}
}

func (s *shelf) text(name []byte, v jsontext.Value) {
	raw := unquote(v)
	if d, ok := parseDataURL(raw); ok {
		s.add(d.file(raw), ClassFile)
		return
	}
	if holdsBase64(name) {
		if n, ok := base64Size(raw); ok {
			s.add(File{Inline: true, Size: n, Data: raw}, ClassFile)
			return
		}
	}
	text := string(raw)
	if strings.Contains(text, ";base64,") {
		for _, u := range regexp.MustCompile(inlineURL).FindAllString(text, -1) {
			d, _ := parseDataURL([]byte(u))
			s.add(d.file([]byte(u)), ClassFile)
		}
	}
	s.scan(text, name)
}

func (s *shelf) scan(text string, name []byte) {
	for u := range urls(text) {
		class := ClassLink
		if len(text) == len(u) {
			class = classOfName(name)
		}
		s.add(File{URL: u}, class)
	}
}

// add counts a file or URL. class is what its place suggests, unless its type or its
// name decide it.
func (s *shelf) add(f File, class Class) {
	key := mediaKey{name: f.URL}
	switch {
	case f.Inline:
		key = mediaKey{sum: maphash.Bytes(seed, f.Data), size: f.Size}
	case f.URL == "":
		key = mediaKey{name: f.Name, size: -1}
	}
	i, known := s.byKey[key]
	if !known {
		i = len(s.found)
		s.byKey[key] = i
		s.found = append(s.found, Media{File: f, First: s.at})
	}
	m := &s.found[i]
	m.Count++
	if m.Name == "" {
		m.Name = f.Name
	}
	if m.MediaType == "" {
		m.MediaType = f.MediaType
	}
	if m.Call == nil && s.call != nil {
		m.Call, m.Made = s.call, s.at
	}
	if m.Class == ClassLink || m.Class == ClassFile {
		m.Class = m.classOr(class)
	}
}

// classOr is the class by type or name, else the one given.
func (m *Media) classOr(class Class) Class {
	if c := classOfType(m.MediaType); c != ClassFile {
		return c
	}
	name := m.Name
	if u, err := url.Parse(m.URL); err == nil && m.URL != "" {
		name = u.Path
	}
	if c := classOfExt(strings.ToLower(path.Ext(name))); c != ClassFile {
		return c
	}
	if class != ClassLink {
		return class
	}
	return m.Class
}

func classOfType(mediaType string) Class {
	kind, rest, _ := strings.Cut(mediaType, "/")
	switch {
	case kind == "image":
		return ClassImage
	case kind == "video":
		return ClassVideo
	case kind == "audio":
		return ClassAudio
	case kind == "text", rest == "pdf", strings.Contains(rest, "document"):
		return ClassDocument
	}
	return ClassFile
}

func classOfExt(ext string) Class {
	switch ext {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".heic", ".bmp", ".svg":
		return ClassImage
	case ".mp4", ".mov", ".webm", ".mkv", ".m4v", ".avi", ".m3u8":
		return ClassVideo
	case ".mp3", ".wav", ".m4a", ".aac", ".ogg", ".flac", ".opus":
		return ClassAudio
	case ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".txt", ".md", ".csv", ".srt", ".vtt":
		return ClassDocument
	}
	return ClassFile
}

// classOfName takes a hint from the name of a member: URLs of generated files often
// have no extension.
func classOfName(name []byte) Class {
	n := strings.ToLower(string(name))
	for _, hint := range []struct {
		word  string
		class Class
	}{{"cover", ClassImage}, {"avatar", ClassImage}, {"thumb", ClassImage}, {"image", ClassImage}, {"video", ClassVideo}, {"audio", ClassAudio}} {
		if strings.Contains(n, hint.word) {
			return hint.class
		}
	}
	return ClassLink
}
