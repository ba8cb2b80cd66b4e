package quote

// File is what a person knows of a reference file; what is not known stays
// unknown.
type File struct {
	Kind          Kind
	Count         int    // so many files of this description, at least 1
	Duration      Amount // seconds, each
	Width, Height Amount // pixels
	AspectRatio   Amount // width ÷ height
	FPS           Amount // frames a second
	SizeMB        Amount // MB of 1,000,000 bytes, each
	Format        string // mp4, jpg …; "" for unknown
	Start, End    int    // byte offsets of the description in the text
}

// ParseFiles reads descriptions such as "14s 1920x1080 30fps 62MB mp4", apart
// by ";", "+" or a new line; "x3" or "3张" stands for several alike. A file
// whose kind neither its words nor its facts tell is left out and told.
func ParseFiles(text string, v *Vocabulary) ([]File, []Problem) {
	var all problems
	text = all.limit(text)
	cut := all
	all = nil
	whole := newScanner(text)
	var files []File
	for start := 0; start <= len(whole.runes); {
		end := start
		for end < len(whole.runes) && !isFileBreak(whole.runes[end]) {
			end++
		}
		var p fileParser
		p.scanner = &scanner{src: whole.src, runes: whole.runes[:end], starts: whole.starts[:end+1], pos: start}
		p.words = v.files
		if file, ok := p.read(); ok {
			files = append(files, file)
		}
		all = append(all, p.problems...)
		start = end + 1
	}
	return files, append(all, cut...)
}

func isFileBreak(r rune) bool { return r == ';' || r == '+' || r == '\n' || r == '\r' || r == '、' }

type fileParser struct {
	parser
	file File
}

// read reads one description; it reports false where there is none, or where
// its kind is unclear.
func (p *fileParser) read() (File, bool) {
	first, last := -1, 0
	for p.skip(); !p.done(); p.skip() {
		if first < 0 {
			first = p.pos
		}
		if !p.pixels() && !p.number() && !p.times() && !p.known() {
			p.unknown()
		}
		last = p.pos
	}
	if first < 0 {
		return File{}, false
	}
	if p.file.Kind == "" {
		p.file.Kind = p.guessKind()
	}
	if p.file.Kind == "" {
		p.problems.add(KindUnclear, p.scanner, first, last)
		return File{}, false
	}
	p.file.Count = max(p.file.Count, 1)
	if !p.file.AspectRatio.Known() {
		p.file.AspectRatio = p.file.Width.Over(p.file.Height)
	}
	p.file.Start, p.file.End = p.starts[first], p.starts[last]
	return p.file, true
}

// guessKind takes a file with a frame rate, or with both a size in pixels and
// a duration, for a video. Pixels alone are an image's or a video's, and a
// duration alone is a video's or audio's.
func (p *fileParser) guessKind() Kind {
	f := &p.file
	if f.FPS.Known() || f.Duration.Known() && (f.Width.Known() || f.AspectRatio.Known()) {
		return Videos
	}
	return ""
}

func (p *fileParser) skip() {
	for !p.done() && (isBreak(p.peek(0)) || p.peek(0) == ':' || p.peek(0) == '"' || p.peek(0) == '.' || p.peek(0) == '#') {
		p.pos++
	}
}
