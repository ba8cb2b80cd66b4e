package mask

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// pattern finds values in a line. The group "value" is masked, or else the whole.
type pattern struct {
	expression *regexp.Regexp
	anchors    []string // of which a line with a value has one, in lower case
	// begins returns where a match begins that stands before the expression.
	begins func(s string, from int) int
	// allows decides about a value behind a name, quoted or not; nil for all.
	allows func(name, value string, quoted bool) bool
}

// patterns are compiled by the first use.
var patterns = sync.OnceValue(func() []pattern {
	compile := regexp.MustCompile
	assigned := []string{
		"key", "secret", "token", "pass", "pwd", "credential", "密码", "密钥", "口令", "令牌",
	}
	return []pattern{
		{expression: compile(tokens), anchors: tokenAnchors()},
		{
			expression: compile(
				`(?i)\b(?:bearer|basic|token)\s+(?P<value>[a-z0-9._~+/-]{16,}=*)`,
			),
			anchors: []string{"bearer", "basic", "token"},
			allows:  mixed,
		},
		{
			expression: compile(`(?i)\b(?P<name>` + headers + `)` + assigns +
				`(?:(?:bearer|basic|token|apikey)\s+)?(?P<value>[^\s"'\\,;]{6,})`),
			anchors: []string{"authorization", "x-", "ocp-"},
			allows:  credential,
		},
		{
			expression: compile(`(?i)\b(?:proxy-)?authorization` + assigns +
				`(?:digest|aws4-hmac-sha256|hmac-sha256|oauth)\s+(?P<value>[^\r\n"\\]*=[^\r\n\\]*)`),
			anchors: []string{"authorization"},
		},
		{
			expression: compile(`(?i)\b(?:set-)?cookie` + assigns +
				`(?P<value>[\w.!#$%&*+^|~-]+=[^\r\n"'\\]+)`),
			anchors: []string{"cookie"},
		},
		{
			expression: compile(`(?i)(?P<name>` + secrets + `)` + assigns +
				`(?P<value>[^\s"'\\,;&<>(){}\[\]，。；、（）]{4,})`),
			anchors: assigned,
			begins:  nameBegins,
			allows:  credential,
		},
		{
			expression: compile(`(?i)[?&](?P<name>` + parameters +
				`)=(?P<value>[^&#\s"'\\<>]{8,})`),
			anchors: []string{"sig", "credential", "token", "accesskeyid", "key=", "auth="},
			allows:  credential,
		},
		{
			expression: compile(`://[^\s/:@"'\\]*:(?P<value>[^\s/@"'\\]+)@`),
			anchors:    []string{"@"},
		},
		{
			expression: compile(`@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}\b`),
			anchors:    []string{"@"},
			begins:     addressBegins,
			allows:     address,
		},
	}
})

// privateKey is the only pattern of several lines.
var privateKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`-----BEGIN [A-Z ]*PRIVATE KEY-----([\s\S]*?)(?:-----END [A-Z ]*PRIVATE KEY-----|$)`,
	)
})

// tokens are the shapes of keys and tokens, as their services document them.
const tokens = `\b(?:` +
	`sk-[A-Za-z0-9_-]{16,}|` + // OpenAI, Anthropic and others
	`(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}|` + // Stripe
	`gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}|` +
	`xox[abeoprs]-[A-Za-z0-9-]{10,}|` + // Slack
	`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b|` + // AWS
	`AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}|` + // Google
	`LTAI[A-Za-z0-9]{12,26}\b|AKID[A-Za-z0-9]{13,40}\b|` + // Alibaba, Tencent
	`EAA[A-Z][A-Za-z0-9]{40,}|` + // Facebook and Instagram
	`hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{16,}|dckr_pat_[A-Za-z0-9_-]{20,}|` +
	`SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|` +
	`[0-9]{8,10}:AA[A-Za-z0-9_-]{33}|` + // Telegram
	`eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*` + // JSON Web Tokens
	`)`

// tokenAnchors are parts of tokens, in lower case.
func tokenAnchors() []string {
	return []string{
		"sk-",
		"_live_",
		"_test_",
		"whsec_",
		"gho_",
		"ghp_",
		"ghr_",
		"ghs_",
		"ghu_",
		"github_pat_",
		"glpat-",
		"xox",
		"akia",
		"asia",
		"abia",
		"acca",
		"aiza",
		"ya29.",
		"gocspx-",
		"ltai",
		"akid",
		"eaa",
		"hf_",
		"npm_",
		"pypi-", "dckr_pat_", "sg.", "shpat_", "shpca_", "shppa_", "shpss_", ":aa", "eyj",
	}
}

// headers are the names of headers with a credential, secrets the ends of names of secrets, and
// parameters the names of further secrets in addresses.
const (
	headers = `(?:proxy-)?authorization|x-api-key|x-auth-token|x-access-token|x-csrf-token|x-xsrf-token|` +
		`x-goog-api-key|ocp-apim-subscription-key`
	secrets = `api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key|private[_-]?key|secret|token|` +
		`passw(?:or)?d|passphrase|pwd|credential|密码|密钥|口令|令牌`
	parameters = `x-(?:amz|goog|oss|tos|cos)-(?:signature|credential|security-token)|signature|sig|sign|q-signature|` +
		`ossaccesskeyid|awsaccesskeyid|key|auth`
)

// assigns matches the text between a name and its value, with quotes that JSON in a text may
// escape.
const assigns = `\\*["']?[ \t]*[:=：][ \t]*(?P<quote>\\*["'])?`

// find returns the values in a line, which begins at an offset.
func (p *pattern) find(line string, offset int) (found []span) {
	value := p.expression.SubexpIndex("value")
	name := p.expression.SubexpIndex("name")
	quote := p.expression.SubexpIndex("quote")
	for _, at := range p.expression.FindAllStringSubmatchIndex(line, -1) {
		v := span{at[0], at[1]}
		label := ""
		if value > 0 {
			v = span{at[2*value], at[2*value+1]}
		}
		if name > 0 {
			label = line[at[2*name]:at[2*name+1]]
		}
		if p.begins != nil {
			from := p.begins(line, at[0])
			if value > 0 {
				label = line[from:at[0]] + label
			} else {
				v.from = from
			}
		}
		text := line[v.from:v.to]
		isQuoted := quote > 0 && at[2*quote] >= 0
		if text != "" && !strings.Contains(text, Mask) &&
			(p.allows == nil || p.allows(label, text, isQuoted)) {
			found = append(found, span{offset + v.from, offset + v.to})
		}
	}
	return found
}

// nameBegins returns where a name begins of which the end was found.
func nameBegins(s string, from int) int {
	inName := func(r rune) bool {
		return isLetterOrDigit(r) || strings.ContainsRune("_.-", r)
	}
	return len(strings.TrimRightFunc(s[:from], inName))
}

// addressBegins returns where an address begins of which the host was found; that is the host where it
// has a user instead, as in https://ann@x.example.
func addressBegins(s string, host int) int {
	isLocal := func(r rune) bool {
		return isASCIILetterOrDigit(r) || strings.ContainsRune("._%+-", r)
	}
	const most = 64 // letters of the local part
	local := s[max(0, host-most):host]
	from := host - len(local) + len(strings.TrimRightFunc(local, isLocal))
	before := s[max(0, from-most):from]
	i := strings.LastIndex(before, "://")
	if i >= 0 &&
		!strings.ContainsAny(before[i+len("://"):], "/?# \t\"'<>") {
		return host
	}
	return from
}

// isScheme reports whether the value of a header is only the scheme of one that another pattern finds.
func isScheme(value string) bool {
	return slices.Contains(
		[]string{"digest", "aws4-hmac-sha256", "hmac-sha256", "oauth"},
		strings.ToLower(value),
	)
}

// mixed tells a credential from words, as in "basic understanding".
func mixed(_, value string, _ bool) bool {
	hasUpper := strings.ContainsFunc(value, unicode.IsUpper)
	hasLower := strings.ContainsFunc(value, unicode.IsLower)
	return strings.ContainsFunc(value, unicode.IsDigit) || hasUpper && hasLower
}

// credential tells the value of a secret from a word or a count, as in "token: invalid" or
// "password = required", and from tokens of pages.
func credential(name, value string, quoted bool) bool {
	name = strings.ToLower(name)
	for _, of := range []string{"page", "next", "continuation", "sync", "cancel"} {
		if strings.HasSuffix(name, of+"token") || strings.HasSuffix(name, of+"_token") {
			return false
		}
	}
	isVariable := strings.ContainsAny(value[:1], "$<*%")
	if isVariable || isScheme(value) || !strings.ContainsFunc(value, isLetterOrDigit) {
		return false
	}
	isPassword := slices.ContainsFunc(
		[]string{"pass", "pwd", "密码", "口令"},
		func(s string) bool { return strings.Contains(name, s) },
	)
	hasDigit := strings.ContainsFunc(value, unicode.IsDigit)
	hasOther := strings.ContainsFunc(value, func(r rune) bool {
		return !unicode.IsDigit(r) && r != '.'
	})
	if isPassword {
		return quoted || hasDigit || len(value) >= 20
	}
	if !hasOther { // a number
		return false
	}

	return len(value) >= 8 && hasDigit || len(value) >= 20
}

func isASCIILetterOrDigit(r rune) bool {
	return r < unicode.MaxASCII && isLetterOrDigit(r)
}

func isLetterOrDigit(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// address tells an address from the names of files such as icon@2x.png, and from the user of git.
func address(_, value string, _ bool) bool {
	local, host, _ := strings.Cut(value, "@")
	scaled := len(host) > 1 && '0' <= host[0] && host[0] <= '9' && host[1] == 'x'
	return local != "" && local != "git" && !scaled
}
