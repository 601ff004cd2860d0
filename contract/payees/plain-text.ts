/** Fast path: nearly all texts are already normalised, apart from case. So are accented letters, except the ligatures and digraphs left out here. */
const normalWords =
  /^[!-~\u00c0-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u2019]+(?: [!-~\u00c0-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u2019]+)*$/;
/** Invisible characters, such as a zero-width space pasted from a web page. */
const invisible = /\p{Cf}/gu;

/** Normalizes case, spacing and Unicode composition of a name, reference or e-mail address. */
export function plainText(text: string): string {
  return normalWords.test(text) ? text.toLowerCase() : normalizedText(text);
}

/** Like `plainText`, for any text. */
export function normalizedText(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').toLowerCase().replace(/\s+/gu, ' ').trim();
}
