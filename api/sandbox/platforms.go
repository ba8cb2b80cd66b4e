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

// platform holds the properties of a platform that are not in its entry of the platform list.
type platform struct {
	name    string
	uid     uidStyle
	work    workStyle // the zero workStyle: no work details (capabilities.work.getDetail)
	metrics []share   // of its works, in the order in which they are sent
	counts  countSet  // the counts of accounts that it supplies; all others are sent as 0
	fetched fetching
	videos  bool // it publishes videos only
	chinese bool // the China site serves it, the international site all others
}

// countSet is a set of counts of an account (2.4).
type countSet uint8

const (
	fansCount countSet = 1 << iota
	followingCount
	likeCount
	forwardCount
	commentCount
	workCount
)

// value is a count if the platform supplies it, otherwise 0.
func (s countSet) value(count countSet, v float64) int64 {
	if s&count == 0 {
		return 0
	}
	return int64(v)
}

// fetching is how the service gets the statistics of a platform's accounts.
type fetching uint8

const (
	never     fetching = iota
	refreshed          // when somebody refreshes them in the web client
	connected          // when the account is connected
	plugin             // when a browser plugin reads them, without lastStatsTime
)

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
	upper  = digits + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	base64 = base36 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
)

func platforms() []platform {
	views := share{"viewCount", 1, 1}
	impressions := share{"impressionCount", 3.4, 1}
	likes := share{"likeCount", 0.061, 0.99}
	comments := share{"commentCount", 0.0042, 1.02}
	shares := share{"shareCount", 0.0028, 1.08}
	saves := share{"saveCount", 0.0035, 1.04}
	return []platform{
		{
			name: "youtube",
			uid: uidStyle{
				prefix:   "UC",
				alphabet: base64,
				random:   15,
				suffix:   "",
			},
			work:    workStyle{"dQw4w9", "WgX00"},
			metrics: []share{views, likes, comments},
			counts:  fansCount | workCount,
			fetched: refreshed,
			videos:  true,
		},
		{
			name: "bilibili",
			uid: uidStyle{
				prefix:   "",
				alphabet: hex,
				random:   25,
				suffix:   "",
			},
			counts:  fansCount | followingCount | workCount,
			fetched: refreshed,
			chinese: true,
		},
		{
			name: "douyin",
			uid: uidStyle{
				prefix:   "_000",
				alphabet: upper,
				random:   25,
				suffix:   "",
			},
			counts:  fansCount,
			fetched: connected,
			chinese: true,
		},
		{
			name: "KWAI",
			uid: uidStyle{
				prefix:   "",
				alphabet: hex,
				random:   25,
				suffix:   "",
			},
			work:    workStyle{"3x9k2m:", "a1b00"},
			metrics: []share{views, likes, comments},
			counts:  fansCount | followingCount,
			fetched: refreshed,
			videos:  true,
			chinese: true,
		},
		{
			name: "pinterest",
			uid: uidStyle{
				prefix:   "",
				alphabet: digits,
				random:   11,
				suffix:   "",
			},
			work:    workStyle{"99012345678901", "23400"},
			metrics: []share{impressions, saves, views},
			counts:  fansCount | followingCount | workCount,
			fetched: refreshed,
		},
		{
			name: "twitter",
			uid: uidStyle{
				prefix:   "1",
				alphabet: digits,
				random:   11,
				suffix:   "",
			},
			work:    workStyle{"18290123456789", "01200"},
			metrics: []share{impressions, likes, comments, shares, saves},
			counts:  fansCount | followingCount | likeCount | workCount,
			fetched: refreshed,
		},
		{
			name: "tiktok",
			uid: uidStyle{
				prefix:   "_000",
				alphabet: base64,
				random:   25,
				suffix:   "",
			},
			work:    workStyle{"74123456789012", "34500"},
			metrics: []share{views, likes, comments, shares},
			counts:  fansCount | followingCount | likeCount | workCount,
			fetched: refreshed,
		},
		{
			name: "facebook",
			uid: uidStyle{
				prefix:   "1000",
				alphabet: digits,
				random:   4,
				suffix:   "",
			},
			work: workStyle{"100064012345678_7220987654", "32100"},
			metrics: []share{
				impressions,
				{"engagementCount", 0.0945, 1},
				{"clickCount", 0.012, 1},
			},
			counts:  fansCount,
			fetched: refreshed,
		},
		{
			name: "instagram",
			uid: uidStyle{
				prefix:   "17841",
				alphabet: digits,
				random:   5,
				suffix:   "",
			},
			work:    workStyle{"1791234567890", "12300"},
			metrics: []share{{"reachCount", 0.82, 1}, likes, comments},
			counts:  fansCount | followingCount,
			fetched: refreshed,
		},
		{
			name: "threads",
			uid: uidStyle{
				prefix:   "",
				alphabet: digits,
				random:   10,
				suffix:   "",
			},
			work:    workStyle{"1801234567890", "45600"},
			metrics: []share{views, likes, comments, shares, {"engagementCount", 0.068, 1}},
			counts:  fansCount | likeCount | commentCount | forwardCount,
			fetched: refreshed,
		},
		{
			name: "linkedin",
			uid: uidStyle{
				prefix:   "urn:li:person:",
				alphabet: base64,
				random:   3,
				suffix:   "",
			},
		},
		{
			name: "wxGzh",
			uid: uidStyle{
				prefix:   "gh_",
				alphabet: hex,
				random:   5,
				suffix:   "",
			},
			chinese: true,
		},
		{
			name: "wxSph",
			uid: uidStyle{
				prefix:   "sph",
				alphabet: base36,
				random:   6,
				suffix:   "",
			},
			work:    workStyle{"finder_", "7d100"},
			metrics: []share{views, likes, comments, shares},
			counts:  fansCount | workCount,
			fetched: connected,
			videos:  true,
			chinese: true,
		},
		{
			name: "xhs",
			uid: uidStyle{
				prefix:   "",
				alphabet: hex,
				random:   17,
				suffix:   "",
			},
			counts:  fansCount | likeCount,
			fetched: plugin,
			chinese: true,
		},
	}
}

// Site is one of the two deployments.
type Site string

// The sites. The zero Site serves the platforms of both.
const (
	China         Site = "china"
	International Site = "international"
)

// serves reports whether a site serves a platform.
func (s Site) serves(p platform) bool {
	switch s {
	case China:
		return p.chinese
	case International:
		return !p.chinese
	}
	return true
}

// listed finds a platform of the list by its exact name.
func (a *accounts) listed(name string) (platform, bool) {
	if i := a.platformIndex(name); i >= 0 {
		return a.platforms[i], true
	}
	return platform{}, false
}

// listedPlatform is an element of the platform list.
type listedPlatform struct {
	Platform string         `json:"platform"`
	Rest     jsontext.Value `json:",embed"`
	Status   string         `json:"status"`
}

// listPlatforms is call 4.3.
func (s *Server) listPlatforms(*exchange) (payload, *failure) {
	list := load[[]listedPlatform]("platforms")
	for i := range list {
		p, ok := s.accounts.listed(list[i].Platform)
		if ok && !s.opts.Site.serves(p) {
			list[i].Status = "unavailable"
		}
	}
	return value(list), nil
}

// publishOptions is call 4.2.
func (s *Server) publishOptions(x *exchange) (payload, *failure) {
	p, ok := s.accounts.listed(x.r.PathValue("platform"))
	if !ok {
		return nil, &failure{code: codeInvalid}
	}
	options := load[map[string]jsontext.Value]("options")[p.name]
	if options == nil || !s.opts.Site.serves(p) {
		options = jsontext.Value("[]")
	}
	return raw(x.translated(options)), nil
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
