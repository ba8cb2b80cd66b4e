package serve

import (
	"crypto/ed25519"
	"crypto/rand"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

func TestClientsOfANetworkShareTheirLimits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"192.0.2.1:1", "192.0.2.1:2", true},
		{"192.0.2.1:1", "[::ffff:192.0.2.1]:2", true},
		{"192.0.2.1:1", "192.0.2.2:1", false},
		{"[2001:db8::1]:1", "[2001:db8::ffff:0:2]:1", true},
		{"[2001:db8::1]:1", "[2001:db8:0:1::1]:1", false},
	} {
		of := func(s string) netip.Prefix { return networkOf(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(s))) }
		if same := of(c.a) == of(c.b); same != c.same {
			t.Errorf("%s and %s: %t", c.a, c.b, same)
		}
	}
}

// After too many failed logins an address waits for a minute, and others do not.
func TestFailedLoginsLockAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.Failures = 2
		s, key, _ := newServer(t, limits, nil)
		_, private, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		unknown, err := gossh.NewSignerFromKey(private)
		if err != nil {
			t.Fatal(err)
		}
		login := func(from string, key gossh.Signer) bool {
			client, err := dial(s, from, key)
			synctest.Wait()
			if err != nil {
				return false
			}
			client.Close()
			return true
		}
		for range limits.Failures + 1 {
			if login("192.0.2.1:1", unknown) {
				t.Fatal("an unknown key logged in")
			}
		}
		if login("192.0.2.1:2", key) || !login("192.0.2.2:1", key) {
			t.Error("not just the address of the failed logins is locked")
		}
		<-time.After(time.Minute + time.Second)
		if !login("192.0.2.1:3", key) {
			t.Error("the address is locked after a minute")
		}
	})
}

// However many addresses connect, the server remembers a bounded number.
func TestAddressesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _, _ := newServer(t, DefaultLimits(), nil)
		for i := range maxPeers + 10 {
			s.peer(&net.TCPAddr{IP: net.IPv4(10, 0, byte(i>>8), byte(i))})
		}
		if n := len(s.peers); n > maxPeers {
			t.Errorf("%d addresses", n)
		}
	})
}
