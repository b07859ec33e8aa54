// How names are compared, as `fold_name` and `name_grams` do it in the database for the names of games (migration 0032).

/** Without case and accents, and with one letter for those that keyboards mix up. */
export function foldName(given: string): string {
  if (ascii.test(given)) return given.toLowerCase();
  const plain = given.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');
  // Letter by letter: JavaScript would write a Greek sigma at the end of a word differently.
  return Array.from(plain, (letter) => {
    const lower = letter.toLowerCase();
    return oneLetter.get(lower) ?? lower;
  }).join('');
}

const ascii = /^[\0-\x7f]*$/;

const oneLetter = new Map([
  ['ı', 'i'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['є', 'е'],
  ['ґ', 'г'],
  ['ي', 'ی'],
  ['ك', 'ک'],
]);

/** Every three letters in a row of each word, with two spaces before it and one after. */
export function listNameGrams(folded: string): Set<string> {
  const grams = new Set<string>();
  for (const word of folded.split(separators)) {
    if (word === '') continue;
    const padded = `  ${word} `;
    if (hasPairs.test(word)) {
      const letters = Array.from(padded);
      for (let at = 0; at + 2 < letters.length; at += 1) grams.add(letters.slice(at, at + 3).join(''));
    } else for (let at = 0; at + 2 < padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  }
  return grams;
}

const separators = /[\p{White_Space}!-/:-@[-`{-~\u2000-\u206f\u3000-\u303f]+/u;

/** Letters that are two code units, such as emoji. */
const hasPairs = /[\ud800-\udfff]/;
