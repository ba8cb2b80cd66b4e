package faults

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// kind is a kind of fault. One of its functions is set.
type kind struct {
	instead func(http.ResponseWriter, *http.Request)                     // responds in place of the service
	after   func(http.ResponseWriter, *http.Request)                     // responds once the request has had its effect
	writer  func(http.ResponseWriter, *http.Request) http.ResponseWriter // for the response of the service
}

// success begins a response.
const success = `{"code":0,"message":"ok","data":`

// hostileText contains what must not reach a terminal, as JSON: it would clear the
// screen, set the title, write to the clipboard, and reverse the direction of text.
const hostileText = `\u001b[2J\u001b[31mALERT\u001b[0m \u001b]0;title\u0007\u001b]52;c;c3RvbGVu\u0007 \u009b31m \u202egnp.exe\u202c \u2066\u200f\r\n\b\u007f\u0000`

// kinds returns the kinds of faults by their names.
func kinds() map[string]kind {
	const levels = 100_000
	return map[string]kind{
		"http500": {instead: envelope(500, 500, "Internal server error")},
		"http502": {instead: badGateway},
		"http429": {instead: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "1")
			envelope(429, 429, "Too many requests")(w, r)
		}},
		"redirect": {instead: func(w http.ResponseWriter, r *http.Request) {
			// The name cannot exist (RFC 2606), so a client that follows gets nowhere.
			w.Header().Set("Location", "http://other-origin.invalid"+r.URL.EscapedPath())
			w.WriteHeader(http.StatusTemporaryRedirect)
		}},
		"business500":    {instead: envelope(200, 500, "Internal server error")},
		"ratelimit":      {instead: envelope(200, 429, "Too many requests")},
		"unauthorized":   {instead: envelope(200, 401, "Unauthorized")},
		"invalid":        {instead: envelope(200, 10002, "Parameter validation failed")},
		"hostile":        {instead: envelope(200, 500, strings.Repeat(hostileText+" ", 200))},
		"timeout-before": {instead: hang}, // the request has no effect
		"timeout-after":  {after: hang},   // it has its effect
		"reset":          {instead: reset},
		"reset-after":    {after: reset},
		"slow":           {writer: func(w http.ResponseWriter, r *http.Request) http.ResponseWriter { return slowWriter{w, r} }},
		"truncated":      {writer: func(w http.ResponseWriter, _ *http.Request) http.ResponseWriter { return truncatingWriter{w} }},
		"notjson":        {instead: body("text/html; charset=utf-8", "<!doctype html>\n<title>Sign in to the network</title>\n<p>Please accept the terms of use.\n")},
		"noenvelope":     {instead: jsonBody(`{"status":"ok","result":[]}`)},
		"wrongshape":     {instead: jsonBody(success + `"none"}`)},
		"duplicate":      {instead: jsonBody(`{"code":0,"code":500,"message":"ok","data":{}}`)},
		"deep":           {instead: jsonBody(success + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}")},
		"endless":        {instead: endless},
		"bomb":           {instead: bomb},
	}
}

// body responds with a text.
func body(contentType, text string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, text) // the client may be gone
	}
}

func jsonBody(text string) func(http.ResponseWriter, *http.Request) {
	return body("application/json; charset=utf-8", text)
}

// envelope responds with a status, a code and a message, which is JSON without quotes.
func envelope(status, code int, message string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"code":%d,"message":"%s","data":{},"requestId":%q,"timestamp":%d}`,
			code, message, cmp.Or(r.Header.Get("X-Request-Id"), "fault"), time.Now().UnixMilli())
	}
}

// badGateway responds like a proxy in front of the service.
func badGateway(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(http.StatusBadGateway)
	_, _ = io.WriteString(w, "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n")
}

// endless responds with 4 GB.
func endless(w http.ResponseWriter, r *http.Request) {
	jsonBody(success+"[")(w, r)
	flood(w, 4<<30)
}

// bomb responds with 1 GB, compressed to 1 MB.
func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Encoding", "gzip")
	zip := gzip.NewWriter(w)
	_, _ = io.WriteString(zip, success+"[")
	flood(zip, 1<<30)
	_ = zip.Close()
}

// flood writes about size bytes of blanks, the inside of a JSON array.
func flood(w io.Writer, size int) {
	blanks := []byte(strings.Repeat(" ", 64<<10))
	for range size / len(blanks) {
		if _, err := w.Write(blanks); err != nil {
			panic(http.ErrAbortHandler) // the client has had enough
		}
	}
	_, _ = io.WriteString(w, "]}")
}

// hang waits for the client to give up, for 10 minutes at most.
func hang(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(10 * time.Minute):
	}
	panic(http.ErrAbortHandler)
}

// reset ends the connection with a TCP reset if possible.
func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// silent is a response that nobody gets.
type silent struct{ http.ResponseWriter }

func (silent) Header() http.Header         { return http.Header{} }
func (silent) WriteHeader(int)             {}
func (silent) Write(p []byte) (int, error) { return len(p), nil }

// slowWriter sends 16 KB at a time, some 300 KB a second.
type slowWriter struct {
	http.ResponseWriter
	r *http.Request
}

func (w slowWriter) Write(p []byte) (int, error) {
	for chunk := range slices.Chunk(p, 16<<10) {
		if _, err := w.ResponseWriter.Write(chunk); err != nil {
			return 0, err
		}
		if err := http.NewResponseController(w.ResponseWriter).Flush(); err != nil {
			return 0, err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-w.r.Context().Done():
			return 0, w.r.Context().Err()
		}
	}
	return len(p), nil
}

// truncatingWriter sends half of what is written first, at most 4 KB.
type truncatingWriter struct{ http.ResponseWriter }

func (w truncatingWriter) Write(p []byte) (int, error) {
	_, _ = w.ResponseWriter.Write(p[:min(len(p)/2, 4<<10)])
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	panic(http.ErrAbortHandler)
}
