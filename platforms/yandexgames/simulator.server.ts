// Yandex Games on a laptop and in tests: its script, players and purchases signed with the key of the game, and purchases that stay
// until they are consumed. Its console has the products of the portal, at the portal's prices.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { LoginKind, PlatformSimulator, SimulatorPlace } from '../simulator-port.server.ts';
import { shelfOf, type SoldProduct, type UnconsumedPurchase } from './simulator-books.server.ts';
import {
  avatarOf,
  nameOf,
  playerData,
  secretKey,
  signData,
  uniqueIdOf,
  type Person,
} from './simulator-signature.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    await mountScript(app, place);
    mountPlayers(app, place);
    mountPayments(app, place);
  },

  settings: ({ at, isLive = false }) => ({ SecretKey: secretKey, IsTest: !isLive, SdkUrl: `${at}/sdk.js` }),

  // What Yandex Games adds to the address is not known, and nobody reads it; this is for the script's own sake.
  launch: async (_, { sdk }) => (sdk === 'blocked' ? { query: { [blockedParameter]: 'blocked' } } : {}),

  async login(kind, player, { now }) {
    const signature = signData(playerData(player), new Date(now().getTime() + laterMs[kind]), keys[kind]);
    // The first letters of the JSON, with another sign.
    const GetPlayerSignature = kind === 'changed' ? signature.replace('.eyJhb', '.eyJhc') : signature;
    return { GetPlayerSignature, EnvironmentI18nLang: player.language };
  },
};

const blockedParameter = 'simulated-script';
const staleMs = 11 * 60_000;
const laterMs: Readonly<Record<LoginKind, number>> = {
  good: 0,
  changed: 0,
  foreign: 0,
  'other game': 0,
  stale: -staleMs,
  future: 2 * 60_000,
};
// Every game has a key of its own.
const keys: Partial<Record<LoginKind, string>> = {
  foreign: 'NobodysKey0000000001',
  'other game': 'SimulatedYandexKey02',
};

async function mountScript(app: FastifyInstance, { pageOrigin = '' }: SimulatorPlace): Promise<void> {
  const script = await readFile(join(import.meta.dirname, 'simulator-sdk.js'), 'utf8');
  app.get('/sdk.js', ({ headers: { referer = '' } }, reply) => {
    const isBlocked = URL.canParse(referer) && new URL(referer).searchParams.has(blockedParameter);
    if (isBlocked) return reply.code(404).send({ error: 'The script is blocked, as the situation says.' });
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(script.replace('{page}', pageOrigin));
  });
}

const short = Type.String({ maxLength: 100 });
const PersonBody = Type.Object({
  id: short,
  firstName: short,
  lastName: short,
  language: short,
  isGuest: Type.Boolean(),
  isExpired: Type.Boolean(),
});

function mountPlayers(app: FastifyInstance, { at, now }: SimulatorPlace): void {
  app.post('/web/player', ({ body }, reply) => {
    if (!Value.Check(PersonBody, body)) return refuse(reply, 'a player');
    const person: Person = body;
    const signedAt = new Date(now().getTime() - (body.isExpired ? staleMs : 0));
    return reply.send({
      signature: signData(playerData(person), signedAt),
      uniqueId: uniqueIdOf(person.id),
      name: nameOf(person),
      photo: `${at}/avatar/${avatarOf(person)}/islands-200`,
    });
  });
  app.get('/avatar/:hash/islands-200', (_, reply) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="100" fill="#fc0"/></svg>',
      ),
  );
}

const Buyer = Type.Object({ app: short, playerId: short });
const Purchase = Type.Object({
  ...Buyer.properties,
  id: short,
  developerPayload: Type.Optional(Type.String({ maxLength: 1000 })),
});
const Consumption = Type.Object({ ...Buyer.properties, token: short });

function mountPayments(app: FastifyInstance, place: SimulatorPlace): void {
  const shelf = ({ app: game, playerId }: Static<typeof Buyer>) => shelfOf(place, game, playerId);
  const signed = (data: UnconsumedPurchase | readonly UnconsumedPurchase[]) => ({
    signature: signData(data, place.now()),
    data,
  });
  app.post('/web/catalogue', async ({ body }, reply) =>
    Value.Check(Buyer, body) ? reply.send(await catalogueOf(body.app, place)) : refuse(reply, 'a game'),
  );
  app.post('/web/buy', async ({ body }, reply) => {
    if (!Value.Check(Purchase, body)) return refuse(reply, 'a purchase');
    const product = (await catalogueOf(body.app, place)).find(({ id }) => id === body.id);
    if (!product) return reply.code(404).send({ error: `The console has no product ${body.id} with a price in YAN.` });
    return reply.send(signed(shelf(body).add(product, body.developerPayload)));
  });
  app.post('/web/purchases', ({ body }, reply) =>
    Value.Check(Buyer, body) ? reply.send(signed(shelf(body).list())) : refuse(reply, 'a player'),
  );
  app.post('/web/consume', ({ body }, reply) => {
    if (!Value.Check(Consumption, body)) return refuse(reply, 'a token');
    return shelf(body).consume(body.token)
      ? reply.send({})
      : reply.code(404).send({ error: 'There is no such purchase: it may have been consumed before.' });
  });
}

const refuse = (reply: FastifyReply, what: string) => reply.code(400).send({ error: `This is not ${what}.` });

const StoreData = Type.Object({
  Products: Type.Array(
    Type.Object({
      Sku: Type.String(),
      ProductName: Type.String(),
      ProductDescription: Type.String(),
      Price: Type.Number(),
      Currency: Type.String(),
    }),
  ),
});

/** An operator keeps both lists the same by hand; here nobody has to. */
async function catalogueOf(game: string, { hookUrl }: SimulatorPlace): Promise<SoldProduct[]> {
  // oxlint-disable-next-line eslint/no-restricted-globals -- it plays the vendor's console, which has a client of its own
  const response = await fetch(new URL('../store/store_data', hookUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Game: game, WebPublishingPlatform: 'YandexGames' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = await response.json();
  if (!Value.Check(StoreData, answer))
    throw new Error(`The portal does not say what ${game} sells: ${response.status}.`);
  return answer.Products.filter(({ Currency }) => Currency === 'YAN').map((product) => ({
    id: product.Sku,
    title: product.ProductName,
    description: product.ProductDescription,
    priceValue: String(product.Price),
  }));
}
