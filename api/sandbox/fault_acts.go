package sandbox

import (
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// strikeBefore lets a fault act in place of the call, and reports whether it
// answered. Faults that let the call go on put their own writer in place.
func (x *exchange) strikeBefore(kind string) bool {
	switch kind {
	case faultInternal:
		x.w = &statusWriter{x.w, http.StatusInternalServerError}
		x.fail(&failure{code: codeInternal})
	case faultProxy:
		x.proxyError(http.StatusBadGateway)
	case faultLimited:
		x.w.Header().Set("Retry-After", "1")
		x.w = &statusWriter{x.w, http.StatusTooManyRequests}
		x.fail(&failure{code: codeTooMany})
	case faultRedirect:
		// The name can not exist (RFC 2606), so a client that follows gets nowhere.
		x.w.Header().Set("Location", "http://other-origin.invalid"+x.r.URL.EscapedPath())
		x.w.WriteHeader(http.StatusTemporaryRedirect)
	case faultBusiness:
		x.fail(&failure{code: codeInternal})
	case faultRateLimit:
		x.fail(&failure{code: codeTooMany})
	case faultUnauthorized:
		x.fail(&failure{code: codeUnauthorized})
	case faultInvalid:
		x.fail(&failure{code: codeInvalid})
	case faultTimeoutBefore:
		hang(x.r)
	case faultReset:
		x.reset()
	case faultSlow:
		x.w = &slowWriter{ResponseWriter: x.w, r: x.r}
		return false
	case faultTruncated:
		x.w = &truncatingWriter{ResponseWriter: x.w}
		return false
	case faultTimeoutAfter, faultResetAfter:
		return false
	default:
		x.misshape(kind)
	}
	return true
}

// strikeAfter lets a fault act once the call has had its effect.
func (x *exchange) strikeAfter(kind string) bool {
	switch kind {
	case faultTimeoutAfter:
		hang(x.r)
	case faultResetAfter:
		x.reset()
	default:
		return false
	}
	return true
}

// misshape sends a body that a client must refuse or clean.
func (x *exchange) misshape(kind string) {
	x.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	const head, tail = `{"code":0,"message":"` + successMessage + `","data":[`, `]}`
	var err error
	switch kind {
	case faultHostile:
		x.sendError(codeInternal, strings.Repeat(hostileText+" ", 200), struct{}{}, x.id)
	case faultNotJSON:
		x.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, err = io.WriteString(x.w, "<!doctype html>\n<title>Sign in to the network</title>\n<p>Please accept the terms of use.\n")
	case faultNoEnvelope:
		_, err = io.WriteString(x.w, `{"status":"ok","result":[]}`)
	case faultWrongShape:
		_, err = io.WriteString(x.w, `{"code":0,"message":"`+successMessage+`","data":"none"}`)
	case faultDuplicate:
		_, err = io.WriteString(x.w, `{"code":0,"code":500,"message":"`+successMessage+`","data":{}}`)
	case faultDeep:
		const levels = 100_000
		_, err = io.WriteString(x.w, head+strings.Repeat("[", levels)+strings.Repeat("]", levels)+tail)
	case faultEndless:
		err = flood(x.w, head, tail, 4<<30)
	case faultBomb:
		x.w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(x.w)
		if err = flood(zip, head, tail, 1<<30); err == nil {
			err = zip.Close()
		}
	}
	if err != nil {
		panic(http.ErrAbortHandler) // the client has had enough
	}
}

// flood writes about size bytes of blanks inside a JSON array.
func flood(w io.Writer, head, tail string, size int) error {
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	blanks := []byte(strings.Repeat(" ", 64<<10))
	for range size / len(blanks) {
		if _, err := w.Write(blanks); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, tail)
	return err
}

// maxHang ends the wait for clients that never give up.
const maxHang = 10 * time.Minute

func hang(r *http.Request) {
	pause(r.Context(), maxHang)
	panic(http.ErrAbortHandler)
}

// reset ends the connection with a TCP reset where there is one to end.
func (x *exchange) reset() {
	if hijacker, ok := x.w.(http.Hijacker); ok {
		if conn, _, err := hijacker.Hijack(); err == nil {
			if tcp, ok := conn.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			_ = conn.Close()
			return
		}
	}
	panic(http.ErrAbortHandler)
}

// statusWriter sends another status than 200.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.status != 0 {
		w.WriteHeader(w.status)
		w.status = 0
	}
	return w.ResponseWriter.Write(p)
}

// slowWriter sends 16 KB at a time.
type slowWriter struct {
	http.ResponseWriter
	r *http.Request
}

func (w *slowWriter) Write(p []byte) (int, error) {
	sent := 0
	for len(p) > sent {
		n, err := w.ResponseWriter.Write(p[sent:min(len(p), sent+16<<10)])
		sent += n
		if err != nil {
			return sent, err
		}
		if err := http.NewResponseController(w.ResponseWriter).Flush(); err != nil {
			return sent, err
		}
		if !pause(w.r.Context(), 50*time.Millisecond) {
			return sent, w.r.Context().Err()
		}
	}
	return sent, nil
}

// truncatingWriter sends the first 4 KB, or half of a shorter body.
type truncatingWriter struct {
	http.ResponseWriter
	body []byte
}

const truncateAt = 4 << 10

func (w *truncatingWriter) Write(p []byte) (int, error) {
	w.body = append(w.body, p...)
	if len(w.body) > truncateAt {
		w.cut(truncateAt)
	}
	return len(p), nil
}

func (w *truncatingWriter) finish() { w.cut(len(w.body) / 2) }

func (w *truncatingWriter) cut(n int) {
	_, _ = w.ResponseWriter.Write(w.body[:n])
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	panic(http.ErrAbortHandler)
}
