// Purchases that a simulated platform keeps until the game consumes them. It sells the portal's products; on a real
// platform an operator maintains a second list by hand.
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { createSimulatorApi, SimulatedVendorError } from './simulator-api.server.ts';
import { memoizeBySimulatorUrl } from './simulator-records.server.ts';

interface Place {
  readonly at: string;
  /** The API's address is derived from the webhook address. */
  readonly hookUrl: string;
  now(): Date;
}

interface ShelfRules<Product> {
  readonly platform: string;
  readonly currency: string;
  readonly send: (address: URL, init: RequestInit) => Promise<Response>;
  readonly describe: (product: PortalProduct, place: Place) => Product;
  /** The field that holds the product's id, in products and in purchases. */
  readonly idName: keyof Product & string;
  readonly sell: (product: Product, developerPayload: string | undefined, at: Date) => Sold;
  readonly tell?: (bought: object, at: Date) => object;
}

interface Sold {
  readonly token: string;
  readonly purchase: object;
}

export function createUnconsumedPurchasesApi<Product extends object>(
  rules: ShelfRules<Product>,
): (app: FastifyInstance, place: Place) => void {
  const { idName, sell, tell = (bought) => bought } = rules;
  const shelvesAt = memoizeBySimulatorUrl<Place, Map<string, Map<string, object>>>(() => new Map());
  const Named = Type.Object({ [idName]: short });
  return (app, place) => {
    const shelves = shelvesAt(place);
    const shelfOf = (buyer: Static<typeof Buyer>): Map<string, object> => {
      const key = JSON.stringify([buyer.app, buyer.playerId]);
      const shelf = shelves.get(key) ?? new Map<string, object>();
      shelves.set(key, shelf);
      return shelf;
    };
    const api = createSimulatorApi(app);
    api.post('/web/catalogue', ({ body }) =>
      readCatalogue(requireRequestShape(Buyer, body, 'a game').app, rules, place),
    );
    api.post('/web/buy', async ({ body }) => {
      const wish = requireRequestShape(Wish, body, 'a purchase');
      const { [idName]: id } = requireRequestShape(Named, body, 'a purchase') as Readonly<Record<string, string>>;
      const product = (await readCatalogue(wish.app, rules, place)).find((each) => each[idName] === id);
      if (!product) throw new SimulatedVendorError(404, { error: `It is not sold here in ${rules.currency}.` });
      const { token, purchase } = sell(product, wish.developerPayload, place.now());
      shelfOf(wish).set(token, purchase);
      return tell(purchase, place.now());
    });
    api.post('/web/purchases', ({ body }) =>
      tell([...shelfOf(requireRequestShape(Buyer, body, 'a player')).values()], place.now()),
    );
    api.post('/web/consume', ({ body }) => {
      const asked = requireRequestShape(Consumption, body, 'a token');
      if (shelfOf(asked).delete(asked.token)) return {};
      throw new SimulatedVendorError(404, { error: 'There is no such purchase: it may have been consumed before.' });
    });
  };
}

export function requireRequestShape<S extends TSchema>(schema: S, body: unknown, what: string): Static<S> {
  if (Value.Check(schema, body)) return body;
  throw new SimulatedVendorError(400, { error: `This is not ${what}.` });
}

const short = Type.String({ maxLength: 100 });

const Buyer = Type.Object({ app: short, playerId: short });
const Wish = Type.Object({ ...Buyer.properties, developerPayload: Type.Optional(Type.String({ maxLength: 1000 })) });
const Consumption = Type.Object({ ...Buyer.properties, token: short });

const PortalProduct = Type.Object({
  Sku: Type.String(),
  ProductName: Type.String(),
  ProductDescription: Type.String(),
  Price: Type.Number(),
  Currency: Type.String(),
});
type PortalProduct = Static<typeof PortalProduct>;
const StoreData = Type.Object({ Products: Type.Array(PortalProduct) });

async function readCatalogue<Product>(
  game: string,
  { platform, currency, send, describe }: ShelfRules<Product>,
  place: Place,
): Promise<Product[]> {
  const response = await send(new URL('../store/store_data', place.hookUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Game: game, WebPublishingPlatform: platform }),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = await response.json();
  if (!Value.Check(StoreData, answer))
    throw new Error(`The portal did not return the products of ${game}: ${response.status}.`);
  return answer.Products.filter(({ Currency }) => Currency === currency).map((product) => describe(product, place));
}
