/** An element with a text. */
export function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/** An element with at most `longest` characters of a text; nothing for an empty text, which no schema allows. */
export function shortElement(name: string, text: string, longest: number): string {
  return text === '' ? '' : element(name, Array.from(text).slice(0, longest).join(''));
}

/** Characters that XML cannot hold in any way. */
// eslint-disable-next-line no-control-regex
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as XML holds it. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unfit, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** The most digits that ISO 20022 has in any number. */
const mostDigits = 18;

/** Whether an element of ISO 20022 can hold a number; `mostDecimals`: how many of its digits may be after the point. */
export function isIsoDecimal(text: string, mostDecimals: number): boolean {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return whole !== '' && decimals.length <= mostDecimals && whole.length + decimals.length <= mostDigits;
}
