package schema

// board is a createSchema as deployments send it.
const board = `{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "~standard": {"version": 1, "vendor": "zod"},
  "type": "object",
  "required": ["name", "accountId"],
  "additionalProperties": false,
  "properties": {
    "accountId": {"type": "string", "minLength": 1, "description": "账号 ID"},
    "name": {"type": "string", "minLength": 1, "maxLength": 50, "pattern": "\\S", "title": "Name"},
    "description": {"type": "string", "maxLength": 500},
    "privacy": {"type": "string", "enum": ["PUBLIC", "PROTECTED", "SECRET"], "default": "PUBLIC"},
    "sections": {
      "type": "array", "maxItems": 5, "uniqueItems": true,
      "items": {"type": "object", "required": ["title"], "properties": {
        "title": {"type": "string", "minLength": 2},
        "weight": {"type": "number", "minimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.05},
        "cover": {"anyOf": [{"type": "string", "format": "uri"}, {"type": "null"}]}
      }}
    }
  }
}`

// video has the keywords that board has not.
const video = `{
  "type": "object",
  "definitions": {"place": {"type": "object", "title": "Place", "required": ["id"], "properties": {
    "id": {"type": "integer", "minimum": 1}, "near": {"$ref": "#/definitions/place"}}}},
  "properties": {
    "kind": {"const": "video"},
    "place": {"$ref": "#/definitions/place", "description": "Where"},
    "tags": {"type": "array", "items": {"type": "string"}, "minItems": 2},
    "pair": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}], "additionalItems": {"type": "null"}},
    "when": {"type": "string", "format": "date-time"},
    "more": {"type": ["object", "null"], "additionalProperties": {"type": "string"}, "patternProperties": {"^x-": {}}}
  },
  "required": ["kind", "place", "tags", "when"],
  "oneOf": [
    {"title": "by url", "required": ["url"], "properties": {"url": {"type": "string", "format": "uri"}}},
    {"title": "by file", "required": ["file"], "properties": {"file": {"type": "string"}}}
  ],
  "not": {"required": ["url", "file"]}
}`

// everything has each role and bound once.
const everything = `{
  "$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/everything",
  "x-unknown": {"properties": {"hidden": {}}},
  "title": "T", "description": "D", "type": ["object", "array", "string"],
  "default": {"a": [1, 2.50]}, "examples": ["x", {"b":  null}], "format": "odd", "readOnly": true,
  "minLength": 1, "pattern": "(?i)^a", "minimum": 1e2, "enum": [1, "two", [3]],
  "minProperties": 1, "maxProperties": 9, "minItems": 0, "maxItems": 1234567890123456789, "uniqueItems": false,
  "required": ["in.ner", "plain"],
  "properties": {"plain": true, "in.ner": {"$ref": "#/definitions/d", "description": "beside"}, "it's": false},
  "patternProperties": {"^x-": {"type": "null"}},
  "additionalProperties": {"type": "boolean"},
  "items": [{"const": 1}, {"const": null}], "additionalItems": {"writeOnly": true},
  "contains": {"multipleOf": 0.01}, "propertyNames": {"maxLength": 3},
  "dependencies": {"plain": ["it's"], "it's": {"required": ["z"]}},
  "allOf": [{"items": {"items": {"type": "string"}}}], "anyOf": [{}, {"not": {"contentEncoding": "base64"}}],
  "oneOf": [{"$ref": "https://example.com/everything#/definitions/d"}, {"additionalProperties": false}],
  "if": {"const": 1}, "then": {"$ref": "#"}, "else": {"$ref": "#named"},
  "definitions": {"d": {"title": "Def", "description": "own", "type": "integer"},
    "n": {"$id": "#named", "deprecated": true}}
}`
