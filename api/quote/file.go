package quote

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"channeldeck/api"
	"channeldeck/api/media"
)

// ParseFiles reads descriptions of reference files such as
// "14s 1920x1080 30fps 62MB mp4" and paths such as "~/clip 1.mp4", separated by
// ";" or a new line. A path may be in quotation marks, and further figures
// may follow it; "x3" or "3张" stands for several equal files. It reads files with
// read, whose error is fs.ErrNotExist for a missing file. If read is nil, it reports
// paths as NotRead. Files that are not read, and those whose kind remains unclear, are left
// out and reported.
func ParseFiles(
	text string,
	v *Values,
	read func(path string) (media.File, error),
) ([]media.File, []Problem) {
	var files []media.File
	var problems []Problem
	for _, item := range regexp.MustCompile(
		`(?:"[^"]*"?|[^";；、\r\n])+`,
	).FindAllString(text, -1) {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		p := newParser(v.words(), true)
		f := p.open(item, read)
		if f.Kind != "" {
			files = append(files, f)
		}
		problems = append(problems, p.problems...)
	}
	return files, problems
}

// open reads one file or description.
func (p *parser) open(item string, read func(path string) (media.File, error)) media.File {
	f, rest, ok := p.readPath(item, read)
	if !ok {
		return media.File{}
	}
	figures := map[Column]*api.Number{
		ByDuration:    &f.Duration,
		byWidth:       &f.Width,
		byHeight:      &f.Height,
		ByAspectRatio: &f.AspectRatio,
		byFPS:         &f.FPS,
		bySize:        &f.SizeMB,
	}
	for c, field := range figures {
		p.amounts[c] = *field
	}
	if f.Path != "" { // what was read cannot be contradicted
		p.names[byFormat], p.names[byKind] = f.Format, string(f.Kind)
	}
	p.parse(rest)
	for c, field := range figures {
		*field = p.amounts[c]
	}
	f.Format = p.names[byFormat]
	f.Count = 1
	if count, ok := p.amounts[byCount].Int64(); ok {
		f.Count = int(count)
	}
	pixels := over(f.Width, f.Height)
	if pixels.IsSet() {
		f.AspectRatio = pixels
	}
	f.Kind = cmp.Or(media.Kind(p.names[byKind]), p.kinds[f.Format]) // a "gif" can be a video
	if f.Kind == "" && (f.FPS.IsSet() || f.Duration.IsSet() &&
		(f.Height.IsSet() || f.AspectRatio.IsSet())) {
		f.Kind = media.Videos
	}
	if f.Kind == "" && len(p.problems) == 0 {
		p.problems = append(p.problems, Problem{Kind: KindUnclear, Text: item})
	}
	return f
}

// readPath reads the file whose path the item begins with, if any, and returns
// the rest of the item. It reports a file that is not read.
func (p *parser) readPath(
	item string,
	read func(path string) (media.File, error),
) (f media.File, rest string, ok bool) {
	path := p.path(item)
	if path == "" {
		return f, item, true
	}
	problem := NotRead
	err := error(nil)
	if read != nil {
		f, err = read(path)
		if problem = Unreadable; errors.Is(err, fs.ErrNotExist) {
			problem = NoFile
		}
	}
	if ok = read != nil && err == nil; !ok {
		p.problems = append(p.problems, Problem{Kind: problem, Text: path, Err: err})
	}
	return f, strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(item, `"`), path), `"`), ok
}

// path returns the path that an item begins with: the text in quotation marks, else
// everything up to the last extension of a media file, else a first word that begins as
// a path does or that describes no file. Without one, it is "".
func (p *parser) path(item string) string {
	quoted := regexp.MustCompile(`^"([^"]+)`).FindStringSubmatch(item)
	if quoted != nil {
		return quoted[1]
	}
	for end := len(item); end > 0; end = strings.LastIndexFunc(item[:end], unicode.IsSpace) {
		path := strings.TrimSpace(item[:end])
		ext := filepath.Ext(path)
		stem := strings.TrimSuffix(path, ext)
		if p.kinds[media.Format(ext)] != "" && stem != "" && stem == strings.TrimSpace(stem) {
			return path
		}
	}
	word := strings.Fields(item)[0]
	if regexp.MustCompile(`^(~?/|\.\.?[/\\]|[A-Za-z]:[/\\])`).MatchString(word) {
		return word
	}
	of := newParser(p.vocabulary, true)
	of.parse(word)
	if slices.ContainsFunc(of.problems, func(x Problem) bool {
		// clip1, but not 62 mp4
		return x.Kind == UnknownWord || x.Kind == BareNumber && !strings.HasPrefix(word, x.Text)
	}) {
		return word
	}
	return ""
}
