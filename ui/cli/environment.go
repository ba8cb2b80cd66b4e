package cli

import (
	"bytes"
	"encoding/binary"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // for systems without time zones, such as Windows and a container

	"channeldeck/api"
)

// setZone makes TZ the local time zone where package time does not: it knows the names of
// files, but not rules such as CST-8. It reports whether TZ names a zone.
func setZone(tz string) bool {
	name := strings.TrimPrefix(tz, ":")
	if name == "" || runtime.GOOS == "windows" {
		return true
	}
	if filepath.IsAbs(name) {
		data, err := os.ReadFile(name)
		if err == nil {
			_, err = time.LoadLocationFromTZData(name, data)
		}
		return err == nil
	}
	if _, err := time.LoadLocation(name); err == nil {
		return true
	}
	zone := ruleZone(name)
	if zone != nil {
		time.Local = zone
	}
	return zone != nil
}

// ruleZone returns the zone of a rule of POSIX, nil for another text. A file of a zone can end
// with a rule: this makes the shortest one, of version 2, with a transition before all times.
func ruleZone(rule string) *time.Location {
	const unknown = "?"
	head := slices.Concat([]byte("TZif2"), make([]byte, 15))
	counts := func(transitions, types, letters uint32) []byte {
		var b []byte
		for _, n := range []uint32{0, 0, 0, transitions, types, letters} {
			b = binary.BigEndian.AppendUint32(b, n)
		}
		return b
	}
	var file bytes.Buffer
	file.Write(head)
	file.Write(counts(0, 0, 0)) // of version 1
	file.Write(head)
	file.Write(counts(1, 1, uint32(len(unknown)+1)))
	file.Write(binary.BigEndian.AppendUint64(nil, 1<<63)) // the transition, to
	file.Write(make([]byte, 1+6))                         // type 0, which is UTC
	file.WriteString(unknown + "\x00\n" + rule + "\n")
	zone, err := time.LoadLocationFromTZData(rule, file.Bytes())
	if err != nil || strings.Contains(rule, "\n") {
		return nil
	}
	name, _ := time.Unix(0, 0).In(zone).Zone()
	if name == unknown {
		return nil
	}
	return zone
}

// checkProxy reports the variable of the proxy for a base URL if its value is none: net/http
// would go without a proxy.
func checkProxy(a *app, baseURL string) error {
	base, err := url.Parse(baseURL)
	if err != nil || api.IsLoopback(base.Hostname()) {
		return nil
	}
	for _, name := range []string{
		strings.ToUpper(base.Scheme) + "_PROXY",
		base.Scheme + "_proxy",
		"all_proxy",
		"ALL_PROXY",
	} {
		i := slices.IndexFunc(a.Environ, func(e string) bool {
			return strings.HasPrefix(e, name+"=") && len(e) > len(name)+1
		})
		if i < 0 {
			continue
		}
		value := a.Environ[i][len(name)+1:]
		if !strings.Contains(value, "://") {
			value = "http://" + value
		}
		u, err := url.Parse(value)
		if err != nil || u.Host == "" || !slices.Contains(
			[]string{"http", "https", "socks5", "socks5h"},
			u.Scheme,
		) {
			return fail(a.words, ExitUsage, "cli.error.proxy_variable", "Name", name)
		}
		return nil
	}
	return nil
}
