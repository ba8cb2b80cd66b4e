package local

import (
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource"
)

// Examples returns the resource of the examples of the sandbox.
func Examples(*resource.View) *resource.Resource[*sandbox.Example] {
	return resource.Members[*sandbox.Example](
		"sandbox",
		"call",
		"name",
		"platform",
		"id",
		"account",
		"shows",
	)
}
