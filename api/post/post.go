// Package post judges a post by what a platform states about the posts that it takes (4.3), as
// the service judges it. It returns verdicts with their reasons, without words.
//
// A member of the platform list that is missing states no limit, and 0 is a limit. Lengths are
// UTF-16 code units.
package post

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"channeldeck/api"
	"channeldeck/api/media"
)

// Post is a post to be published.
type Post struct {
	Title string
	Body  string
	Files []media.File
	Cover *media.File // nil if none was chosen
}

// IsEmpty reports whether there is nothing to publish: a cover alone is nothing.
func (p *Post) IsEmpty() bool {
	return p.Title == "" && p.Body == "" && len(p.Files) == 0
}

// Mode returns the mode of the post, which follows from its files, "" for an empty post.
func (p *Post) Mode() string {
	if p.Count(media.Videos) > 0 {
		return api.ModeVideo
	}
	if len(p.Files) > 0 || p.Cover != nil {
		return api.ModeImages
	}
	if p.IsEmpty() {
		return ""
	}
	return api.ModeText
}

// Count returns the number of files of a kind.
func (p *Post) Count(kind media.Kind) (n int) {
	for i := range p.Files {
		if p.Files[i].Kind == kind {
			n += max(p.Files[i].Count, 1)
		}
	}
	return n
}

// The kinds of items, beside those of files.
const (
	Cover media.Kind = "cover"
	Title media.Kind = "title"
	Body  media.Kind = "body"
)

// Item is a part of a post that is judged by itself: a file, the cover or a text.
type Item struct {
	Kind media.Kind
	File *media.File // of a file and the cover
	Text string      // of a text
}

// Name returns the name of the file, "" for a text and for a file that was described.
func (it *Item) Name() string {
	if it.File == nil || it.File.Path == "" {
		return ""
	}
	return filepath.Base(it.File.Path)
}

// Items returns the parts of the post: its files, the cover, the title and the body.
func (p *Post) Items() (items []Item) {
	for i := range p.Files {
		items = append(items, Item{Kind: p.Files[i].Kind, File: &p.Files[i]})
	}
	if p.Cover != nil {
		items = append(items, Item{Kind: Cover, File: p.Cover})
	}
	if p.Title != "" {
		items = append(items, Item{Kind: Title, Text: p.Title})
	}
	if p.Body != "" {
		items = append(items, Item{Kind: Body, Text: p.Body})
	}
	return items
}

// topic matches a topic in a body: letters of ASCII, digits, underscores and Chinese characters.
var topic = regexp.MustCompile(`#([0-9A-Za-z_\p{Han}]+)`)

// Topics returns the different topics in a body, without their signs.
func Topics(body string) (topics []string) {
	for _, match := range topic.FindAllStringSubmatch(body, -1) {
		if !slices.Contains(topics, match[1]) {
			topics = append(topics, match[1])
		}
	}
	return topics
}

// withoutTopics returns a body as it is sent where topics have a field of their own: without
// them and without the blanks that they leave.
func withoutTopics(body string) string {
	body = topic.ReplaceAllString(body, "")
	for _, b := range blanks() {
		body = b.form.ReplaceAllString(body, b.left)
	}
	return strings.TrimSpace(body)
}

// blank is a form of white space and what is left of it.
type blank struct {
	form *regexp.Regexp
	left string
}

// blanks are the forms in the order in which they are replaced.
var blanks = sync.OnceValue(func() []blank {
	return []blank{
		{regexp.MustCompile(`[ \t]+`), " "},
		{regexp.MustCompile(` ?\n ?`), "\n"},
		{regexp.MustCompile(`\n{3,}`), "\n\n"},
	}
})

// countsMore reports whether a text has characters whose length is above 1, such as most emoji.
func countsMore(s string) bool {
	const joiner = 0x200D
	const emojiStyle = 0xFE0F
	return strings.ContainsFunc(s, func(r rune) bool {
		return utf16.RuneLen(r) > 1 || r == joiner || r == emojiStyle
	})
}

// length returns the UTF-16 code units of a text.
func length(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}
