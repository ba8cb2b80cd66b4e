package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Platform is an element of the platform list (4.3). The interface documents its
// identifier and capabilities.work.getDetail; the other members are those that deployments
// send. Members that this type does not name are in the fields Unknown.
type Platform struct {
	Row           `json:"-"`
	Platform      string         `json:"platform"`
	DisplayName   jsontext.Value `json:"displayName,omitzero"` // usually {"en-US": …, "zh-CN": …}
	AuthType      Opt[string]    `json:"authType,omitzero"`    // oauth2, plugin, qrcode, browser; open
	ContentLimits ContentLimits  `json:"contentLimits,omitzero"`
	MediaRules    MediaRules     `json:"mediaRules,omitzero"`
	Topic         TopicRules     `json:"topic,omitzero"`
	Capabilities  Capabilities   `json:"capabilities,omitzero"`
	// JSON Schema of the options of a post, in document order
	OptionSchema jsontext.Value `json:"optionSchema,omitzero"`
	Status       Opt[string]    `json:"status,omitzero"` // see the constants Platform…; open
	Unknown      jsontext.Value `json:",embed"`
}

// The values of a platform's status that are known.
const (
	PlatformAvailable   = "available"
	PlatformUnavailable = "unavailable" // the other site serves it
	PlatformComingSoon  = "coming_soon" // no site serves it yet
	PlatformHidden      = "hidden"      // it is not offered
)

// ContentLimits limit the text and the number of files of a post (4.3). A missing member
// states no limit; 0 is a limit. Lengths are UTF-16 code units.
type ContentLimits struct {
	Modes              []string       `json:"modes,omitzero"` // the modes of a post that are accepted; open
	MaxTitleLength     Number         `json:"maxTitleLength,omitzero"`
	MaxBodyLength      Number         `json:"maxBodyLength,omitzero"`
	MaxTotalTextLength Number         `json:"maxTotalTextLength,omitzero"` // title and body together
	MaxMediaCount      Number         `json:"maxMediaCount,omitzero"`      // images and videos together
	MaxImages          Number         `json:"maxImages,omitzero"`
	MaxVideos          Number         `json:"maxVideos,omitzero"`
	Unknown            jsontext.Value `json:",embed"`
}

// The modes of a post, which follow from its files.
const (
	ModeVideo  = "video"
	ModeImages = "article"  // images with text
	ModeText   = "article2" // text alone
)

// MediaRules limit the files of a post (4.3). A missing member states no limit.
type MediaRules struct {
	ImageFormats     []string         `json:"imageFormats,omitzero"`     // file extensions
	VideoFormats     []string         `json:"videoFormats,omitzero"`     // file extensions
	MaxImageSize     Number           `json:"maxImageSize,omitzero"`     // bytes
	MaxVideoSize     Number           `json:"maxVideoSize,omitzero"`     // bytes
	MinVideoDuration Number           `json:"minVideoDuration,omitzero"` // seconds
	MaxVideoDuration Number           `json:"maxVideoDuration,omitzero"` // seconds
	MinImageWidth    Number           `json:"minImageWidth,omitzero"`    // pixels
	MaxImageWidth    Number           `json:"maxImageWidth,omitzero"`    // pixels
	MinImageHeight   Number           `json:"minImageHeight,omitzero"`   // pixels
	MaxImageHeight   Number           `json:"maxImageHeight,omitzero"`   // pixels
	MinVideoWidth    Number           `json:"minVideoWidth,omitzero"`    // pixels
	MaxVideoWidth    Number           `json:"maxVideoWidth,omitzero"`    // pixels
	MinVideoHeight   Number           `json:"minVideoHeight,omitzero"`   // pixels
	MaxVideoHeight   Number           `json:"maxVideoHeight,omitzero"`   // pixels
	AspectRatio      AspectRatioRange `json:"aspectRatio,omitzero"`      // of images
	Unknown          jsontext.Value   `json:",embed"`
}

// AspectRatioRange limits width divided by height.
type AspectRatioRange struct {
	Min     Number         `json:"min,omitzero"`
	Max     Number         `json:"max,omitzero"`
	Unknown jsontext.Value `json:",embed"`
}

// TopicRules limit the topics, such as #coffee, of a post (4.3).
type TopicRules struct {
	Supported      Opt[bool]      `json:"supported,omitzero"`
	NativeField    Opt[bool]      `json:"nativeField,omitzero"`    // topics do not count for the length of the body
	MaxCount       Number         `json:"maxCount,omitzero"`       // topics
	MaxTotalLength Number         `json:"maxTotalLength,omitzero"` // UTF-16 code units of all topics
	Unknown        jsontext.Value `json:",embed"`
}

// Capabilities states which functions a platform supports through the service (4.3).
type Capabilities struct {
	Auth       AuthCapabilities       `json:"auth,omitzero"`
	Publish    PublishCapabilities    `json:"publish,omitzero"`
	Analytics  AnalyticsCapabilities  `json:"analytics,omitzero"`
	Engagement EngagementCapabilities `json:"engagement,omitzero"`
	Work       WorkCapabilities       `json:"work,omitzero"`
	Browse     BrowseCapabilities     `json:"browse,omitzero"`
	Webhook    WebhookCapability      `json:"webhook,omitzero"`
	Unknown    jsontext.Value         `json:",embed"`
}

// AuthCapabilities are how accounts of a platform are connected.
type AuthCapabilities struct {
	Supported            Opt[bool]      `json:"supported,omitzero"`
	Revoke               Opt[bool]      `json:"revoke,omitzero"`
	SelectableAccounts   Opt[bool]      `json:"selectableAccounts,omitzero"`
	RefreshAccountAccess Opt[bool]      `json:"refreshAccountAccess,omitzero"`
	Unknown              jsontext.Value `json:",embed"`
}

// PublishCapabilities are the capabilities for publications.
type PublishCapabilities struct {
	Supported          Opt[bool]      `json:"supported,omitzero"`
	Cancel             Opt[bool]      `json:"cancel,omitzero"`
	Update             Opt[bool]      `json:"update,omitzero"`
	Verify             Opt[bool]      `json:"verify,omitzero"`
	Finalize           Opt[bool]      `json:"finalize,omitzero"`
	ScheduleByPlatform Opt[bool]      `json:"scheduleByPlatform,omitzero"`
	OptionSources      Opt[bool]      `json:"optionSources,omitzero"`
	CompletionStrategy Opt[string]    `json:"completionStrategy,omitzero"` // sync, polling, CompletionHandoff; open
	Unknown            jsontext.Value `json:",embed"`
}

// CompletionHandoff is the completion strategy of a platform on which a person finishes the
// publication on the phone.
const CompletionHandoff = "user_handoff"

// AnalyticsCapabilities are whose statistics the service fetches.
type AnalyticsCapabilities struct {
	Account Opt[bool]      `json:"account,omitzero"`
	Work    Opt[bool]      `json:"work,omitzero"`
	Unknown jsontext.Value `json:",embed"`
}

// EngagementCapabilities are how the service interacts with works and other users.
type EngagementCapabilities struct {
	Comments  CommentCapabilities  `json:"comments,omitzero"`
	Functions []EngagementFunction `json:"functions,omitzero"`
	Unknown   jsontext.Value       `json:",embed"`
}

// CommentCapabilities are the capabilities for comments.
type CommentCapabilities struct {
	List    CommentCapability `json:"list,omitzero"`
	Create  CommentCapability `json:"create,omitzero"`
	Unknown jsontext.Value    `json:",embed"`
}

// CommentCapability is a call about comments. Its pagination and its parameters are in Unknown.
type CommentCapability struct {
	Supported Opt[bool]      `json:"supported,omitzero"`
	Unknown   jsontext.Value `json:",embed"`
}

// EngagementFunction is an interaction such as like. Its parameters are in Unknown.
type EngagementFunction struct {
	Name    Opt[string]    `json:"name,omitzero"`
	Label   jsontext.Value `json:"label,omitzero"`  // usually {"en-US": …, "zh-CN": …}
	Target  Opt[string]    `json:"target,omitzero"` // comment, work, account; open
	Unknown jsontext.Value `json:",embed"`
}

// WorkCapabilities are the capabilities for works. The pagination of lists is in Unknown. Members
// without a type are a boolean or, in newer deployments, an object with the boolean supported and
// the parameters of the call.
type WorkCapabilities struct {
	ListWorks       jsontext.Value `json:"listWorks,omitzero"`
	GetLinkInfo     jsontext.Value `json:"getLinkInfo,omitzero"`
	GetDetail       Opt[bool]      `json:"getDetail,omitzero"` // see [Platform.WorkDetail]
	VerifyOwnership jsontext.Value `json:"verifyOwnership,omitzero"`
	Unknown         jsontext.Value `json:",embed"`
}

// BrowseCapabilities are the capabilities for works of others.
type BrowseCapabilities struct {
	Search    Opt[bool]      `json:"search,omitzero"`
	GetDetail Opt[bool]      `json:"getDetail,omitzero"` // not that of work details
	Unknown   jsontext.Value `json:",embed"`
}

// WebhookCapability is whether a platform announces changes to the service.
type WebhookCapability struct {
	Supported Opt[bool]      `json:"supported,omitzero"`
	Unknown   jsontext.Value `json:",embed"`
}

// Support is whether a platform can do something.
type Support uint8

// The values of Support.
const (
	SupportNotStated Support = iota
	Unsupported
	Supported
)

// SupportOf returns what a capability states.
func SupportOf(capability Opt[bool]) Support {
	supported, stated := capability.Get()
	if !stated {
		return SupportNotStated
	}
	if supported {
		return Supported
	}
	return Unsupported
}

// WorkDetail returns capabilities.work.getDetail, to be checked before work
// details are requested (rule 1 of 4.6). It is not capabilities.browse.getDetail.
func (p *Platform) WorkDetail() Support {
	return SupportOf(p.Capabilities.Work.GetDetail)
}

// AccountStatistics returns capabilities.analytics.account: whether the service fetches the
// statistics of accounts.
func (p *Platform) AccountStatistics() Support {
	return SupportOf(p.Capabilities.Analytics.Account)
}

// Hidden reports whether the platform is not listed for users.
func (p *Platform) Hidden() bool { return p.Status.Or("") == PlatformHidden }

// Served reports whether the site serves the platform, so that accounts of it can be connected
// there. A platform of an unknown status may be served.
func (p *Platform) Served() bool {
	switch p.Status.Or("") {
	case PlatformUnavailable, PlatformComingSoon, PlatformHidden:
		return false
	}
	return true
}

// Name returns the display name in a language such as zh-CN. If it is missing, it tries
// a variant of the language, English, any language, and at last the identifier.
func (p *Platform) Name(language string) string {
	var name string
	if json.Unmarshal(p.DisplayName, &name) == nil && name != "" {
		return name
	}
	base, _, _ := strings.Cut(language, "-")
	for _, prefix := range []string{language, base, "en", ""} {
		for tag, v := range Members(p.DisplayName) {
			if strings.HasPrefix(strings.ToLower(tag), strings.ToLower(prefix)) &&
				json.Unmarshal(v, &name) == nil &&
				name != "" {
				return name
			}
		}
	}
	return p.Platform
}

// OpPlatforms is the call of [Client.Platforms] (4.3).
const OpPlatforms Op = "platforms"

// Platforms returns the platforms that the service knows (4.3). The error is that of a call: see
// [Client].
func (c *Client) Platforms(ctx context.Context) ([]Platform, error) {
	list, err := sendForRows[Platform](ctx, c, &call{
		op:     OpPlatforms,
		method: http.MethodGet,
		path:   "/api/v2/channels/platforms",
	})
	c.supply.SetPlatforms(list)
	return list, err
}
