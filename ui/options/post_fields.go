package options

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
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
	list := m.ctx.Key(m.keys.FromList)
	fields := []form.Field{
		{
			ID:    filesField,
			Label: w.T("options.form.files"),
			Hint:  w.T("prices.files_example"),
			Check: m.checkFiles,
		},
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
		{ID: titleField, Label: w.T("options.form.title_of_post")},
		{ID: textField, Label: w.T("options.form.text")},
		{
			ID:    coverField,
			Label: w.T("options.form.cover"),
			Hint:  w.T("options.form.cover_hint"),
			Check: m.checkFiles,
		},
	}
	p := m.store.Platform(values[platformField])
	if p != nil {
		listed, _ := m.known(p.Platform)
		for _, name := range fleet.RequiredOptions(p, listed) {
			fields = append(fields, m.optionField(p, listed, name))
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

// optionField is the field of an option that a platform needs: a choice where its schema lists the
// values.
func (m *site) optionField(p *api.Platform, listed []api.PublishOption, name string) form.Field {
	w := m.words
	field := form.Field{
		ID:    optionField(p.Platform, name),
		Label: m.optionLabel(name),
		Check: func(typed string) string {
			isNumber := jsontext.Value(typed).Kind() == '0' && jsontext.Value(typed).IsValid()
			if typed != "" && !isNumber && fleet.IsNumber(p, name) {
				return w.T("options.form.number")
			}
			return ""
		},
	}
	for _, o := range listed {
		if o.Field == name && o.RequiresAccount.Or(false) {
			field.Note = w.T("options.form.of_account")
		}
	}
	values := fleet.OptionValues(p, name)
	if len(values) == 0 {
		return field
	}
	field.Choices = []form.Choice{{Label: m.theme.Glyphs.Dash}} // until the user chooses
	for _, value := range values {
		field.Choices = append(field.Choices, form.Choice{
			ID:    string(value),
			Label: m.choiceLabel(value),
		})
	}
	return field
}

// optionLabel names an option: as the catalog does, as the service lists it for any platform, or by
// the words of its name.
func (m *site) optionLabel(name string) string {
	known := m.words.Optional("options.form.option." + name)
	if known != "" {
		return known
	}
	for i := range m.store.Platforms.Value {
		listed, _ := m.known(m.store.Platforms.Value[i].Platform)
		for _, o := range listed {
			if o.Field == name && o.Label.Or("") != "" {
				return text.Line(o.Label.Or(""))
			}
		}
	}
	return spelled(name)
}

// choiceLabel names a value of an option.
func (m *site) choiceLabel(value jsontext.Value) string {
	switch string(value) {
	case "true":
		return m.words.T("field.yes")
	case "false":
		return m.words.T("field.no")
	}
	name := ""
	if json.Unmarshal(value, &name) != nil {
		return text.Line(string(value))
	}
	return cmp.Or(m.words.Optional("options.form.choice."+name), spelled(name))
}

// spelled returns the words of a name on the wire: privacy_level and privacyLevel are "privacy level".
func spelled(name string) string {
	name = regexp.MustCompile(`([a-z0-9])([A-Z])`).ReplaceAllString(text.Line(name), "$1 $2")
	return strings.ToLower(strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return r == '_' || r == ' ' || r == '-'
	}), " "))
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
	t, rest := readTyped(typed)
	isOther := strings.TrimSpace(rest) != "" || t.account+t.title+t.body+t.cover != ""
	if isOther {
		return m.words.T("options.form.more_wrong")
	}
	return ""
}

// spread moves what the field of files has of other fields to them: the line of the command check
// can be pasted there.
func (m *site) spread() {
	f := m.files.form
	t, rest := readTyped(f.Value(filesField))
	moved := map[string]string{
		accountField: t.account,
		titleField:   t.title,
		textField:    t.body,
		coverField:   t.cover,
	}
	platform := m.files.values[platformField]
	var more []string
	for _, option := range t.options {
		id := optionField(platform, option[0])
		if m.hasField(id) {
			moved[id] = option[1]
		} else {
			more = append(more, option[0]+"="+option[1])
		}
	}
	if len(more) > 0 {
		moved[moreField] = text.Join("; ", f.Value(moreField), strings.Join(more, "; "))
	}
	isMoved := false
	for id, value := range moved {
		if value != "" {
			f.SetValue(id, value)
			isMoved = true
		}
	}
	if isMoved {
		f.SetValue(filesField, strings.TrimSpace(rest))
		m.keepTyped()
		m.notePost()
	}
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

// typedPost is what was typed into the fields beside files.
func (m *site) typedPost() typed {
	values := m.files.values
	t, _ := readTyped(values[moreField])
	t.account = values[accountField]
	t.title = values[titleField]
	t.body = values[textField]
	t.cover = values[coverField]
	p := m.store.Platform(values[platformField])
	if p == nil {
		return t
	}
	t.platform = p.Platform
	listed, _ := m.known(p.Platform)
	for _, name := range fleet.RequiredOptions(p, listed) {
		value := values[optionField(p.Platform, name)]
		if value != "" {
			t.options = append(t.options, [2]string{name, value})
		}
	}
	return t
}

// said repeats a post in one line.
func (m *site) said(r *readPost) string {
	w := m.words
	parts := []string{w.T("options.form.all_platforms")}
	if r.platform != "" {
		parts[0] = m.view.PlatformName(r.platform)
	}
	for _, part := range []string{r.files, r.account, r.title, r.body, r.cover} {
		if part != "" {
			parts = append(parts, text.Line(part))
		}
	}
	for _, option := range r.options {
		value := text.Line(option[1])
		p := m.store.Platform(r.platform)
		isChoice := p != nil && len(fleet.OptionValues(p, option[0])) > 0
		if isChoice {
			value = m.choiceLabel(jsontext.Value(option[1]))
		}
		parts = append(parts, m.optionLabel(option[0])+" "+value)
	}
	return strings.Join(parts, " "+m.theme.Glyphs.Between+" ")
}
