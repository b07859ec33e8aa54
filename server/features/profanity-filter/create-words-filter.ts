// Masks listed words in a text, one asterisk for each grapheme, so that the text stays as long as it was. What counts as the
// same word: upper and lower case, accents, other forms of a letter (ＡＢＣ), and simple look-alikes (0 for o, @ for a).
//
// The listed words are a tree of letters. From each place where a word may begin, the text is followed down the tree, and what
// ends where a word may end is masked; the longest counts. A walk is never longer than the longest word, so the time grows with
// the text alone, whatever is listed. No regular expression is made from what operators write.

export interface FilteredText {
  readonly text: string;
  readonly changed: boolean;
}

export type WordsFilter = (text: string) => FilteredText;

export function createWordsFilter(words: readonly string[]): WordsFilter {
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

/** A letter, and what may follow it. */
interface Branch {
  readonly next: Map<string, Branch>;
  /** A word ends here: one that is written with letters, or one of digits and signs alone. */
  endsWord: boolean;
  endsNumber: boolean;
}

/** A grapheme of a text. */
interface Place {
  shown: string;
  /** What it counts as; empty: it is passed over. */
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

/** Where the longest listed word that begins at a place ends. */
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
    // 505 is a number, whatever it looks like, unless just that is listed.
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
    // Where words stand without spaces between them, a dictionary tells where they end.
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

/** A grapheme without its case, its accents and its disguise. */
function lettersOf(grapheme: string): string {
  if (/^\s+$/u.test(grapheme)) return ' ';
  const plain = grapheme
    .normalize('NFKD')
    .replaceAll(/[[\p{M}&&\p{Script=Inherited}]\p{Default_Ignorable_Code_Point}]/gv, '');
  // By way of the upper case, because some letters have two lower ones.
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
