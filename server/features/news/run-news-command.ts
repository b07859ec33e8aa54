import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { fallbackLocale } from '#model/locale.ts';
import { uuid } from '#model/schema.ts';
import { buildUsageError, readCommand, describeUsage, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { requireGame } from '#server/db/require-game.ts';
import { readNewsFile } from './read-news-file.ts';
import { toNewsColumns, writeNews } from './write-news.ts';

type NewsArguments =
  | { readonly action: 'list'; readonly game: string | undefined }
  | { readonly action: 'add'; readonly file: string; readonly game: string | undefined }
  | { readonly action: 'remove'; readonly id: string };

const forms = {
  list: { words: [], options: { game: 'game' }, does: "lists all news, or one game's, newest first" },
  add: {
    words: ['file'],
    options: { game: 'game' },
    does: 'adds an article from a JSON file, for the portal or one game',
  },
  remove: { words: ['id'], does: 'removes an article for good' },
} as const satisfies SubcommandDefinitions;

export function readNewsArguments(given: readonly string[]): NewsArguments {
  const asked = readCommand('news', forms, given);
  switch (asked.action) {
    case 'list':
      return { action: asked.action, game: asked.options.game };
    case 'add':
      return { action: asked.action, file: asked.words[0], game: asked.options.game };
    case 'remove': {
      const id: string = asked.words[0];
      if (!isId(id)) throw buildUsageError(`${id} isn't an id.`, describeUsage('news', forms));
      return { action: asked.action, id };
    }
  }
}

type Parts = Pick<DatabaseCommandDeps, 'database' | 'report'> & {
  readonly from: string;
};

export async function runNewsCommand(asked: NewsArguments, parts: Parts): Promise<void> {
  if (asked.action === 'list') return list(asked.game, parts);
  if (asked.action === 'add') return add(asked, parts);
  const { numDeletedRows } = await parts.database.kysely
    .deleteFrom('news')
    .where('news_id', '=', asked.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new Error(`There is no article ${asked.id}.`);
  parts.report(`Article ${asked.id} removed.`);
}

async function list(game: string | undefined, { database: { kysely }, report }: Parts): Promise<void> {
  if (game !== undefined) await requireGame(kysely, game);
  let wanted = kysely.selectFrom('news').select(['news_id', 'game', 'priority', 'messages', 'created_at']);
  if (game !== undefined) wanted = wanted.where('game', '=', game);
  const rows = await wanted.orderBy('created_at', 'desc').orderBy('news_id').execute();
  for (const { news_id, game: of, priority, messages, created_at } of rows) {
    const shown = messages.find(({ Locale }) => Locale === fallbackLocale) ?? messages[0];
    const languages = messages.map(({ Locale }) => Locale).join(',');
    report(
      [news_id, created_at.toISOString(), of ?? 'the portal', priority, languages, shown?.Header ?? ''].join('  '),
    );
  }
  if (rows.length === 0) report('No news.');
}

async function add({ file, game }: { file: string; game: string | undefined }, parts: Parts): Promise<void> {
  const { database, report, from } = parts;
  const news = await readNewsFile(file, from);
  const content = toNewsColumns(news, game);
  const added = await database.transaction(async (trx) => {
    // Two concurrent commands would both add the article.
    await sql`select pg_advisory_xact_lock(hashtext('fxid news'))`.execute(trx);
    if (game !== undefined) await requireGame(trx, game);
    const there = await trx
      .selectFrom('news')
      .select(['news_id', 'game', 'priority', 'messages', 'link', 'icon_url', 'image_url', 'tags'])
      .where('game', 'is not distinct from', content.game)
      .execute();
    const same = there.find((each) => isDeepStrictEqual(each, { ...content, news_id: each.news_id }));
    if (same) return { id: same.news_id, isNew: false };
    const id = randomUUID();
    await writeNews(trx, { ...content, news_id: id });
    return { id, isNew: true };
  });
  const languages = news.Messages.map(({ Locale }) => Locale);
  report(
    added.isNew
      ? `Article ${added.id} added for ${game ?? 'the portal'}.`
      : `This article already exists: ${added.id}.`,
  );
  if (!languages.includes(fallbackLocale))
    report(`Without an English message, only readers of ${languages.join(', ')} see it.`);
}

// A type guard would narrow a string that is not an id to `never`.
const isId = (given: string): boolean => Value.Check(uuid, given);
