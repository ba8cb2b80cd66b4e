package sandbox

import (
	"embed"
	"errors"
	"io/fs"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

//go:embed data
var data embed.FS

// platform holds the properties of a platform that are not in its entry of the platform
// list, data/platforms/NAME.json.
type platform struct {
	name         string
	uid          uidStyle
	work         workStyle // the zero workStyle: no work details (capabilities.work.getDetail)
	needsAccount bool      // work details need an account
	omits        string    // the counts that its accounts lack
}

// uidStyle is the format of a platform's account IDs: prefix, random characters of the
// alphabet, seven digits, suffix.
type uidStyle struct {
	prefix   string
	alphabet string
	random   int
	suffix   string
}

const (
	digits = "0123456789"
	hex    = digits + "abcdef"
	base36 = digits + "abcdefghijklmnopqrstuvwxyz"
	base64 = base36 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
)

func platforms() []platform {
	return []platform{
		{"douyin", uidStyle{"MS4wLjABAAAA", base64, 28, ""}, workStyle{"73012345678901", "23400"}, true, ""},
		{"kuaishou", uidStyle{"3x", base36, 8, ""}, workStyle{"3x9k2m:", "a1b00"}, true, ""},
		{"xiaohongshu", uidStyle{"", hex, 17, ""}, workStyle{"66f0a1b2c3d4e5f6071", "82900"}, true, ""},
		{"bilibili", uidStyle{"", digits, 9, ""}, workStyle{"BV1xx41", "1c700"}, false, ""},
		{"wechatChannels", uidStyle{"v2_060000231003b20f", hex, 24, "@finder"}, workStyle{}, false, ""},
		{"weibo", uidStyle{"", digits, 3, ""}, workStyle{}, false, ""},
		{"YouTube", uidStyle{"UC", base64, 15, ""}, workStyle{"dQw4w9", "WgX00"}, false, "followingCount collectCount forwardCount"},
		{"TikTok", uidStyle{"_000", base64, 25, ""}, workStyle{"74123456789012", "34500"}, true, ""},
		{"Instagram", uidStyle{"17841", digits, 5, ""}, workStyle{"1791234567890", "12300"}, true, "forwardCount"},
		{"facebook", uidStyle{"1000", digits, 4, ":page"}, workStyle{"100064012345678_7220987654", "32100"}, true, "collectCount"},
		{"X", uidStyle{"1", digits, 11, ""}, workStyle{"18290123456789", "01200"}, false, ""},
		{"pinterest", uidStyle{"", digits, 11, ""}, workStyle{}, false, "forwardCount"},
		{"threads", uidStyle{"", digits, 10, ""}, workStyle{}, false, "collectCount"},
		{"linkedIn", uidStyle{"urn:li:organization:", digits, 1, ""}, workStyle{}, false, "collectCount"},
	}
}

// listed finds a platform of the list by its exact name.
func (a *accounts) listed(name string) (platform, bool) {
	if i := a.platformIndex(name); i >= 0 {
		return a.platforms[i], true
	}
	return platform{}, false
}

// listPlatforms is call 4.3.
func (s *Server) listPlatforms(*exchange) (payload, *failure) {
	list := []byte{'['}
	for i, p := range s.accounts.platforms {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, document("platforms/"+p.name)...)
	}
	return raw(append(list, ']')), nil
}

// publishOptions is call 4.2. Platforms without a file have no options.
func (s *Server) publishOptions(x *exchange) (payload, *failure) {
	p, ok := s.accounts.listed(x.r.PathValue("platform"))
	if !ok {
		return nil, &failure{code: codeInvalid}
	}
	if options := document("options/" + p.name); options != nil {
		return raw(x.translated(options)), nil
	}
	return raw([]byte("[]")), nil
}

// document returns an embedded file without its white space, nil if it does not
// exist. A test checks that the files are JSON.
func document(name string) jsontext.Value {
	text, err := data.ReadFile("data/" + name + ".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	v := jsontext.Value(text)
	if err == nil {
		err = v.Compact()
	}
	if err != nil {
		panic("sandbox: " + name + ": " + err.Error())
	}
	return v
}

// translated returns a document in the language of a request.
func (x *exchange) translated(doc jsontext.Value) jsontext.Value {
	if !x.chinese {
		return doc
	}
	var pairs []string
	for english, chinese := range x.Server.chinese() {
		for _, text := range [...]string{english, chinese} {
			quoted, _ := jsontext.AppendQuote(nil, text) // a test checks that the texts are valid
			pairs = append(pairs, string(quoted))
		}
	}
	return jsontext.Value(strings.NewReplacer(pairs...).Replace(string(doc)))
}

// load decodes an embedded file.
func load[T any](name string) (v T) {
	decode(name, document(name), &v)
	return v
}

func decode(name string, doc jsontext.Value, v any) {
	if err := json.Unmarshal(doc, v, json.RejectUnknownMembers(true)); err != nil {
		panic("sandbox: " + name + ": " + err.Error())
	}
}

// model is an entry of data/models.json: a video model (interface 2.6) with its texts
// in both languages.
type model struct {
	Description map[string]jsontext.Value `json:"description,omitzero"`
	Tags        map[string]jsontext.Value `json:"tags,omitzero"`
	Rest        jsontext.Value            `json:",embed"`
}

// videoModels is call 4.7.
func (s *Server) videoModels(x *exchange) (payload, *failure) {
	language := "en-US"
	if x.chinese {
		language = "zh-CN"
	}
	list := []any{}
	for _, m := range load[[]model]("models") {
		list = append(list, struct {
			Description jsontext.Value `json:"description,omitzero"`
			Tags        jsontext.Value `json:"tags,omitzero"`
			Rest        jsontext.Value `json:",embed"`
		}{m.Description[language], m.Tags[language], m.Rest})
	}
	return value(list), nil
}
