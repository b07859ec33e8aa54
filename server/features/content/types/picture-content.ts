import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { ContentEntry, ContentTypeHandler, ContentTools } from '../content-type.ts';
import { buildContentPath, type ContentPlace } from '../content-place.ts';
import { buildPictureAddress, readPictureHash, type PictureHashEntry } from '../picture-addresses.ts';

/** A picture next to the content, identified by its hash. Only folders contain the file itself. */
export const pictureContentHandler: ContentTypeHandler<PictureHashEntry> = {
  read: async (db) => {
    const rows = await db.selectFrom('content_pictures').select(['game', 'name', 'hash']).orderBy('name').execute();
    return rows.map(({ game, name, hash }) => ({ place: placeOf(game ?? undefined, name), value: { Hash: hash } }));
  },
  prepare: ({ place, value, current, folder }, { pictures }) => {
    const Hash = readPictureHash(value);
    if (Hash === undefined || !/^[0-9a-f]{32}$/.test(Hash) || Object.keys(value ?? {}).length > 1)
      return { faults: ['must be {"Hash": …} of a picture that is here'] };
    const isSame = (each: ContentEntry): boolean =>
      each.place.type === 'picture' && readPictureHash(each.value) === Hash;
    if (!pictures?.has(Hash) && ![...current.values()].some(isSame))
      return { faults: ['is not here yet: push it from its folder, by npm run content on the machine of the portal'] };
    const twin = [...folder.values()].find(
      (each) => isSame(each) && each.place.game === place.game && each.place.path < place.path,
    );
    return twin ? { faults: [`is the same picture as ${twin.place.path}: name that one`] } : { value: { Hash } };
  },
  write: async (trx, { place, value: { Hash } }, tools) => {
    await removePicture(trx, place, tools);
    const made = tools.madePictures?.get(Hash);
    const row = { game: place.game ?? null, name: place.name, hash: Hash };
    await (
      made
        ? trx.insertInto('content_pictures').values({ ...row, ...made })
        : trx
            .insertInto('content_pictures')
            .columns(['game', 'name', 'hash', 'bytes', 'width', 'height', 'widths', 'placeholder'])
            .expression((eb) =>
              eb
                .selectFrom('content_pictures')
                .select([
                  sql<string | null>`${row.game}::text`.as('game'),
                  sql<string>`${row.name}::text`.as('name'),
                  'hash',
                  'bytes',
                  'width',
                  'height',
                  'widths',
                  'placeholder',
                ])
                .where('hash', '=', Hash)
                .limit(1),
            )
    ).execute();
    if (place.game !== undefined) await showOnPages(trx, place, Hash, tools);
    return [];
  },
  describe: ({ Hash }) => Hash,
  remove: {
    outcome: () => 'the picture is removed',
    run: (trx, { place }, tools) => removePicture(trx, place, tools),
  },
};

const placeOf = (game: string | undefined, name: string): ContentPlace => ({
  type: 'picture',
  path: buildContentPath(game, `pictures/${name}`),
  game,
  name,
});

/** Pages look for the art of a game in the table `pictures`. */
async function showOnPages(
  trx: Transaction<Tables>,
  place: ContentPlace,
  hash: string,
  tools: ContentTools,
): Promise<void> {
  const source = buildPictureAddress(hash, { type: 'game' }, tools);
  await sql`
    insert into pictures (game, source, hash, width, height, widths, placeholder)
    select ${place.game}, ${source}, hash, width, height, widths, placeholder from content_pictures
    where hash = ${hash} limit 1
    on conflict (game, source) do nothing`.execute(trx);
}

async function removePicture(
  trx: Transaction<Tables>,
  { game, name }: ContentPlace,
  tools: ContentTools,
): Promise<void> {
  const gone = await trx
    .deleteFrom('content_pictures')
    .where('game', 'is not distinct from', game ?? null)
    .where('name', '=', name)
    .returning('hash')
    .executeTakeFirst();
  if (gone && game !== undefined)
    await trx
      .deleteFrom('pictures')
      .where('game', '=', game)
      .where('source', '=', buildPictureAddress(gone.hash, { type: 'game' }, tools))
      .execute();
}
