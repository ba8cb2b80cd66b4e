package local

import "channeldeck/ui/resource"

// Build has the version and the origin of the program, as the go command stamped them.
type Build struct {
	Version  string `json:"version"` // of the module, "devel" for a build without one
	Commit   string `json:"commit"`  // "unknown" for a build without version control
	Date     string `json:"date"`    // of the commit, RFC 3339; "" if unknown
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Builds returns the resource of a build.
func Builds() *resource.Resource[*Build] {
	return resource.Members[*Build]("version", "version", "commit", "date", "go", "platform")
}
