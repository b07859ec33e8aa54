import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Type, type Static } from 'typebox';
import { Locale } from '#model/locale-schema.ts';
import { NewsPriority } from '#model/news.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import { object, text, url } from '#model/schema.ts';
import { requireValidValue } from '#server/features/settings/parse-json.ts';

export const newsFieldSchemas = {
  Messages: Type.Array(
    object({ Locale, Header: text(200, { minLength: 1 }), Message: text(10_000, { minLength: 1 }) }),
    { minItems: 1 },
  ),
  Priority: Type.Optional(NewsPriority),
  Link: Type.Optional(url),
  IconUrl: Type.Optional(url),
  ImageUrl: Type.Optional(url),
  Tags: Type.Optional(Type.Array(text(40, { minLength: 1 }), { maxItems: 20 })),
};
const NewsFile = object(newsFieldSchemas);
export type NewsFile = Static<typeof NewsFile>;

/** @param from the folder that `file` is relative to */
export async function readNewsFile(file: string, from: string): Promise<NewsFile> {
  const news = requireValidValue(NewsFile, parse(await read(resolve(from, file), file), file), 'The news');
  const [fault] = findNewsFaults(news);
  if (fault !== undefined) throw new Error(fault);
  return news;
}

export function findNewsFaults({ Messages, Tags = [], Link, IconUrl, ImageUrl }: NewsFile): string[] {
  const twice = Messages.filter(({ Locale }, index) => Messages.findIndex((each) => each.Locale === Locale) < index);
  // PostgreSQL can store neither NUL nor unpaired surrogates.
  const texts = [...Tags, ...Messages.flatMap(({ Header, Message }) => [Header, Message])];
  const isUnkept = texts.some((each) => each.includes('\0') || !each.isWellFormed());
  const lost = Object.entries({ Link, IconUrl, ImageUrl }).filter(
    ([, address]) => address !== undefined && !isPage(address),
  );
  return [
    ...twice.map(({ Locale }) => `There are two messages in ${Locale}.`),
    ...(isUnkept ? ['A text contains a NUL or an invalid character.'] : []),
    ...lost.map(([name]) => `${name} must be an https address or a path of the portal.`),
  ];
}

async function read(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`${file} cannot be read.`, { cause });
  }
}

function parse(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error(`${file} isn't valid JSON.`, { cause });
  }
}

/** A valid path never leads to another origin. */
function isPage(address: string): boolean {
  return /^(https:|\/)/i.test(address) && safeWebAddress(address, 'https://portal.invalid') !== undefined;
}
