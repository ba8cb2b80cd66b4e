package api

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"channeldeck/ui/testkit/race"
)

// Long lists take most of the memory: a row and its decoding may take a tenth more than today.
// Lower the figures when they take less.
func TestGrowthOfAccounts(t *testing.T) {
	const (
		size   = 408       // bytes of an Account
		allocs = 99        // of decoding the list
		bytes  = 1_318_000 // likewise, without the race detector
		n      = 1000
	)
	if got := reflect.TypeFor[Account]().Size(); got > size+size/10 {
		t.Errorf("an account takes %d bytes, at most %d", got, size+size/10)
	}
	var rows []string
	for i := range n {
		rows = append(
			rows,
			fmt.Sprintf(
				`{"id":"x_%d","userId":"u","type":"x","uid":"%[1]d",`+
					`"avatar":"https://img.example.com/avatar/%[1]d.jpg","nickname":"Channel %[1]d",`+
					`"fansCount":%[1]d00,"followingCount":12,"readCount":%[1]d,"likeCount":3,"collectCount":4,`+
					`"forwardCount":5,"commentCount":6,"lastStatsTime":"2026-05-20T08:00:00.000Z","workCount":7,`+
					`"groupId":"g","status":1,"rank":%[1]d,"relayAccountRef":null,`+
					`"createdAt":"2026-01-20T08:00:00.123Z","updatedAt":"2026-05-20T08:00:01.000Z"}`,
				100_000+i,
			),
		)
	}
	list := []byte("[" + strings.Join(rows, ",") + "]")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const runs = 10
	made := testing.AllocsPerRun(runs-1, func() { // it runs once more
		if got, err := DecodeRows[Account](list); len(got) != n || err != nil {
			t.Fatalf("%d rows, error %v", len(got), err)
		}
	})
	runtime.ReadMemStats(&after)
	taken := (after.TotalAlloc - before.TotalAlloc) / runs
	t.Logf("%v allocations, %d bytes", made, taken)
	if made > allocs+allocs/10 || !race.Enabled && taken > bytes+bytes/10 {
		t.Errorf(
			"decoding %d accounts takes %v allocations and %d bytes, at most %d and %d",
			n,
			made,
			taken,
			allocs+allocs/10,
			bytes+bytes/10,
		)
	}
}
