// Converts content to files of a folder, and back.
import { Problem } from '#model/problem.ts';
import { checkBodyValue } from '#server/http/read-body.ts';
import type { ContentEntry, ContentEntries } from './content-type.ts';
import { knownContentPathsText, parseContentPath, type VersionTextPlace } from './content-place.ts';
import { contentTypeHandlers } from './content-types.ts';
import { isObject } from './is-object.ts';

export type ContentFiles = ReadonlyMap<string, string>;

export interface ContentFault {
  readonly path: string;
  readonly text: string;
}

export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export function buildContentFiles(entries: ContentEntries): ContentFiles {
  const files = new Map<string, string>();
  for (const [path, { place, value }] of entries) {
    const split = contentTypeHandlers[place.type].splitTexts?.(path, value);
    files.set(path, formatJson(split ? split.value : value));
    for (const [name, text] of split?.texts ?? []) files.set(name, text);
  }
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function parseContentFiles(files: ContentFiles): {
  readonly entries: ContentEntries;
  readonly faults: readonly ContentFault[];
} {
  const entries = new Map<string, ContentEntry>();
  const faults: ContentFault[] = [];
  const texts: (VersionTextPlace & { readonly path: string; readonly text: string })[] = [];
  for (const [path, text] of files) {
    const place = parseContentPath(path);
    if (!place) faults.push({ path, text: `isn't a file of a content folder. Use ${knownContentPathsText}.` });
    else if (place.type === 'version') texts.push({ ...place, path, text: text.replaceAll('\r\n', '\n') });
    else {
      const read = parse(text);
      if ('fault' in read) faults.push({ path, text: read.fault });
      else entries.set(path, { place, value: read.value });
    }
  }
  for (const { path, document, number, text } of texts) {
    const entry = entries.get(document);
    const fault = textFault(text) ?? (entry || files.has(document) ? undefined : `has no document.json beside it`);
    if (fault !== undefined) faults.push({ path, text: fault });
    else if (entry) entries.set(document, { ...entry, value: withText(entry.value, number, text) });
  }
  return { entries, faults };
}

function withText(document: unknown, number: number, text: string): unknown {
  const given = document ?? {};
  // An invalid document is reported later, when it is checked.
  if (!isObject(given)) return document;
  const { Versions = [], ...rest } = given;
  if (!Array.isArray(Versions)) return document;
  const known: unknown[] = Versions;
  const isMeant = (each: unknown): boolean => isObject(each) && each['Number'] === number;
  const Content = { Value: text, ContentType: 'Markdown' };
  if (!known.some(isMeant)) return { ...rest, Versions: [...known, { Number: number, Content }] };
  const at = known.findIndex(isMeant);
  return {
    ...rest,
    Versions: known.map((each, other) => (other === at && isObject(each) ? { ...each, Content } : each)),
  };
}

function parse(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const value: unknown = JSON.parse(text);
    // The same limits as for API requests.
    checkBodyValue(value, 0);
    return { value };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: `isn't valid JSON: ${error.message}` };
    if (error instanceof Problem) return { fault: error.message };
    throw error;
  }
}

function textFault(text: string): string | undefined {
  if (text.includes('\0') || !text.isWellFormed()) return 'contains a NUL or an invalid character';
  return text.trim() === '' ? 'is empty' : undefined;
}
