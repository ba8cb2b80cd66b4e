package sandbox

import (
	"embed"
	"errors"
	"io/fs"

	"github.com/go-json-experiment/json/jsontext"
)

//go:embed data
var data embed.FS

// platform is what the sandbox knows of a platform beyond its entry in the
// list, data/platforms/NAME.json.
type platform struct {
	name         string
	share        int // of a thousand accounts
	uid          uidStyle
	getDetail    bool // capabilities.work.getDetail
	needsAccount bool // work details need an account
	work         workStyle
	script       script // what most of its accounts are named in
}

// unlisted is a platform of accounts that the platform list does not show.
const unlisted = "toutiao"

// platforms are in the order of the list.
func platforms() []platform {
	const (
		digits = "0123456789"
		hex    = digits + "abcdef"
		lower  = digits + "abcdefghijklmnopqrstuvwxyz"
		url64  = lower + "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
	)
	return []platform{
		{name: "douyin", share: 190, script: han, uid: uidStyle{"MS4wLjABAAAA", url64, 28, ""},
			getDetail: true, needsAccount: true, work: workStyle{"73012345678901", "23400"}},
		{name: "kuaishou", share: 90, script: han, uid: uidStyle{"3x", lower, 8, ""},
			getDetail: true, needsAccount: true, work: workStyle{"3x9k2m:", "a1b00"}},
		{name: "xiaohongshu", share: 150, script: han, uid: uidStyle{"", hex, 17, ""},
			getDetail: true, needsAccount: true, work: workStyle{"66f0a1b2c3d4e5f6071", "82900"}},
		{name: "bilibili", share: 80, script: han, uid: uidStyle{"", digits, 9, ""},
			getDetail: true, work: workStyle{"BV1xx41", "1c700"}},
		{name: "wechatChannels", share: 80, script: han, uid: uidStyle{"v2_060000231003b20f", hex, 24, "@finder"}},
		{name: "weibo", share: 60, script: han, uid: uidStyle{"", digits, 3, ""}},
		{name: "YouTube", share: 75, script: latin, uid: uidStyle{"UC", url64, 15, ""},
			getDetail: true, work: workStyle{"dQw4w9", "WgX00"}},
		{name: "TikTok", share: 90, script: latin, uid: uidStyle{"_000", url64, 25, ""},
			getDetail: true, needsAccount: true, work: workStyle{"74123456789012", "34500"}},
		{name: "Instagram", share: 65, script: latin, uid: uidStyle{"17841", digits, 5, ""},
			getDetail: true, needsAccount: true, work: workStyle{"1791234567890", "12300"}},
		{name: "facebook", share: 40, script: latin, uid: uidStyle{"1000", digits, 4, ":page"},
			getDetail: true, needsAccount: true, work: workStyle{"100064012345678_7220987654", "32100"}},
		{name: "X", share: 35, script: latin, uid: uidStyle{"1", digits, 11, ""},
			getDetail: true, work: workStyle{"18290123456789", "01200"}},
		{name: "pinterest", share: 15, script: latin, uid: uidStyle{"", digits, 11, ""}},
		{name: "threads", share: 15, script: latin, uid: uidStyle{"", digits, 10, ""}},
		{name: "linkedIn", share: 10, script: latin, uid: uidStyle{"urn:li:organization:", digits, 1, ""}},
		{name: unlisted, share: 5, script: han, uid: uidStyle{"", digits, 9, ""}},
	}
}

// listed finds a platform of the list by its exact name.
func listed(name string) (platform, bool) {
	for _, p := range platforms() {
		if p.name == name && name != unlisted {
			return p, true
		}
	}
	return platform{}, false
}

// listPlatforms is call 4.3.
func (s *Server) listPlatforms(*exchange) (payload, *failure) {
	list := []byte{'['}
	for _, p := range platforms() {
		if p.name == unlisted {
			continue
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = append(list, document("platforms/"+p.name)...)
	}
	return raw(append(list, ']')), nil
}

// publishOptions is call 4.2. Platforms without a file have no options.
func (s *Server) publishOptions(x *exchange) (payload, *failure) {
	p, ok := listed(x.args[0])
	if !ok {
		return nil, &failure{code: codeInvalid}
	}
	if options := document("options/" + p.name); options != nil {
		return raw(options), nil
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
