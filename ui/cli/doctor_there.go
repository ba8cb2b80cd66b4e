package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/ui/cli/doctor"
	"channeldeck/ui/config"
	"channeldeck/ui/text"
)

// deployment asks what can be asked without effects. The error is that of an
// interruption; all else is a finding.
func (x *examination) deployment(ctx context.Context, d *demo, session string) error {
	cfg := x.service.config
	recorder := doctor.NewRecorder(cfg.ConnectTimeout.V, cfg.MaxBody.V)
	defer recorder.Close()
	x.service.transport = recorder
	if err := x.open(ctx, d); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		x.fail("site", err)
		return nil
	}
	if proxy := x.service.client.Proxy(); proxy != "" {
		x.find("site.proxy", well, "proxy", "Proxy", text.Clean(proxy))
	}
	first := true
	err := doctor.Survey(ctx, x.service.client, recorder, session, func(r doctor.Result) {
		reached := !first || x.wire(r)
		if first = false; reached {
			x.result(r)
		}
	})
	if err != nil {
		return err
	}
	x.find("api."+string(api.OpWorkDetail), skipped, "has_effects")
	x.find("api."+string(api.OpCreateAccountGroup), skipped, "has_effects")
	return nil
}

// open makes the client of the site or of the demo. A key that cannot be had
// is a finding, and the rest is asked without one.
func (x *examination) open(ctx context.Context, d *demo) error {
	if d.on {
		x.find("site", well, "demo")
		return x.service.connectDemo(x.app, d)
	}
	site, err := x.site()
	if err != nil {
		return err
	}
	key, err := x.apiKey(ctx, site)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case config.IsKind(err, config.NoKey):
		x.find("site.key", warning, "no_key")
	case err != nil:
		x.fail("site.key", err)
	default:
		x.find("site.key", well, "key", "From", site.Key.From.String())
	}
	return x.service.dial(x.app, site, key)
}

// wire tells how the deployment was reached, by the first call; false where it
// was not.
func (x *examination) wire(r doctor.Result) bool {
	w := r.Wire
	if w.Address == "" {
		x.fail("site.reach", r.Err)
		return false
	}
	x.find("site.reach", well, "reach", "Address", w.Address, "Took", max(w.Connected.Round(fine), fine), "Protocol", w.Protocol)
	base, err := url.Parse(x.service.client.BaseURL())
	switch {
	case w.TLS != nil:
		x.certificate(w.TLS)
	case err == nil && api.IsLoopback(base.Hostname()):
		x.find("site.tls", well, "tls_none_here")
	default:
		x.find("site.tls", warning, "tls_none")
	}
	if w.FirstByte > 0 {
		x.find("site.first_byte", well, "first_byte", "Took", max(w.FirstByte.Round(fine), fine))
	}
	return true
}

// fine is to what times on the wire are rounded; none is nothing.
const fine = 100 * time.Microsecond

// expiresSoon is how long before its end a certificate is warned of.
const expiresSoon = 14 * 24 * time.Hour

func (x *examination) certificate(state *tls.ConnectionState) {
	version, until := tls.VersionName(state.Version), ""
	v, id := well, "tls"
	if len(state.PeerCertificates) > 0 {
		end := state.PeerCertificates[0].NotAfter
		until = x.words.Time(end.In(x.Now().Location()))
		if end.Sub(x.Now()) < expiresSoon {
			v, id = warning, "tls_soon"
		}
	}
	x.find("site.tls", v, id, "Version", version, "Until", until)
}

// result adds what a call found.
func (x *examination) result(r doctor.Result) {
	check := "api." + string(r.Op)
	if business, ok := errors.AsType[*api.Error](r.Err); ok || len(r.Faults) == 0 && r.Err != nil {
		if ok && business.Code == api.CodeUnauthorized {
			x.unauthorised(check, r.Err)
		} else {
			x.fail(check, r.Err)
		}
		return
	}
	if r.Op == api.OpAccounts && !x.keyTold { // the first call that needs one
		x.find("api.key", well, "key_accepted")
		x.keyTold = true
	}
	faults := x.faults(r.Faults)
	has := func(kind doctor.FaultKind) bool {
		return slices.ContainsFunc(r.Faults, func(f doctor.Fault) bool { return f.Kind == kind })
	}
	v, id := well, "fits_but"
	switch {
	case has(doctor.NotFiltered):
		v, id = failed, "not_filtered"
	case !r.Fits():
		v, id = failed, "does_not_fit"
	case has(doctor.UnknownValue):
		v = warning
	case len(r.Faults) == 0:
		id = "fits"
	}
	x.find(check, v, id, "Rows", x.words.Int(r.Rows), "Faults", faults)
}

// unauthorised tells once that the key was refused.
func (x *examination) unauthorised(check string, err error) {
	if !x.service.client.HasKey() {
		x.find(check, skipped, "needs_key")
		return
	}
	if !x.keyTold {
		x.fail("api.key", err)
		x.keyTold = true
	}
	x.find(check, skipped, "key_refused")
}

// mostFaults is how many are told of one answer.
const mostFaults = 8

// faults says where an answer differs from the interface; what it has beyond the
// interface in one list.
func (x *examination) faults(all []doctor.Fault) string {
	var said, unknown []string
	for _, f := range all {
		if f.Kind == doctor.UnknownMember {
			unknown = append(unknown, text.Clean(f.Path))
		} else {
			said = append(said, x.fault(f))
		}
	}
	if n := len(said) - mostFaults; n > 0 {
		said = append(said[:mostFaults], x.words.T("cli.doctor.more_faults", "N", x.words.Int(n)))
	}
	if n := len(unknown) - 2*mostFaults; n > 0 {
		unknown = append(unknown[:2*mostFaults], x.words.T("cli.doctor.more_faults", "N", x.words.Int(n)))
	}
	if len(unknown) > 0 {
		said = append(said, x.words.T("cli.doctor.fault.unknown_member", "Names", text.Cut(strings.Join(unknown, ", "), 600)))
	}
	return strings.Join(said, x.words.T("cli.doctor.joint"))
}

// fault says where an answer differs from the interface.
func (x *examination) fault(f doctor.Fault) string {
	const longest = 40
	got, want := text.Cut(text.Clean(f.Got), longest), ""
	if f.Kind == doctor.WrongType {
		got, want = x.words.T("error.type."+f.Got), x.words.T("error.type."+f.Want)
	}
	said := x.words.T("cli.doctor.fault."+string(f.Kind), "Path", text.Cut(text.Clean(f.Path), 2*longest), "Got", got, "Want", want)
	if f.Row > 0 {
		said += x.words.N("cli.doctor.fault_rows", f.Count, "Row", x.words.Int(f.Row))
	}
	return said
}
