// Copies of the games that the database already has, with other names, genres and tags, and with their products.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { inBatches, type PartOptions } from './in-batches.ts';

/** The names of generated games begin with it. */
export const generatedGamePrefix = 'generated-';

export async function generateGames(database: Database, options: PartOptions): Promise<void> {
  const models = await database.kysely
    .selectFrom('games')
    .select(['game', 'config'])
    .where('game', 'not like', `${generatedGamePrefix}%`)
    .where('published', 'is', true)
    .orderBy('position')
    .orderBy('game')
    .execute();
  if (models.length === 0) throw new Error('The database has no game to copy. Add one, or start the lab once.');
  // Names are indexed for the search when a game is inserted, which takes a while.
  await inBatches(database, options, { size: 50 }, async (trx, first, last) => {
    const copies = Array.from({ length: last - first + 1 }, (_, index) => {
      const number = first + index;
      const model = models[number % models.length] ?? models[0];
      return { number, model: model?.game, game: `${generatedGamePrefix}${number}`, config: model?.config };
    });
    await sql`
      insert into games (game, position, config)
      select copy ->> 'game', 1000 + (copy ->> 'number')::integer, copy -> 'config'
      from jsonb_array_elements(${JSON.stringify(copies.map(renamed))}::jsonb) copy
      on conflict do nothing`.execute(trx);
    const names = sql`jsonb_to_recordset(${JSON.stringify(copies.map(({ game, model }) => ({ game, model })))}::jsonb)
      as copy (game text, model text)`;
    await sql`
      insert into products
      select (jsonb_populate_record(products, jsonb_build_object('game', copy.game))).*
      from products join ${names} on copy.model = products.game
      on conflict do nothing`.execute(trx);
    await sql`
      insert into product_prices
      select (jsonb_populate_record(product_prices, jsonb_build_object('game', copy.game))).*
      from product_prices join ${names} on copy.model = product_prices.game
      on conflict do nothing`.execute(trx);
  });
}

/** Its English title. */
export const titleGeneratedGame = (number: number): string =>
  `${pick(adjectives, number)} ${pick(nouns, number / 10)} ${number}`;

function renamed({ number, game, config }: { number: number; game: string; config: unknown }): object {
  const { StorePage, ...others } = config as { StorePage: object };
  // Without the original's names in other languages, by which a search would find all of its copies.
  const Title = { en: titleGeneratedGame(number) };
  const page = { ...StorePage, Title, Genre: pick(genres, number), Tags: [pick(tags, number / 7)] };
  return { number, game, config: { ...others, GameSystemName: game, StorePage: page } };
}

const pick = (words: readonly string[], at: number): string => words[Math.floor(at) % words.length] ?? '';

const adjectives = ['Silent', 'Golden', 'Broken', 'Rapid', 'Hidden', 'Frozen', 'Tiny', 'Neon', 'Lost', 'Brave'];
const nouns = ['Dragon', 'Harbour', 'Rocket', 'Garden', 'Circuit', 'Temple', 'Castle', 'Comet', 'Forest', 'Tower'];
const genres = ['Arcade', 'Puzzle', 'Racing', 'Adventure', 'Strategy', 'Sports', 'Action'];
const tags = ['relaxing', 'multiplayer', 'turn-based', 'one-handed'];
