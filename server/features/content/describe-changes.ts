// Describes the differences of two JSON values in lines. List items are matched by key, so a removed item does not
// change later ones.
import { isDeepStrictEqual } from 'node:util';

const maxLines = 40;

export function describeChanges(before: unknown, after: unknown): string[] {
  const lines = [...changes(before, after, '')];
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more`];
}

function* changes(before: unknown, after: unknown, place: string): Generator<string> {
  if (isDeepStrictEqual(before, after)) return;
  if (before === undefined) yield `+ ${place}: ${show(after)}`;
  else if (after === undefined) yield `- ${place}: ${show(before)}`;
  else if (Array.isArray(before) && Array.isArray(after)) yield* listChanges(before, after, place);
  else if (isObject(before) && isObject(after))
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* changes(before[key], after[key], `${place}/${key}`);
  else yield `~ ${place || '/'}: ${show(before)} → ${show(after)}`;
}

function* listChanges(before: readonly unknown[], after: readonly unknown[], place: string): Generator<string> {
  const [old, now] = [nameItems(before), nameItems(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  for (const name of names) yield* changes(old.get(name), now.get(name), `${place}/${name}`);
  const kept = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] =>
    [...one.keys()].filter((name) => other.has(name));
  if (!isDeepStrictEqual(kept(old, now), kept(now, old))) yield `~ ${place || '/'}: another order`;
}

function nameItems(items: readonly unknown[]): Map<string, unknown> {
  const named = new Map<string, unknown>();
  for (const item of items) {
    const key = isObject(item) ? (keys.map((each) => item[each]).find((each) => each !== undefined) ?? 'new') : item;
    let name = typeof key === 'string' || typeof key === 'number' ? String(key).slice(0, 60) : JSON.stringify(key);
    while (named.has(name)) name += '+';
    named.set(name, item);
  }
  return named;
}

const keys = ['Sku', 'Id', 'Number', 'Locale', 'Code', 'Name'];

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
