// Package options has the resources of platforms and their publish options: platforms, options, verdicts
// on posts and the checks before a publication, with their columns, records and words.
package options
