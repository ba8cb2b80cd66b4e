// Command readall reads all changes in the database of a history, a row for each: the floor that benchmarks
// compare channeldeck triage and report with.
package main

import (
	"database/sql"
	"fmt"
	"os"

	_ "modernc.org/sqlite"
)

func main() {
	if err := read(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) error {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=cache_size(-512)")
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.Query(`SELECT id, at, state FROM history_changes`)
	if err != nil {
		return err
	}
	defer rows.Close()
	changes := 0
	for rows.Next() {
		var id string
		var at int64
		var state sql.RawBytes
		if err := rows.Scan(&id, &at, &state); err != nil {
			return err
		}
		changes++
	}
	fmt.Println(changes)
	return rows.Err()
}
