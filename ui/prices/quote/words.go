package quote

import (
	"strings"
	"unicode"

	"channeldeck/ui/text"
)

// wordClass is what a phrase or a figure means. Of several meanings of a phrase the
// smallest class counts.
type wordClass uint32

const (
	wordMode wordClass = 1 << iota
	wordResolution
	wordAspectRatio
	wordScope
	wordVideoInput // accepts reference videos
	wordAudioInput
	unitSeconds // the value is the factor to seconds
	unitClips
	unitMegabytes // the value is the factor to MB
	unitFPS
	unitLines // 1080p
	unitK     // 4k
	wordKind
	wordFormat
	wordField // names what follows: tag:fast, 时长8
	wordFiller
	wordTag

	bareNumber
	pixelSize // 1920x1080
	ratio     // 9:16
	fileWidth
	fileHeight

	names = wordMode | wordResolution | wordAspectRatio | wordScope | wordTag
	units = unitSeconds | unitClips | unitMegabytes | unitFPS | unitLines | unitK
)

// entry gives a meaning to phrases, which are separated by ", ".
type entry struct {
	class          wordClass
	value, phrases string
}

// wordTable is what the parsers understand besides the catalog's own values, in
// both languages.
func wordTable() []entry {
	return []entry{
		{wordMode, "text2video", "text2video, text to video, txt2vid, t2v, 文生视频, 文字生视频, 文本生视频, 文生"},
		{wordMode, "image2video", "image2video, image to video, img2video, img2vid, img to video, i2v, 图生视频, 图片生视频, 图转视频, 单图生视频, 图生"},
		{wordMode, "flf2video", "flf2video, flf to video, flf2v, flf, first last frame, first last frames, first and last frame, first and last frames, 首尾帧, 首尾帧生视频"},
		{wordMode, "lf2video", "lf2video, lf to video, lf2v, last frame, last frames, 尾帧, 尾帧生视频"},
		{wordMode, "multi-image2video", "multi image2video, multi image to video, multi image, multi images, multiple images, several images, mi2v, 多图, 多图生视频, 多张图, 多图参考"},
		{wordMode, "multi-ref", "multi ref, multi reference, multi references, multiple references, 多参考, 多参考生视频, 多参, 参考生视频, 多模态参考"},
		{wordMode, "video2video", "video2video, video to video, vid2vid, v2v, 视频生视频, 视频转视频"},
		{wordAspectRatio, "adaptive", "adaptive, 自适应"},
		{wordScope, string(General), "general, general credits, 通用, 通用积分"},
		{wordVideoInput, "", "accepts:video, accepts video, takes video, video input, 支持视频输入, 接受视频, 视频输入, 参考视频"},
		{wordAudioInput, "", "accepts:audio, accepts audio, takes audio, audio input, 支持音频输入, 接受音频, 音频输入, 参考音频"},
		{wordField, "mode", "mode, 模式"},
		{wordField, "resolution", "resolution, res, 分辨率, 清晰度"},
		{wordField, "aspectRatio", "aspect, aspect ratio, ratio, 比例, 宽高比, 画幅"},
		{wordField, "duration", "duration, length, 时长, 长度"},
		{wordField, "count", "count, 数量"},
		{wordField, "tag", "tag, 标签, #"},
		{wordField, "creditsScope", "scope, credits, credit scope, 积分, 积分类型"},
		{unitSeconds, "1", "s, sec, secs, second, seconds, 秒, 秒钟, ″"},
		{unitSeconds, "60", "m, min, mins, minute, minutes, 分, 分钟"},
		{unitSeconds, "3600", "h, hour, hours, 小时"},
		{unitClips, "1", "clip, clips, pcs, times, file, files, 条, 个, 支, 段, 部, 份, 次, 遍, 张"},
		{unitMegabytes, "1", "mb, megabyte, megabytes, 兆"},
		{unitMegabytes, "0.001", "kb"},
		{unitMegabytes, "1000", "gb"},
		{unitMegabytes, "0.000001", "byte, bytes, 字节"},
		{unitMegabytes, "1.048576", "mib"},
		{unitMegabytes, "0.001024", "kib"},
		{unitMegabytes, "1073.741824", "gib"},
		{unitFPS, "1", "fps, frames per second, 帧, 帧每秒, 帧/秒, 帧率"},
		{unitLines, "1", "p"},
		{unitK, "1", "k"},
		{wordKind, string(Images), "image, images, picture, pictures, photo, photos, 图, 图片, 图像, 照片"},
		{wordKind, string(Videos), "video, videos, 视频"},
		{wordKind, string(Audios), "audio, audios, sound, music, 音频, 声音, 音乐"},
		{wordFormat, string(Videos), "mp4, mov, m4v, webm, mkv, avi, mpeg, mpg, flv, wmv, 3gp, quicktime"},
		{wordFormat, string(Audios), "mp3, wav, m4a, aac, flac, ogg, opus, wma, aiff"},
		{wordFormat, string(Images), "jpg, jpeg, png, webp, gif, bmp, tif, tiff, heic, heif, avif"},
		{wordFiller, "", "a, an, the, is, are, of, for, at, in, with, and, me, each, model, models, reference, format, size, fps, clip, clips, cheapest, cheap, lowest, best, " +
			"price, prices, cost, costs, how much, what, which, please, get, make, i want, 的, 要, 我要, 我想, 想要, 生成, 制作, 做, 请, 请问, 帮我, 一下, 和, 与, 用, 积分, 需要, 吗, 呢, " +
			"最便宜, 便宜, 最低价, 价格, 多少钱, 多少, 什么, 哪个, 哪款, 模型, 短视频, 每条, 每个, 每张, 一个, 共, 一共, 总共, 左右, 支持, 参考, 大小, 尺寸, 格式, 帧率"},
	}
}

func fieldClass(field string) wordClass {
	return map[string]wordClass{
		string(ByMode): wordMode, string(ByResolution): wordResolution, string(ByAspectRatio): wordAspectRatio,
		string(ByScope): wordScope, string(ByTag): wordTag, string(ByDuration): unitSeconds, "count": unitClips,
	}[field]
}

type meaning struct {
	class wordClass
	value string
	kind  Kind // of a format
}

// phrases are the meanings of phrases, by the key of the phrase's tokens.
type phrases map[string][]meaning

// maxPhrase bounds the tokens of a phrase. Longer names of the catalog are
// understood in quotation marks only.
const maxPhrase = 16

func (p phrases) add(phrase string, m meaning) {
	if keys := phraseKeys(tokenize(phrase)); len(keys) > 0 && len(keys) <= maxPhrase {
		last := keys[len(keys)-1]
		p[last] = append(p[last], m)
	}
}

// longest returns the meaning of the longest phrase of the classes that the
// tokens begin with, and its length in tokens, or 0.
func (p phrases) longest(tokens []token, classes wordClass) (best meaning, n int) {
	keys := phraseKeys(tokens[:min(len(tokens), maxPhrase)])
	for n = len(keys); n > 0; n-- {
		for _, m := range p[keys[n-1]] {
			if m.class&classes != 0 && (best.class == 0 || m.class < best.class) {
				best = m
			}
		}
		if best.class != 0 {
			return best, n
		}
	}
	return meaning{}, 0
}

// phraseKeys returns the keys of the first token, the first two tokens and so on.
func phraseKeys(tokens []token) []string {
	var key strings.Builder
	var keys []string
	for _, t := range tokens {
		if t.quoted {
			break
		}
		key.WriteString(t.text + " ")
		keys = append(keys, key.String())
	}
	return keys
}

// token is a number, a word of letters, a Chinese character, a text in quotation
// marks, or any other character. White space, hyphens and underscores separate
// tokens: "image-to-video" and "image to video" are equal.
type token struct {
	text       string // folded; as typed in quotation marks
	start, end int    // byte offsets in the source
	number     bool
	quoted     bool
	spaced     bool // white space precedes it
}

func tokenize(src string) []token {
	runes, offsets := make([]rune, 0, len(src)), make([]int, 0, len(src)+1)
	folded, at := text.FoldAt(src)
	for i, r := range folded {
		runes, offsets = append(runes, sign(r)), append(offsets, at[i])
	}
	offsets = append(offsets, len(src))
	digit := func(i int) bool { return i < len(runes) && runes[i] >= '0' && runes[i] <= '9' }
	letter := func(i int) bool {
		return i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsMark(runes[i])) && !unicode.Is(unicode.Han, runes[i])
	}
	after := func(i int) int { // folding turns some characters into several
		for i < len(runes) && offsets[i] == offsets[i-1] {
			i++
		}
		return offsets[i]
	}
	var tokens []token
	spaced := true
	for i := 0; i < len(runes); {
		j := i + 1
		t := token{spaced: spaced}
		switch r := runes[i]; {
		case unicode.IsSpace(r):
			i, spaced = j, true
			continue
		case digit(i), r == '-' && digit(j) && (spaced || i > 0 && (runes[i-1] == ':' || runes[i-1] == 'x' || runes[i-1] == '×')):
			for t.number = true; digit(j); j++ {
			}
			if j < len(runes) && runes[j] == '.' && digit(j+1) {
				for j++; digit(j); j++ {
				}
			}
		case r == '-', r == '_':
			i, spaced = j, false
			continue
		case r == '"':
			for t.quoted = true; j < len(runes) && runes[j] != '"'; j++ {
			}
			t.text = src[offsets[i+1]:offsets[j]]
			j = min(j+1, len(runes))
		case r == '×':
			t.text = "x"
		case letter(i):
			for letter(j) {
				j++
			}
		}
		if !t.quoted && t.text == "" {
			t.text = string(runes[i:j])
		}
		t.start, t.end = offsets[i], after(j)
		tokens = append(tokens, t)
		i, spaced = j, false
	}
	return tokens
}

// sign returns the usual sign for its variants: for "times", colons, quotation
// marks, minus.
func sign(r rune) rune {
	switch r {
	case '✕', '✖', '╳', '*':
		return '×'
	case '∶':
		return ':'
	case '“', '”', '「', '」':
		return '"'
	case '−', '–':
		return '-'
	}
	return r
}

// foldedText returns the tokens without white space: 9:16 for "9 比 16".
func foldedText(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(strings.ReplaceAll(t.text, "比", ":"))
	}
	return b.String()
}
