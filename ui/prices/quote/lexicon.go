package quote

// class is what a phrase means to the parsers. Of two phrases of equal length
// the one of the lower class is meant.
type class uint8

const (
	classMode class = iota
	classResolution
	classAspect
	classScope
	classAccepts
	classSecond // units: value is how many seconds
	classClip
	classMegabyte // value is how many MB
	classFPS
	classHeight // the p of 1080p
	classKind
	classFormat
	classKey // "tag", before a colon
	classFiller
	classTag
)

type entry struct {
	phrase []rune
	class  class
	value  string
}

// lexicon finds phrases by their first rune.
type lexicon map[rune][]entry

func (l lexicon) add(c class, value string, phrases ...string) {
	for _, p := range phrases {
		if runes := trimGaps(foldString(p)); len(runes) > 0 && len(runes) <= maxText {
			l[runes[0]] = append(l[runes[0]], entry{runes, c, value})
		}
	}
}

// trimGaps makes each gap within a phrase one blank and drops those around it.
func trimGaps(in []rune) []rune {
	out := make([]rune, 0, len(in))
	for _, r := range in {
		switch {
		case !isGap(r):
			out = append(out, r)
		case len(out) > 0 && out[len(out)-1] != ' ':
			out = append(out, ' ')
		}
	}
	if n := len(out); n > 0 && out[n-1] == ' ' {
		out = out[:n-1]
	}
	return out
}

// longest finds the longest phrase that stands that far ahead and whose class
// is wanted. It returns 0 where there is none.
func (l lexicon) longest(s *scanner, ahead int, wanted func(class) bool) (entry, int) {
	var best entry
	size := 0
	for _, e := range l[s.peek(ahead)] {
		if !wanted(e.class) {
			continue
		}
		if n := s.phrase(e.phrase, ahead); n > size || n == size && n > 0 && e.class < best.class {
			best, size = e, n
		}
	}
	return best, size
}

func only(c class) func(class) bool { return func(got class) bool { return got == c } }

// addUnits adds what follows a number.
func (l lexicon) addUnits() {
	l.add(classSecond, "1", "s", "sec", "secs", "second", "seconds", "秒", "秒钟", "″")
	l.add(classSecond, "60", "min", "mins", "minute", "minutes", "分钟")
	l.add(classClip, "", "clip", "clips", "video", "videos", "pcs", "times", "条", "条视频", "个", "个视频", "支", "段", "部", "份", "次", "遍", "张", "张图", "file", "files")
}

// addQuestionWords adds what questions are asked with in both languages.
func (l lexicon) addQuestionWords() {
	l.addUnits()
	l.add(classMode, "text2video", "text 2 video", "text to video", "txt 2 vid", "t2v", "文生视频", "文字生视频", "文本生视频", "文生")
	l.add(classMode, "image2video", "image 2 video", "image to video", "img 2 video", "img 2 vid", "img to video", "i2v", "图生视频", "图片生视频", "图转视频", "单图生视频", "图生")
	l.add(classMode, "flf2video", "flf 2 video", "flf to video", "flf 2 v", "flf", "first last frame", "first last frames", "first and last frame", "first and last frames", "首尾帧", "首尾帧生视频")
	l.add(classMode, "multi-image2video", "multi image 2 video", "multi image to video", "multi image", "multi images", "mi2v", "多图", "多图生视频", "多张图", "多图参考")
	l.add(classMode, "multi-ref", "multi ref", "multi reference", "multi references", "多参考", "多参考生视频", "多参", "参考生视频", "多模态参考")
	l.add(classMode, "video2video", "video 2 video", "video to video", "vid 2 vid", "v2v", "视频生视频", "视频转视频")
	l.add(classScope, string(General), "general", "general credits", "通用", "通用积分")
	l.add(classAccepts, "video", "accepts video", "takes video", "video input", "支持视频输入", "接受视频", "视频输入", "参考视频")
	l.add(classAccepts, "audio", "accepts audio", "takes audio", "audio input", "支持音频输入", "接受音频", "音频输入", "参考音频")
	l.add(classKey, "mode", "mode", "模式")
	l.add(classKey, "resolution", "resolution", "res", "分辨率", "清晰度")
	l.add(classKey, "aspect", "aspect", "aspect ratio", "ratio", "比例", "宽高比", "画幅")
	l.add(classKey, "duration", "duration", "length", "时长", "长度")
	l.add(classKey, "count", "count", "数量")
	l.add(classKey, "tag", "tag", "标签")
	l.add(classKey, "scope", "scope", "credits", "credit scope", "积分", "积分类型")
	l.add(classKey, "accepts", "accepts", "input", "输入")
	l.add(classFiller, "", "cheapest", "cheap", "lowest", "best", "price", "prices", "cost", "costs", "how much", "what", "which", "is", "are", "the",
		"a", "an", "of", "for", "at", "in", "with", "and", "me", "model", "models", "clip", "clips", "video", "videos", "each", "please", "get", "make", "i want",
		"最便宜", "便宜", "最低价", "价格", "多少钱", "多少", "什么", "哪个", "哪款", "模型", "的", "要", "我要", "我想", "想要", "生成", "制作", "做", "请", "请问", "帮我",
		"视频", "短视频", "一下", "和", "与", "用", "积分", "需要", "吗", "呢", "每条", "每个", "共", "一共", "总共", "左右", "支持")
}

// addFileWords adds what reference files are described with.
func (l lexicon) addFileWords() {
	l.addUnits()
	l.add(classMegabyte, "1", "mb", "m", "megabyte", "megabytes", "兆")
	l.add(classMegabyte, "0.001", "kb", "k")
	l.add(classMegabyte, "1000", "gb", "g")
	l.add(classMegabyte, "0.000001", "b", "byte", "bytes", "字节")
	l.add(classMegabyte, "1.048576", "mib")
	l.add(classMegabyte, "0.001024", "kib")
	l.add(classMegabyte, "1073.741824", "gib")
	l.add(classFPS, "", "fps", "frames per second", "帧", "帧每秒", "帧/秒", "帧率")
	l.add(classHeight, "", "p")
	l.add(classKind, string(Images), "image", "images", "picture", "pictures", "photo", "photos", "图", "图片", "图像", "照片", "张图", "张图片", "张照片")
	l.add(classKind, string(Videos), "video", "videos", "视频", "个视频", "段视频", "条视频")
	l.add(classKind, string(Audios), "audio", "audios", "sound", "music", "音频", "声音", "音乐", "个音频", "段音频", "条音频")
	l.add(classFormat, string(Videos), "mp4", "mov", "m4v", "webm", "mkv", "avi", "mpeg", "mpg", "flv", "wmv", "3gp", "quicktime")
	l.add(classFormat, string(Audios), "mp3", "wav", "m4a", "aac", "flac", "ogg", "opus", "wma", "aiff")
	l.add(classFormat, string(Images), "jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif")
	l.add(classKey, "", "duration", "length", "size", "resolution", "format", "fps", "时长", "大小", "分辨率", "尺寸", "格式", "帧率")
	l.add(classFiller, "", "a", "an", "of", "with", "and", "at", "the", "reference", "的", "一个", "参考", "每个", "每张")
}
