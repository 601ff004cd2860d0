import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PaperDocument, PaperPart } from '../../main/core/ports/index.ts';
import { createFiles } from '../../main/files/index.ts';
import { fontsFor } from '../../main/files/pdf/fonts.ts';
import { systemClock } from '../../main/system.ts';

const inEveryScript = [
  'Ana Müller, Nguyễn Thị Hương',
  'Ελένη Παπαδοπούλου',
  'Анна Іванівна',
  'Հայկ Արմենյան',
  'გიორგი ბერიძე',
  'محمد علي ٤٥',
  'پاکستان ٹریڈنگ کمپنی',
  'שלום כהן',
  'שלום\u200f!',
  'አበበ ቢቂላ',
  'प्रिया शर्मा',
  'শ্রীমতী রহিম উদ্দিন',
  'પ્રિયા પટેલ',
  'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  'ଶ୍ରୀକୃଷ୍ଣ ମହାନ୍ତି',
  'கோபாலகிருஷ்ணன்',
  'శ్రీనివాస్ మూర్తి',
  'ಶ್ರೀಕೃಷ್ಣ ಕುಮಾರ್',
  'കൃഷ്ണൻ നമ്പ്യാർ',
  'ශ්‍රී ප්‍රියන්ත',
  'สมชาย ใจดี ฿',
  'ສົມຊາຍ ວົງສາ',
  'ស្រីមុំ ឈឿន',
  'အောင်ဆန်းစုကြည်',
  '张伟 張偉',
  '山田太郎 ヤマダ ㈱',
  '김철수',
  'Thanks 🙏🏽 ❤️ 👩‍🌾 🇩🇪 1️⃣ ✅',
  '← ≤ ① ★ ☎ ✓ ￥ € ₹ ₺ ₾',
];

const files = createFiles({ clock: systemClock });
const createdAt = Date.UTC(2026, 0, 31, 12);

function paper(title: string, parts: readonly PaperPart[]): PaperDocument {
  return { title, about: 'Profile main', foot: 'Bursar', createdAt, isWide: false, parts };
}

async function written(document: PaperDocument): Promise<Buffer> {
  const made = await files.writePdf(document);
  if (!made.ok) throw new Error(made.error.message);
  return Buffer.from(made.value);
}

/** The streams of a PDF that are packed, unpacked. */
function streamsOf(pdf: Buffer): string[] {
  const texts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    try {
      texts.push(inflateSync(pdf.subarray(at + 'stream\n'.length)).toString('latin1'));
    } catch {
      // Not a packed stream: it is in the first text as it is.
    }
  }
  return texts;
}

/** Everything in a PDF that is written in Latin letters: its objects, unpacked. */
function unpacked(pdf: Buffer): string {
  return [pdf.toString('latin1'), ...streamsOf(pdf)].join('\n');
}

/** How many texts are drawn on each page. */
function textsByPage(pdf: Buffer): number[] {
  return streamsOf(pdf)
    .map((stream) => stream.split(' TJ').length - 1)
    .filter((count) => count > 0);
}

/** The numbers of the glyphs that are drawn, each of two bytes in a text that escapes some of them. */
function glyphsOf(pdf: Buffer): number[] {
  const shown = [...unpacked(pdf).matchAll(/\[((?:[^\]\\]|\\[^])*)\] TJ/g)].map(([, text]) => text ?? '');
  const drawn = shown.flatMap((text) =>
    [...text.matchAll(/\(((?:[^()\\]|\\[^])*)\)/g)].map(([, glyphs]) => glyphs ?? ''),
  );
  return drawn.flatMap((glyphs) => {
    const bytes = [...glyphs.matchAll(/\\([0-7]{3})|\\([^])|([^\\])/g)].map(([, octal, escaped, plain]) =>
      octal === undefined
        ? (escapes[escaped ?? ''] ?? (escaped ?? plain ?? '').charCodeAt(0))
        : Number.parseInt(octal, 8),
    );
    return bytes.flatMap((byte, index) => (index % 2 === 0 ? [byte * 256 + (bytes[index + 1] ?? 0)] : []));
  });
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Glyph 0 of any font is the box for what it lacks. */
function hasBoxes(pdf: Buffer): boolean {
  return glyphsOf(pdf).includes(0);
}

describe('a PDF', () => {
  it.each(inEveryScript)('has a font for %s', async (name) => {
    expect(hasBoxes(await written(paper(name, [{ kind: 'text', text: name }])))).toBe(false);
  });

  it('embeds the fonts that its text needs, and no others', () => {
    const used = fontsFor(inEveryScript.join(' ')).files.map((file) => path.basename(file));
    const kept = readdirSync(path.resolve('out/fonts')).filter((name) => name.endsWith('.ttf'));
    expect(used.toSorted()).toEqual(kept.toSorted());
    expect(fontsFor('Ana Müller, Елена, 1,234.50 €').families).toEqual(['Noto Sans']);
    expect(fontsFor('Ana রহিম').families).toEqual(['Noto Sans', 'Noto Sans Bengali']);
  });

  it('shows characters without a font as boxes, and says so', async () => {
    const pdf = await written(paper('1', [{ kind: 'text', text: '\u{12000}' }]));
    expect(hasBoxes(pdf)).toBe(true);
    const said = await written(paper('1', [{ kind: 'text', text: 'a' }]));
    expect(glyphsOf(pdf).length).toBeGreaterThan(glyphsOf(said).length + 50);
  });

  it.each([44, 46])('keeps a short list of facts on one page, after %d lines', async (lines) => {
    const facts = [1, 2, 3, 4, 5, 6, 7, 8].map((number): readonly [string, string] => [
      `Name ${number}`,
      'x',
    ]);
    const texts = Array.from({ length: lines }, (_, line): PaperPart => ({ kind: 'text', text: `${line}` }));
    const pdf = await written(paper('Report', [...texts, { kind: 'facts', facts }]));
    const drawn = textsByPage(pdf);
    expect(drawn).toHaveLength(2);
    // Each fact is two texts, and the foot of a page two or three.
    expect(drawn[1]).toBeGreaterThanOrEqual(2 * facts.length + 2);
  });

  it('has the same bytes whenever the same document is written', async () => {
    const table: PaperPart = {
      kind: 'table',
      columns: [
        { header: 'Payee', share: 1 },
        { header: 'Amount', isFigure: true },
      ],
      rows: [['Ana', '1.00']],
    };
    const [one, other] = [await written(paper('Report', [table])), await written(paper('Report', [table]))];
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
    expect(one.equals(other)).toBe(true);
  });

  it('shows text that looks like a command as it is, and runs nothing', async () => {
    const text = '#panic("run") $x$ *bold* \\ = <label> @reference "';
    const column = { header: text };
    const rows = [[text]];
    const parts: PaperPart[] = [
      { kind: 'heading', text },
      { kind: 'text', text, isNotice: true },
      { kind: 'facts', facts: [[text, text]] },
      { kind: 'table', columns: [column], rows },
    ];
    expect((await written(paper(text, parts))).length).toBeGreaterThan(1000);
  });

  it('marks a name that contains characters that reverse its reading direction', async () => {
    const turned = await written(paper('Payee', [{ kind: 'text', text: 'Ana\u202E123' }]));
    const shown = await written(paper('Payee', [{ kind: 'text', text: 'Ana\uFFFD123' }]));
    expect(turned.equals(shown)).toBe(true);
  });
});
