import type { ProductEntry } from '#model/product-entry.ts';
import { validateProductsFile } from '#server/features/store/products-file.ts';
import { readAllProducts } from '#server/features/store/read-products.ts';
import { writeProducts } from '#server/features/store/write-products.ts';
import type { ContentTypeHandler, ContentEntries } from '../content-type.ts';
import { buildContentPath } from '../content-place.ts';

/** A game's products. Orders contain copies, so removing a product does not affect them. */
export const productsContentHandler: ContentTypeHandler<ProductEntry[]> = {
  read: async (db) => {
    const all = await readAllProducts(db);
    return [...all].map(([game, value]) => ({
      place: { type: 'products', path: buildContentPath(game, 'products.json'), game, name: '' },
      value,
    }));
  },
  prepare: ({ place, value, current, folder }) => {
    const checked = validateProductsFile(value, {
      rates: findRated(folder) ?? findRated(current) ?? new Set(),
      platforms: new Set([...listPlatforms(current, place.game), ...listPlatforms(folder, place.game)]),
    });
    return 'faults' in checked ? checked : { value: checked.value.map(complete) };
  },
  write: async (trx, { place, value }) => {
    await writeProducts(trx, place.game ?? '', value);
    return [];
  },
  describe: (products) => products.map(({ Sku }) => Sku).join(', '),
  describeLoss: (before, after) => {
    const left = new Set(after.map(({ Sku }) => Sku));
    const gone = before.filter(({ Sku }) => !left.has(Sku));
    return gone.length > 0 ? describeWithdrawal(gone) : undefined;
  },
  remove: {
    outcome: (products) => describeWithdrawal(products),
    run: (trx, { place }) => writeProducts(trx, place.game ?? '', []),
  },
};

const describeWithdrawal = (gone: readonly ProductEntry[]): string =>
  `withdrawn: ${gone.map(({ Sku }) => Sku).join(', ')}; orders and what was bought stay`;

const complete = ({ Tiers = [], AdditionalProducts = [], ...entry }: ProductEntry): ProductEntry => ({
  ProductType: 'Consumable',
  Descriptions: {},
  Category: {},
  Labels: [],
  Quantity: 1,
  ShowInWebStore: true,
  RequiresDryRun: false,
  ...entry,
  ...(Tiers.length > 0 && { Tiers }),
  ...(AdditionalProducts.length > 0 && { AdditionalProducts }),
});

function findRated(entries: ContentEntries): ReadonlySet<string> | undefined {
  const rates = entries.get('rates.json');
  return rates && new Set(Object.keys(rates.value ?? {}));
}

/** The folders of the platforms with settings for the game or for the whole portal. */
function* listPlatforms(entries: ContentEntries, game: string | undefined): Generator<string> {
  for (const { place } of entries.values())
    if (place.type === 'settings' && (place.game === undefined || place.game === game)) {
      const [family, folder] = place.name.split('/');
      if (family === 'platforms' && folder !== undefined) yield folder;
    }
}
