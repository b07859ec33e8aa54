// Simulates Yandex Games. Purchases stay until they are consumed. Its console has the portal's products and prices.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { createSimulatorApi, serveScript } from '#kit/simulator-api.server.ts';
import { createUnconsumedPurchasesApi, requireRequestShape } from '#kit/simulator-unconsumed-purchases.server.ts';
import { mountSimulatedStorage } from '../kit/simulator-storage.server.ts';
import type { TestLoginKind, PlatformSimulator, SimulatorEnvironment } from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../scenario.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    await serveScript(app, '/sdk.js', join(import.meta.dirname, 'simulator-script.js'), {
      pageOrigin: place.pageOrigin,
      isBlocked: ({ headers: { referer = '' } }) =>
        URL.canParse(referer) && new URL(referer).searchParams.has(blockedParameter),
    });
    mountPlayers(app, place);
    mountSimulatedStorage(app);
    mountPayments(app, place);
  },

  settings: ({ at, isLive = false }) => ({
    SecretKey: secretKey,
    IsTest: !isLive,
    SdkUrl: `${at}/sdk.js`,
    Leaderboards: { depth: 'deepest' },
    Bonuses: [{ Secret: 'simulated-bonus', Products: ['gems-100'] }],
  }),

  // What Yandex Games adds to the URL isn't documented or read; this parameter is for the simulated script.
  launch: async (_, { sdk }) => (sdk === 'blocked' ? { query: { [blockedParameter]: 'blocked' } } : {}),

  async login(kind, player, { now }) {
    const signature = signData(describePlayer(player), new Date(now().getTime() + (shiftMs[kind] ?? 0)), keys[kind]);
    // Changes one character at the start of the JSON.
    const GetPlayerSignature = kind === 'changed' ? signature.replace('.eyJhb', '.eyJhc') : signature;
    return { GetPlayerSignature, EnvironmentI18nLang: player.language };
  },
};

const blockedParameter = 'simulated-script';
const staleMs = 11 * 60_000;
const shiftMs: Partial<Record<TestLoginKind, number>> = { stale: -staleMs, future: 2 * 60_000 };
const secretKey = 'SimulatedYandexKey01';
// Each game has its own key.
const keys: Partial<Record<TestLoginKind, string>> = {
  foreign: 'NobodysKey0000000001',
  'other game': 'SimulatedYandexKey02',
};

export function signData(data: unknown, at: Date, key: string = secretKey): string {
  const issuedAt = Math.floor(at.getTime() / 1000);
  const bytes = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', issuedAt, requestPayload: '', data }));
  return `${createHmac('sha256', key).update(bytes).digest('base64')}.${bytes.toString('base64')}`;
}

type Person = Pick<SimulatedPlayer, 'id' | 'firstName' | 'lastName' | 'language' | 'isGuest'>;

/** Opaque base64, different in every game. */
const createUniqueId = (id: string): string => createHash('sha256').update(`yandexgames ${id}`).digest('base64');

const describeName = ({ firstName, lastName, isGuest }: Person): string =>
  isGuest ? '' : `${firstName} ${lastName}`.trim();

const describeAvatar = ({ id, isGuest }: Person): string =>
  isGuest ? '0' : createHash('sha256').update(`avatar ${id}`).digest('hex').slice(0, 16);

function describePlayer(person: Person): object {
  const permission = person.isGuest ? 'not_set' : 'allow';
  return {
    uniqueID: createUniqueId(person.id),
    publicName: describeName(person),
    avatarIdHash: describeAvatar(person),
    lang: person.language,
    scopePermissions: { public_name: permission, avatar: permission },
  };
}

const short = Type.String({ maxLength: 100 });
const names = { id: short, firstName: short, lastName: short, language: short };
const PersonBody = Type.Object({ ...names, isGuest: Type.Boolean(), isExpired: Type.Boolean() });

function mountPlayers(app: FastifyInstance, { at, now }: SimulatorEnvironment): void {
  const api = createSimulatorApi(app);
  api.post('/web/player', ({ body }) => {
    const { isExpired, ...person } = requireRequestShape(PersonBody, body, 'a player');
    return {
      signature: signData(describePlayer(person), new Date(now().getTime() - (isExpired ? staleMs : 0))),
      uniqueId: createUniqueId(person.id),
      name: describeName(person),
      photo: `${at}/avatar/${describeAvatar(person)}/islands-200`,
    };
  });
  api.get('/avatar/:hash/islands-200', ({ reply }) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="100" fill="#fc0"/></svg>',
      ),
  );
}

interface SoldProduct {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly priceValue: string;
  readonly currencyImage: string;
}

const createPurchase = ({ id, title, description, priceValue }: SoldProduct, developerPayload?: string) => ({
  token: randomUUID(),
  status: 'waiting',
  errorCode: '',
  errorDescription: '',
  url: '',
  product: { id, title, description, price: { code: 'YAN', value: priceValue }, imagePrefix: '' },
  ...(developerPayload !== undefined && { developerPayload }),
});

/** A purchase with this payload is a bonus that the platform grants. */
const bonusPayload = 'simulated-platform-bonus';

const mountPayments = createUnconsumedPurchasesApi<SoldProduct>({
  platform: 'YandexGames',
  currency: 'YAN',
  // oxlint-disable-next-line eslint/no-restricted-globals -- it plays the vendor's dashboard, which has a client of its own
  send: (address, init) => fetch(address, init),
  describe: ({ Sku, ProductName, ProductDescription, Price }, { at }) => ({
    id: Sku,
    title: ProductName,
    description: ProductDescription,
    priceValue: String(Price),
    currencyImage: `${at}/avatar/coin/islands-200`,
  }),
  idName: 'id',
  sell: (product, developerPayload) => {
    const purchase =
      developerPayload === bonusPayload
        ? createPurchase({ ...product, priceValue: '0' })
        : createPurchase(product, developerPayload);
    return { token: purchase.token, purchase };
  },
  tell: (data, at) => ({ signature: signData(data, at), data }),
});
