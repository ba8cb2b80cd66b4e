package sandbox

// The codes that the sandbox returns. The interface shows 401, 10002,
// 15080 and 18104 (part 7); the others were seen.
const (
	codeUnauthorized    = 401
	codeNotFound        = 404
	codeInvalid         = 10002
	codeAccountNotFound = 12600
	codeNotAuthorised   = 15001
	codeUnknownPlatform = 15032
	codeOtherPlatform   = 15040
	codeNoSuchWork      = 15079
	codeUnsupported     = 15080
	codeAccountNeeded   = 16037
	codeNoSession       = 18104
)

// messageOf returns the English text of an error. The texts of 401 and of failed
// validation have no translation.
func messageOf(code int) string {
	return map[int]string{
		codeUnauthorized:    "Unauthorized",
		codeInvalid:         "Parameter validation failed",
		codeNotFound:        "Not found",
		codeAccountNotFound: "Account not found",
		codeNotAuthorised:   "The account is not authorised",
		codeUnknownPlatform: "Unknown platform",
		codeOtherPlatform:   "The account belongs to another platform",
		codeNoSuchWork:      "The platform has no such work",
		codeUnsupported:     "The platform does not support this capability",
		codeAccountNeeded:   "This platform needs an account",
		codeNoSession:       "Agent session not found",
	}[code]
}
