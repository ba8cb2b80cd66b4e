package history

import (
	"context"
	"database/sql"
	"strings"
)

// putWords stores the words of a session. While SQLite indexes a row, it holds each of its words in 128 bytes or more,
// which were 20 MB for the words of a long session. So it gets them in several rows, whose rowid has the number of the
// session in its lower half.
func (db *database) putWords(ctx context.Context, tx *sql.Tx, num int64, words string) error {
	for row := int64(0); ; row++ {
		end := endOfWords(words, db.maxWords)
		_, err := tx.ExecContext(ctx, db.insertWords, num+row<<32, words[:end])
		if err != nil || end == len(words) {
			return err
		}
		words = words[end+1:]
	}
}

// endOfWords returns the length of the words that a row takes, which is at most limit if that is not 0.
func endOfWords(words string, limit int) int {
	if limit == 0 || len(words) <= limit {
		return len(words)
	}
	end := strings.LastIndexByte(words[:limit], ' ')
	if end < 0 {
		return len(words) // a single word
	}
	return end
}
