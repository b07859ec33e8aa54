// Masks listed words with one asterisk per grapheme. Matching ignores case, accents, letter variants (ＡＢＣ) and simple
// look-alikes (0 for o, @ for a).
//
// The words form a trie. From each possible start the longest match that ends at a word boundary is masked, so the time
// is linear in the text. Operators' input never becomes a regular expression.

export interface FilteredText {
  readonly text: string;
  readonly changed: boolean;
}

export type ProfanityFilter = (text: string) => FilteredText;

export function createProfanityFilter(words: readonly string[]): ProfanityFilter {
  const root = treeOf(words);
  if (root.next.size === 0) return (text) => ({ text, changed: false });
  return (text) => {
    const places = placesOf(text);
    for (let at = 0; at < places.length;) {
      const end = places[at]?.mayBegin === true ? endOfWord(root, places, at) : undefined;
      for (const place of places.slice(at, end ?? at)) if (place.letters.trim() !== '') place.shown = '*';
      at = end ?? at + 1;
    }
    const masked = places.map(({ shown }) => shown).join('');
    return { text: masked, changed: masked !== text };
  };
}

interface Branch {
  readonly next: Map<string, Branch>;
  /** A listed word ends here: one with letters, or one of only digits and signs. */
  endsWord: boolean;
  endsNumber: boolean;
}

interface Place {
  shown: string;
  /** Normalised; empty: skipped in matching. */
  readonly letters: string;
  readonly hasLetter: boolean;
  readonly mayBegin: boolean;
  readonly mayEnd: boolean;
}

const newBranch = (): Branch => ({ next: new Map(), endsWord: false, endsNumber: false });

function treeOf(words: readonly string[]): Branch {
  const root = newBranch();
  for (const word of words) {
    const letters = [...graphemes.segment(word.trim())].map(({ segment }) => lettersOf(segment)).join('');
    let branch = root;
    for (const letter of letters) {
      const following = branch.next.get(letter) ?? newBranch();
      branch.next.set(letter, following);
      branch = following;
    }
    if (branch === root) continue;
    if (isLetter.test(word)) branch.endsWord = true;
    else branch.endsNumber = true;
  }
  return root;
}

function endOfWord(root: Branch, places: readonly Place[], begin: number): number | undefined {
  let branch: Branch | undefined = root;
  let hasLetter = false;
  let end: number | undefined;
  for (let at = begin; at < places.length; at += 1) {
    const place = places[at];
    if (!place) break;
    for (const letter of place.letters) branch = branch?.next.get(letter);
    if (!branch) break;
    hasLetter ||= place.hasLetter;
    // 505 is a number, not a disguised word, unless exactly that is listed.
    if (place.mayEnd && (hasLetter ? branch.endsWord : branch.endsNumber)) end = at + 1;
  }
  return end;
}

function placesOf(text: string): Place[] {
  const cuts = new Set([...wordBreaks.segment(text)].map(({ index }) => index));
  const parts = [...graphemes.segment(text)].map(({ segment, index }) => ({
    shown: segment,
    index,
    letters: lettersOf(segment),
    inWord: isWordPart.test(segment),
    unspaced: isUnspaced.test(segment),
    hasLetter: isLetter.test(segment),
  }));
  const isEdge = (at: number): boolean => {
    const [before, after] = [parts[at - 1], parts[at]];
    if (!before?.inWord || !after?.inWord) return true;
    // In scripts without spaces a dictionary segments the words.
    return (before.unspaced || after.unspaced) && cuts.has(after.index);
  };
  return parts.map(({ shown, letters, hasLetter }, at) => ({
    shown,
    letters,
    hasLetter,
    mayBegin: letters !== '' && isEdge(at),
    mayEnd: isEdge(at + 1),
  }));
}

function lettersOf(grapheme: string): string {
  if (/^\s+$/u.test(grapheme)) return ' ';
  const plain = grapheme
    .normalize('NFKD')
    .replaceAll(/[[\p{M}&&\p{Script=Inherited}]\p{Default_Ignorable_Code_Point}]/gv, '');
  // Upper case first, because some letters have two lower-case forms.
  const [...letters] = plain.toUpperCase().toLowerCase();
  return letters.map((letter) => lookAlikes.get(letter) ?? letter).join('');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordBreaks = new Intl.Segmenter('en', { granularity: 'word' });
const isLetter = /\p{L}/u;
const isWordPart = /[\p{L}\p{N}]/u;
const isUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const lookAlikes = new Map(
  Object.entries({
    o: '0оο',
    i: '1!|іι',
    e: '3€е',
    a: '4@аα',
    s: '5$ѕ',
    t: '7+',
    b: '8',
    p: 'рρ',
    c: 'с',
    x: 'х',
    y: 'у',
    j: 'ј',
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);
