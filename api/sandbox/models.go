package sandbox

import "github.com/go-json-experiment/json/jsontext"

// model is an entry of data/models.json: a video model (interface 2.6) with its texts
// in both languages.
type model struct {
	Description map[string]jsontext.Value `json:"description,omitzero"`
	Tags        map[string]jsontext.Value `json:"tags,omitzero"`
	Rest        jsontext.Value            `json:",embed"`
}

// videoModels is call 4.7.
func (s *Server) videoModels(x *exchange) (payload, *failure) {
	language := "en-US"
	if x.chinese {
		language = "zh-CN"
	}
	list := []any{}
	for _, m := range load[[]model]("models") {
		list = append(list, struct {
			Description jsontext.Value `json:"description,omitzero"`
			Tags        jsontext.Value `json:"tags,omitzero"`
			Rest        jsontext.Value `json:",embed"`
		}{m.Description[language], m.Tags[language], m.Rest})
	}
	return value(list), nil
}
