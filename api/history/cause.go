package history

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql/driver"
	"errors"
	"io"
	"io/fs"
	"net"
	"strconv"
	"syscall"

	"github.com/lib/pq"
	"modernc.org/sqlite"
)

// Cause is why a database could not be used, as far as a user can do something about it.
type Cause string

// The causes.
const (
	OtherCause     Cause = ""            // see [CodeOf] for the code of the database, if it has one
	Forbidden      Cause = "forbidden"   // the user may not use the file, or the role not the tables
	WriteProtected Cause = "readOnly"    // the file system or the server accepts no changes
	InUse          Cause = "inUse"       // another program keeps a lock
	NotAFile       Cause = "notAFile"    // a part of the path is no directory, or the path no file
	Unreadable     Cause = "unreadable"  // the disk or the file system failed
	Refused        Cause = "refused"     // the server does not accept the role or its password
	NoDatabase     Cause = "noDatabase"  // the server has no database of the name
	Unreachable    Cause = "unreachable" // nothing answers at the address
	NoName         Cause = "noName"      // the host name has no address
	Insecure       Cause = "insecure"    // TLS or its certificate is not as the URL asks
	Crowded        Cause = "crowded"     // the server has too many connections
	Stopped        Cause = "stopped"     // the server is starting or stopping, or has closed the connection
	TooSlow        Cause = "tooSlow"     // the server did not answer in time
)

// errWriteProtected is the error of a server whose transactions only read.
var errWriteProtected = errors.New("the database is read-only")

// CauseOf returns why a database returned an error, or could not be opened.
func CauseOf(err error) Cause {
	if e, ok := errors.AsType[*pq.Error](err); ok {
		return serverCause(e)
	}
	if code := sqliteCode(err); code != 0 {
		return fileCause(code)
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return NoName
	}
	if isInsecure(err) {
		return Insecure
	}
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() ||
		errors.Is(err, context.DeadlineExceeded) {
		return TooSlow
	}
	if e, ok := errors.AsType[*net.OpError](err); ok && e.Op == "dial" {
		return Unreachable
	}
	if errors.Is(err, errWriteProtected) {
		return WriteProtected
	}
	closed := []error{
		driver.ErrBadConn,
		io.EOF,
		io.ErrUnexpectedEOF,
		syscall.ECONNRESET,
		syscall.EPIPE,
	}
	for _, e := range closed {
		if errors.Is(err, e) {
			return Stopped
		}
	}
	if errors.Is(err, fs.ErrPermission) {
		return Forbidden
	}
	if errors.Is(err, syscall.EROFS) {
		return WriteProtected
	}
	if errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EISDIR) {
		return NotAFile
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return Unreadable
	}
	return OtherCause
}

// serverCause is the cause of an error of PostgreSQL, by its SQLSTATE.
func serverCause(e *pq.Error) Cause {
	switch string(e.Code) {
	case "42501":
		return Forbidden
	case "25006":
		return WriteProtected
	case "55P03", "40P01", "40001":
		return InUse
	case "3D000":
		return NoDatabase
	case "53300":
		return Crowded
	case "57P01", "57P02", "57P03":
		return Stopped
	case "57014", "25P03":
		return TooSlow
	}
	switch string(e.Code.Class()) {
	case "28":
		return Refused
	case "08":
		return Unreachable
	case "58":
		return Unreadable
	default:
		return OtherCause
	}
}

// fileCause is the cause of a result code of SQLite.
func fileCause(code int) Cause {
	const permission, busy, locked, readOnly, failure, cannotOpen, authorization = 3, 5, 6, 8, 10, 14, 23
	switch code {
	case permission, authorization:
		return Forbidden
	case busy, locked:
		return InUse
	case readOnly:
		return WriteProtected
	case failure, cannotOpen:
		return Unreadable
	default:
		return OtherCause
	}
}

// isInsecure reports whether err says that a connection is not as safe as it has to be.
func isInsecure(err error) bool {
	if errors.Is(err, pq.ErrSSLNotSupported) {
		return true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return true
	}
	_, ok := errors.AsType[x509.UnknownAuthorityError](err)
	return ok
}

// CodeOf returns the code that the database gave an error, such as "SQLSTATE 42P01", "" for none.
func CodeOf(err error) string {
	if e, ok := errors.AsType[*pq.Error](err); ok {
		return "SQLSTATE " + string(e.Code)
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return "SQLite " + strconv.Itoa(e.Code())
	}
	return ""
}

// PlaceOf returns the path, host or address that an error is about, "" for none.
func PlaceOf(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Path
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		return e.Name
	}
	if e, ok := errors.AsType[*net.OpError](err); ok && e.Addr != nil {
		return e.Addr.String()
	}
	return ""
}
