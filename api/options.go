package api

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// The default limits of a client.
const (
	DefaultTimeout        = time.Minute      // for a call with all its attempts
	DefaultConnectTimeout = 10 * time.Second // for a connection, and for its TLS handshake
	DefaultMaxBody        = 256 << 20        // bytes of an account list, the largest response, after decompression
	DefaultMaxDepth       = 256              // levels of nesting
	DefaultRetries        = 2
	DefaultUserAgent      = "channeldeck"
)

// Option changes how [New] makes a client. New refuses invalid values with an
// [*ArgumentError].
type Option func(*settings)

type settings struct {
	key            *secret
	timeout        time.Duration
	connectTimeout time.Duration
	maxBody        int64 // 0 for the limit of each call
	maxDepth       int
	retries        int
	language       string
	userAgent      string
	transport      http.RoundTripper
	once           http.RoundTripper // nil for transport
	insecureKey    bool
	readOnly       bool
	params         Params
	logger         *slog.Logger
	requestID      func() string
}

// WithAPIKey sets the key that goes with every call but the catalog (part 5).
// An empty key removes it.
func WithAPIKey(key string) Option { return func(s *settings) { s.key = newSecret(key) } }

// WithTimeout limits a call with all its attempts and pauses, up to the last
// byte of the response. 0 means no limit.
func WithTimeout(d time.Duration) Option { return func(s *settings) { s.timeout = d } }

// WithConnectTimeout limits the time to a connection, and that of its TLS
// handshake. It has no effect on a transport of [WithTransport].
func WithConnectTimeout(d time.Duration) Option { return func(s *settings) { s.connectTimeout = d } }

// WithMaxBody limits the bytes of every response, after decompression. Without
// it, or with 0, each call has its own limit, see [DefaultMaxBody].
func WithMaxBody(bytes int64) Option { return func(s *settings) { s.maxBody = bytes } }

// WithMaxDepth limits how deep the JSON of a response may be nested.
func WithMaxDepth(levels int) Option { return func(s *settings) { s.maxDepth = levels } }

// WithRetries sets how often a failed GET is tried again.
func WithRetries(n int) Option { return func(s *settings) { s.retries = n } }

// WithLanguage requests messages and tags in a language, such as zh-CN.
func WithLanguage(tag string) Option { return func(s *settings) { s.language = tag } }

// WithUserAgent sets the User-Agent header.
func WithUserAgent(name string) Option { return func(s *settings) { s.userAgent = name } }

// WithTransport sends requests through rt. The client cannot prevent rt from resending
// a GET after a connection broke.
func WithTransport(rt http.RoundTripper) Option { return func(s *settings) { s.transport = rt } }

// WithTransports is WithTransport with a separate transport for calls that have
// effects, which must never resend a request.
func WithTransports(rt, once http.RoundTripper) Option {
	return func(s *settings) { s.transport, s.once = rt, once }
}

// WithInsecureKey lets the key go over plain http to other machines.
func WithInsecureKey() Option { return func(s *settings) { s.insecureKey = true } }

// WithReadOnly makes the client refuse every call that changes something.
func WithReadOnly() Option { return func(s *settings) { s.readOnly = true } }

// WithLogger logs each attempt at debug level, without headers and bodies.
func WithLogger(l *slog.Logger) Option { return func(s *settings) { s.logger = l } }

// WithRequestID sets the function that returns the X-Request-Id of each attempt, by which
// support can find it. It may be called from several goroutines at once.
func WithRequestID(next func() string) Option { return func(s *settings) { s.requestID = next } }

// WithParams overrides names and forms of query parameters, which the
// interface does not show. Empty fields keep their default.
func WithParams(p Params) Option {
	return func(s *settings) {
		s.params = Params{
			IDs: cmp.Or(p.IDs, s.params.IDs), Types: cmp.Or(p.Types, s.params.Types), Status: cmp.Or(p.Status, s.params.Status),
			AccountID: cmp.Or(p.AccountID, s.params.AccountID), Arrays: cmp.Or(p.Arrays, s.params.Arrays),
		}
	}
}

// validate returns an [*ArgumentError] for the first invalid setting.
func (s *settings) validate() error {
	const maxDecoderDepth = 10_000 // of the JSON library
	for _, check := range []struct {
		field string
		valid bool
	}{
		{"timeout", s.timeout >= 0},
		{"connect_timeout", s.connectTimeout > 0},
		{"max_body", s.maxBody >= 0},
		{"max_depth", s.maxDepth >= 2 && s.maxDepth <= maxDecoderDepth},
		{"retries", s.retries >= 0},
		{"params", s.params.Arrays.valid()},
	} {
		if !check.valid {
			return &ArgumentError{Field: check.field, Reason: ReasonRange}
		}
	}
	words := [][2]string{
		{"language", s.language}, {"user_agent", strings.ReplaceAll(s.userAgent, " ", "")},
		{"params", s.params.IDs + s.params.Types + s.params.Status + s.params.AccountID},
	}
	if s.key != nil {
		words = append(words, [2]string{"api_key", s.key.reveal()})
	}
	for _, word := range words {
		if !isHeaderWord(word[1]) {
			return &ArgumentError{Field: word[0], Reason: ReasonHeader}
		}
	}
	return nil
}

// isHeaderWord reports whether s can be a word of a header, or "".
func isHeaderWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// maxBody returns the size limit of a response of op, in bytes. Without
// [WithMaxBody], each call has its own: 100,000 accounts take 60 MB, 20,000
// messages 12 MB and more where they hold data URLs, all others well below 1 MB.
func (c *Client) maxBody(op Op) int64 {
	switch {
	case c.settings.maxBody > 0:
		return c.settings.maxBody
	case op == OpAccounts:
		return DefaultMaxBody
	case op == OpMessages:
		return 64 << 20
	}
	return 8 << 20
}

// ArrayForm is how a list is written in a query.
type ArrayForm string

// The forms of a list.
const (
	ArrayBrackets ArrayForm = "brackets" // ids[]=a&ids[]=b
	ArrayRepeat   ArrayForm = "repeat"   // ids=a&ids=b
	ArrayIndexed  ArrayForm = "indexed"  // ids[0]=a&ids[1]=b
	ArrayComma    ArrayForm = "comma"    // ids=a,b
)

// Params are the names of query parameters and the form of lists.
type Params struct {
	IDs       string // account ids of the account list (4.5)
	Types     string // platform identifiers of the account list (4.5)
	Status    string // account status of the account list (4.5)
	AccountID string // account id of work details (4.6)
	Arrays    ArrayForm
}

func (f ArrayForm) valid() bool {
	return slices.Contains([]ArrayForm{ArrayBrackets, ArrayRepeat, ArrayIndexed, ArrayComma}, f)
}

// add puts a list into a query; an empty one is left out, since the service
// reads an empty parameter as a value.
func (f ArrayForm) add(query url.Values, name string, entries []string) error {
	if len(entries) == 0 {
		return nil
	}
	switch f {
	case ArrayRepeat:
		query[name] = entries
	case ArrayIndexed:
		for i, s := range entries {
			query.Set(fmt.Sprintf("%s[%d]", name, i), s)
		}
	case ArrayComma:
		if strings.Contains(strings.Join(entries, ""), ",") {
			return &ArgumentError{Field: name, Reason: ReasonComma}
		}
		query.Set(name, strings.Join(entries, ","))
	default:
		query[name+"[]"] = entries
	}
	return nil
}
