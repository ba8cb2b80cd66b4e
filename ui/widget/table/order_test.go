package table

import (
	"context"
	"slices"
	"testing"
)

func TestAnOrderIsTheSameEachTime(t *testing.T) {
	by := By(func(n int) (int, bool) { return n, true })
	for i := range 4 {
		if got := by(context.Background(), []int{2, 3, 1}, true); !slices.Equal(got, []int32{1, 0, 2}) {
			t.Fatalf("sorting downwards for the %dth time: %v", i+1, got)
		}
		if got := by(context.Background(), []int{2, 3, 1}, false); !slices.Equal(got, []int32{2, 0, 1}) {
			t.Fatalf("sorting upwards for the %dth time: %v", i+1, got)
		}
	}
}
