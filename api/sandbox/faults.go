package sandbox

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// The names of the calls, for faults that strike only one of them.
const (
	CallSessions  = "sessions"
	CallPlatforms = "platforms"
	CallOptions   = "options"
	CallCreate    = "create"
	CallAccounts  = "accounts"
	CallWorks     = "works"
	CallModels    = "models"
)

// Fault is a simulated failure and its rate.
type Fault struct {
	Kind  string  // one of FaultKinds
	Call  string  // one of the Call names; "" strikes all calls
	Rate  float64 // the share of calls that it strikes, from 0 to 1
	First int     // where above 0, it strikes the first so many calls instead
}

// FaultKind is a kind of fault and what it does.
type FaultKind struct {
	Name, Help string
}

// The kinds of faults.
const (
	faultInternal      = "http500"
	faultProxy         = "http502"
	faultLimited       = "http429"
	faultRedirect      = "redirect"
	faultBusiness      = "business500"
	faultRateLimit     = "ratelimit"
	faultUnauthorized  = "unauthorized"
	faultInvalid       = "invalid"
	faultHostile       = "hostile"
	faultTimeoutBefore = "timeout-before"
	faultTimeoutAfter  = "timeout-after"
	faultReset         = "reset"
	faultResetAfter    = "reset-after"
	faultSlow          = "slow"
	faultTruncated     = "truncated"
	faultNotJSON       = "notjson"
	faultNoEnvelope    = "noenvelope"
	faultWrongShape    = "wrongshape"
	faultDuplicate     = "duplicate"
	faultDeep          = "deep"
	faultEndless       = "endless"
	faultBomb          = "bomb"
)

// FaultKinds lists the kinds of faults, for a command's help.
func FaultKinds() []FaultKind {
	return []FaultKind{
		{faultInternal, "status 500 with an error envelope"},
		{faultProxy, "status 502 with the HTML of a proxy"},
		{faultLimited, "status 429 with Retry-After: 1"},
		{faultRedirect, "status 307 to another origin"},
		{faultBusiness, "code 500"},
		{faultRateLimit, "code 429"},
		{faultUnauthorized, "code 401"},
		{faultInvalid, "code 10002"},
		{faultHostile, "code 500 with a long message of escape sequences and direction marks"},
		{faultTimeoutBefore, "no answer, and nothing is done"},
		{faultTimeoutAfter, "no answer, but what was asked is done"},
		{faultReset, "the connection is reset, and nothing is done"},
		{faultResetAfter, "the connection is reset, but what was asked is done"},
		{faultSlow, "the answer comes at some 300 KB a second"},
		{faultTruncated, "the answer ends in the middle"},
		{faultNotJSON, "a page of HTML with status 200"},
		{faultNoEnvelope, "JSON without code and message"},
		{faultWrongShape, "a success whose data is a string"},
		{faultDuplicate, "a success that names its code twice"},
		{faultDeep, "a success of 100,000 nested arrays"},
		{faultEndless, "a success of 4 GB"},
		{faultBomb, "a success of 1 GB, compressed to 1 MB"},
	}
}

// ParseFault reads [CALL:]KIND=RATE, where RATE is a share from 0 to 1 or a
// count such as 2x for the first two calls: "http502=0.1",
// "create:timeout-after=1", "accounts:http429=2x".
func ParseFault(s string) (Fault, error) {
	name, rate, ok := strings.Cut(s, "=")
	if !ok {
		return Fault{}, fmt.Errorf("fault %q: want [CALL:]KIND=RATE", s)
	}
	var f Fault
	if call, kind, ok := strings.Cut(name, ":"); ok {
		f.Call, f.Kind = call, kind
	} else {
		f.Kind = name
	}
	var err error
	if count, ok := strings.CutSuffix(rate, "x"); ok {
		f.First, err = strconv.Atoi(count)
	} else {
		f.Rate, err = strconv.ParseFloat(rate, 64)
	}
	if err != nil {
		return Fault{}, fmt.Errorf("fault %q: the rate is a share from 0 to 1, or a count such as 2x", s)
	}
	return f, f.check()
}

func (f Fault) check() error {
	if !slices.ContainsFunc(FaultKinds(), func(k FaultKind) bool { return k.Name == f.Kind }) {
		return fmt.Errorf("unknown kind of fault %q", f.Kind)
	}
	if f.Call != "" && !slices.ContainsFunc(routes(), func(r route) bool { return r.call == f.Call }) {
		return fmt.Errorf("fault %q: unknown call %q", f.Kind, f.Call)
	}
	if !(f.Rate >= 0 && f.Rate <= 1) || f.First < 0 {
		return fmt.Errorf("fault %q: the rate is a share from 0 to 1, or a count such as 2x", f.Kind)
	}
	return nil
}

// armedFault is a fault and the calls that it has met.
type armedFault struct {
	Fault
	seed uint64
	met  atomic.Uint64
}

func arm(faults []Fault, seed uint64) ([]*armedFault, error) {
	armed := make([]*armedFault, len(faults))
	for i, f := range faults {
		if err := f.check(); err != nil {
			return nil, err
		}
		armed[i] = &armedFault{Fault: f, seed: mix(seed) + uint64(i)}
	}
	return armed, nil
}

// strikes decides for the next call: the n-th call that a fault meets fares the
// same with the same seed.
func (f *armedFault) strikes() bool {
	n := f.met.Add(1)
	if f.First > 0 {
		return n <= uint64(f.First)
	}
	return rand.New(rand.NewPCG(f.seed, mix(n))).Float64() < f.Rate
}

// strike returns the kind of the fault that strikes this call, "" for none.
func (s *Server) strike(call string) string {
	for _, f := range s.faults {
		if (f.Call == "" || f.Call == call) && f.strikes() {
			return f.Kind
		}
	}
	return ""
}
