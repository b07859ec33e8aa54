export interface ChangedField {
  /** Such as `prices.EUR`. */
  readonly path: string;
  /** Undefined if it was not there. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields in which two JSON values differ. Arrays and plain values are compared as a whole. */
export function listChangedFields(before: unknown, after: unknown, path = ''): ChangedField[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before ?? {}) || !isObject(after ?? {}) || (path !== '' && (before ?? after) === undefined))
    return [{ path: path || '·', before, after }];
  if (path !== '' && (before === undefined || after === undefined)) return [{ path, before, after }];
  const old = (before ?? {}) as Readonly<Record<string, unknown>>;
  const next = (after ?? {}) as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((key) =>
    listChangedFields(old[key], next[key], path === '' ? key : `${path}.${key}`),
  );
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
