package options

import (
	"strconv"

	"channeldeck/api"
	"channeldeck/ui/plain"
)

// PlatformSheet is platforms for files and pipes: JSON is each as the service
// sent it, the other formats say what it is and can do. Names are in the
// language of tag.
func PlatformSheet(tag string, platforms []*api.Platform) *plain.Sheet[*api.Platform] {
	column := func(name string, value func(*api.Platform) string) plain.Column[*api.Platform] {
		return plain.Column[*api.Platform]{Name: name, Value: func(p **api.Platform) string { return value(*p) }}
	}
	return &plain.Sheet[*api.Platform]{Rows: platforms, Columns: []plain.Column[*api.Platform]{
		column("platform", func(p *api.Platform) string { return p.Platform }),
		column("displayName", func(p *api.Platform) string { return p.Name(tag) }),
		column("status", func(p *api.Platform) string { return p.Status.Or("") }),
		column("work.getDetail", func(p *api.Platform) string { return [...]string{"", "no", "yes"}[p.WorkDetail()] }),
	}}
}

// OptionSheet is the options of a platform for files and pipes: JSON is each as
// the service sent it, the other formats have the fields of 2.2, of schemas
// whether there is one.
func OptionSheet(options []*api.PublishOption) *plain.Sheet[*api.PublishOption] {
	column := func(name string, value func(*api.PublishOption) string) plain.Column[*api.PublishOption] {
		return plain.Column[*api.PublishOption]{Name: name, Value: func(o **api.PublishOption) string { return value(*o) }}
	}
	return &plain.Sheet[*api.PublishOption]{Rows: options, Columns: []plain.Column[*api.PublishOption]{
		column("field", func(o *api.PublishOption) string { return o.Field }),
		column("label", func(o *api.PublishOption) string { return o.Label.Or("") }),
		column("valueType", func(o *api.PublishOption) string { return o.ValueType }),
		column("requiresAccount", func(o *api.PublishOption) string {
			needs, sent := o.RequiresAccount.Get()
			if !sent {
				return ""
			}
			return strconv.FormatBool(needs)
		}),
		column("filterSchema", func(o *api.PublishOption) string { return strconv.FormatBool(IsSchema(o.FilterSchema)) }),
		column("createSchema", func(o *api.PublishOption) string { return strconv.FormatBool(IsSchema(o.CreateSchema)) }),
		column("description", func(o *api.PublishOption) string { return o.Description.Or("") }),
	}}
}
