package api

import (
	"cmp"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// The default limits of a client.
const (
	DefaultTimeout   = time.Minute // for a call with all its attempts
	DefaultMaxBody   = 256 << 20   // bytes of an account list, the largest response, after decompression
	DefaultRetries   = 2
	DefaultUserAgent = "channeldeck"

	DefaultPause = 300 * time.Millisecond // before the first retry
)

// The limits of every client.
const (
	connectTimeout = 10 * time.Second // of a connection, and of its TLS handshake
	maxDepth       = 256              // levels of nesting of the JSON of a response
)

// Settings of a client. The zero value of each stands for its default. The caller checks
// their ranges.
type Settings struct {
	APIKey string // goes with every call but the catalog (part 5); "" for none
	// of a call with its attempts and pauses, to the last byte of the response; negative for none
	Timeout time.Duration
	// before the first retry, give or take half; each later one waits twice as long
	FirstPause  time.Duration
	MaxBody     int64  // bytes of every response, after decompression; 0 for a limit of each call
	Retries     int    // of a GET that failed; negative for none
	Language    string // of messages and tags, such as zh-CN
	UserAgent   string
	CertFile    string // from which the authorities are read, as crypto/x509 does; "" for those of the system
	Params      Params
	InsecureKey bool         // the key goes over plain http to other machines too
	ReadOnly    bool         // every call that changes something is refused
	Counted     bool         // the transport answers from a history, which records only counts that are known
	Logger      *slog.Logger // logs each attempt at debug level, without headers and bodies

	// Transport sends the requests, and Once, if set, those that have effects. The client
	// cannot prevent a transport from resending a GET after a connection broke; Once must
	// never do that.
	Transport, Once http.RoundTripper

	// RequestID returns the X-Request-Id of each attempt, by which support can find it. It
	// may be called from several goroutines at once.
	RequestID func() string

	// GroupCreated, if set, is called after each call that creates a group, with what
	// was sent, the group and the error of the call.
	GroupCreated func(NewAccountGroup, AccountGroup, error)
}

// withDefaults returns s with the default of every setting that is zero.
func (s Settings) withDefaults() Settings {
	s.Timeout = cmp.Or(s.Timeout, DefaultTimeout)
	s.Retries = cmp.Or(s.Retries, DefaultRetries)
	s.FirstPause = cmp.Or(s.FirstPause, DefaultPause)
	s.UserAgent = cmp.Or(s.UserAgent, DefaultUserAgent)
	p := &s.Params
	p.IDs = cmp.Or(p.IDs, "ids")
	p.Types = cmp.Or(p.Types, "types")
	p.Status = cmp.Or(p.Status, "status")
	p.AccountID = cmp.Or(p.AccountID, "accountId")
	s.Logger = cmp.Or(s.Logger, slog.New(slog.DiscardHandler))
	if s.RequestID == nil {
		s.RequestID = rand.Text
	}
	return s
}

// maxBody returns the size limit of a response of op, in bytes. Without
// a setting, each call has its own: 100,000 accounts take 60 MB, 20,000
// messages 12 MB and more where they hold data URLs, all others well below 1 MB.
func (c *Client) maxBody(op Op) int64 {
	if c.settings.MaxBody > 0 {
		return c.settings.MaxBody
	}
	if op == OpAccounts {
		return DefaultMaxBody
	}
	if op == OpMessages {
		return 64 << 20
	}
	return 8 << 20
}

// Params are the names of query parameters, which the interface does not show.
type Params struct {
	IDs       string // account ids of the account list (4.5)
	Types     string // platform identifiers of the account list (4.5)
	Status    string // account status of the account list (4.5)
	AccountID string // account id of work details (4.6)
	Repeat    bool   // lists are ids=a&ids=b, not ids[]=a&ids[]=b
}

// addList puts a list into a query; an empty one is left out, since the service
// reads an empty parameter as a value.
func (p *Params) addList(query url.Values, name string, entries []string) {
	if !p.Repeat {
		name += "[]"
	}
	if len(entries) > 0 {
		query[name] = entries
	}
}
