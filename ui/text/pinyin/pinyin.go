// Package pinyin provides the Mandarin readings of Han characters.
//
// The readings are those of github.com/mozillazg/go-pinyin. That package builds
// a map of all of them when the program starts, which takes longer than all
// other initialisation together; here they are read on first use.
package pinyin

import (
	_ "embed"
	"strings"
	"sync"
)

//go:generate go test -run TestReadingsAreThoseOfGoPinyin . -update

// readings has a line for all characters with the same readings: the readings,
// separated by blanks, a tab, the characters.
//
//go:embed readings.txt
var readings string

// The characters with readings.
const (
	First = 0x3400
	Last  = 0x9fff
)

// Table has the readings of all characters. It never changes.
type Table struct {
	lists [][]string
	of    [Last - First + 1]uint16 // index of lists, 0 for no readings
}

// Load returns the table, which the first call reads.
var Load = sync.OnceValue(load)

func load() *Table {
	t := &Table{lists: make([][]string, 1, 3000)}
	for line := range strings.Lines(readings) {
		list, characters, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, r := range characters {
			t.of[r-First] = uint16(len(t.lists))
		}
		t.lists = append(t.lists, strings.Fields(list))
	}
	return t
}

// Readings returns the readings of r without tones, "lv" for lǜ, the most
// common first, or nil for characters that are not Han. The slice must not be changed.
func (t *Table) Readings(r rune) []string {
	if r < First || r > Last {
		return nil
	}
	return t.lists[t.of[r-First]]
}
