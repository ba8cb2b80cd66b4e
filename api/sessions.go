package api

import (
	"context"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// MessageRecord is a saved message of an agent session (2.1).
type MessageRecord struct {
	Row        `json:"-"`
	ID         string         `json:"id"`
	SessionID  string         `json:"sessionId"`
	RunID      Opt[string]    `json:"runId,omitzero"`
	StepNumber Number         `json:"stepNumber,omitzero"` // from 0
	Message    UIMessage      `json:"message"`
	CreatedAt  string         `json:"createdAt"` // date-time
	Unknown    jsontext.Value `json:",embed"`
}

// UIMessage is the message of a record (2.1). Each part is an object whose
// members vary by its type and stays raw here.
type UIMessage struct {
	ID      string           `json:"id"`
	Role    string           `json:"role"` // system, user, assistant; open
	Parts   []jsontext.Value `json:"parts"`
	Unknown jsontext.Value   `json:",embed"`
}

// OpMessages is the call of [Client.Messages] (4.1).
const OpMessages Op = "messages"

// Messages returns all saved messages of an agent session (4.1). An unknown
// session is a [CodeSessionNotFound]. An ID that cannot be sent is an [*ArgumentError]; the other
// errors are those of a call: see [Client].
func (c *Client) Messages(ctx context.Context, sessionID string) ([]MessageRecord, error) {
	id, err := c.segment("sessionId", sessionID)
	if err != nil {
		return nil, err
	}
	return sendForRows[MessageRecord](ctx, c, &call{
		op:     OpMessages,
		method: http.MethodGet,
		path:   "/api/ai/agent/sessions/" + id + "/messages",
	})
}
