package api

import (
	"log/slog"
	"net/http"
	"strings"
	"time"
)

// The default limits of a client.
const (
	DefaultTimeout        = time.Minute      // for a call with all its attempts
	DefaultConnectTimeout = 10 * time.Second // for a connection, and for its TLS handshake
	DefaultMaxDepth       = 256              // levels of nesting
	DefaultRetries        = 2
	DefaultUserAgent      = "channeldeck"
)

// Option changes how [New] makes a client. A value that makes no sense is
// refused by New with an [*ArgumentError].
type Option func(*settings) error

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
	insecureKey    bool
	readOnly       bool
	params         Params
	logger         *slog.Logger
	requestID      func() string
}

// WithAPIKey sets the key that goes with every call but the catalog (part 5).
// An empty key removes it.
func WithAPIKey(key string) Option {
	return func(s *settings) error {
		if key == "" {
			s.key = nil
			return nil
		}
		s.key = newSecret(key)
		return headerWord("api_key", key)
	}
}

// WithTimeout limits a call with all its attempts and pauses, up to the last
// byte of the response. 0 means no limit.
func WithTimeout(d time.Duration) Option {
	return func(s *settings) error {
		s.timeout = d
		return atLeast("timeout", d, 0)
	}
}

// WithConnectTimeout limits the time to a connection, and that of its TLS
// handshake. It has no effect on a transport of [WithTransport].
func WithConnectTimeout(d time.Duration) Option {
	return func(s *settings) error {
		s.connectTimeout = d
		return atLeast("connect_timeout", d, 1)
	}
}

// WithMaxBody limits the bytes of every response, after decompression. Without
// it each call has a limit of its own, see [DefaultMaxBody].
func WithMaxBody(bytes int64) Option {
	return func(s *settings) error {
		s.maxBody = bytes
		return atLeast("max_body", bytes, 1)
	}
}

// WithMaxDepth limits how deep the JSON of a response may be nested.
func WithMaxDepth(levels int) Option {
	return func(s *settings) error {
		s.maxDepth = levels
		if levels > maxDecoderDepth {
			return &ArgumentError{Field: "max_depth", Reason: ReasonRange}
		}
		return atLeast("max_depth", levels, 2)
	}
}

// maxDecoderDepth is what the decoder itself takes.
const maxDecoderDepth = 10000

// WithRetries sets how often a GET that failed on its way is tried again.
func WithRetries(n int) Option {
	return func(s *settings) error {
		s.retries = n
		return atLeast("retries", n, 0)
	}
}

// WithLanguage requests messages and tags in a language, such as zh-CN.
func WithLanguage(tag string) Option {
	return func(s *settings) error {
		s.language = tag
		return headerWord("language", tag)
	}
}

// WithUserAgent names the program that calls.
func WithUserAgent(name string) Option {
	return func(s *settings) error {
		s.userAgent = name
		return headerWord("user_agent", strings.ReplaceAll(name, " ", ""))
	}
}

// WithTransport sends requests by rt. The client cannot keep rt from sending a
// GET again by itself over a connection that broke.
func WithTransport(rt http.RoundTripper) Option {
	return func(s *settings) error {
		s.transport = rt
		return nil
	}
}

// WithInsecureKey lets the key go over plain http to other machines.
func WithInsecureKey() Option {
	return func(s *settings) error {
		s.insecureKey = true
		return nil
	}
}

// WithReadOnly makes the client refuse every call that changes something.
func WithReadOnly() Option {
	return func(s *settings) error {
		s.readOnly = true
		return nil
	}
}

// WithLogger logs each attempt at debug level, without headers and bodies.
func WithLogger(l *slog.Logger) Option {
	return func(s *settings) error {
		s.logger = l
		return nil
	}
}

// WithRequestID makes the X-Request-Id of each attempt, by which support can
// find it. It may be called from several goroutines at once.
func WithRequestID(next func() string) Option {
	return func(s *settings) error {
		s.requestID = next
		return nil
	}
}

// WithParams overrides names and forms of query parameters, which the
// interface does not show. Empty fields keep their default.
func WithParams(p Params) Option {
	return func(s *settings) error {
		for _, name := range []struct{ to, from *string }{
			{&s.params.IDs, &p.IDs}, {&s.params.Types, &p.Types}, {&s.params.Status, &p.Status}, {&s.params.AccountID, &p.AccountID},
		} {
			if *name.from == "" {
				continue
			}
			if err := headerWord("params", *name.from); err != nil {
				return err
			}
			*name.to = *name.from
		}
		switch p.Arrays {
		case "":
		case ArrayBrackets, ArrayRepeat, ArrayIndexed, ArrayComma:
			s.params.Arrays = p.Arrays
		default:
			return &ArgumentError{Field: "params", Reason: ReasonRange}
		}
		return nil
	}
}

// headerWord refuses what cannot stand in a header as one word.
func headerWord(field, s string) error {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return &ArgumentError{Field: field, Reason: ReasonHeader}
		}
	}
	if s == "" {
		return &ArgumentError{Field: field, Reason: ReasonBlank}
	}
	return nil
}

func atLeast[T int | int64 | time.Duration](field string, v, least T) error {
	if v < least {
		return &ArgumentError{Field: field, Reason: ReasonRange}
	}
	return nil
}
