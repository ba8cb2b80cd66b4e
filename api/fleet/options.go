package fleet

import (
	"context"
	"slices"
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

// PlatformOptions are the publish options of a platform that was named.
type PlatformOptions struct {
	Options
	Platform  string         // its identifier, or the name if no platform has it
	Platforms []api.Platform // the platform list, nil if the name was understood without it
}

// Empty returns the platform, of the platform list, if the service lists no options for it; else nil.
func (o *PlatformOptions) Empty() *api.Platform {
	i := slices.IndexFunc(o.Platforms, func(p api.Platform) bool {
		return p.Platform == o.Platform
	})
	if i < 0 || len(o.List) > 0 {
		return nil
	}
	return &o.Platforms[i]
}

// OptionsNamed loads and records the publish options of the platform that a name means. If the service
// refuses the name, or has no options for it, the name is looked up in the platform list. With compared they
// have the differences of [Fleet.ComparedOptions].
//
// The error is a [*NameError], or that of [api.Client.PublishOptions]. What was loaded before it is returned
// too.
func (f *Fleet) OptionsNamed(
	ctx context.Context,
	name string,
	compared bool,
) (o PlatformOptions, err error) {
	o.Platform = name
	o.Options, err = f.someOptions(ctx, name, compared)
	class := api.ClassOf(err)
	isRefused := class == api.ClassInvalid || class == api.ClassUnsupported
	isEmpty := err == nil && len(o.List) == 0
	if !isRefused && !isEmpty {
		return o, err
	}
	platforms, listErr := f.Platforms(ctx)
	if listErr != nil {
		return o, err // the response is all that is known
	}
	o.Platforms = platforms
	id, nameErr := PlatformNamed(platforms, name)
	if nameErr != nil {
		return o, nameErr
	}
	if id != name {
		o.Platform = id
		o.Options, err = f.someOptions(ctx, id, compared)
	}
	return o, err
}

// someOptions loads and records the options of a platform, with their differences if they are compared.
func (f *Fleet) someOptions(
	ctx context.Context,
	platform string,
	compared bool,
) (o Options, err error) {
	if compared {
		return f.ComparedOptions(ctx, platform)
	}
	o.List, err = f.Options(ctx, platform)
	return o, err
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
