/**
 * Removes differences in how a text is written: full and half width, ligatures, composition, capitals,
 * diacritics, vowel points, letters of one position (final forms), digits of other scripts, kana, simplified and traditional
 * characters. Letters that make a different word stay distinct (Cyrillic й and и, Ukrainian ї and і).
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return Array.from(
    text
      .normalize('NFKC')
      .replace(unseen, '')
      .toLowerCase()
      .normalize('NFD')
      .replace(marks, '')
      .replace(extraBreves, '$1')
      .replace(extraDiaereses, '$1')
      .normalize('NFC'),
    foldCharacter,
  ).join('');
}

const ascii = /^[\x20-\x7e]*$/;
/** Characters without ink: format characters, fillers, variation selectors, the Arabic tatweel. */
const unseen = /\p{Cf}|\p{Variation_Selector}|[\u115f\u1160\u3164\u0640]/gu;
/** Marks that are often omitted from a name: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels, the Indic nukta. */
const marks =
  /[\u0300-\u0305\u0307\u0309-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c]/gu;
/** A breve makes a different letter of и and у only, a diaeresis of і only. */
const extraBreves = /([^иу])\u0306/gu;
const extraDiaereses = /([^і])\u0308/gu;

/** Replacements for letters that have no decomposition. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ƒ: 'f',
  ς: 'σ',
  ґ: 'г',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ک: 'ك',
  ڪ: 'ك',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ۀ: 'ه',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};

/** The first digit of each script whose digits are not folded by normalisation. */
const zeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x17e0,
  0x1040,
];

/** Characters with two forms: traditional, or an older form, and the simplified one that it is folded to. */
const variants = new Map(
  (
    '國国圖图東东車车業业華华長长門门開开關关電电馬马鳥鸟魚鱼龍龙廣广義义億亿藝艺樂乐書书買买賣卖實实寶宝貿贸資资財财' +
    '貨货質质費费賀贺貴贵賓宾贊赞贏赢贛赣達达運运進进遠远連连還还選选遼辽鄭郑鄧邓錢钱鐵铁銀银銅铜鋼钢錦锦鎮镇鏡镜陳陈' +
    '陽阳隊队際际險险雲云霧雾靈灵韓韩項项順顺須须預预領领頭头題题顏颜風风飛飞飯饭飲饮館馆駿骏驗验魯鲁麗丽麥麦黃黄齊齐' +
    '機机構构條条極极榮荣樣样標标橋桥權权歐欧歡欢氣气漢汉濟济灣湾無无煙烟營营爾尔環环產产畫画發发盤盘礦矿禮礼種种積积' +
    '稱称穩稳節节範范紅红級级純纯紙纸線线組组結结絡络給给統统經经綠绿維维網网總总織织續续羅罗聖圣聯联職职聲声興兴舊旧' +
    '藍蓝蘇苏藥药處处術术衛卫裝装製制規规視视親亲觀观計计記记訊讯設设許许訴诉詞词試试詩诗話话該该語语誠诚說说請请課课' +
    '調调談谈論论證证識识譯译議议護护變变讓让豐丰貝贝負负責责軟软輪轮農农遞递郵邮醫医釋释錄录鋒锋鍾钟鐘钟區区協协單单' +
    '傑杰傳传債债優优儀仪價价備备側侧個个們们倉仓偉伟務务勝胜勞劳動动勵励勢势匯汇厲厉參参雙双員员問问啟启嚴严園园圓圆' +
    '團团執执堅坚場场塊块報报塵尘壓压夢梦夥伙奧奥婦妇媽妈孫孙學学寧宁審审寫写寬宽對对導导將将專专層层屬属島岛嶺岭幣币' +
    '帶带帳账張张強强彈弹彥彦後后從从復复徵征態态慶庆憲宪應应懷怀戰战戲戏戶户拋抛採采揚扬換换損损據据擁拥擔担擇择數数' +
    '斷断時时晉晋曆历會会澤泽沢泽広广円圆斉齐斎斋齋斋辺边邊边邉边浜滨濱滨桜樱櫻樱竜龙滝泷瀧泷鉄铁団团経经済济実实図图' +
    '気气塩盐鹽盐鷹鹰髙高﨑崎栄荣黒黑恵惠亜亚亞亚來来倫伦誼谊劉刘蘭兰葉叶謝谢吳吴趙赵楊杨蔣蒋盧卢賴赖鄒邹譚谭蕭萧閻阎' +
    '馮冯龔龚號号輸输廠厂鋪铺莊庄衆众眾众壽寿飾饰紡纺傢家'
  )
    .match(/../gu)
    ?.map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);

function foldCharacter(character: string): string {
  const letter = letters[character] ?? variants.get(character);
  if (letter !== undefined) return letter;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x0660) return character;
  // Hiragana and katakana are equivalent.
  if (code >= 0x3041 && code <= 0x3096) return String.fromCodePoint(code + 0x60);
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}
