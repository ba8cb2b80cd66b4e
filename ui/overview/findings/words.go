package findings

import "channeldeck/ui/resource"

// Title is the name of what the finding is about: for several accounts their platform,
// group or owner, or their number. It is clean.
func (f *Finding) Title(v *resource.View) string { return f.Name }

// Where is the platform in the user's language: "4 platforms" for accounts of several
// ones. It is clean, and "" for a model.
func (f *Finding) Where(v *resource.View) string { return v.PlatformName(f.Platform) }

// Detail is the finding in a few words. It is clean.
func (f *Finding) Detail(v *resource.View) string { return string(f.Kind) }

// Sentence is the finding in full, with its time, for the inspector. It is clean.
func (f *Finding) Sentence(v *resource.View) string { return f.Detail(v) }
