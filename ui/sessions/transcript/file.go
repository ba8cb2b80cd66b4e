package transcript

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// File is a file in a message, or that it refers to. Of inline data only the type and
// the size are shown.
type File struct {
	Name      string
	MediaType string
	URL       string // "" for inline data
	Inline    bool
	Size      int64  // decoded bytes of inline data
	Data      []byte // inline data as sent: base64 or a data URL
}

// Bytes decodes inline data.
func (f *File) Bytes() ([]byte, error) {
	data, encoded := f.Data, true
	if _, ok := parseDataURL(data); ok {
		head, rest, _ := bytes.Cut(data, []byte(","))
		data, encoded = rest, isBase64URL(head)
		if plain, err := url.PathUnescape(string(data)); err == nil {
			data = []byte(plain)
		}
	}
	if !encoded {
		return data, nil
	}
	// Both alphabets, with or without padding and line ends.
	plain := strings.NewReplacer("-", "+", "_", "/", "\n", "", "\r", "").Replace(string(data))
	return base64.RawStdEncoding.DecodeString(strings.TrimRight(plain, "="))
}

// Base is the name of a file, else the end of its URL, else its type.
func (f *File) Base() string {
	if u, err := url.Parse(f.URL); f.Name == "" && err == nil && f.URL != "" && path.Base(u.Path) != "/" {
		return path.Base(u.Path)
	}
	return cmp.Or(f.Name, f.URL, f.MediaType)
}

// readFile reads a file: mediaType and url (5 to 7), mimeType and data (4), and the
// image and document of the Claude SDK, which have a source.
func readFile(o *object) *File {
	f := &File{}
	f.read(o)
	if v := o.take(isObject, "source"); v != nil {
		source := objectOf(v)
		source.take(isString, "type")
		f.read(&source)
		o.add("source.", source)
	}
	return f
}

func (f *File) read(o *object) {
	if f.MediaType == "" {
		f.MediaType = o.string("mediaType", "mimeType", "contentType", "media_type")
	}
	if f.Name == "" {
		f.Name = o.string("filename", "name", "title")
	}
	for _, name := range []string{"url", "data"} {
		if f.URL == "" && !f.Inline {
			f.locate(unquote(o.take(isString, name)), name == "data")
		}
	}
}

// locate takes a URL, a data URL or bare base64. With data, a string that is not a URL
// is base64, however short.
func (f *File) locate(s []byte, data bool) {
	if d, ok := parseDataURL(s); ok {
		f.MediaType = cmp.Or(f.MediaType, d.mediaType)
		f.Inline, f.Size, f.Data = true, d.size, s
	} else if _, ok := base64Size(s); ok || data && len(s) > 0 && scheme(string(s[:min(len(s), 16)])) == 0 {
		f.Inline, f.Size, f.Data = true, decodedLen(s), s
	} else {
		f.URL = string(s)
	}
}

// dataURL is the head of a data URL and the size of its data.
type dataURL struct {
	mediaType string
	size      int64
}

// maxDataHead is the maximum length of a data URL before its comma.
const maxDataHead = 256

func parseDataURL(s []byte) (dataURL, bool) {
	comma := bytes.IndexByte(s[:min(len(s), maxDataHead)], ',')
	if comma < 0 || !bytes.EqualFold(s[:min(comma, 5)], []byte("data:")) {
		return dataURL{}, false
	}
	mediaType, _, _ := strings.Cut(strings.ToLower(string(s[5:comma])), ";")
	d := dataURL{mediaType: cmp.Or(mediaType, "text/plain")} // RFC 2397
	data := s[comma+1:]
	if bytes.IndexByte(data, '%') >= 0 {
		if plain, err := url.PathUnescape(string(data)); err == nil {
			data = []byte(plain)
		}
	}
	d.size = int64(len(data))
	if isBase64URL(s[:comma]) {
		d.size = decodedLen(data)
	}
	return d, true
}

// isBase64URL reports whether the data is base64, given what stands before its comma.
func isBase64URL(head []byte) bool {
	return strings.HasSuffix(strings.ToLower(string(head)), ";base64")
}

// decodedLen is the size of base64 text once decoded; padding and line ends do not
// count.
func decodedLen(data []byte) int64 {
	n := len(data) - bytes.Count(data, []byte("=")) - bytes.Count(data, []byte("\n")) - bytes.Count(data, []byte("\r"))
	return int64(n) * 3 / 4
}

// base64Size recognises bare base64 by its alphabet and a length that no word or id
// has.
func base64Size(s []byte) (int64, bool) {
	const least = 128
	if len(s) < least {
		return 0, false
	}
	for _, c := range s {
		if !isBase64(c) && c != '\n' && c != '\r' {
			return 0, false
		}
	}
	return decodedLen(s), true
}

func isBase64(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '+' || c == '/' || c == '-' || c == '_' || c == '='
}

// placeholder replaces inline data in text: its type and size, without a blank, so
// that a link stays one word.
func (d dataURL) placeholder() string { return "data:" + d.mediaType + ";" + Size(d.size) }

// Size is a count of bytes in decimal units: 512B, 12.3kB, 4MB.
func Size(n int64) string {
	units := []string{"B", "kB", "MB", "GB"}
	f, u := float64(n), 0
	for f >= 999.5 && u < len(units)-1 {
		f, u = f/1000, u+1
	}
	digits := 0
	if u > 0 && f < 99.95 {
		digits = 1
	}
	return strings.TrimSuffix(strconv.FormatFloat(f, 'f', digits, 64), ".0") + units[u]
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
		d, _ := parseDataURL([]byte(u))
		return d.placeholder()
	})
}
