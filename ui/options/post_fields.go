package options

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
)

// The fields of the form of a post. That of an option that the platform needs is named by
// optionField.
const (
	filesField    = "files"
	platformField = "platform"
	accountField  = "account"
	titleField    = "title"
	textField     = "text"
	coverField    = "cover"
	moreField     = "more" // further options, as NAME=VALUE
)

// optionField is the field of an option of a platform.
func optionField(platform, option string) string {
	return "option " + platform + " " + option
}

// postFields are the fields of a post: for one platform with the options that it needs.
func (m *site) postFields() []form.Field {
	w := m.words
	values := m.files.values
	list := m.ctx.Key(m.stack.Keys.Select)
	fields := []form.Field{
		{
			ID:      platformField,
			Label:   w.T("options.form.platform"),
			Choices: m.platformChoices(),
		},
		{
			ID:    accountField,
			Label: w.T("options.form.account"),
			Hint:  w.T("options.form.account_hint", "Key", list),
			Check: m.checkAccount,
		},
		{
			ID:    filesField,
			Label: w.T("options.form.files"),
			Hint:  w.T("prices.files_example"),
			Check: m.checkFiles,
		},
		{ID: titleField, Label: w.T("options.form.title_of_post")},
		{ID: textField, Label: w.T("options.form.text")},
		{
			ID:    coverField,
			Label: w.T("options.form.cover"),
			Hint:  w.T("options.form.cover_hint"),
			Check: m.checkFiles,
		},
	}
	for _, line := range m.required() {
		for _, name := range line.Options {
			fields = append(fields, m.optionField(&line, name))
		}
	}
	fields = append(fields, form.Field{
		ID:    moreField,
		Label: w.T("options.form.more"),
		Hint:  w.T("options.form.more_hint"),
		Check: m.checkMore,
	})
	for i := range fields {
		fields[i].Value = values[fields[i].ID]
	}
	return fields
}

// platformChoices are all platforms together, and each that is not hidden.
func (m *site) platformChoices() []form.Choice {
	choices := []form.Choice{{Label: m.words.T("options.form.all_platforms")}}
	for i := range m.store.Platforms.Value {
		p := &m.store.Platforms.Value[i]
		if !p.Hidden() {
			choices = append(choices, form.Choice{
				ID:    p.Platform,
				Label: m.view.PlatformName(p.Platform),
			})
		}
	}
	return choices
}

// required are the lines with the options that the platform in the form needs.
func (m *site) required() []fleet.Line {
	p := m.store.Platform(m.files.values[platformField])
	if p == nil {
		return nil
	}
	return fleet.RequiredOptions(p, m.known(p.Platform))
}

// optionField is the field of an option of a line that must be filled: a choice where the schema of
// the platform lists the values.
func (m *site) optionField(line *fleet.Line, name string) form.Field {
	w := m.words
	p := line.Platform
	field := form.Field{
		ID:    optionField(p.Platform, name),
		Label: m.optionLabel(p.Platform, name),
		Check: func(typed string) string {
			isNumber := jsontext.Value(typed).Kind() == '0' && jsontext.Value(typed).IsValid()
			if typed != "" && !isNumber && fleet.IsNumber(p, name) {
				return w.T("options.form.number")
			}
			return ""
		},
	}
	if line.Source != nil && line.Source.RequiresAccount.Or(false) {
		field.Note = w.T("options.form.of_account")
	}
	values := fleet.OptionValues(p, name)
	if len(values) == 0 {
		return field
	}
	field.Choices = []form.Choice{{Label: m.theme.Glyphs.Dash}} // until the user chooses
	for _, value := range values {
		field.Choices = append(field.Choices, form.Choice{
			ID:    string(value),
			Label: options.Choice(w, name, string(value)),
		})
	}
	return field
}

// optionLabel names an option of a platform.
func (m *site) optionLabel(platform, name string) string {
	sent := ""
	for _, o := range m.known(platform) {
		if o.Field == name {
			sent = o.Label.Or("")
		}
	}
	return options.OptionLabel(m.words, platform, name, sent)
}

// checkFiles says what is wrong with files or measures. Whether a file can be read is not known yet.
func (m *site) checkFiles(typed string) string {
	_, problems := quote.ParseFiles(typed, quote.NewValues(nil), nil)
	for _, p := range problems {
		isFile := p.Kind == quote.NotRead && m.ctx.LocalFiles
		if !isFile {
			return resource.QuestionProblem(m.words, p, m.ctx.LocalFiles)
		}
	}
	return ""
}

// checkAccount refuses an account that nobody has, or that another platform has.
func (m *site) checkAccount(name string) string {
	if name == "" || !m.store.Accounts.Loaded() {
		return ""
	}
	named := fleet.AccountsNamed(m.store.Accounts.List().Rows, "", name)
	if len(named) == 0 {
		return m.words.T("cli.check.no_account", "Name", text.Line(name))
	}
	platform := m.files.values[platformField]
	isElsewhere := platform != "" && !slices.ContainsFunc(named, func(a *api.Account) bool {
		return a.Type == platform
	})
	if isElsewhere {
		return m.words.T(
			"works.account_elsewhere",
			"Platform", m.view.PlatformName(named[0].Type),
		)
	}
	return ""
}

// checkMore refuses what is no option with a value.
func (m *site) checkMore(typed string) string {
	fields, _, rest := splitPost(typed)
	if len(fields) > 0 || rest != "" {
		return m.words.T("options.form.more_wrong")
	}
	return ""
}

// splitPost splits the line of a post at semicolons and ends of lines. A part that begins with the name
// of a field (account:NAME, title:TEXT, text:TEXT, cover:FILE) or sets an option (NAME=VALUE) is
// returned as such, the rest describes files.
func splitPost(line string) (fields map[string]string, set []fleet.TypedOption, files string) {
	names := map[string]string{
		"account": accountField,
		"账号":      accountField,
		"title":   titleField,
		"标题":      titleField,
		"text":    textField,
		"正文":      textField,
		"简介":      textField,
		"cover":   coverField,
		"封面":      coverField,
	}
	fields = map[string]string{}
	option := regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.]*)=(.*)$`)
	quoted := false
	parts := strings.FieldsFunc(line, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (r == ';' || r == '；' || r == '\n')
	})
	var rest []string
	for _, part := range parts {
		part = strings.TrimSpace(part)
		name, value, _ := strings.Cut(strings.Replace(part, "：", ":", 1), ":")
		match := option.FindStringSubmatch(part)
		if match != nil {
			set = append(set, fleet.TypedOption{Name: match[1], Value: match[2]})
		} else if names[name] != "" {
			fields[names[name]] = strings.TrimSpace(value)
		} else if part != "" {
			rest = append(rest, part)
		}
	}
	return fields, set, strings.Join(rest, "; ")
}

// spread moves what the field of files has of other fields to them: the line of the command check
// can be pasted there.
func (m *site) spread() {
	f := m.files.form
	moved, set, files := splitPost(f.Value(filesField))
	for _, option := range set {
		id := optionField(m.files.values[platformField], option.Name)
		if m.hasField(id) {
			moved[id] = option.Value
		} else {
			more := cmp.Or(moved[moreField], f.Value(moreField))
			moved[moreField] = text.Join("; ", more, option.Name+"="+option.Value)
		}
	}
	if len(moved) == 0 {
		return
	}
	moved[filesField] = files
	for id, value := range moved {
		f.SetValue(id, value)
	}
	m.keepTyped()
	m.notePost()
}

// describesFiles reports whether pasted text belongs into the field of files though another field has the focus: it
// describes or names files, and nothing else. The fields of the title, the text and the cover take every text, and
// those of options take paths.
func (m *site) describesFiles(pasted string) bool {
	focus := m.files.form.Focus()
	switch focus {
	case filesField, titleField, textField, coverField:
		return false
	}
	var read func(path string) (media.File, error)
	switch focus {
	case platformField, accountField, moreField:
		read = namedFile
	}
	_, _, typed := splitPost(pasted)
	files, problems := quote.ParseFiles(typed, quote.NewValues(nil), read)
	return len(files) > 0 && len(problems) == 0
}

// namedFile stands for reading a file: it returns an error for what does not look like the path of a media file.
func namedFile(path string) (media.File, error) {
	extension := strings.TrimPrefix(filepath.Ext(path), ".")
	known, problems := quote.ParseFiles(extension, quote.NewValues(nil), nil)
	isMedia := len(known) > 0 && len(problems) == 0
	isPath := filepath.IsAbs(path) || strings.HasPrefix(path, "~/")
	isLink := strings.Contains(path, "://")
	if isLink || !isMedia && !isPath {
		return media.File{}, fs.ErrNotExist
	}
	return media.File{Path: path, Kind: media.Videos}, nil
}

// pasteFiles appends pasted text to the field of files and moves the focus there.
func (m *site) pasteFiles(pasted string) {
	f := m.files.form
	f.SetFocus(filesField)
	f.SetValue(filesField, text.Join("; ", f.Value(filesField), strings.TrimSpace(pasted)))
	m.keepTyped()
	m.spread()
}

func (m *site) hasField(id string) bool {
	return slices.ContainsFunc(m.files.fields, func(f form.Field) bool {
		return f.ID == id
	})
}

// hasTyped reports whether the form has anything that can be compared: one platform says what it
// needs of an empty post too.
func (m *site) hasTyped() bool {
	return slices.ContainsFunc(m.files.fields, func(f form.Field) bool {
		return m.files.values[f.ID] != ""
	})
}

// request is the question in the form, without its files.
func (m *site) request() fleet.PreflightRequest {
	values := m.files.values
	_, set, _ := splitPost(values[moreField])
	r := fleet.PreflightRequest{
		Platform: values[platformField],
		Account:  values[accountField],
		Post:     &post.Post{Title: values[titleField], Body: values[textField]},
		Options:  set,
	}
	for _, line := range m.required() {
		for _, name := range line.Options {
			value := values[optionField(r.Platform, name)]
			if value != "" {
				r.Options = append(r.Options, fleet.TypedOption{Name: name, Value: value})
			}
		}
	}
	return r
}

// said repeats a post in one line.
func (m *site) said(r *readPost) string {
	parts := []string{m.words.T("options.form.all_platforms")}
	if r.Platform != "" {
		parts[0] = m.view.PlatformName(r.Platform)
	}
	account := r.Account
	named := fleet.AccountsNamed(m.store.Accounts.List().Rows, r.Platform, account)
	if account != "" && len(named) == 1 {
		account = resource.AccountName(m.view, named[0])
	}
	for _, part := range []string{r.files, account, r.Post.Title, r.Post.Body, r.cover} {
		if part != "" {
			parts = append(parts, text.Line(part))
		}
	}
	for _, option := range r.Options {
		value := text.Line(option.Value)
		p := m.store.Platform(r.Platform)
		isChoice := p != nil && len(fleet.OptionValues(p, option.Name)) > 0
		if isChoice {
			value = options.Choice(m.words, option.Name, option.Value)
		}
		parts = append(parts, m.optionLabel(r.Platform, option.Name)+" "+value)
	}
	return strings.Join(parts, " "+m.theme.Glyphs.Between+" ")
}
