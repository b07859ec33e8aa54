// Simulates CrazyGames: its script, key and signed tokens, and its Xsolla project.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  readSimulatorParams,
  createSimulatorApi,
  serveScript,
  SimulatedVendorError,
} from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import {
  isSuccessStatus,
  sendWebhookOnce,
  sendWebhookWithRetries,
  type SimulatedWebhook,
} from '#kit/simulator-webhooks.server.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { simulatedXsollaApiKey, mountXsollaApi, simulatedXsollaProject } from '#kit/xsolla/simulator-api.server.ts';
import {
  createSimulatedToken,
  performXsollaAction,
  readPriceMinor,
  type SimulatedToken,
} from '#kit/xsolla/simulator-records.server.ts';
import { buildXsollaWebhook } from '#kit/xsolla/simulator-webhook.server.ts';
import { formatMoney } from '#model/money.ts';
import { mountSimulatedResults } from '../kit/simulator-results.server.ts';
import { mountSimulatedStorage } from '../kit/simulator-storage.server.ts';
import type {
  TestLoginKind,
  PlatformSimulator,
  SimulatedPurchase,
  SimulatorEnvironment,
} from '../simulator-port.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    const scripts = { pageOrigin: place.pageOrigin };
    await serveScript(app, '/sdk.js', join(import.meta.dirname, 'simulator-script.js'), {
      ...scripts,
      isBlocked: ({ headers: { referer = '' } }) =>
        URL.canParse(referer) && new URL(referer).searchParams.has(blockedParameter),
    });
    await serveScript(app, '/widget.js', join(import.meta.dirname, 'simulator-widget.js'), scripts);
    mountPlayers(app, place);
    mountLeaderboard(app, place);
    mountSimulatedStorage(app);
    mountXsolla(app, place);
  },

  settings: ({ at, isLive = false }) => ({
    GameId: gameId,
    KeyUrl: `${at}/publicKey.json`,
    SdkUrl: `${at}/sdk.js`,
    Leaderboards: { depth: 'weekly' },
    LeaderboardKey: leaderboardKey,
    LeaderboardUrl: `${at}/leaderboard/scores`,
    Xsolla: {
      MerchantId: simulatedXsollaProject.merchantId,
      ProjectId: simulatedXsollaProject.projectId,
      ApiKey: simulatedXsollaApiKey,
      WebhookKeys: [simulatedXsollaProject.key],
      Sandbox: !isLive,
      ApiBase: at,
      ScriptUrl: `${at}/widget.js`,
    },
  }),

  // What CrazyGames adds to the URL isn't documented or read; this parameter is for the simulated script.
  launch: async (_, { sdk }) => (sdk === 'blocked' ? { query: { [blockedParameter]: 'blocked' } } : {}),

  async login(kind, { id, firstName }, { now }) {
    const at = new Date(now().getTime() + (shiftMs[kind] ?? 0));
    const game = kind === 'other game' ? '90002' : gameId;
    const token = await signPlayer(id, firstName, at, game, kind === 'foreign' ? 'foreign' : 'own');
    return { Token: kind === 'changed' ? changeByte(token) : token, IsGuest: false };
  },

  paymentRequest: async ({ id, firstName }, { now }) => ({ AccessToken: await signPlayer(id, firstName, now()) }),

  webhooks: {
    paid: async (purchase, place) => writeAbout('payment', payOnce(purchase, place), place),
    async refunded(purchase, place) {
      const token = payOnce(purchase, place);
      performXsollaAction('refund', token, place.now());
      return writeAbout('refund', token, place);
    },
  },
};

const blockedParameter = 'simulated-script';
const gameId = '90001';
const leaderboardKey = 'simulated-leaderboard-key';
const lifeS = 3600;
const staleMs = (lifeS + 60) * 1000;
const shiftMs: Partial<Record<TestLoginKind, number>> = { stale: -staleMs, future: 2 * 60_000 };

// Created on first use, one pair for all simulators, because CrazyGames has one key.
const keys = new Map<string, { readonly privateKey: KeyObject; readonly publicKey: KeyObject }>();
function findKeys(whose: 'own' | 'foreign') {
  const known = keys.get(whose) ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  keys.set(whose, known);
  return known;
}

function signPlayer(userId: string, username: string, at: Date, game = gameId, whose: 'own' | 'foreign' = 'own') {
  const issuedAt = Math.floor(at.getTime() / 1000);
  const claims = { userId, gameId: game, username, profilePictureUrl: 'https://images.crazygames.com/avatar.png' };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeS)
    .sign(findKeys(whose).privateKey);
}

const changeByte = (token: string): string =>
  token.slice(0, -10) + (token.at(-10) === 'A' ? 'B' : 'A') + token.slice(-9);

function mountPlayers(app: FastifyInstance, { now }: SimulatorEnvironment): void {
  const api = createSimulatorApi(app);
  api.get('/publicKey.json', () => ({
    publicKey: findKeys('own').publicKey.export({ type: 'pkcs1', format: 'pem' }),
  }));
  api.post('/web/token', async ({ body, texts: { id = '', username = '' } }) => {
    const isExpired = typeof body === 'object' && body !== null && 'isExpired' in body && body.isExpired === true;
    return { token: await signPlayer(id, username, new Date(now().getTime() - (isExpired ? staleMs : 0))) };
  });
  api.get('/avatar.svg', ({ reply }) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><circle cx="50" cy="50" r="50" fill="#6842ff"/></svg>',
      ),
  );
}

const ScoresBody = Type.Object({
  scores: Type.Array(
    Type.Object({
      userId: Type.String({ minLength: 1 }),
      score: Type.Number(),
      timestamp: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' }),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});

/** Keeps the best score of each player. */
function mountLeaderboard(app: FastifyInstance, place: SimulatorEnvironment): void {
  const results = mountSimulatedResults(app, place);
  createSimulatorApi(app).post('/leaderboard/scores', ({ body, request }) => {
    if (request.headers['x-api-key'] !== leaderboardKey) throw new SimulatedVendorError(401, { error: 'Unauthorized' });
    if (!Value.Check(ScoresBody, body)) throw new SimulatedVendorError(400, { error: 'Invalid request' });
    const name = 'weekly leaderboard';
    for (const { userId, score } of body.scores)
      results.set(userId, name, Math.max(score, results.get(userId, name) ?? score));
    return { failed: [] };
  });
}

const recordsAt = memoizeBySimulatorUrl(() => createSimulatorRecords<SimulatedToken>());

/** Xsolla retries up to twelve times in two days; here within seconds. */
const sending = {
  pausesMs: [300, 900, 2000],
  isOver: (end: { readonly status: number; readonly text: string }) => isSuccessStatus(end) || end.status === 400,
};
const lateMs = 3000;

function mountXsolla(app: FastifyInstance, place: SimulatorEnvironment): void {
  const records = recordsAt(place);
  const { hookUrl, now } = place;
  const tell = (token: SimulatedToken, type: 'payment' | 'refund') =>
    sendWebhookWithRetries(hookUrl, writeAbout(type, token, place), sending);
  mountXsollaApi(app, {
    records,
    isLive: place.isLive ?? false,
    refund(token) {
      performXsollaAction('refund', token, now());
      void tell(token, 'refund');
    },
  });
  const api = createSimulatorApi(app);
  const find = (body: unknown): SimulatedToken => {
    const token = records.get(readSimulatorParams(body)['token'] ?? '');
    if (!token) throw new SimulatedVendorError(404, { error: 'There is no such token.' });
    return token;
  };
  api.post('/web/order', ({ body }) => {
    const token = find(body);
    const price = formatMoney({ minor: readPriceMinor(token), currency: token.currency }, 'en');
    return { name: token.description, price };
  });
  api.post('/web/pay', async ({ body, texts: { telling } }) => {
    const token = find(body);
    const player = await sendWebhookOnce(hookUrl, buildXsollaWebhook({ type: 'user_validation', token, at: now() }));
    if (!isSuccessStatus(player) || token.transactions.length > 0) return { status: 'refused' };
    performXsollaAction('pay', token, now());
    const pay = async (): Promise<void> => {
      if (telling === 'late') await wait(lateMs, undefined, { ref: false });
      for (let times = telling === 'twice' ? 2 : 1; times > 0; times -= 1) await tell(token, 'payment');
    };
    if (telling === 'late') void pay();
    else await pay();
    return { status: 'paid' };
  });
}

function payOnce(
  { attemptId, amountMinor, currency, payerId }: SimulatedPurchase,
  place: SimulatorEnvironment,
): SimulatedToken {
  const records = recordsAt(place);
  const amount = Number(toDecimal(amountMinor, currency));
  const known = records.find((token) => token.externalId === attemptId && token.amount === amount);
  const token =
    known ??
    createSimulatedToken({
      userId: payerId,
      email: undefined,
      country: 'US',
      externalId: attemptId,
      amount,
      currency,
      description: 'A purchase',
      returnUrl: undefined,
      isTest: !(place.isLive ?? false),
      customParameters: { crazyGamesUserId: payerId },
    });
  if (!known) records.add(token.token, token);
  if (token.transactions.length === 0) performXsollaAction('pay', token, place.now());
  return token;
}

function writeAbout(
  type: 'payment' | 'refund',
  token: SimulatedToken,
  { now }: SimulatorEnvironment,
): SimulatedWebhook {
  const transaction = token.transactions.at(-1);
  return buildXsollaWebhook({
    type,
    token,
    at: now(),
    ...(transaction && { transaction }),
    ...(type === 'refund' && { code: 1 }),
  });
}
