// Reads a document from a Markdown file, a folder with one file per language, or an https address.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Value } from 'typebox/value';
import { DocumentContent } from '#model/document.ts';
import { locales, type Locale } from '#model/locale.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import { url as Url } from '#model/schema.ts';
import { joinDocumentLanguages } from './document-languages.ts';

export interface DocumentSource {
  readonly url: string | null;
  readonly content: { readonly Value: string; readonly ContentType: 'Markdown' } | null;
}

/** @param from the folder that relative paths start from */
export async function readDocumentSource(source: string, from: string): Promise<DocumentSource> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) return { url: addressOf(source), content: null };
  const path = resolve(from, source);
  const names = await filesOf(path);
  const text = names === undefined ? await readMarkdown(path) : await joinLanguages(path, names);
  const content = { Value: text, ContentType: 'Markdown' } as const;
  if (!Value.Check(DocumentContent, content)) throw new Error(`${source} is longer than 200,000 characters.`);
  return { url: null, content };
}

function addressOf(source: string): string {
  const address = /^https:/i.test(source) ? safeWebAddress(source) : undefined;
  if (address === undefined || !Value.Check(Url, address))
    throw new Error(`${source} isn't an https address of a page.`);
  return address;
}

/** The file names in a folder. Undefined: the path is a file. */
async function filesOf(path: string): Promise<string[] | undefined> {
  try {
    return (await readdir(path)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return undefined;
    throw unreadable(path, error);
  }
}

async function joinLanguages(folder: string, names: readonly string[]): Promise<string> {
  const languages = new Set(
    names.map((name): Locale => {
      const locale = locales.find((each) => name === `${each}.md`);
      if (locale) return locale;
      throw new Error(
        `${join(folder, name)} is named after no language. Give ${locales.join('.md, ')}.md, or some of them.`,
      );
    }),
  );
  const sorted = locales.filter((locale) => languages.has(locale));
  if (sorted.length === 0) throw new Error(`${folder} has no file such as en.md.`);
  return joinDocumentLanguages(
    await Promise.all(
      sorted.map(async (Locale) => ({ Locale, Text: await readMarkdown(join(folder, `${Locale}.md`)) })),
    ),
  );
}

async function readMarkdown(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  const text = decode(bytes)?.replaceAll('\r\n', '\n');
  // PostgreSQL texts can't contain NUL.
  if (text === undefined || text.includes('\0')) throw new Error(`${path} isn't UTF-8 text.`);
  if (text.trim() === '') throw new Error(`${path} is empty.`);
  return text;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function unreadable(path: string, cause: unknown): Error {
  return new Error(`${basename(path)} cannot be read.`, { cause });
}
