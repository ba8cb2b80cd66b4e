package serve

import (
	"maps"
	"net"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/ssh"
	"golang.org/x/time/rate"
)

// peer counts what the clients of a network do.
type peer struct {
	handshakes, failures *rate.Limiter
	locked               atomic.Int64 // no connections until this time, in Unix nanoseconds
}

func perMinute(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(float64(n)/60), n) }

// isQuiet reports whether a network has done nothing for a minute.
func (p *peer) isQuiet(now time.Time) bool {
	return now.UnixNano() > p.locked.Load() && p.handshakes.TokensAt(now) >= float64(p.handshakes.Burst()) && p.failures.TokensAt(now) >= float64(p.failures.Burst())
}

// networkOf returns an IPv4 address, or the /64 of an IPv6 address: one client has all
// addresses of it.
func networkOf(addr net.Addr) netip.Prefix {
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Prefix{}
	}
	ip := at.Addr().Unmap()
	network, _ := ip.Prefix(min(64, ip.BitLen())) // of an address it never fails
	return network
}

// peer returns the counts of the network of an address.
func (s *Server) peer(addr net.Addr) *peer {
	network := networkOf(addr)
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.peers[network]; p != nil {
		return p
	}
	if len(s.peers) >= maxPeers {
		now := time.Now()
		maps.DeleteFunc(s.peers, func(_ netip.Prefix, p *peer) bool { return p.isQuiet(now) })
	}
	if len(s.peers) >= maxPeers { // an attack from everywhere: memory stays bounded
		clear(s.peers)
	}
	p := &peer{handshakes: perMinute(s.c.Limits.Handshakes), failures: perMinute(s.c.Limits.Failures)}
	s.peers[network] = p
	return p
}

type contextKey string

const connectionKey contextKey = "connection"

// connection closes a client's connection while it has no session.
type connection struct {
	unused   *time.Timer
	sessions int // guarded by the server's mutex
}

// admit refuses a connection of an address that connects too often or failed to log
// in too often, before any cryptography, and closes one that opens no session.
func (s *Server) admit(ctx ssh.Context, conn net.Conn) net.Conn {
	p := s.peer(conn.RemoteAddr())
	if time.Now().UnixNano() < p.locked.Load() || !p.handshakes.Allow() {
		return nil
	}
	ctx.SetValue(connectionKey, &connection{unused: time.AfterFunc(startTime, func() { _ = conn.Close() })}) // its reader gets the error
	return conn
}

// refused counts a connection that did not log in.
func (s *Server) refused(conn net.Conn, err error) {
	s.failed.Inc()
	p := s.peer(conn.RemoteAddr())
	if !p.failures.Allow() {
		p.locked.Store(time.Now().Add(time.Minute).UnixNano())
	}
	s.c.Log.Warn("login failed", "address", conn.RemoteAddr().String(), "reason", err.Error())
}
