package cli

import (
	"context"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/ui/options"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// publishFlags are what to compare with the limits of platforms.
type publishFlags struct {
	files              []string
	title, description *string // nil if not given
}

func (f *publishFlags) add(a *app, cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&f.files, "file", nil, a.words.T("cli.flag.file"))
	for name, to := range map[string]**string{"title": &f.title, "text": &f.description} {
		fs.Func(name, a.words.T("cli.flag."+name+"_limit"), func(value string) error {
			*to = &value
			return nil
		})
	}
	a.addCompletions(cmd, completions{"title": oneOf(), "text": oneOf()})
}

func (f *publishFlags) isSet() bool {
	return len(f.files) > 0 || f.title != nil || f.description != nil
}

// load reads the files and descriptions of files, then requests the platforms.
func (f *publishFlags) load(ctx context.Context, a *app) ([]media.Item, []api.Platform, error) {
	items, err := f.items(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	list, err := a.checkedPlatforms(ctx)
	return items, list, err
}

func (f *publishFlags) items(ctx context.Context, a *app) ([]media.Item, error) {
	files, err := describedFiles(ctx, a, "--file", f.files, quote.NewValues(nil))
	return options.ItemsOf(files, f.title, f.description), err
}

// checkedPlatforms requests the platforms and notes malformed ones.
func (a *app) checkedPlatforms(ctx context.Context) ([]api.Platform, error) {
	list, err := a.platforms(ctx)
	checkRows(a, pointers(list))
	return list, err
}

// describedFiles reads files and descriptions of files. Text that is not understood is an
// error, because a script would not notice a warning.
func describedFiles(ctx context.Context, a *app, flag string, given []string, v *quote.Values) ([]media.File, error) {
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
		return nil, &commandError{exit: ExitUsage, text: flag + ": " + resource.QuestionProblem(a.words, problems[0], true), hint: a.words.T("cli.hint.input")}
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

// printVerdicts prints what a platform says to items. Something that it rejects is
// exit code ExitInvalid.
func printVerdicts(ctx context.Context, a *app, p *api.Platform, items []media.Item) error {
	found := options.CheckItems(p, items)
	if err := printList(ctx, a, options.ItemResource(a.view(nil)), pointers(found.Items)); err != nil || found.Fit != media.No {
		return err
	}
	return &commandError{exit: ExitInvalid, text: a.words.T("cli.options.rejected", "Platform", text.Clean(p.Name(a.words.Lang().Tag())))}
}
