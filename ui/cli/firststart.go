package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/setup"
	"channeldeck/ui/text"
)

// isFirstStart reports whether the set-up screen can repair the configuration: it
// has no site, or one without an address. Any other mistake is reported instead.
func isFirstStart(err error) bool {
	wrong := config.Errors(err)
	return len(wrong) == 1 && (wrong[0].Kind == config.NotConfigured || wrong[0].Kind == config.NoBaseURL)
}

// firstStart shows the set-up screen and connects to the new site or to the demo.
// a.client stays nil if the user quits.
func (a *app) firstStart(cmd *cobra.Command) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	out := ui.NewTerminal(a.Out, a.Environ)
	screen := setup.New(a.paneContext(ctx, out, nil), setup.Service{
		Try:  func(ctx context.Context, site config.NewSite) error { return a.try(ctx, site) },
		Save: a.cfg.Save, Explain: a.explain,
	})
	if err := ui.Run(ctx, screen, a.In, out, false, nil); err != nil {
		return err
	}
	switch site := screen.Outcome(); site {
	case "":
		return nil
	case setup.Demo:
		a.demo.on = true
	default: // use it even if the environment names another
		if err := cmd.Flags().Set("site", site); err != nil {
			return err
		}
	}
	a.disconnect()
	return a.connect(cmd, optionalKey)
}

// try makes a request that fails if the key is wrong or may not be sent, and without
// a key one that needs none.
func (a *app) try(ctx context.Context, site config.NewSite) error {
	base, err := config.CleanURL(site.BaseURL)
	if err != nil {
		return err
	}
	client, err := api.New(base, append(a.clientOptions(), api.WithAPIKey(site.Key.Reveal()))...)
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	if site.Key.IsZero() {
		_, err = client.VideoModels(ctx)
	} else {
		_, err = client.Platforms(ctx)
	}
	return err
}

// explain words an error in one line.
func (a *app) explain(err error) string {
	var sentences []string
	for _, r := range a.reports(err) {
		sentences = append(sentences, r.Message, r.Hint)
	}
	return text.Sentences(sentences...)
}
