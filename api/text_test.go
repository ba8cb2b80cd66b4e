package api

import "testing"

// A text is missing, null or a text, and stays so when it is written, compared and recorded.
func TestTexts(t *testing.T) {
	forms := []struct {
		row   string
		want  Opt[string]
		shown string
	}{
		{`{}`, Opt[string]{}, "none"},
		{`{"account":null}`, Null[string](), "none"},
		{`{"account":""}`, Some(""), ""},
		{`{"account":"\u732b"}`, Some("猫"), "猫"},
	}
	hashes := NewAccountHash()
	seen := map[int64]string{}
	for _, form := range forms {
		rows, err := DecodeRows[Account]([]byte("[" + form.row + "," + form.row + "]"))
		if err != nil {
			t.Fatal(err)
		}
		first := rows[0].Account
		if first.Opt() != form.want || first.Or("none") != form.shown {
			t.Errorf("%s was read as %+v, %q", form.row, first.Opt(), first.Or("none"))
		}
		if !first.equal(rows[1].Account) {
			t.Errorf("%s differs from the same", form.row)
		}
		written, err := Marshal(&rows[0])
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeRows[Account]([]byte("[" + string(written) + "]"))
		if err != nil || again[0].Account.Opt() != form.want {
			t.Errorf("%s was written as %s, error %v", form.row, written, err)
		}
		hash := hashes.Of(&rows[0])
		if same, found := seen[hash]; found {
			t.Errorf("%s has the hash of %s", form.row, same)
		}
		seen[hash] = form.row
		for _, other := range forms {
			rows, err := DecodeRows[Account]([]byte("[" + other.row + "]"))
			if err != nil {
				t.Fatal(err)
			}
			if got := first.equal(rows[0].Account); got != (form == other) {
				t.Errorf("%s equals %s: %t", form.row, other.row, got)
			}
		}
	}
}
