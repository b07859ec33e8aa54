// Compares two texts line by line, and word by word within changed lines. The work is bounded: texts that differ too
// much are not compared.
import { compareLists, type ListEdit } from './compare-lists.ts';

export interface TextPiece {
  readonly kind: ListEdit;
  readonly text: string;
}

export type ComparedTextLine = { readonly pieces: readonly TextPiece[] } | { readonly skipped: number };

export function compareTexts(before: string, after: string): ComparedTextLine[] | undefined {
  const edits = compareLists(linesOf(before), linesOf(after), maxEdits);
  return edits && leaveOut(joinChanges(edits));
}

const maxEdits = 400;
const context = 1;
/** If less than this share of the words is unchanged, the two lines are shown one after the other. */
const minAlike = 0.4;

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

// In scripts without spaces each letter is a word.
const wordOrSign = /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+|./gsu;

/** Removed lines and the lines added in their place are one change. */
function joinChanges(edits: readonly { kind: ListEdit; item: string }[]): (readonly TextPiece[])[] {
  const lines: (readonly TextPiece[])[] = [];
  for (let index = 0; index < edits.length;) {
    const removed = takeWhile(edits, index, 'removed');
    const added = takeWhile(edits, index + removed.length, 'added');
    if (removed.length + added.length === 0) lines.push([{ kind: 'same', text: edits[index]?.item ?? '' }]);
    else lines.push(...compareLines(removed, added));
    index += Math.max(1, removed.length + added.length);
  }
  return lines;
}

function takeWhile(edits: readonly { kind: ListEdit; item: string }[], from: number, kind: ListEdit): string[] {
  const taken: string[] = [];
  for (let index = from; edits[index]?.kind === kind; index += 1) taken.push(edits[index]?.item ?? '');
  return taken;
}

function compareLines(removed: readonly string[], added: readonly string[]): (readonly TextPiece[])[] {
  const paired = Math.min(removed.length, added.length);
  const lines: (readonly TextPiece[])[] = [];
  for (let index = 0; index < paired; index += 1) lines.push(...compareWords(removed[index] ?? '', added[index] ?? ''));
  for (const text of removed.slice(paired)) lines.push([{ kind: 'removed', text }]);
  for (const text of added.slice(paired)) lines.push([{ kind: 'added', text }]);
  return lines;
}

function compareWords(before: string, after: string): (readonly TextPiece[])[] {
  const edits = compareLists(before.match(wordOrSign) ?? [], after.match(wordOrSign) ?? [], maxEdits);
  const pieces: { kind: ListEdit; text: string }[] = [];
  for (const { kind, item } of edits ?? []) {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += item;
    else pieces.push({ kind, text: item });
  }
  const stayed = pieces.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return stayed >= minAlike * Math.max(before.length, after.length)
    ? [pieces]
    : [[{ kind: 'removed', text: before }], [{ kind: 'added', text: after }]];
}

function leaveOut(lines: readonly (readonly TextPiece[])[]): ComparedTextLine[] {
  const changed = lines.flatMap((pieces, index) => (pieces.some(({ kind }) => kind !== 'same') ? [index] : []));
  const shown = new Set(changed.flatMap((index) => [index - context, index, index + context]));
  const compared: ComparedTextLine[] = [];
  let skipped = 0;
  const endSkipping = (): void => {
    if (skipped > 0) compared.push({ skipped });
    skipped = 0;
  };
  for (const [index, pieces] of lines.entries()) {
    if (!shown.has(index)) {
      skipped += 1;
      continue;
    }
    endSkipping();
    compared.push({ pieces });
  }
  endSkipping();
  return compared;
}
