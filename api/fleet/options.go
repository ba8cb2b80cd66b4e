package fleet

import (
	"context"
	"time"

	"channeldeck/api"
	"channeldeck/api/diff"
)

// Options are the publish options of a platform (4.2).
type Options struct {
	List    []api.PublishOption
	Changes OptionChanges
}

// OptionChanges are the differences between the options of a platform and earlier ones.
type OptionChanges struct {
	Since time.Time
	List  []diff.Change // what is new, then what is gone, then other differences
}

// Platforms loads and records the platform list (4.3). The error is that of [api.Client.Platforms].
func (f *Fleet) Platforms(ctx context.Context) ([]api.Platform, error) {
	list, err := f.Client.Platforms(ctx)
	if err == nil {
		f.History.RecordPlatforms(f.Now(), list)
	}
	return list, err
}

// Options loads and records the publish options of a platform. The error is that of
// [api.Client.PublishOptions].
func (f *Fleet) Options(ctx context.Context, platform string) ([]api.PublishOption, error) {
	list, err := f.Client.PublishOptions(ctx, platform)
	if err == nil {
		f.History.RecordOptions(f.Now(), platform, list)
	}
	return list, err
}

// ComparedOptions is [Fleet.Options] with the differences to the options at the baseline that the
// user chose last. The error is that of [api.Client.PublishOptions].
func (f *Fleet) ComparedOptions(ctx context.Context, platform string) (o Options, err error) {
	o.List, err = f.Client.PublishOptions(ctx, platform)
	if err != nil {
		return o, err
	}
	o.Changes = f.optionChanges(ctx, platform, o.List) // before they are recorded
	f.History.RecordOptions(f.Now(), platform, o.List)
	return o, nil
}

// StoredOptions returns the options of a platform that the history has, compared as by
// [Fleet.ComparedOptions], and when they were loaded; zero if there are none. It requests nothing. The
// error is a [*history.Problem], or that of ctx.
func (f *Fleet) StoredOptions(
	ctx context.Context,
	platform string,
) (o Options, at time.Time, err error) {
	o.List, at, err = f.History.Options(ctx, platform)
	if err != nil || at.IsZero() {
		return o, at, err
	}
	o.Changes = f.optionChanges(ctx, platform, o.List)
	return o, at, nil
}

// optionChanges compares the options of a platform with those at the baseline. There are no changes
// if no options were stored then, or if the history fails, which reports its errors itself.
func (f *Fleet) optionChanges(
	ctx context.Context,
	platform string,
	list []api.PublishOption,
) OptionChanges {
	point, err := f.History.Points().Chosen(ctx)
	since := point.Asked
	if since.IsZero() {
		since = point.Accounts
	}
	if err != nil || since.IsZero() {
		return OptionChanges{}
	}
	before, err := f.History.States().OptionsAt(ctx, platform, since)
	if err != nil || len(before) == 0 {
		return OptionChanges{}
	}
	return OptionChanges{since, diff.Options(before, list)}
}
