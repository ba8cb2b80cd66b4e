package mask

import (
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Records masks the messages of a session. It returns how many values were masked,
// and an error if a record cannot be encoded.
func Records(records []api.MessageRecord) ([]api.MessageRecord, int, error) {
	sent, err := api.Marshal(records, jsontext.PreserveRawStrings(true))
	if err != nil {
		return nil, 0, err
	}
	masked, n := JSON(sent)
	if n == 0 {
		return records, 0, nil
	}
	records, err = api.DecodeRows[api.MessageRecord](masked)
	return records, n, err
}
