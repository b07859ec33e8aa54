// What differs between two JSON values, by path: the audit log keeps changed fields only.
import { isDeepStrictEqual } from 'node:util';

export interface ChangedFields {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const maxFields = 200;
const maxText = 500;

/** Paths such as `Config/StorePage/Title/en`. Lists are compared as a whole unless both have the same length. */
export function listChangedFields(before: unknown, after: unknown): ChangedFields {
  const changed = [...compare(before, after, '')].slice(0, maxFields);
  return {
    before: Object.fromEntries(changed.flatMap(([path, had]) => (had === undefined ? [] : [[path, shorten(had)]]))),
    after: Object.fromEntries(changed.flatMap(([path, , has]) => (has === undefined ? [] : [[path, shorten(has)]]))),
  };
}

function* compare(before: unknown, after: unknown, path: string): Generator<[string, unknown, unknown]> {
  if (isDeepStrictEqual(before, after)) return;
  if (!isStructure(before) || !isStructure(after) || !isSameShape(before, after)) return yield [path, before, after];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    yield* compare(before[key], after[key], path === '' ? key : `${path}/${key}`);
}

type Structure = Readonly<Record<string, unknown>>;

const isStructure = (value: unknown): value is Structure => typeof value === 'object' && value !== null;

const isSameShape = (before: Structure, after: Structure): boolean =>
  Array.isArray(before) ? Array.isArray(after) && before.length === after.length : !Array.isArray(after);

const shorten = (value: unknown): unknown => {
  const json = JSON.stringify(value);
  return json.length > maxText ? `${json.slice(0, maxText)}…` : value;
};
