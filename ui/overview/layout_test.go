package overview

import (
	"strings"
	"testing"

	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// A region gets no more cells than others have left, and leaves the rest to the next one.
func TestCellsAreGivenOnce(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	for _, w := range m.movingWorks() {
		w.Title = "A work with a long title"
	}
	m.screen.fill()
	const width = 40
	room := 100
	lacks := give(m.screen.works, width, minRows, &room)
	if lacks == 0 || room != 100-lacks {
		t.Fatalf("%d cells given, %d of 100 left", lacks, room)
	}
	room = lacks - 1
	if given := give(m.screen.works, width, minRows, &room); given != lacks-1 || room != 0 {
		t.Errorf("%d cells given of %d, %d left", given, lacks-1, room)
	}
	if given := give(m.screen.works, width, minRows, &room); given != 0 {
		t.Errorf("%d cells given of none", given)
	}
}

// Platforms and groups together take at most the cells that the findings leave blank: the findings stay whole.
func TestPlatformsAndGroupsShareWhatFindingsLeave(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	s := m.screen
	for i, parts := range [][]*resource.Part{s.platformRows, s.groupRows} {
		for _, p := range parts {
			p.Name = strings.Repeat("long ", 8+i)
		}
	}
	s.platforms.SetRows(s.platformRows)
	s.groups.SetRows(s.groupRows)
	const width, height, rows = 200, 30, 6
	const right = 100
	s.findings.SetSize(width-right, height)
	spare := s.findings.Settled().Spare()
	d := s.divideWide(width, height, rows)
	given := d.right - right
	if given != spare || d.groups <= 0 {
		t.Errorf("%d cells given of %d", given, spare)
	}
}
