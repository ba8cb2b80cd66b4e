package explain_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/lib/pq"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/explain"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestExplainHintsByCode(t *testing.T) {
	w := panetest.New(t, panetest.Options{}).Context.Words
	data := jsontext.Value(`{"platform":"tik\u001b[2Jtok","capability":"work.getDetail"}`)
	for code, want := range map[api.Code]string{
		api.CodeUnauthorized: w.T("error.hint.unauthorized"),
		api.CodeBadRequest:   w.T("error.hint.invalid"),
		api.CodeUnsupportedCapability: w.T(
			"error.hint.unsupported",
			"Platform", "tiktok",
			"Capability", "work.getDetail",
		),
		api.CodeAccountUnauthorized:     w.T("error.hint.authorise"),
		api.CodeCredentialLast:          w.T("error.hint.authorise"),
		api.CodePlatformFailureFirst:    w.T("error.hint.platform_failed", "Platform", "tiktok"),
		api.CodeWorkIDInvalid:           w.T("error.hint.bad_work_id"),
		api.CodePlatformRateLimited:     w.T("error.hint.platform_limit"),
		api.CodeWorkNotFound:            w.T("error.hint.no_work"),
		api.CodePlatformFailureDetached: w.T("error.hint.platform_failed", "Platform", "tiktok"),
		api.CodeRelayUnavailable:        w.T("error.hint.relay"),
		api.CodeKeyInvalid:              w.T("error.hint.unauthorized"),
		api.CodeAccountRevoked:          w.T("error.hint.revoked"),
		api.CodeAccountOfOtherUser:      w.T("error.hint.other_user"),
		api.CodeNotRetryable:            w.T("error.hint.not_retried"),
		api.CodeWorkDetailNotFound:      w.T("error.hint.no_details"),
		api.CodeAgentLimit:              w.T("error.hint.agent_limit"),
		api.CodeAgentFailed:             w.T("error.hint.agent_failed"),
		api.CodeSessionMissing:          w.T("error.hint.no_session"),
		99999:                           "",
	} {
		x := explain.Error(w, &api.Error{Code: code, Message: "no\x1b[2J way", RequestID: "r-1", Data: data})
		if x.Hint != want || !strings.Contains(x.Reason, "no way") || x.RequestID != "r-1" {
			t.Errorf("%d: %+v, want the hint %q", code, x, want)
		}
	}
}

// Errors of databases, files and connections are told in words, in both languages.
func TestStorageErrorsInWords(t *testing.T) {
	dial := &net.OpError{
		Op:   "dial",
		Net:  "tcp",
		Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 5432},
		Err:  syscall.ECONNREFUSED,
	}
	raw := "INSERT INTO history_items"
	for _, lang := range words.Langs() {
		w, err := words.New(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			err   error
			id    string
			place string
		}{
			{&pq.Error{Code: "25006", Message: raw}, "readOnly", ""},
			{&pq.Error{Code: "42501", Message: raw}, "forbidden", ""},
			{&pq.Error{Code: "28P01", Message: raw}, "refused", ""},
			{&pq.Error{Code: "28000", Message: raw}, "refused", ""},
			{&pq.Error{Code: "3D000", Message: raw}, "noDatabase", ""},
			{&pq.Error{Code: "53300", Message: raw}, "crowded", ""},
			{&pq.Error{Code: "55P03", Message: raw}, "inUse", ""},
			{&pq.Error{Code: "57P01", Message: raw}, "stopped", ""},
			{&pq.Error{Code: "57014", Message: raw}, "tooSlow", ""},
			{pq.ErrSSLNotSupported, "insecure", ""},
			{dial, "unreachable_at", "127.0.0.1:5432"},
			{&net.OpError{Op: "dial", Err: &net.DNSError{Name: "db.example"}}, "noName_at", "db.example"},
			{context.DeadlineExceeded, "tooSlow", ""},
			{io.ErrUnexpectedEOF, "stopped", ""},
			{driver.ErrBadConn, "stopped", ""},
			{&fs.PathError{Op: "open", Path: "/h/x.db", Err: syscall.EACCES}, "forbidden_at", "/h/x.db"},
			{&fs.PathError{Op: "open", Path: "/h/x.db", Err: syscall.EROFS}, "readOnly_at", "/h/x.db"},
			{&fs.PathError{Op: "mkdir", Path: "/h", Err: syscall.ENOTDIR}, "notAFile_at", "/h"},
			{&fs.PathError{Op: "open", Path: "/h/x.db", Err: syscall.EIO}, "unreadable_at", "/h/x.db"},
		} {
			got := explain.History(w, &history.Problem{Kind: history.NotSaved, Err: test.err})
			want := w.T("history.notSaved", "Reason", w.T("history.cause."+test.id, "Place", test.place))
			if got != want {
				t.Errorf("%s: %v: %q, want %q", lang, test.err, got, want)
			}
		}
		got := explain.History(w, &history.Problem{
			Kind: history.NotSaved,
			Err:  &pq.Error{Code: "42P01", Message: raw},
		})
		if strings.Contains(got, raw) || !strings.Contains(got, "SQLSTATE 42P01") {
			t.Errorf("%s: an error without a cause: %q", lang, got)
		}
	}
}

func TestExplainPlatformFailures(t *testing.T) {
	w := panetest.New(t, panetest.Options{}).Context.Words
	for data, want := range map[string]string{
		`{"category":"auth"}`:                                                  "error.hint.authorise",
		`{"category":"permission"}`:                                            "error.hint.permission",
		`{"category":"not_found"}`:                                             "error.hint.no_work",
		`{"category":"quota","httpStatus":403}`:                                "error.hint.quota",
		`{"category":"media_unavailable","httpStatus":404}`:                    "error.hint.media",
		`{"category":"conflict"}`:                                              "error.hint.conflict",
		`{"category":"media_processing_failed"}`:                               "error.hint.media_processing",
		`{"platform":"x","category":"timeout"}`:                                "error.hint.platform_timeout",
		`{"category":"webhook_invalid"}`:                                       "error.hint.webhook",
		`{"platform":"x","category":"sdk_error"}`:                              "error.hint.sdk",
		`{"platform":"x","category":"quota","retryable":false}`:                "error.hint.quota_lasting",
		`{"platform":"x","category":"platform_unavailable"}`:                   "error.hint.platform_down",
		`{"platform":"x","category":"platform_unavailable","retryable":false}`: "error.hint.platform_down_lasting",
		`{"platform":"x","category":"network"}`:                                "error.hint.platform_network",
		`{"platform":"x","category":"network","retryable":false}`:              "error.hint.platform_network_lasting",
		`{"platform":"x","category":"unheard_of"}`:                             "error.hint.platform_failed",
		`{"platform":"x","category":"timeout","retryable":false}`:              "error.hint.platform_timeout_lasting",
		`{"platform":"x","category":"sdk_error","retryable":false}`:            "error.hint.sdk_lasting",
		`{"category":"validation","httpStatus":404}`:                           "error.hint.no_work",
		`{"category":"validation"}`:                                            "error.hint.platform_invalid",
		`{"category":"rate_limit"}`:                                            "error.hint.platform_limit",
		`{"platform":"x","httpStatus":502}`:                                    "error.hint.platform_failed",
		`{"platform":"x","retryable":false}`:                                   "error.hint.platform_lasting",
	} {
		x := explain.Error(w, &api.Error{Code: 15070, Message: "m", Data: jsontext.Value(data)})
		if x.Hint != w.T(want, "Platform", "x") {
			t.Errorf("%s: %q, want %q", data, x.Hint, want)
		}
	}
	x := explain.Error(w, &api.Error{
		Code:       15070,
		Message:    "m",
		Data:       jsontext.Value(`{"platformCode":-352}`),
		RetryAfter: 90 * time.Second,
	})
	if !strings.Contains(x.Reason, "-352") || x.Hint != "Try again in 90 seconds." {
		t.Errorf("%+v", x)
	}
	until := time.Date(2036, 11, 26, 12, 0, 0, 0, time.Local)
	long := &api.Error{Code: 429, Message: "m", RetryAfter: 87_671 * time.Hour, RetryAt: until}
	if x := explain.Error(w, long); x.Hint != "Try again on 2036-11-26 or later." {
		t.Errorf("%+v", x)
	}
}

// Data without the platform is told with that of the request.
func TestExplainPlatformOfTheRequest(t *testing.T) {
	const work = "/api/v2/channels/works/google%20business/1"
	const options = "/api/v2/channels/platforms/google%20business/publish-options"
	for _, lang := range words.Langs() {
		w := panetest.New(t, panetest.Options{Lang: lang}).Context.Words
		for _, tt := range []struct {
			code     api.Code
			op       api.Op
			path     string
			category string
			hint     string
		}{
			{15070, api.OpWorkDetail, work, "platform_unavailable", "error.hint.platform_down"},
			{15094, api.OpWorkDetail, work, "", "error.hint.platform_failed"},
			{15070, api.OpPublishOptions, options, "network", "error.hint.platform_network"},
			{api.CodePlatformUnknown, api.OpPublishOptions, options, "", "error.hint.no_platform"},
			{api.CodeUnsupportedCapability, api.OpWorkDetail, work, "", "works.no_works.unsupported"},
		} {
			x := explain.Error(w, &api.Error{
				Code:    tt.code,
				Op:      tt.op,
				Path:    tt.path,
				Message: "m",
				Data:    jsontext.Value(`{"category":"` + tt.category + `"}`),
			})
			if want := w.T(tt.hint, "Platform", "google business"); x.Hint != want {
				t.Errorf("%s, %d: %q, want %q", lang, tt.code, x.Hint, want)
			}
		}
		x := explain.Error(w, &api.Error{
			Code: api.CodeUnsupportedCapability,
			Op:   api.OpAccounts,
			Path: "/api/v2/channels/accounts",
		})
		if x.Hint != "" {
			t.Errorf("%s: %q", lang, x.Hint)
		}
	}
}

// What the service says of single members of a request is shown, and what support can
// search for.
func TestExplainIssues(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "title: too long. media.0.url: missing. request: bad. Endpoint /video/create. Task t-1.",
		words.Chinese: "title：too long。 media.0.url：missing。 请求：bad。 接口 /video/create。 任务 t-1。",
	} {
		w := panetest.New(t, panetest.Options{Lang: lang}).Context.Words
		data := `{"issues":[{"path":"title","message":"too long"},{"path":["media",0,"url"],"message":"missing"},` +
			`{"message":"bad"}],"endpoint":"/video/create","taskId":"t-1"}`
		if x := explain.Error(w, &api.Error{
			Code:    15051,
			Message: "m",
			Data:    jsontext.Value(data),
		}); !strings.HasSuffix(x.Reason, want) {
			t.Errorf("%s: %q", lang, x.Reason)
		}
	}
	w := panetest.New(t, panetest.Options{}).Context.Words
	many := `{"errors":[` + strings.Repeat(`{"field":"\u001b[31mf","message":"m"},`, 100) + `{}]}`
	if x := explain.Error(w, &api.Error{
		Code:    10002,
		Message: "m",
		Data:    jsontext.Value(many),
	}); strings.Count(x.Reason, "f: m.") != 5 || strings.Contains(x.Reason, "\x1b") {
		t.Errorf("%q", x.Reason)
	}
	for _, data := range []string{`{"issues":5}`, `{"issues":[5]}`, `{"issues":[{"message":{}}]}`} {
		if x := explain.Error(w, &api.Error{
			Code:    10002,
			Message: "m",
			Data:    jsontext.Value(data),
		}); !strings.HasSuffix(x.Reason, "(error 10002).") {
			t.Errorf("%s: %q", data, x.Reason)
		}
	}
}

// A field that the service names has a label, and then nothing says that it names none.
func TestExplainInvalidField(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "Name: too short.",
		words.Chinese: "名称：too short。",
	} {
		w := panetest.New(t, panetest.Options{Lang: lang}).Context.Words
		x := explain.Error(w, &api.Error{
			Code:    api.CodeValidationFailed,
			Message: "m",
			Data:    jsontext.Value(`{"issues":[{"path":["name"],"message":"too short"}]}`),
		})
		if !strings.HasSuffix(x.Reason, want) || x.Hint != "" {
			t.Errorf("%s: %+v", lang, x)
		}
	}
}

// A call for an account of another site blames the relay, not the key of this machine.
func TestExplainRelayLogin(t *testing.T) {
	w := panetest.New(t, panetest.Options{}).Context.Words
	for _, code := range []api.Code{api.CodeUnauthorized, api.CodeAccountNotFound, api.CodeKeyInvalid} {
		err := api.ThroughRelay(&api.Error{Op: api.OpWorkDetail, Code: code, Message: "m"})
		x := explain.Error(w, err).From(w, err, explain.Origin{Site: "mine", Key: "CHANNELDECK_API_KEY"})
		if x.Hint != w.T("error.hint.relay_login") {
			t.Errorf("%d: %q", code, x.Hint)
		}
	}
	if err := errors.New("other"); api.ThroughRelay(err) != err {
		t.Error("another error is changed")
	}
}

// A base URL with the path of a call or of a page gets the one without it as suggestion.
func TestExplainBaseURL(t *testing.T) {
	w := panetest.New(t, panetest.Options{}).Context.Words
	route := &api.Error{Op: api.OpAccounts, Code: api.CodeRouteNotFound, Message: "m"}
	page := &api.TransportError{Op: api.OpAccounts, Err: &api.BodyError{Cause: api.CausePage}}
	for base, want := range map[string]string{
		"https://h.example/api/v2":               "https://h.example",
		"https://h.example/some/api/v2/channels": "https://h.example/some",
		"https://h.example/en/accounts":          "https://h.example",
		"https://h.example:8443/x/":              "https://h.example:8443",
		"https://h.example":                      "", "https://h.example/api": "", "": "",
	} {
		for _, err := range []error{route, page} {
			x := explain.Error(w, err)
			hint := x.Hint
			if want != "" {
				hint = w.T("error.hint.base_url", "URL", want)
			}
			if got := x.From(w, err, explain.Origin{Address: base}).Hint; got != hint {
				t.Errorf("%s: %q, want %q", base, got, hint)
			}
		}
	}
	for _, err := range []*api.TransportError{
		{Op: api.OpAccounts, Err: &api.BodyError{}, Status: 502},
		{Op: api.OpAccounts, Err: &api.BodyError{Cause: api.CauseEncoding}, Status: 200},
		{Op: api.OpAccounts, Err: &api.BodyError{Cause: api.CauseNotUTF8}, Status: 200},
		{Op: api.OpAccounts, Err: &api.BodyError{Cause: api.CauseCharset}, Status: 200},
	} {
		hint := explain.Error(w, err).From(w, err, explain.Origin{Address: "https://h.example/x"}).Hint
		if strings.Contains(hint, "https://") {
			t.Errorf("%v: %q", err, hint)
		}
	}
}

// A platform has its name in the user's language once the platforms are loaded.
func TestExplainNamesPlatforms(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.English: "Douyin", words.Chinese: "抖音"} {
		c := panetest.New(t, panetest.Options{Lang: lang}).Site()
		c.Store.Platforms.Value = []api.Platform{{
			Platform:    "dy",
			DisplayName: []byte(`{"en-US":"Douyin","zh-CN":"抖音"}`),
		}}
		err := &api.Error{Code: api.CodePlatformUnknown, Message: "m", Data: jsontext.Value(`{"platform":"dy"}`)}
		if hint := c.View.Explain(err).Hint; !strings.Contains(hint, want) || strings.Contains(hint, "dy") {
			t.Errorf("%s: %q", lang, hint)
		}
		if hint := explain.Error(c.View.Words, err).Hint; !strings.Contains(hint, "dy") {
			t.Errorf("%s: %q without the platforms", lang, hint)
		}
	}
}

func TestExplainTransportFailures(t *testing.T) {
	w := panetest.New(t, panetest.Options{}).Context.Words
	for _, tt := range []struct {
		err  api.TransportError
		want string
	}{
		{
			api.TransportError{Err: &api.BodyError{Cause: api.CauseEmpty}, Status: 429, RetryAfter: time.Minute},
			"Too many requests (HTTP 429). Try again in 60 seconds.",
		},
		{
			api.TransportError{Err: &api.BodyError{}, Status: 429, RetryAfter: 10 * time.Minute},
			"Too many requests (HTTP 429). Try again in 10 minutes.",
		},
		{
			api.TransportError{Err: &api.BodyError{}, Status: 429},
			"Too many requests (HTTP 429). Wait a moment, then try again.",
		},
		{
			api.TransportError{
				Err:  &api.RequestError{Kind: api.KindTLS, Cause: api.CauseExpired, Detail: "2025-01-31"},
				Host: "h",
			},
			"The certificate of h expired on 2025-01-31.",
		},
		{
			api.TransportError{
				Err:  &api.RequestError{Kind: api.KindTLS, Cause: api.CauseNotYetValid, Detail: "2025-01-31"},
				Host: "h",
			},
			"The certificate of h is valid only from 2025-01-31 on.",
		},
		{
			api.TransportError{Err: &api.RequestError{Kind: api.KindTLS, Detail: "tls: odd"}, Host: "h"},
			"No secure connection to h: tls: odd.",
		},
		{
			api.TransportError{
				Err:   &api.RequestError{Kind: api.KindProxy, Cause: "refused"},
				Host:  "h",
				Proxy: "p:3128",
			},
			"The proxy p:3128 refused the connection. Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.",
		},
		{
			api.TransportError{
				Err: &api.RequestError{
					Kind:   api.KindProxy,
					Cause:  api.CauseProxyStatus,
					Detail: "407 Proxy Authentication Required",
				},
				Proxy: "p:1",
			},
			"The proxy p:1 returned HTTP 407 Proxy Authentication Required.",
		},
		{
			api.TransportError{Err: &api.BodyError{}, Status: 502},
			"A gateway in front of the service returned HTTP 502 Bad Gateway. The service may be down or restarting: " +
				"try again later.",
		},
		{
			api.TransportError{Err: &api.BodyError{}, Status: 403, Proxy: "p:1"},
			"The proxy p:1, or a gateway behind it, returned HTTP 403 Forbidden. Check the base URL.",
		},
		{
			api.TransportError{Err: &api.BodyError{Cause: api.CauseTruncated, At: "/data/list/3/status"}, Size: 1234},
			"The response ends too early, after 1,234 bytes (field data.list.3.status). Try again.",
		},
		{
			api.TransportError{Err: &api.BodyError{Cause: api.CausePage, Title: "Sign in"}, Status: 200},
			"Unexpected response (HTTP 200 OK): a web page (“Sign in”).",
		},
		{
			api.TransportError{Err: &api.ShapeError{At: "/data/list", Want: "array", Got: "string"}},
			"The response doesn't match the API (field data.list): expected a list, got a string.",
		},
		{
			api.TransportError{Err: &api.RequestError{Kind: api.KindRedirect, Detail: "/login"}},
			"The server redirects to /login, which is not followed.",
		},
		{
			api.TransportError{Err: &api.RequestError{Kind: api.KindBadHTTP, Detail: "odd"}, Host: "h"},
			"h did not send a valid HTTP response: odd.",
		},
		{
			api.TransportError{Err: &api.RequestError{Kind: api.KindReset}, Host: "h", Status: 200, Size: 7},
			"The connection to h was lost after 7 bytes of the response.",
		},
		{api.TransportError{Err: &api.RequestError{Kind: api.KindDeadline}}, "No complete response in time."},
		{
			api.TransportError{Err: &api.LimitError{Timeout: time.Second, Setting: api.SettingTimeout}},
			"No complete response within 1s. Raise the limit with --timeout or CHANNELDECK_TIMEOUT.",
		},
		{
			api.TransportError{Err: &api.RequestError{Kind: api.KindConnectTimeout, Detail: "10s"}, Host: "h"},
			"No connection to h within 10s. Check the network, then try again.",
		},
		{
			api.TransportError{Err: &api.LimitError{Size: 5000, Setting: api.SettingMaxBody}},
			"The response exceeds the limit of 5,000 bytes. Raise the limit with --max-body or CHANNELDECK_MAX_BODY.",
		},
		{
			api.TransportError{Err: &api.BodyError{Cause: api.CauseDepth}, Status: 200},
			"The response is nested too deeply. Check the base URL; the response may be from a proxy instead of " +
				"the service.",
		},
		{
			api.TransportError{Err: &api.ShapeError{At: "/data/list"}},
			"The response doesn't match the API: data.list is missing.",
		},
		{
			api.TransportError{Err: &api.RequestError{Kind: api.KindInsecureKey}, Host: "h"},
			"Not sent: the API key is not sent over plain http to h.",
		},
		{api.TransportError{Err: &api.RequestError{Kind: api.KindCancelled}}, "Cancelled."},
		{api.TransportError{Err: &api.BodyError{}, Status: 502, OutcomeUnknown: true}, "outcome is unknown"},
	} {
		if got := explain.Error(w, &tt.err).Line(); !strings.Contains(got, tt.want) {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// A limit that only the operator of a server can raise is not said to have a flag.
func TestLimitOfAServer(t *testing.T) {
	for _, lang := range words.Langs() {
		w, err := words.New(lang)
		if err != nil {
			t.Fatal(err)
		}
		over := &api.TransportError{Err: &api.LimitError{Size: 5000, Setting: api.SettingMaxBody}}
		for hosted, want := range map[bool]bool{true: false, false: true} {
			hint := explain.Error(w, over).From(w, over, explain.Origin{Hosted: hosted}).Hint
			if hint == "" || strings.Contains(hint, "--max-body") != want {
				t.Errorf("%s, hosted %t: %q", lang, hosted, hint)
			}
		}
		late := &api.TransportError{Err: &api.LimitError{Timeout: time.Second, Setting: api.SettingTimeout}}
		hint := explain.Error(w, late).From(w, late, explain.Origin{Hosted: true}).Hint
		if !strings.Contains(hint, "--timeout") { // which sessions can have
			t.Errorf("%s: %q", lang, hint)
		}
	}
}

// Every kind and cause of failure has a text of its own in both languages.
func TestExplainCoversAllCauses(t *testing.T) {
	for _, lang := range words.Langs() {
		w, err := words.New(lang)
		if err != nil {
			t.Fatal(err)
		}
		failures := []error{
			&api.ShapeError{At: "/data", Want: "array", Got: "null"}, &api.ShapeError{At: "/data"},
			&api.LimitError{Setting: api.SettingTimeout}, &api.LimitError{Setting: api.SettingMaxBody},
		}
		for _, cause := range []api.Cause{
			"", api.CauseExpired, api.CauseNotYetValid, api.CauseUnknownAuthority,
			api.CauseNoCertFile, api.CauseNoAuthorities, api.CausePlainHTTP, api.CauseOtherName, api.CauseNoName,
			api.CauseClientCert, api.CauseProtocol,
		} {
			failures = append(failures, &api.RequestError{Kind: api.KindTLS, Cause: cause})
		}
		for _, cause := range []api.Cause{
			"",
			api.CauseProxyStatus,
			"refused",
			"dns",
			"unreachable",
			"reset",
			"connect-timeout",
		} {
			failures = append(failures, &api.RequestError{Kind: api.KindProxy, Cause: cause})
		}
		for _, cause := range []api.Cause{
			"", api.CauseEmpty, api.CausePage, api.CauseTruncated, api.CauseTrailing,
			api.CauseSyntax, api.CauseDuplicate, api.CauseNoCode, api.CauseDepth,
		} {
			failures = append(failures, &api.BodyError{Cause: cause})
		}
		for _, kind := range []api.Kind{
			api.KindRefused,
			api.KindDNS,
			api.KindUnreachable,
			api.KindReset,
			api.KindBadHTTP,
			api.KindNetwork,
			api.KindRedirect,
			api.KindCancelled,
			api.KindDeadline,
			api.KindConnectTimeout,
			api.KindInsecureKey,
		} {
			failures = append(failures, &api.RequestError{Kind: kind})
		}
		seen := map[string]error{}
		for _, cause := range failures {
			got := explain.Error(w, &api.TransportError{Host: "HOST", Err: cause}).Reason
			if other, found := seen[got]; found || strings.Contains(got, "error.") || strings.Contains(got, "{{") ||
				strings.Contains(got, "<no") {
				t.Errorf("%s, %v: %q, as %v", lang, cause, got, other)
			}
			seen[got] = cause
		}
	}
}

func TestExplainRedactsAfterCleaning(t *testing.T) {
	const key = "test-key-0123456789"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"code":9,"message":"your key is test\u200b-key\u001b[1m-0123456789"}`)
	}))
	defer server.Close()
	client, err := api.New(server.URL, api.Settings{APIKey: key, Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Platforms(t.Context())
	x := explain.Error(panetest.New(t, panetest.Options{}).Context.Words, err)
	if strings.Contains(x.Reason, key) || !strings.Contains(x.Reason, "your key is") {
		t.Errorf("%q", x.Reason)
	}
}

// A site without a name of the user's is named as in the header, in the language of the session.
func TestSiteOfTheBaseURL(t *testing.T) {
	err := &api.TransportError{Op: api.OpAccounts, Path: "/p", Err: &api.BodyError{Cause: api.CausePage}}
	for lang, want := range map[words.Lang]string{
		words.English: "from custom, http://h",
		words.Chinese: "站点：自定义（http://h）",
	} {
		w := panetest.New(t, panetest.Options{Lang: lang}).Context.Words
		origin := explain.Origin{Site: "custom", Address: "http://h"}
		if got := explain.Error(w, err).From(w, err, origin).Request; !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q", lang, got)
		}
	}
}
