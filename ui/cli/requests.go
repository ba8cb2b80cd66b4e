package cli

import (
	"context"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// accountList requests accounts to print. A list that lacks rows, because a request
// failed or the service cut it, comes with the error incomplete, to be returned in the
// end. The history may still be reading the list, which therefore must not change.
func (a *app) accountList(ctx context.Context, q *api.AccountQuery) (list api.AccountList, incomplete, err error) {
	list, err = a.loadAccounts(ctx, q)
	if err != nil && (len(list.List) == 0 || ctx.Err() != nil) {
		return list, nil, err
	}
	checkRows(a, list.List)
	missing := list.Missing()
	if missing == 0 && err == nil {
		return list, nil, nil
	}
	e := fail(a.words, ExitIncomplete, "cli.accounts.incomplete", "Missing", a.words.Int(int(missing)), "Total", a.words.Exact(list.Total.String()))
	e.err = err
	return list, e, nil
}

// loadAccounts requests the list without filters, since the service cuts a
// filtered one, and with them only if it cuts the whole list too or the whole list
// is too large. It replaces the platforms of q by their identifiers.
func (a *app) loadAccounts(ctx context.Context, q *api.AccountQuery) (api.AccountList, error) {
	list, whole, err := a.requestAccounts(ctx, q)
	if len(list.List) > 0 || err == nil {
		a.record(func(h *history.DB) {
			if whole {
				h.RecordAccounts(a.Now(), list.List, list.Total, err == nil && list.Missing() == 0)
			} else {
				h.RecordChosenAccounts(a.Now(), list.List)
			}
		})
	}
	return list, err
}

// requestAccounts is loadAccounts without the history. It reports whether the list was
// requested without filters.
func (a *app) requestAccounts(ctx context.Context, q *api.AccountQuery) (list api.AccountList, whole bool, err error) {
	whole = len(q.IDs) == 0
	list, err = a.client.Accounts(ctx, api.AccountQuery{IDs: q.IDs})
	_, byStatus := q.Status.Get()
	tooLarge := len(q.IDs) == 0 && (len(q.Types) > 0 || byStatus) && (api.IsKind(err, api.KindTooLarge) || api.IsKind(err, api.KindTimeout))
	if err != nil && !tooLarge {
		return list, whole, err
	}
	if err := a.resolvePlatforms(ctx, q, list.List); err != nil {
		return api.AccountList{}, whole, err
	}
	if len(q.IDs) > 0 || !tooLarge && list.Missing() == 0 {
		return list, whole, nil
	}
	defer a.progress("")
	list, err = a.client.AllAccounts(ctx, *q, func(p api.Progress) {
		a.progress(a.words.T("cli.accounts.progress", "Done", p.Done, "Requests", p.Requests, "Rows", a.words.Int(p.Rows)))
	})
	return list, len(q.Types) == 0 && !byStatus, err
}

// platforms requests the platform list.
func (a *app) platforms(ctx context.Context) ([]api.Platform, error) {
	list, err := a.client.Platforms(ctx)
	if err == nil {
		a.record(func(h *history.DB) { h.RecordPlatforms(a.Now(), list) })
	}
	return list, err
}

// models requests the model catalog.
func (a *app) models(ctx context.Context) ([]api.VideoModel, error) {
	models, err := a.client.VideoModels(ctx)
	if err == nil {
		a.record(func(h *history.DB) { h.RecordCatalog(a.Now(), models) })
	}
	return models, err
}

// resolvePlatforms replaces the platforms of q by their identifiers. Rows may have
// platforms that the platform list lacks.
func (a *app) resolvePlatforms(ctx context.Context, q *api.AccountQuery, rows []*api.Account) error {
	var known []api.Platform
	for i := range rows {
		if !slices.ContainsFunc(known, func(p api.Platform) bool { return p.Platform == rows[i].Type }) {
			known = append(known, api.Platform{Platform: rows[i].Type})
		}
	}
	ofRows := len(known)
	for i, name := range q.Types {
		id, err := platformNamed(a.words, known, name)
		if err != nil && len(known) == ofRows {
			list, listErr := a.platforms(ctx)
			if listErr != nil {
				return listErr
			}
			known = append(list, known...)
			id, err = platformNamed(a.words, known, name)
		}
		if err != nil {
			return err
		}
		q.Types[i] = id
	}
	return nil
}

func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// platformNamed returns the identifier of the platform that the user means: its
// identifier or one of its display names, in any case.
func platformNamed(w *words.Words, list []api.Platform, name string) (string, error) {
	i := slices.IndexFunc(list, func(p api.Platform) bool { return p.Platform == name })
	if i < 0 {
		i = slices.IndexFunc(list, func(p api.Platform) bool {
			return slices.ContainsFunc([]string{p.Platform, p.Name("en-US"), p.Name("zh-CN")}, func(s string) bool { return fold.String(s) == fold.String(name) })
		})
	}
	if i >= 0 {
		return list[i].Platform, nil
	}
	names := texts(list, func(p *api.Platform) string { return text.Clean(p.Platform) })
	slices.Sort(names)
	names = slices.Compact(names)
	e := fail(w, ExitUsage, "cli.error.platform", "Name", text.Clean(name))
	if e.hint = nearest(w, name, names); e.hint == "" && len(names) > 0 {
		e.hint = w.T("cli.hint.platforms", "Names", strings.Join(names, ", "))
	}
	return "", e
}

// publishOptions requests the options of a platform. If the service refuses the
// name, it is looked up in the platform list, and replaced by the identifier.
func (a *app) publishOptions(ctx context.Context, platform *string) ([]api.PublishOption, error) {
	list, err := a.client.PublishOptions(ctx, *platform)
	if class := api.ClassOf(err); class != api.ClassInvalid && class != api.ClassUnsupported {
		return list, err
	}
	platforms, listErr := a.platforms(ctx)
	if listErr != nil {
		return nil, err
	}
	id, nameErr := platformNamed(a.words, platforms, *platform)
	if nameErr != nil {
		return nil, nameErr
	}
	if id == *platform {
		return nil, err
	}
	*platform = id
	return a.client.PublishOptions(ctx, id)
}
