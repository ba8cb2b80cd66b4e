package cli

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

// publishFlags are a post to compare with the limits of platforms.
type publishFlags struct {
	files       []string
	cover       string
	title, text string
	given       func(flag string) bool
}

func (f *publishFlags) add(a *app, cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&f.files, "file", nil, a.words.T("cli.flag.file"))
	fs.StringVar(&f.cover, "cover", "", a.words.T("cli.flag.cover"))
	for name, to := range map[string]*string{"title": &f.title, "text": &f.text} {
		fs.Func(name, a.words.T("cli.flag."+name+"_limit"), func(value string) error { // it may be empty
			*to = value
			return nil
		})
	}
	f.given = fs.Changed
	a.addCompletions(cmd, completions{"title": oneOf(), "text": oneOf()})
}

// isSet reports whether a part of a post was given, which may be empty.
func (f *publishFlags) isSet() bool {
	return slices.ContainsFunc([]string{"file", "cover", "title", "text"}, f.given)
}

// notBlank returns the error of a flag for files with a blank value.
func (f *publishFlags) notBlank(w *words.Words) error {
	err := notBlank(w, "--file", f.files)
	if err != nil || !f.given("cover") {
		return err
	}
	return notBlank(w, "--cover", []string{f.cover})
}

// post reads the files and descriptions of files.
func (f *publishFlags) post(ctx context.Context, a *app) (*post.Post, error) {
	values := quote.NewValues(nil)
	it := &post.Post{Title: f.title, Body: f.text}
	var err error
	if it.Files, err = describedFiles(
		ctx,
		a,
		"--file",
		f.files,
		values,
	); err != nil || f.cover == "" {
		return it, err
	}
	covers, err := describedFiles(ctx, a, "--cover", []string{f.cover}, values)
	if len(covers) > 0 {
		it.Cover = &covers[0]
	}
	return it, err
}

// checkedPlatforms requests the platforms and notes malformed ones.
func checkedPlatforms(ctx context.Context, a *app) ([]api.Platform, error) {
	list, err := a.platforms(ctx)
	checkRows(a, pointers(list))
	return list, err
}

// describedFiles reads files and descriptions of files. Text that is not understood is an
// error, because a script would not notice a warning.
func describedFiles(
	ctx context.Context,
	a *app,
	flag string,
	given []string,
	v *quote.Values,
) ([]media.File, error) {
	var list []string
	for _, name := range given {
		if a.remote == nil && !strings.ContainsAny(name, "\"\r\n") {
			if _, err := os.Stat(name); err == nil {
				name = `"` + name + `"` // a path with blanks or semicolons
			}
		}
		list = append(list, name)
	}
	files, problems := quote.ParseFiles(strings.Join(list, "\n"), v, func(path string) (media.File, error) {
		if a.remote != nil {
			return media.File{}, fs.ErrNotExist // paths would be those of the server
		}
		return media.Read(ctx, path)
	})
	if len(problems) > 0 {
		return nil, &commandError{
			exit: ExitUsage,
			text: a.words.T(
				"field.labelled",
				"Name", flag,
				"Text", problemText(a.words, problems[0]),
			),
			hint: a.words.T("cli.hint.input"),
		}
	}
	for _, line := range resource.MissingFigures(a.words, files) {
		a.say(line)
	}
	return files, nil
}

// notBlank returns the error of a flag with a blank value.
func notBlank(w *words.Words, flag string, values []string) error {
	for _, value := range values {
		if strings.TrimSpace(value) == "" {
			return badValue(w, flag, value)
		}
	}
	return nil
}
