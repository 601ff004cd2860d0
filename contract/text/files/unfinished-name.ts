const shownCharacters = 50;
const randomCharacters = 8;

/**
 * The name of a file until it is complete, which stays if the program is killed meanwhile: it shows what it was to become. Shorter than the
 * chosen name may be, since that one may be as long as the file system allows.
 */
export function unfinishedName(name: string, random: string): string {
  return `${name.slice(0, shownCharacters).toWellFormed()}.${random.slice(0, randomCharacters)}.unfinished`;
}
