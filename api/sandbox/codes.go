package sandbox

// The codes that the sandbox returns. The interface shows 401, 10002,
// 15080 and 18104 (part 7); the others were seen.
const (
	codeUnauthorized     = 401
	codeNotFound         = 404
	codeTooMany          = 429
	codeInternal         = 500
	codeInvalid          = 10002
	codeAccountNotFound  = 12600
	codeNotAuthorised    = 15001
	codeCredentialFirst  = 15006 // credential missing or expired …
	codeCredentialLast   = 15011
	codeUnknownPlatform  = 15032
	codeOtherPlatform    = 15040
	codePlatformFirst    = 15070 // the platform behind the service failed …
	codePlatformLimits   = 15071
	codeNoSuchWork       = 15079
	codeUnsupported      = 15080
	codePlatformRejected = 15094
	codeAccountNeeded    = 16037
	codeNoSession        = 18104
)

// messageOf returns the English text of an error. The texts of 401 and of failed
// validation have no translation.
func messageOf(code int) string {
	texts := map[int]string{
		codeUnauthorized:    "Unauthorized",
		codeInvalid:         "Parameter validation failed",
		codeNotFound:        "Not found",
		codeTooMany:         "Too many requests",
		codeAccountNotFound: "Account not found",
		codeNotAuthorised:   "The account is not authorised",
		codeUnknownPlatform: "Unknown platform",
		codeOtherPlatform:   "The account belongs to another platform",
		codePlatformLimits:  "The platform limits calls; try again later",
		codeNoSuchWork:      "The platform has no such work",
		codeUnsupported:     "The platform does not support this capability",
		codeAccountNeeded:   "This platform needs an account",
		codeNoSession:       "Agent session not found",
	}
	text, ok := texts[code]
	switch {
	case ok:
	case code >= codeCredentialFirst && code <= codeCredentialLast:
		text = "The account's credential is missing or has expired"
	case code >= codePlatformFirst && code <= codeNoSuchWork, code == codePlatformRejected:
		text = "The platform's interface failed"
	default:
		text = "Internal server error"
	}
	return text
}
