package transcript

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// File is a file in a message, or one that the message refers to. Inline data is shown by
// its type and size only.
type File struct {
	Name      string
	MediaType string
	URL       string // "" for inline data
	Inline    bool
	Size      int64  // decoded bytes of inline data
	Data      []byte // inline data as sent: base64 or a data URL
	Emptied   bool   // its data was removed before it was stored

	text jsontext.Value // of a document that is stored as text: a string, or content
}

// Bytes decodes inline data. The error is that of [base64.Encoding.DecodeString].
func (f *File) Bytes() ([]byte, error) {
	data := f.Data
	encoded := true
	head, rest, ok := bytes.Cut(data, []byte(","))
	if ok {
		data, encoded = dataURLBody(head, rest)
	}
	if !encoded {
		return data, nil
	}
	// Both alphabets, with or without padding and line ends.
	plain := strings.NewReplacer("-", "+", "_", "/", "\n", "", "\r", "").Replace(string(data))
	return base64.RawStdEncoding.DecodeString(strings.TrimRight(plain, "="))
}

// Base returns the name of a file or, if it is missing, the end of its URL or its type.
func (f *File) Base() string {
	u, err := url.Parse(f.URL)
	if f.Name == "" && err == nil && f.URL != "" &&
		path.Base(u.Path) != "/" {
		return path.Base(u.Path)
	}
	return cmp.Or(f.Name, f.URL, f.MediaType)
}

// isFile reports whether parts and blocks of a type are files.
func isFile(kind string) bool {
	return slices.Contains(
		[]string{
			"file", "image", "video", "audio", "media", "document", "resource", "resource_link",
			"file-data", "file-url", "image-data", "image-url",
		},
		kind,
	)
}

// readFile reads a file: mediaType and url (5 to 7), mimeType and data (4), image and data of
// model messages, the blocks of the Claude SDK, which have a source, and resources of tool
// servers.
func readFile(o *jsonobject.Object) *File {
	f := &File{}
	f.read(o)
	for _, name := range []string{"source", "resource"} {
		v := o.Take(jsonobject.IsObject, name)
		if v != nil {
			inner := jsonobject.Of(v)
			kind := inner.TakeString("type")
			text := inner.Take(`"[`, "text", "content")
			if text != nil {
				f.text = text
			} else if kind == "text" {
				f.text = inner.Take(jsonobject.IsString, "data")
			}
			f.read(&inner)
			f.Emptied = f.Emptied || kind == "base64" && !f.Inline && f.URL == ""
			o.Add(name+".", inner)
		}
	}
	if f.text != nil {
		f.Size = int64(len(jsonobject.Text(f.text)))
	}
	return f
}

func (f *File) read(o *jsonobject.Object) {
	if f.MediaType == "" {
		f.MediaType = o.TakeString("mediaType", "mimeType", "contentType", "media_type")
	}
	if f.Name == "" {
		f.Name = o.TakeString("filename", "name", "title")
	}
	for _, name := range []string{"url", "uri", "image", "data", "blob"} {
		if (f.URL == "" || name == "blob") && !f.Inline {
			v := o.Take(`"n`, name)
			f.Emptied = f.Emptied || v != nil && len(jsonobject.Text(v)) == 0 &&
				(f.URL == "" || name == "blob")
			f.locate(jsonobject.Text(v), name != "url" && name != "uri")
		}
	}
}

// locate takes a URL, a data URL or, in a member for data, base64 of any length. Words in place
// of base64 say that the data was removed.
func (f *File) locate(s []byte, data bool) {
	inline, ok := inlineFile(s, "data")
	if ok || data && len(s) > 0 && scheme(string(s[:min(len(s), 16)])) == 0 {
		f.MediaType = cmp.Or(f.MediaType, inline.MediaType)
		f.Inline = inline.Size > 0 && (ok || isAlphabet(s))
		f.Emptied = !f.Inline
		if f.Inline {
			f.Size = inline.Size
			f.Data = s
		}
	} else if len(s) > 0 {
		f.URL = string(s)
		f.Emptied = false
	}
}

// inlineFile reads a data URL, or base64 in a member whose name stands for data.
func inlineFile(s []byte, name string) (*File, bool) {
	const maxHead = 256 // of a data URL
	f := &File{Inline: true, Size: decodedLen(s), Data: s}
	comma := bytes.IndexByte(s[:min(len(s), maxHead)], ',')
	if comma < 5 || !bytes.EqualFold(s[:5], []byte("data:")) {
		switch strings.ToLower(name) {
		case "blob": // of a resource, however short
			return f, len(s) > 0 && isAlphabet(s)
		case "data", "bytes", "image", "audio", "base64", "base64data", "b64_json":
			return f, isBase64(s)
		}
		return f, false
	}
	mediaType, _, _ := strings.Cut(strings.ToLower(string(s[5:comma])), ";")
	f.MediaType = cmp.Or(mediaType, "text/plain") // RFC 2397
	data, encoded := dataURLBody(s[:comma], s[comma+1:])
	f.Size = int64(len(data))
	if encoded {
		f.Size = decodedLen(data)
	}
	return f, true
}

// dataURLBody returns what follows the comma of a data URL, and whether that is base64.
func dataURLBody(head, data []byte) (_ []byte, encoded bool) {
	if bytes.IndexByte(data, '%') >= 0 {
		if plain, err := url.PathUnescape(string(data)); err == nil {
			data = []byte(plain)
		}
	}
	return data, strings.HasSuffix(strings.ToLower(string(head)), ";base64")
}

// decodedLen is the size of base64 once decoded; padding and line ends do not count.
func decodedLen(data []byte) int64 {
	n := len(data)
	for _, ignored := range []string{"=", "\n", "\r"} {
		n -= bytes.Count(data, []byte(ignored))
	}
	return int64(n) * 3 / 4
}

// isBase64 recognises base64 by its alphabet and a length that no word or id has.
func isBase64(s []byte) bool {
	return len(s) >= 128 && isAlphabet(s)
}

// isAlphabet reports whether a text has only letters of base64.
func isAlphabet(s []byte) bool {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=\r\n"
	return len(bytes.TrimLeft(s, alphabet)) == 0
}

// placeholder is the type and size of inline data, without a blank: a link stays one word.
func (f *File) placeholder() string {
	if f.MediaType == "" {
		return "base64;" + ShortSize(f.Size)
	}
	return "data:" + f.MediaType + ";" + ShortSize(f.Size)
}

// Size is a count of bytes in decimal units: 512 B, 12.3 kB, 4 MB.
func Size(n int64) string {
	number, unit := size(n)
	return number + " " + unit
}

// ShortSize is Size without the blank, for a placeholder that has to stay one word: 12.3kB.
func ShortSize(n int64) string {
	number, unit := size(n)
	return number + unit
}

func size(n int64) (number, unit string) {
	f := float64(n)
	unit = "B"
	for _, next := range []string{"kB", "MB", "GB"} {
		if f >= 999.5 {
			f = f / 1000
			unit = next
		}
	}
	if unit == "B" || f >= 99.95 {
		return fmt.Sprintf("%.0f", f), unit
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0"), unit
}

// inlineURL matches the data URLs with base64 in a text.
const inlineURL = `data:[^\s"'()<>,]{0,240};base64,[A-Za-z0-9+/=%_-]*`

// Elide replaces data URLs with base64 in a text by their type and decoded size, such
// as data:image/png;12.3kB.
func Elide(text string) string {
	if !strings.Contains(text, ";base64,") {
		return text
	}
	return regexp.MustCompile(inlineURL).ReplaceAllStringFunc(text, func(u string) string {
		f, _ := inlineFile([]byte(u), "")
		return f.placeholder()
	})
}
