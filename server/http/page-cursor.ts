// The cursor of a list that is paged by several columns: `Next` of a reply is `Before` of the next call.
import { Problem } from '#model/problem.ts';

export const writeCursor = (values: readonly string[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** Undefined if there is none. Throws InvalidRequest if it isn't one of this list. */
export function readCursor(cursor: string | undefined, shape: readonly ('text' | 'instant')[]): string[] | undefined {
  if (cursor === undefined) return undefined;
  const values = parse(cursor);
  const isOne =
    values?.length === shape.length &&
    values.every((value, index) => shape[index] === 'text' || !Number.isNaN(Date.parse(value)));
  if (isOne) return values;
  const message = 'must be `Next` of an earlier reply';
  throw new Problem('InvalidRequest', `Before ${message}`, { fields: { Before: message } });
}

function parse(cursor: string): string[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(values) && values.every((each): each is string => typeof each === 'string' && isClean(each))
      ? values
      : undefined;
  } catch {
    return undefined;
  }
}

const isClean = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
