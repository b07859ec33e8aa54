import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { Type, type Static } from 'typebox';
import { instant, object, uuid } from '#model/schema.ts';
import type { Tables } from '#server/db/tables.ts';
import { findNewsFaults, newsFieldSchemas, type NewsFile } from '#server/features/news/read-news-file.ts';
import { toNewsColumns, writeNews } from '#server/features/news/write-news.ts';
import type { ContentTypeHandler } from '../content-type.ts';
import { buildContentPath } from '../content-place.ts';
import { validateAgainstSchema } from '../validate-against-schema.ts';

const NewsEntry = object({ Id: Type.Optional(uuid), CreatedAt: Type.Optional(instant), ...newsFieldSchemas });
const NewsList = Type.Array(NewsEntry, { maxItems: 2000 });
type NewsEntry = Static<typeof NewsEntry>;

/** News, newest first. An article without an id is new, or equals an existing one. */
export const newsContentHandler: ContentTypeHandler<NewsEntry[]> = {
  read: async (db) => {
    const rows = await db.selectFrom('news').selectAll().orderBy('created_at', 'desc').orderBy('news_id').execute();
    const byGame = Map.groupBy(rows, ({ game }) => game ?? undefined);
    return [...byGame].map(([game, own]) => ({
      place: { type: 'news', path: buildContentPath(game, 'news.json'), game, name: '' },
      value: own.map((row): NewsEntry => ({
        Id: row.news_id,
        CreatedAt: row.created_at.toISOString(),
        Priority: row.priority,
        Messages: row.messages,
        ...(row.link !== null && { Link: row.link }),
        ...(row.icon_url !== null && { IconUrl: row.icon_url }),
        ...(row.image_url !== null && { ImageUrl: row.image_url }),
        ...(row.tags.length > 0 && { Tags: row.tags }),
      })),
    }));
  },
  prepare: ({ value, before }) => {
    const checked = validateAgainstSchema(NewsList, value);
    if ('faults' in checked) return checked;
    const given = checked.value;
    const wrong = given.flatMap((entry, at) => [
      ...findNewsFaults(entry).map((fault) => `/${at} ${fault}`),
      ...(entry.CreatedAt !== undefined && Number.isNaN(Date.parse(entry.CreatedAt))
        ? [`/${at}/CreatedAt isn't a valid date and time`]
        : []),
    ]);
    return wrong.length > 0 ? { faults: wrong } : { value: complete(given, before?.value ?? []) };
  },
  write: async (trx, { place, value: entries }) => {
    await removeAll(
      trx,
      place.game,
      entries.flatMap(({ Id }) => Id ?? []),
    );
    for (const { Id = randomUUID(), CreatedAt, ...news } of entries)
      await writeNews(trx, {
        ...toNewsColumns(news, place.game),
        news_id: Id,
        ...(CreatedAt !== undefined && { created_at: new Date(CreatedAt) }),
      });
    return [];
  },
  describe: (entries) => entries.map(({ Messages }) => `"${Messages[0]?.Header}"`).join(', '),
  describeLoss: (before, after) => {
    const left = new Set(after.map(({ Id }) => Id));
    const gone = before.filter(({ Id }) => !left.has(Id));
    return gone.length > 0 ? `${gone.length} news are removed` : undefined;
  },
  idsOf: (entries) => entries.flatMap(({ Id }) => Id ?? []),
  remove: {
    outcome: ({ length }) => `${length} news are removed`,
    run: (trx, { place }) => removeAll(trx, place.game, []),
  },
};

/** Adds the ids and dates of existing articles. New ones come first. */
function complete(given: readonly NewsEntry[], before: readonly NewsEntry[]): NewsEntry[] {
  const named = new Set(given.flatMap(({ Id }) => Id ?? []));
  const free = before.filter(({ Id = '' }) => !named.has(Id));
  const known = given.map((entry): NewsEntry => {
    const whole = normalize(entry);
    const same =
      entry.Id === undefined
        ? takeFirst(free, (each) => isDeepStrictEqual(contentOf(each), contentOf(whole)))
        : before.find(({ Id }) => Id === entry.Id);
    return { ...(same && { Id: same.Id, CreatedAt: same.CreatedAt }), ...whole };
  });
  const order = ({ CreatedAt, Id = '' }: NewsEntry): [number, string] => [
    CreatedAt === undefined ? Infinity : Date.parse(CreatedAt),
    Id,
  ];
  return known.toSorted((one, other) => {
    const [[at, id], [otherAt, otherId]] = [order(one), order(other)];
    return at === otherAt ? id.localeCompare(otherId) : otherAt - at;
  });
}

function normalize({ CreatedAt, Priority = 'News', Tags = [], ...entry }: NewsEntry): NewsEntry {
  return {
    ...entry,
    ...(CreatedAt !== undefined && { CreatedAt: new Date(CreatedAt).toISOString() }),
    Priority,
    ...(Tags.length > 0 && { Tags }),
  };
}

const contentOf = (entry: NewsEntry): NewsFile => {
  const { Id: _, CreatedAt: __, ...news } = entry;
  return news;
};

function takeFirst<Item>(items: Item[], fits: (item: Item) => boolean): Item | undefined {
  const at = items.findIndex(fits);
  return at < 0 ? undefined : items.splice(at, 1)[0];
}

async function removeAll(trx: Transaction<Tables>, game: string | undefined, but: readonly string[]): Promise<void> {
  let gone = trx.deleteFrom('news').where('game', 'is not distinct from', game ?? null);
  if (but.length > 0) gone = gone.where('news_id', 'not in', but);
  await gone.execute();
}
