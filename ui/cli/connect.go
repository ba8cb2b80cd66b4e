package cli

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/ui/config"
	"channeldeck/ui/text"
)

func (a *app) loadConfig(cmd *cobra.Command) (err error) {
	a.cfg, err = a.load(configFlags(cmd.Flags()))
	return err
}

// sayIgnored says which keys of the configuration this version does not know. The user of a server
// and the commands of an agent are not told: the server and the parent were.
func (a *app) sayIgnored() {
	if a.remote != nil || a.parent != nil {
		return
	}
	for _, e := range a.cfg.Ignored() {
		a.say(oneLine(a.words, e))
	}
}

// connect loads the configuration and connects to its site: it makes the client and fetches the key if
// the command needs it, and sends nothing. The caller must disconnect, also after an error.
func (a *app) connect(cmd *cobra.Command, key keyNeed) error {
	if err := a.loadConfig(cmd); err != nil {
		return err
	}
	if len(a.cfg.Sites()) > 1 {
		_, err := a.cfg.Site()
		return err
	}
	if err := a.prepare(cmd); err != nil {
		return err
	}
	if connected, err := a.reconnect(a.cfg.SiteName.V); connected {
		return err
	}
	if a.demo.on {
		site := cmd.Flags().Lookup("site")
		if site != nil && site.Changed {
			a.demo.setSite(site.Value.String())
		}
		return a.connectDemo()
	}
	site, err := a.cfg.Site()
	if err != nil {
		return err
	}
	return a.dialWith(cmd.Context(), site, key)
}

// prepare does what comes before the first connection: it opens the log, and says what is odd.
func (a *app) prepare(cmd *cobra.Command) error {
	a.sayIgnored()
	if err := a.openLog(cmd); err != nil {
		return err
	}
	if a.badZone {
		a.say(a.words.T("cli.bad_zone", "Value", text.Line(a.Config.Getenv("TZ"))))
	}
	return nil
}

// reconnect connects to the sandbox of a site that another run has started: the server of this session,
// or the parent. It reports whether there is one.
func (a *app) reconnect(site string) (bool, error) {
	if a.remote != nil && a.remote.host.a.demoURL != "" {
		return true, a.dialHosted(site)
	}
	return a.join(site)
}

// dialWith fetches the key of a site if it is needed, and makes the client.
func (a *app) dialWith(ctx context.Context, site *config.Site, key keyNeed) error {
	if key == noKey {
		return a.dial(site, config.Secret{})
	}
	secret, err := a.apiKey(ctx, site)
	hasNone := config.IsKind(err, config.NoKey)
	if err != nil && !(key == optionalKey && hasNone) {
		return err
	}
	return a.dial(site, secret)
}

// chosen loads the configuration and returns the chosen sites, none for the only one. Of several,
// no flag can describe one.
func (a *app) chosen(cmd *cobra.Command) ([]string, error) {
	if err := a.loadConfig(cmd); err != nil {
		return nil, err
	}
	names := a.cfg.Sites()
	for _, flag := range []string{"base-url", "api-key-file"} {
		if len(names) > 1 && cmd.Flags().Changed(flag) {
			return nil, conflictingFlags(a.words, "--"+flag, "--site "+strings.Join(names, ","))
		}
	}
	return names, nil
}

// connectSites is connect for what works with several sites: it returns a itself, connected to the
// first one, and a run for each of the others. They are to be disconnected also after an error.
func (a *app) connectSites(cmd *cobra.Command, key keyNeed) (sites []*app, err error) {
	sites = []*app{a}
	names, err := a.chosen(cmd)
	if err != nil {
		return sites, err
	}
	if len(names) < 2 {
		return sites, a.connect(cmd, key)
	}
	if err := a.prepare(cmd); err != nil {
		return sites, err
	}
	if err := a.connectTo(cmd.Context(), names[0], 0, key); err != nil {
		return sites, err
	}
	return a.connectOthers(cmd.Context(), names[1:], key)
}

// connectOthers returns a and runs that it connects to other sites.
func (a *app) connectOthers(
	ctx context.Context,
	names []string,
	key keyNeed,
) (sites []*app, err error) {
	sites = []*app{a}
	for i, name := range names {
		other := a.atOther()
		sites = append(sites, other)
		if err := other.connectTo(ctx, name, i+1, key); err != nil {
			return sites, err
		}
	}
	return sites, nil
}

// connectTo connects to one of several sites, in the demo to a sandbox of its own.
func (a *app) connectTo(ctx context.Context, name string, number int, key keyNeed) error {
	if connected, err := a.reconnect(name); connected {
		return err
	}
	if a.demo.on {
		a.demo.seed += uint64(number)
		a.demo.setSite(name)
		err := a.connectDemo()
		a.site = name
		return err
	}
	site, err := a.cfg.SiteNamed(name)
	if err != nil {
		return err
	}
	return a.dialWith(ctx, site, key)
}

// withService runs a command that talks to the service. Its arguments were checked:
// nothing is sent for a mistake.
func (a *app) withService(
	cmd *cobra.Command,
	key keyNeed,
	run func(ctx context.Context) error,
) error {
	defer a.disconnect()
	err := a.connect(cmd, key)
	if err == nil {
		err = goBack(cmd, a)
	}
	if err != nil {
		return err
	}
	err = run(cmd.Context())
	a.sayRepaired()
	a.closeHistory()
	return cmp.Or(err, a.malformed)
}

// withSites is withService for a command that works with several sites. run gets what is connected
// to each, first a itself.
func (a *app) withSites(
	cmd *cobra.Command,
	key keyNeed,
	run func(ctx context.Context, sites []*app) error,
) error {
	sites, err := a.connectSites(cmd, key)
	defer disconnect(sites)
	if err == nil {
		err = goBack(cmd, sites...)
	}
	if err != nil {
		return err
	}
	err = run(cmd.Context(), sites)
	a.sayRepaired()
	if len(sites) == 1 { // else each was closed after its rows were read
		a.closeHistory()
	}
	return cmp.Or(err, a.malformed)
}

// disconnect disconnects from sites.
func disconnect(sites []*app) {
	for _, s := range sites {
		s.disconnect()
	}
}

// sayRepaired says that the service sent texts that were cut within a character.
func (a *app) sayRepaired() {
	if a.client == nil {
		return
	}
	select {
	case r := <-a.client.Repairs():
		a.say(a.words.N("error.repaired", r.Places))
	default:
	}
}
