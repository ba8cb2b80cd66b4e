package markdown

import "strings"

// grammar is what the scanner has to know of a language.
type grammar struct {
	names    bool     // a string or word before a colon is a name
	folds    bool     // words are the same in any case
	tags     bool     // a word behind "<" is one
	diff     bool     // lines are told by how they begin
	comments []string // marks of comments that go to the end of the line
	open     string   // begins a comment of several lines, which shut ends
	shut     string
	long     []string // quotes of strings of several lines
	quotes   string   // quotes of strings within a line
	words    string   // keywords, with a blank before and after each
}

func (g *grammar) has(word string) bool { return strings.Contains(g.words, " "+word+" ") }

// starts reports whether something may begin with c that is no plain text.
func (g *grammar) starts(c byte) bool {
	if strings.IndexByte(g.quotes, c) >= 0 || g.open != "" && g.open[0] == c {
		return true
	}
	for _, marks := range [][]string{g.comments, g.long} {
		for _, m := range marks {
			if m[0] == c {
				return true
			}
		}
	}
	return false
}

// grammarOf returns what is known of a language by the word behind the fence,
// nil where it is unknown.
func grammarOf(language string) *grammar {
	switch strings.ToLower(language) {
	case "json", "jsonc", "json5", "jsonl", "ndjson":
		return &grammar{names: true, comments: []string{"//"}, quotes: `"`}
	case "yaml", "yml":
		return &grammar{names: true, comments: []string{"#"}, quotes: `"'`}
	case "toml", "ini", "conf", "properties", "env", "dotenv":
		return &grammar{comments: []string{"#", ";"}, long: []string{`"""`, "'''"}, quotes: `"'`}
	case "go", "golang":
		return slashed("`", " break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var ")
	case "js", "javascript", "jsx", "mjs", "ts", "typescript", "tsx":
		return slashed("`", " abstract as async await break case catch class const continue default delete do else enum export extends finally for from function if implements import in instanceof interface let new of private protected public readonly return static super switch this throw try type typeof var void while yield ")
	case "java", "kotlin", "kt", "scala", "c#", "cs", "csharp":
		return slashed("", " abstract async await boolean break byte case catch char class const continue data default do double else enum extends final finally float for fun if implements import in instanceof int interface internal is let long namespace new object override package private protected public return short static string struct super switch this throw throws try using val var void when while ")
	case "c", "h", "cpp", "c++", "cc", "hpp":
		return slashed("", " auto bool break case catch char class const constexpr continue default delete do double else enum extern float for if include inline int long namespace new nullptr operator private protected public return short signed sizeof static struct switch template this throw try typedef typename union unsigned using virtual void volatile while ")
	case "rust", "rs":
		return slashed("", " as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self static struct super trait type unsafe use where while ")
	case "swift", "dart", "php":
		return slashed("", " break case catch class const continue default do echo else enum extension extends final for foreach func function guard if implements import in init let namespace new private protected public return self static struct switch this throw throws try use var where while ")
	case "css", "scss", "less":
		return &grammar{names: true, open: "/*", shut: "*/", quotes: `"'`}
	case "py", "python", "python3":
		return &grammar{comments: []string{"#"}, long: []string{`"""`, "'''"}, quotes: `"'`,
			words: " and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield "}
	case "rb", "ruby":
		return &grammar{comments: []string{"#"}, quotes: `"'`,
			words: " alias and begin break case class def do else elsif end ensure for if in module next nil not or redo require rescue retry return self super then undef unless until when while yield "}
	case "sh", "bash", "shell", "zsh", "console", "dockerfile", "docker", "makefile", "make":
		return &grammar{comments: []string{"#"}, quotes: `"'`,
			words: " case do done echo elif else esac exit export fi for function if in local return set source then unset until while FROM RUN COPY ADD ENV ARG WORKDIR CMD ENTRYPOINT EXPOSE USER "}
	case "sql", "mysql", "postgres", "postgresql", "sqlite":
		return &grammar{folds: true, comments: []string{"--"}, open: "/*", shut: "*/", quotes: `"'`,
			words: " add all alter and as asc between by case create cross delete desc distinct drop else end exists from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right select set table then union unique update values view when where with "}
	case "html", "xml", "svg", "vue", "htm":
		return &grammar{tags: true, open: "<!--", shut: "-->", quotes: `"'`}
	case "diff", "patch":
		return &grammar{diff: true}
	}
	return nil
}

// slashed is the grammar of the languages that write comments as C++ does.
func slashed(long, words string) *grammar {
	g := &grammar{comments: []string{"//"}, open: "/*", shut: "*/", quotes: `"'`, words: words}
	if long != "" {
		g.long = []string{long}
	}
	return g
}
