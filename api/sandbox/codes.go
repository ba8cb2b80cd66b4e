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

// messageOf is the text of an error. Those of 401 and of failed validation
// are the same in every language.
func messageOf(code int, chinese bool) string {
	text := func(en, zh string) string {
		if chinese {
			return zh
		}
		return en
	}
	switch {
	case code == codeUnauthorized:
		return "Unauthorized"
	case code == codeInvalid:
		return "Parameter validation failed"
	case code == codeNotFound:
		return text("Not found", "请求的资源不存在")
	case code == codeTooMany:
		return text("Too many requests", "请求过于频繁，请稍后再试")
	case code == codeAccountNotFound:
		return text("Account not found", "账号不存在")
	case code == codeNotAuthorised:
		return text("The account is not authorised", "账号未授权")
	case code >= codeCredentialFirst && code <= codeCredentialLast:
		return text("The account's credential is missing or has expired", "账号凭证缺失或已过期")
	case code == codeUnknownPlatform:
		return text("Unknown platform", "未知平台")
	case code == codeOtherPlatform:
		return text("The account belongs to another platform", "账号不属于该平台")
	case code == codePlatformLimits:
		return text("The platform limits calls; try again later", "平台接口限流，请稍后再试")
	case code == codeNoSuchWork:
		return text("The platform has no such work", "平台上不存在该作品")
	case code == codeUnsupported:
		return text("The platform does not support this capability", "该平台不支持此能力")
	case code >= codePlatformFirst && code <= codeNoSuchWork, code == codePlatformRejected:
		return text("The platform's interface failed", "平台接口调用失败")
	case code == codeAccountNeeded:
		return text("This platform needs an account", "该平台需要指定账号")
	case code == codeNoSession:
		return text("Agent session not found", "智能体会话不存在")
	}
	return text("Internal server error", "服务器内部错误")
}
