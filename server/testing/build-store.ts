import type { PublicGameConfig } from '#contract/config.ts';
import type { Database } from '#server/db/database.ts';
import type { ProductEntry } from '#model/product-entry.ts';
import { writeProducts } from '#server/features/store/write-products.ts';
import { changeGame } from './build-accounts.ts';
import { sampleProducts } from './sample-products.ts';

export async function buildStore(
  database: Database,
  game: string,
  products: readonly ProductEntry[] = sampleProducts.slice(0, 1),
): Promise<void> {
  await setStore(database, game, true);
  await database.transaction((trx) => writeProducts(trx, game, products));
}

export async function setStore(
  database: Database,
  game: string,
  isOn: boolean | ((flag: string) => boolean),
): Promise<void> {
  await changeGame(database, game, (config) => {
    const flags = Object.keys(config.Store).map((flag) => [flag, typeof isOn === 'boolean' ? isOn : isOn(flag)]);
    return { ...config, Store: Object.fromEntries(flags) as PublicGameConfig['Store'] };
  });
}
