package api

import (
	"context"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// VideoModel is a video generation model of the catalog (2.6). Models and prices change
// as the service is updated: load the catalog again each time it is shown.
type VideoModel struct {
	Row              `json:"-"`
	Name             string           `json:"name"`
	Label            Opt[string]      `json:"label,omitzero"`
	Description      Opt[string]      `json:"description,omitzero"`
	Tags             []string         `json:"tags,omitzero"`
	CreditsScope     Opt[string]      `json:"creditsScope,omitzero"` // general, or credits of one model family
	Modes            []string         `json:"modes,omitzero"`        // text2video, image2video, …; open
	Resolutions      []string         `json:"resolutions,omitzero"`  // compare without case
	Durations        []Number         `json:"durations,omitzero"`    // seconds
	MaxInputImages   Number           `json:"maxInputImages,omitzero"`
	InputConstraints InputConstraints `json:"inputConstraints,omitzero"`
	AspectRatios     []string         `json:"aspectRatios,omitzero"` // w:h or words
	Defaults         ModelDefaults    `json:"defaults,omitzero"`
	Pricing          []Price          `json:"pricing,omitzero"`
	Unknown          jsontext.Value   `json:",embed"`
}

// ModelDefaults are used where a request names no value (2.6).
type ModelDefaults struct {
	Resolution  Opt[string]    `json:"resolution,omitzero"`
	AspectRatio Opt[string]    `json:"aspectRatio,omitzero"`
	Duration    Number         `json:"duration,omitzero"` // seconds
	Unknown     jsontext.Value `json:",embed"`
}

// Price is a pricing row (2.6): credits for a whole clip. A row without mode or
// resolution applies to all of them.
type Price struct {
	Resolution  Opt[string]    `json:"resolution,omitzero"`
	Mode        Opt[string]    `json:"mode,omitzero"`
	AspectRatio Opt[string]    `json:"aspectRatio,omitzero"` // not in the interface; seen
	Duration    Number         `json:"duration,omitzero"`    // seconds
	Price       Number         `json:"price,omitzero"`       // credits, current
	OriginPrice Number         `json:"originPrice,omitzero"` // credits, original
	Discount    jsontext.Value `json:"discount,omitzero"`    // not in the interface; seen
	Unknown     jsontext.Value `json:",embed"`
}

// InputConstraints are the limits on reference media (2.6).
type InputConstraints struct {
	Images  MediaConstraints `json:"images,omitzero"`
	Videos  MediaConstraints `json:"videos,omitzero"`
	Audios  MediaConstraints `json:"audios,omitzero"`
	Unknown jsontext.Value   `json:",embed"`
}

// MediaConstraints are the limits on one kind of reference media (2.6). The
// interface lists some of them for some kinds; any may appear on any.
type MediaConstraints struct {
	MaxCount         Number         `json:"maxCount,omitzero"`
	Formats          []string       `json:"formats,omitzero"`
	MinDuration      Number         `json:"minDuration,omitzero"`      // seconds
	MaxDuration      Number         `json:"maxDuration,omitzero"`      // seconds, per file
	MaxTotalDuration Number         `json:"maxTotalDuration,omitzero"` // seconds
	MaxSizeMb        Number         `json:"maxSizeMb,omitzero"`        // MB per file
	MinAspectRatio   Number         `json:"minAspectRatio,omitzero"`
	MaxAspectRatio   Number         `json:"maxAspectRatio,omitzero"`
	MinWidth         Number         `json:"minWidth,omitzero"`
	MaxWidth         Number         `json:"maxWidth,omitzero"`
	MinPixels        Number         `json:"minPixels,omitzero"`
	MaxPixels        Number         `json:"maxPixels,omitzero"`
	MinFps           Number         `json:"minFps,omitzero"`
	MaxFps           Number         `json:"maxFps,omitzero"`
	Unknown          jsontext.Value `json:",embed"`
}

// OpVideoModels is the call of [Client.VideoModels] (4.7).
const OpVideoModels Op = "video-models"

// VideoModels returns the catalog (4.7). The call carries no key. The error is that of a call: see
// [Client].
func (c *Client) VideoModels(ctx context.Context) ([]VideoModel, error) {
	return sendForRows[VideoModel](ctx, c, &call{
		op:     OpVideoModels,
		method: http.MethodGet,
		path:   "/api/ai/models/video/generation",
		public: true,
	})
}
