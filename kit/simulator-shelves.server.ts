// Purchases that stay with a simulated platform until the game consumes them, as its script asks for them: what is sold, one more,
// those that are left, and one fewer. What is sold there is what the portal sells, at the portal's prices: an operator keeps both
// lists the same by hand; here nobody has to. Each address has shelves of its own.
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { createApi, VendorFault } from './simulator-api.server.ts';
import { createOnePerPlace } from './simulator-records.server.ts';

interface Place {
  readonly at: string;
  /** An address of the portal beside its API. */
  readonly hookUrl: string;
  now(): Date;
}

interface ShelfRules<Product> {
  /** The platform's name in the portal's API, and the currency of its prices. */
  readonly platform: string;
  readonly currency: string;
  /** Asks the portal, as a vendor's dashboard would, which has a client of its own. */
  readonly send: (address: URL, init: RequestInit) => Promise<Response>;
  /** How the platform describes what is sold. */
  readonly describe: (product: PortalProduct, place: Place) => Product;
  /** The field that names a product, in what is sold and in what is bought. */
  readonly idName: keyof Product & string;
  /** What is bought, with the token that consumes it. */
  readonly sell: (product: Product, developerPayload: string | undefined, at: Date) => Sold;
  /** How the platform says what was bought; absent: as it is. */
  readonly tell?: (bought: object, at: Date) => object;
}

interface Sold {
  readonly token: string;
  readonly purchase: object;
}

/** Gives what mounts them at a place. */
export function createShelves<Product extends object>(
  rules: ShelfRules<Product>,
): (app: FastifyInstance, place: Place) => void {
  const { idName, sell, tell = (bought) => bought } = rules;
  const shelvesAt = createOnePerPlace<Place, Map<string, Map<string, object>>>(() => new Map());
  const Named = Type.Object({ [idName]: short });
  return (app, place) => {
    const shelves = shelvesAt(place);
    const shelfOf = (buyer: Static<typeof Buyer>): Map<string, object> => {
      const key = JSON.stringify([buyer.app, buyer.playerId]);
      const shelf = shelves.get(key) ?? new Map<string, object>();
      shelves.set(key, shelf);
      return shelf;
    };
    const api = createApi(app);
    api.post('/web/catalogue', ({ body }) => readCatalogue(expectShape(Buyer, body, 'a game').app, rules, place));
    api.post('/web/buy', async ({ body }) => {
      const wish = expectShape(Wish, body, 'a purchase');
      const { [idName]: id } = expectShape(Named, body, 'a purchase') as Readonly<Record<string, string>>;
      const product = (await readCatalogue(wish.app, rules, place)).find((each) => each[idName] === id);
      if (!product) throw new VendorFault(404, { error: `It is not sold here in ${rules.currency}.` });
      const { token, purchase } = sell(product, wish.developerPayload, place.now());
      shelfOf(wish).set(token, purchase);
      return tell(purchase, place.now());
    });
    api.post('/web/purchases', ({ body }) =>
      tell([...shelfOf(expectShape(Buyer, body, 'a player')).values()], place.now()),
    );
    api.post('/web/consume', ({ body }) => {
      const asked = expectShape(Consumption, body, 'a token');
      if (shelfOf(asked).delete(asked.token)) return {};
      throw new VendorFault(404, { error: 'There is no such purchase: it may have been consumed before.' });
    });
  };
}

/** What a page of the simulated platform has sent. */
export function expectShape<S extends TSchema>(schema: S, body: unknown, what: string): Static<S> {
  if (Value.Check(schema, body)) return body;
  throw new VendorFault(400, { error: `This is not ${what}.` });
}

const short = Type.String({ maxLength: 100 });

/** Whose purchases: of a player in a game. */
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
    throw new Error(`The portal does not say what ${game} sells: ${response.status}.`);
  return answer.Products.filter(({ Currency }) => Currency === currency).map((product) => describe(product, place));
}
