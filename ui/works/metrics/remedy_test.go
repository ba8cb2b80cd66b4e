package metrics

import (
	"context"
	"fmt"
	"testing"
	"time"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

func TestHeals(t *testing.T) {
	for code, want := range map[api.Code]bool{
		api.CodeTooManyRequests: true, api.CodeInternal: true, api.CodePlatformRateLimited: true, 15070: true, 15075: true, 15094: true,
		api.CodeUnauthorized: false, api.CodeBadRequest: false, api.CodeValidationFailed: false, api.CodeRouteNotFound: false,
		api.CodeAccountNotFound: false, api.CodeAccountUnauthorized: false, api.CodeCredentialFirst: false, api.CodeCredentialLast: false,
		api.CodePlatformUnknown: false, api.CodeAccountOfOtherPlatform: false, api.CodeWorkNotFound: false,
		api.CodeUnsupportedCapability: false, api.CodeAccountRequired: false, 99999: false,
	} {
		err := fmt.Errorf("wrapped: %w", &api.Error{Code: code, RetryAfter: time.Hour})
		if again, pause := Heals(err); again != want || pause != time.Hour {
			t.Errorf("code %d heals: %v after %v, want %v", code, again, pause, want)
		}
	}
	for body, want := range map[string]bool{`{"retryable":false}`: false, `{"retryable":true}`: true, `{"retryable":"no"}`: true, `{}`: true} {
		if again, _ := Heals(&api.Error{Code: 15072, Data: jsontext.Value(body)}); again != want {
			t.Errorf("15072 with %s heals: %v, want %v", body, again, want)
		}
	}
	if again, _ := Heals(&api.Error{Code: api.CodeWorkNotFound, Data: jsontext.Value(`{"retryable":true}`)}); again {
		t.Error("a work that is not there is asked for again")
	}
	for kind, want := range map[api.Kind]bool{
		api.KindRefused: true, api.KindDNS: true, api.KindUnreachable: true, api.KindConnectTimeout: true, api.KindTimeout: true, api.KindReset: true, api.KindNetwork: true,
		api.KindTLS: false, api.KindNotEnvelope: false, api.KindShape: false, api.KindTooLarge: false, api.KindTooDeep: false,
		api.KindRedirect: false, api.KindCancelled: false, api.KindInsecureKey: false, "new": false,
	} {
		if again, _ := Heals(&api.TransportError{Kind: kind, Status: 200}); again != want {
			t.Errorf("%s heals: %v, want %v", kind, again, want)
		}
	}
	for status, want := range map[int]bool{400: false, 413: false, 429: true, 502: true, 504: true} {
		if again, _ := Heals(&api.TransportError{Kind: api.KindNotEnvelope, Status: status}); again != want {
			t.Errorf("HTTP %d heals: %v, want %v", status, again, want)
		}
	}
	for _, err := range []error{nil, context.Canceled, &api.ArgumentError{Field: "platformWorkId", Reason: api.ReasonSlash}} {
		if again, _ := Heals(err); again {
			t.Errorf("%v heals", err)
		}
	}
}
