// A game that sells two hundred products, each with prices in five currencies and names in four languages.
import type { Database } from '#server/db/database.ts';
import { writeProducts } from '#server/features/store/write-products.ts';

export const largeStoreGame = 'large-store';

const count = 200;

export async function createLargeStore(database: Database): Promise<void> {
  await database.transaction(async (trx) => {
    const { config } = await trx
      .selectFrom('games')
      .select('config')
      .where('game', '=', 'gem-miner')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('games')
      .values({
        game: largeStoreGame,
        position: 99,
        config: JSON.stringify({ ...config, GameSystemName: largeStoreGame }),
      })
      .execute();
    await writeProducts(
      trx,
      largeStoreGame,
      Array.from({ length: count }, (_, at) => ({
        Sku: `product-${at}`,
        Names: inLanguages((language) => `Product ${at} in ${language}`),
        Descriptions: inLanguages((language) => `What one gets for the price of product ${at}, told in ${language}.`),
        Category: inLanguages((language) => `Category ${at % 8} in ${language}`),
        Labels: at % 10 === 0 ? ['popular'] : [],
        Payload: `{"grant":${at}}`,
        Quantity: at + 1,
        ImageUrl: `/art/products/${at}.svg`,
        IconUrl: `/art/products/${at}.svg`,
        Prices: { USD: at + 0.99, EUR: at + 0.89, PLN: at + 3.5, RUB: at + 79, JPY: at + 150 },
      })),
    );
  });
}

function inLanguages(text: (language: string) => string): Record<string, string> {
  return Object.fromEntries(['en', 'de', 'fr', 'pl'].map((language) => [language, text(language)]));
}
