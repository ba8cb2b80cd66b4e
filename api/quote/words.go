package quote

import (
	"channeldeck/api/media"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The columns of terms that are not columns of rows: a number of clips or files, and the
// properties of a file.
const (
	byCount  Column = "count"
	byKind   Column = "kind"
	byFormat Column = "format"
	byWidth  Column = "width"
	byHeight Column = "height"
	byFPS    Column = "fps"
	bySize   Column = "size"
	byPixels Column = "pixels" // width and height
	byNone   Column = "none"   // words that ask nothing: answers are sorted by price
)

// term is the meaning of a phrase: a value of a column.
type term struct {
	column Column
	value  string
}

// phrases are the meanings of folded phrases.
type phrases map[string]term

// add adds phrases, which are separated by ", ", unless they have a meaning already.
// "image to video" and "image-to-video" are equal.
func (p phrases) add(t term, list string) {
	for phrase := range strings.SplitSeq(folded(list), ", ") {
		for _, key := range []string{
			phrase,
			strings.ReplaceAll(phrase, " ", "-"),
			strings.NewReplacer("-", " ", "_", " ").Replace(phrase),
		} {
			_, ok := p[key]
			if !ok && len(key) <= maxPhrase {
				p[key] = t
			}
		}
	}
}

// maxPhrase bounds the bytes of a phrase. Longer names of the catalog are understood in
// quotation marks only.
const maxPhrase = 80

// longest returns the meaning of the longest phrase that s begins with, and its length, or 0.
// A phrase does not end within a word or a number.
func (p phrases) longest(s string) (term, int) {
	for end := min(len(s), maxPhrase); end > 0; end-- {
		t, ok := p[s[:end]]
		if !ok {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(s[:end])
		next, _ := utf8.DecodeRuneInString(s[end:])
		if !(letter(last) && letter(next)) && !(unicode.IsDigit(last) && unicode.IsDigit(next)) {
			return t, end
		}
	}
	return term{}, 0
}

// letter reports whether r is part of a word that white space delimits.
func letter(r rune) bool {
	return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r)
}

// aliases adds the words that the parser of questions understands besides the catalog's own values,
// in both languages.
func aliases(add func(c Column, value, list string)) {
	add(
		ByMode,
		"text2video",
		"text2video, text to video, txt2vid, t2v, 文生视频, 文字生视频, 文本生视频, 文生",
	)
	add(
		ByMode,
		"image2video",
		"image2video, image to video, img2video, img2vid, img to video, i2v, "+
			"图生视频, 图片生视频, 图转视频, 单图生视频, 图生",
	)
	add(
		ByMode,
		"flf2video",
		"flf2video, flf to video, flf2v, flf, first last frame, first last frames, "+
			"first and last frame, first and last frames, 首尾帧, 首尾帧生视频",
	)
	add(
		ByMode,
		"lf2video",
		"lf2video, lf to video, lf2v, last frame, last frames, 尾帧, 尾帧生视频",
	)
	add(
		ByMode,
		"multi-image2video",
		"multi image2video, multi image to video, multi image, multi images, multiple images, "+
			"several images, mi2v, 多图, 多图生视频, 多张图, 多图参考",
	)
	add(
		ByMode,
		"multi-ref",
		"multi ref, multi reference, multi references, multiple references, "+
			"多参考, 多参考生视频, 多参, 参考生视频, 多模态参考",
	)
	add(
		ByMode,
		"video2video",
		"video2video, video to video, vid2vid, v2v, 视频生视频, 视频转视频",
	)
	add(ByDuration, "-1", "auto, 自动")
	add(ByAspectRatio, "adaptive", "adaptive, 自适应")
	add(ByScope, string(General), "general, general credits, 通用, 通用积分")
	add(
		ByVideo,
		string(ByVideo),
		"accepts:video, accepts video, takes video, video input, 支持视频输入, 接受视频, 视频输入, 参考视频",
	)
	add(
		ByAudio,
		string(ByAudio),
		"accepts:audio, accepts audio, takes audio, audio input, 支持音频输入, 接受音频, 音频输入, 参考音频",
	)
}

// fields name the value that follows them and a colon.
func fields() phrases {
	p := phrases{}
	p.add(term{column: ByMode}, "mode, 模式")
	p.add(term{column: ByResolution}, "resolution, 分辨率, 清晰度")
	p.add(term{column: ByAspectRatio}, "aspect, aspect ratio, ratio, 比例, 宽高比, 画幅")
	p.add(term{column: ByDuration}, "duration, 时长")
	p.add(term{column: byCount}, "count, 数量")
	p.add(term{column: ByTag}, "tag, 标签")
	p.add(term{column: ByScope}, "scope, credits, 积分, 积分类型")
	p.add(term{column: ByName}, "model, name, 模型")
	return p
}

// unit is a form of figures.
type unit struct {
	column Column
	factor string         // to seconds, MB and so on
	form   *regexp.Regexp // groups: the figure, its number, its second number if any: 1920x1080, 1m4s
}

// questionUnits and fileUnits are the forms of figures, which nobody changes.
var (
	questionUnits = sync.OnceValue(func() []unit { return units(false) })
	fileUnits     = sync.OnceValue(func() []unit { return units(true) })
)

// units returns the forms of figures in questions or in descriptions of files.
func units(ofFiles bool) []unit {
	var list []unit
	add := func(c Column, factor, form string) {
		form = strings.ReplaceAll(form, "N", `(-?\d+(?:\.\d+)?)`)
		list = append(list, unit{c, factor, regexp.MustCompile("^(" + form + ")")})
	}
	if ofFiles {
		add(byPixels, "1", `N *[x×*] *N\b`)
		add(byHeight, "1", `N *p\b`)
		add(byFPS, "1", `N *(?:fps\b|帧)`)
		add(bySize, "1", `N *(?:mb\b|兆)`)
		add(bySize, "0.001", `N *kb\b`)
		add(bySize, "1000", `N *gb\b`)
	} else {
		add(ByResolution, "1", `(\d{3,}) *[x×*] *(\d{3,})\b`)
		add(ByResolution, "1", `N *[pk]\b`)
	}
	add(ByDuration, "60", `N:(0\d)\b`) // not an aspect ratio
	add(ByDuration, "60", `N *(?:m|mins?|minutes?|分钟?) *N *(?:(?:s|secs?|seconds?)\b|秒钟?)`)
	add(ByAspectRatio, "1", `N *[:∶比] *N\b`)
	add(ByDuration, "1", `N *(?:(?:s|secs?|seconds?)\b|秒钟?)`)
	add(ByDuration, "60", `N(?: *(?:m|mins?|minutes?)\b| *分钟|分)`) // not 8 分辨率
	add(ByDuration, "3600", `N *(?:(?:h|hours?)\b|小时)`)
	add(byCount, "1", `[x×*] *N(?:\b| *[条个支段部份次张]| *clips?\b)`)
	add(byCount, "1", `N *(?:[x×*]|(?:clips?|pcs|files?)\b|[条个支段部份次张])`)
	return list
}

// formats are the kinds of the formats that are understood.
func formats() map[string]media.Kind {
	kinds := map[string]media.Kind{}
	for kind, list := range map[media.Kind]string{
		media.Videos: "mp4 mov m4v webm mkv avi mpeg mpg flv wmv rmvb 3gp quicktime",
		media.Audios: "mp3 wav m4a aac flac ogg opus wma aiff amr",
		media.Images: "jpg jpeg png apng webp gif bmp tif tiff heic heif avif",
	} {
		for format := range strings.FieldsSeq(list) {
			kinds[format] = kind
		}
	}
	return kinds
}

// vocabulary holds the phrases that the parsers understand: the tables above and the catalog's
// values.
type vocabulary struct {
	columns              map[Column]phrases // values of a column
	question, file       phrases
	fields               phrases
	ofQuestions, ofFiles []unit
	kinds                map[string]media.Kind // of formats
}

func (v *Values) vocabulary() *vocabulary {
	out := &vocabulary{
		columns:     map[Column]phrases{},
		question:    phrases{},
		file:        phrases{},
		fields:      fields(),
		ofQuestions: questionUnits(),
		ofFiles:     fileUnits(),
		kinds:       formats(),
	}
	add := func(c Column, value, list string) {
		if out.columns[c] == nil {
			out.columns[c] = phrases{}
		}
		out.columns[c].add(term{c, value}, list)
		out.question.add(term{c, value}, list)
	}
	aliases(add)
	for _, c := range []Column{ByMode, ByResolution, ByAspectRatio, ByScope, ByTag, ByName} {
		for _, value := range v.List(c) {
			add(c, value, value)
		}
	}
	for _, name := range v.List(ByName) {
		add(ByName, name, v.labels[name])
	}
	for _, value := range v.List(ByResolution) {
		// 720
		out.columns[ByResolution].add(
			term{ByResolution, value},
			strings.TrimSuffix(folded(value), "p"),
		)
	}
	out.question.add(
		term{column: byNone},
		"cheapest, the cheapest, lowest price, price, prices, the, of, for, at, in, with, and, "+
			"how much, which, what, is, "+
			"最便宜, 最便宜的, 最低价, 价格, 多少钱, 的, 要, 视频, 哪个, 哪种, 中, 里, 是",
	)
	out.file.add(
		term{byKind, string(media.Images)},
		"image, images, picture, pictures, photo, photos, 图, 图片, 图像, 照片",
	)
	out.file.add(term{byKind, string(media.Videos)}, "video, videos, 视频")
	out.file.add(
		term{byKind, string(media.Audios)},
		"audio, audios, sound, music, 音频, 声音, 音乐",
	)
	for format := range out.kinds {
		out.file.add(term{byFormat, media.Format(format)}, format)
	}
	return out
}
