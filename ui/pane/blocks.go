package pane

import (
	"slices"
	"strings"

	"channeldeck/ui/resource"
)

// BlockLines formats blocks of at most width cells, with a blank line between them. Where
// they would be higher than height, a wide region has two columns of about the same height.
// Blocks that cut what they show use the rows that are left.
// Fields that were not sent are named once at the end of their block.
func BlockLines(v *resource.View, blocks []resource.Block, width, height int) []string {
	blocks = slices.DeleteFunc(slices.Clone(blocks), func(b resource.Block) bool {
		return b.Wide && width < WideInspector
	})
	all := columnOf(v, blocks, width)
	if all.height() > height && width >= WideInspector && len(all.blocks) > 1 {
		half := (width - 1) / 2
		left, right := columnOf(v, blocks, half).halves()
		left.grow(height)
		right.grow(height)
		return strings.Split(
			SideBySide(strings.Join(left.lines(height), "\n"), strings.Join(right.lines(height), "\n"), half+1),
			"\n",
		)
	}
	all.grow(height)
	return all.lines(height)
}

// blockColumn is a column of blocks, one below the other.
type blockColumn struct {
	view   *resource.View
	width  int
	blocks []drawnBlock
}

// drawnBlock is a block with its lines, of which more are beyond the fewest.
type drawnBlock struct {
	resource.Block
	lines []string
	more  int
}

// columnOf returns the blocks that have lines in a column of a width.
func columnOf(v *resource.View, blocks []resource.Block, width int) blockColumn {
	c := blockColumn{view: v, width: width}
	for _, b := range blocks {
		if b.Lines == nil && b.Longer == nil && b.Markdown == "" && len(b.Facts) == 0 {
			continue
		}
		lines := blockLines(v, b, width, 0)
		if len(lines) > 0 {
			c.blocks = append(c.blocks, drawnBlock{Block: b, lines: lines})
		}
	}
	return c
}

// height is the number of lines with those between the blocks.
func (c *blockColumn) height() int {
	height := max(len(c.blocks)-1, 0)
	for _, b := range c.blocks {
		height += len(b.lines)
	}
	return height
}

// halves divides two blocks and more in two columns, in their order, so that the higher one is as low as it can be.
func (c blockColumn) halves() (left, right blockColumn) {
	least := 0
	for at := 1; at < len(c.blocks); at++ {
		first := blockColumn{view: c.view, width: c.width, blocks: c.blocks[:at]}
		second := blockColumn{view: c.view, width: c.width, blocks: c.blocks[at:]}
		height := max(first.height(), second.height())
		if at == 1 || height < least {
			left = first
			right = second
			least = height
		}
	}
	return left, right
}

// grow gives the rows that a height leaves to the blocks that cut what they show, the same number to each that
// needs them.
func (c *blockColumn) grow(height int) {
	var growing []*drawnBlock
	for i := range c.blocks {
		if c.blocks[i].Longer != nil {
			growing = append(growing, &c.blocks[i])
		}
	}
	left := height - c.height()
	for left > 0 && len(growing) > 0 {
		share := max(left/len(growing), 1)
		growing = slices.DeleteFunc(growing, func(b *drawnBlock) bool {
			more := b.more + min(share, left)
			lines := blockLines(c.view, b.Block, c.width, more)
			gained := len(lines) - len(b.lines)
			if gained <= 0 || gained > left {
				return true
			}
			b.lines = lines
			b.more = more
			left -= gained
			return false
		})
	}
}

// lines are the lines of the blocks, with a blank one between them. At the lower end of a page of some lines no title
// of a block stands alone, and none of a chart with a piece of it that says nothing.
func (c *blockColumn) lines(page int) (lines []string) {
	for i, b := range c.blocks {
		if i > 0 {
			lines = append(lines, "")
			rest := page - len(lines)
			beginning := 2
			if b.Lines != nil {
				beginning = 4
			}
			if 0 < rest && rest < min(beginning, len(b.lines)) {
				lines = append(lines, make([]string, rest)...)
			}
		}
		lines = append(lines, b.lines...)
	}
	return lines
}
