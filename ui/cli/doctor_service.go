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

// checkService makes every request that has no effects. It fails if it is
// interrupted; all else is reported.
func (x *doctorCommand) checkService(ctx context.Context) error {
	cfg := x.cfg
	recorder := doctor.NewRecorder(cfg.ConnectTimeout.V, cfg.MaxBody.V)
	x.transport = recorder
	if err := x.open(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		x.fail("site", err)
		return nil
	}
	if proxy := x.client.Proxy(); proxy != "" {
		x.add("site.proxy", passed, "proxy", "Proxy", text.Clean(proxy))
	}
	first := true
	err := doctor.Survey(ctx, x.client, recorder, text.CleanID(x.session), func(r doctor.Result) {
		reached := !first || x.checkConnection(r)
		if first = false; reached {
			x.checkResult(r)
		}
	})
	if err != nil {
		return err
	}
	x.add("api."+string(api.OpWorkDetail), skipped, "has_effects")
	x.add("api."+string(api.OpCreateAccountGroup), skipped, "has_effects")
	return nil
}

// open makes the client of the site or of the demo. Without a usable key, which it
// reports, the other checks still run.
func (x *doctorCommand) open(ctx context.Context) error {
	if x.demo.on {
		x.add("site", passed, "demo")
		return x.connectDemo()
	}
	site, err := x.cfg.Site()
	if err != nil {
		return err
	}
	x.add("site", passed, "site", "Name", site.Name, "URL", site.BaseURL.V, "From", site.BaseURL.From)
	key, err := x.apiKey(ctx, site)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case config.IsKind(err, config.NoKey):
		x.add("site.key", warning, "no_key")
	case err != nil:
		x.fail("site.key", err)
	default:
		x.add("site.key", passed, "key", "From", site.Key.From)
	}
	return x.dial(site, key)
}

// checkConnection reports on the connection of the first request, and whether
// there was one.
func (x *doctorCommand) checkConnection(r doctor.Result) bool {
	response := r.Wire.Response
	if response == nil {
		x.fail("site.reach", r.Err)
		return false
	}
	const step = 100 * time.Microsecond
	base, err := url.Parse(x.client.BaseURL())
	x.add("site.reach", passed, "reach", "Took", max(r.Wire.Took.Round(step), step), "Protocol", response.Proto)
	if response.TLS != nil {
		x.checkCertificate(response.TLS)
	} else if err == nil && api.IsLoopback(base.Hostname()) {
		x.add("site.tls", passed, "tls_none_here")
	} else {
		x.add("site.tls", warning, "tls_none")
	}
	return true
}

// expiresSoon is how long before its end a certificate is reported.
const expiresSoon = 14 * 24 * time.Hour

func (x *doctorCommand) checkCertificate(state *tls.ConnectionState) {
	s, id, end := passed, "tls", state.PeerCertificates[0].NotAfter // a client always has one
	if end.Sub(x.Now()) < expiresSoon {
		s, id = warning, "tls_soon"
	}
	x.add("site.tls", s, id, "Version", tls.VersionName(state.Version), "Until", x.words.Time(end.In(x.Now().Location())))
}

func (x *doctorCommand) checkResult(r doctor.Result) {
	name := "api." + string(r.Op)
	business, refused := errors.AsType[*api.Error](r.Err)
	switch {
	case refused && business.Code == api.CodeUnauthorized && !x.client.HasKey():
		x.add(name, skipped, "needs_key")
		return
	case refused && business.Code == api.CodeUnauthorized:
		if !x.keyReported {
			x.fail("api.key", r.Err)
		}
		x.keyReported = true
		x.add(name, skipped, "key_refused")
		return
	case refused || len(r.Faults) == 0 && r.Err != nil:
		x.fail(name, r.Err)
		return
	}
	if r.Op == api.OpAccounts && !x.keyReported { // the first call that needs a key
		x.add("api.key", passed, "key_accepted")
		x.keyReported = true
	}
	s, id := passed, "fits"
	if slices.ContainsFunc(r.Faults, func(f doctor.Fault) bool { return f.Kind == doctor.NotFiltered }) {
		s, id = failed, "not_filtered"
	} else if !r.Fits() {
		s, id = failed, "does_not_fit"
	}
	x.add(name, s, id, "Rows", x.words.Int(r.Rows), "Faults", x.faults(r.Faults))
}

func (x *doctorCommand) faults(all []doctor.Fault) string {
	const most, longest = 8, 80
	var lines []string
	for _, f := range all[:min(most, len(all))] {
		got, want := "", ""
		if f.Kind == doctor.WrongType {
			got, want = x.words.T("error.type."+f.Got), x.words.T("error.type."+f.Want)
		}
		line := x.words.T("cli.doctor.fault."+string(f.Kind), "Path", text.Cut(text.Clean(f.Path), longest), "Got", got, "Want", want)
		if f.Row > 0 {
			line += x.words.N("cli.doctor.fault_rows", f.Count, "Row", x.words.Int(f.Row))
		}
		lines = append(lines, line)
	}
	if n := len(all) - most; n > 0 {
		lines = append(lines, x.words.T("cli.doctor.more_faults", "N", x.words.Int(n)))
	}
	return strings.Join(lines, x.words.T("cli.doctor.joint"))
}
