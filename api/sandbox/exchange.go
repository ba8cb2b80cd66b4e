package sandbox

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// payload writes the data of a success.
type payload func(io.Writer) error

// raw is a payload that is JSON already.
func raw(data []byte) payload {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// value is a payload that marshals v.
func value(v any) payload {
	return func(w io.Writer) error { return json.MarshalWrite(w, v) }
}

// failure is a business error. Nil data means an empty object.
type failure struct {
	code int
	data any
}

// exchange is a request and its response.
type exchange struct {
	*Server
	w       http.ResponseWriter
	r       *http.Request
	id      string // the request id of the response
	body    []byte
	chinese bool
	now     time.Time
}

func (s *Server) exchange(w http.ResponseWriter, r *http.Request) *exchange {
	x := &exchange{
		Server:  s,
		w:       w,
		r:       r,
		id:      r.Header.Get("X-Request-Id"),
		chinese: IsChinese(r.Header.Get("Accept-Language")),
		now:     s.opts.Now(),
	}
	if x.id == "" || len(x.id) > 128 || strings.ContainsFunc(x.id, func(r rune) bool {
		return r <= ' ' ||
			r > '~'
	}) {
		x.id = objectID(x.now, s.opts.Seed, s.requests.Add(1))
	}
	return x
}

// IsChinese reports whether a request with a value of Accept-Language gets Chinese texts. Any other
// request gets English ones.
func IsChinese(acceptLanguage string) bool {
	return strings.Contains(acceptLanguage, "zh")
}

// localize returns a text in the language of the request.
func (x *exchange) localize(text string) string {
	return x.Server.localize(text, x.chinese)
}

// successMessage is sent with every success, in one language for all.
const successMessage = "请求成功"

// succeed streams a success.
func (x *exchange) succeed(data payload) string {
	x.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w := bufio.NewWriterSize(x.w, 32<<10)
	_, _ = w.WriteString(`{"code":0,"message":"` + successMessage + `","data":`)
	if err := data(w); err != nil {
		// The status was sent, so the error can only be shown by a broken connection.
		panic(http.ErrAbortHandler)
	}
	_, _ = w.WriteString(`,"requestId":`)
	_ = json.MarshalWrite(w, x.id)
	_, _ = w.WriteString("}")
	_ = w.Flush()
	return "0"
}

// fail sends a business error. Unknown routes respond without a request id.
func (x *exchange) fail(f *failure) string {
	if f.code == codeNotFound {
		x.id = ""
	}
	data := f.data
	if data == nil {
		data = struct{}{}
	}
	body, err := json.Marshal(struct {
		Code      int    `json:"code"`
		Message   string `json:"message"`
		Data      any    `json:"data"`
		RequestID string `json:"requestId,omitzero"`
		Timestamp int64  `json:"timestamp"`
	}{
		Code:      f.code,
		Message:   x.localize(messageOf(f.code)),
		Data:      data,
		RequestID: x.id,
		Timestamp: x.now.UnixMilli(),
	})
	if err != nil {
		panic("sandbox: " + err.Error()) // error data always marshals
	}
	x.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = x.w.Write(body) // the client may be gone
	return strconv.Itoa(f.code)
}

// objectID is an id of 24 hex digits: a time, the place and a count.
func objectID(t time.Time, seed, n uint64) string {
	return fmt.Sprintf("%08x%010x%06x", uint32(t.Unix()), mix(seed)&0xffffffffff, n&0xffffff)
}

const golden = 0x9e3779b97f4a7c15

// mix spreads a number over 64 bits (the finish of SplitMix64).
func mix(z uint64) uint64 {
	z += golden
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// stamp formats a time as the service does: ISO 8601 in UTC with milliseconds.
func stamp(t time.Time) string { return string(appendTimestamp(nil, t)) }

// appendTimestamp appends stamp(t). RFC 3339 has a fast path in package time, which the
// layout with milliseconds has not.
func appendTimestamp(b []byte, t time.Time) []byte {
	b = t.UTC().AppendFormat(b, time.RFC3339)
	ms := t.Nanosecond() / int(time.Millisecond)
	return append(
		b[:len(b)-1],
		'.',
		'0'+byte(ms/100),
		'0'+byte(ms/10%10),
		'0'+byte(ms%10),
		'Z',
	)
}

// The codes that the sandbox returns. The interface shows 401, 10002,
// 15080 and 18104 (part 7); the others were seen.
const (
	codeUnauthorized    = 401
	codeNotFound        = 404
	codeInvalid         = 10002
	codeAccountNotFound = 12600
	codeNotAuthorised   = 15001
	codeUnknownPlatform = 15032
	codeOtherPlatform   = 15040
	codePlatformFailed  = 15070
	codeUnsupported     = 15080
	codeAccountNeeded   = 16037
	codeNoSession       = 18104
)

// messageOf returns the English text of an error. The texts of 401 and of failed
// validation have no translation.
func messageOf(code int) string {
	messages := map[int]string{
		codeUnauthorized:    "Unauthorized",
		codeInvalid:         "Parameter validation failed",
		codeNotFound:        "Not found",
		codeAccountNotFound: "Account not found",
		codeNotAuthorised:   "The account is not authorised",
		codeUnknownPlatform: "Unknown platform",
		codeOtherPlatform:   "The account belongs to another platform",
		codePlatformFailed:  "The platform did not return the work",
		codeUnsupported:     "The platform does not support this capability",
		codeAccountNeeded:   "This platform needs an account",
		codeNoSession:       "Agent session not found",
	}
	return messages[code]
}
