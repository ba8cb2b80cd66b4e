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

// messageOf returns the text of an error. Those of 401 and of failed validation
// are the same in every language.
func messageOf(code int, chinese bool) string {
	texts := map[int][2]string{
		codeUnauthorized:    {"Unauthorized", "Unauthorized"},
		codeInvalid:         {"Parameter validation failed", "Parameter validation failed"},
		codeNotFound:        {"Not found", "请求的资源不存在"},
		codeTooMany:         {"Too many requests", "请求过于频繁，请稍后再试"},
		codeAccountNotFound: {"Account not found", "账号不存在"},
		codeNotAuthorised:   {"The account is not authorised", "账号未授权"},
		codeUnknownPlatform: {"Unknown platform", "未知平台"},
		codeOtherPlatform:   {"The account belongs to another platform", "账号不属于该平台"},
		codePlatformLimits:  {"The platform limits calls; try again later", "平台接口限流，请稍后再试"},
		codeNoSuchWork:      {"The platform has no such work", "平台上不存在该作品"},
		codeUnsupported:     {"The platform does not support this capability", "该平台不支持此能力"},
		codeAccountNeeded:   {"This platform needs an account", "该平台需要指定账号"},
		codeNoSession:       {"Agent session not found", "智能体会话不存在"},
	}
	text, ok := texts[code]
	switch {
	case ok:
	case code >= codeCredentialFirst && code <= codeCredentialLast:
		text = [2]string{"The account's credential is missing or has expired", "账号凭证缺失或已过期"}
	case code >= codePlatformFirst && code <= codeNoSuchWork, code == codePlatformRejected:
		text = [2]string{"The platform's interface failed", "平台接口调用失败"}
	default:
		text = [2]string{"Internal server error", "服务器内部错误"}
	}
	if chinese {
		return text[1]
	}
	return text[0]
}
