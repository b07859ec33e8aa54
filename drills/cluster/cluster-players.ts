// Players of a game on VK, which needs no outgoing request: each signs in with a signed launch, loads the game's files,
// saves, buys, and VK reports the payment with a signed webhook. The game's server collects what was bought. A call that
// is not answered is repeated with the same key, as the SDK and VK do. Everything acknowledged is recorded.
import { randomUUID } from 'node:crypto';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { simulator as vk } from '#platforms/vkontaktecom/simulator.server.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { SimulatorEnvironment } from '#platforms/simulator-port.server.ts';
import type { SimulatedPlayer } from '#platforms/scenario.ts';

export interface Acknowledged {
  readonly accounts: Set<string>;
  /** The last revision of each account's save. */
  readonly saves: Map<string, number>;
  readonly orders: Set<string>;
  readonly payments: Set<string>;
  /** Orders that the game's server has collected, with the number of deliveries. */
  readonly granted: Map<string, number>;
}

export interface RequestCounts {
  requests: number;
  /** 503 with Retry-After. */
  refused: number;
  /** Every other failure. */
  failed: number;
  readonly faults: Map<string, number>;
  /** When a request last failed or was refused, by `performance.now()`. */
  lastFaultAt: number;
}

export interface ClusterPlayers {
  readonly acknowledged: Acknowledged;
  /** The counts since the last call, which begins a new count. */
  takeCounts(): RequestCounts;
  peekCounts(): Readonly<RequestCounts>;
  /** Resolves when this many more players have finished their purchase. */
  untilFinished(more: number): Promise<void>;
  stop(): Promise<void>;
}

export interface PlayerOptions {
  /** The balancer's port on this machine. */
  readonly port: number;
  readonly game: string;
  /** The key of the game's server. */
  readonly gameKey: string;
  /** Files of the game that each player loads. */
  readonly files: readonly string[];
  readonly playersAtOnce: number;
}

export const vkPlace: SimulatorEnvironment = {
  at: 'https://api.vk.com',
  hookUrl: '',
  isLive: true,
  now: () => new Date(),
};

const portalHost = 'play.example';
const pauseMs = 60;
const retryMs = 250;
const timeoutMs = 45_000;
const maxWaitMs = 180_000;

export function startClusterPlayers(options: PlayerOptions): ClusterPlayers {
  const acknowledged: Acknowledged = {
    accounts: new Set(),
    saves: new Map(),
    orders: new Set(),
    payments: new Set(),
    granted: new Map(),
  };
  const stopping = new AbortController();
  let counts = newCounts();
  let finished = 0;
  let begun = 0;
  const send = createSender(options.port, (answer, what) => countAnswer(counts, answer, what));
  const play = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      begun += 1;
      await playOnce(begun, { ...options, send, acknowledged, isOver: () => stopping.signal.aborted });
      finished += 1;
    }
  };
  const collect = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await collectPurchases(options, send, acknowledged);
      await sleep(300);
    }
  };
  const running = Promise.all([collect(), ...Array.from({ length: options.playersAtOnce }, play)]);
  // The steps await other things; a failure here must not be unhandled until `stop` reports it.
  running.catch(() => stopping.abort());
  return {
    acknowledged,
    takeCounts() {
      const taken = counts;
      counts = newCounts();
      return taken;
    },
    peekCounts: () => counts,
    async untilFinished(more) {
      const target = finished + more;
      await eventually(() => finished >= target || stopping.signal.aborted, maxWaitMs);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

interface Answer {
  /** 0: no response. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

interface PlayerRequest {
  readonly what: string;
  readonly host?: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly token?: string;
  readonly body?: string;
  readonly contentType?: string;
  /** The caller's address: rate limits count by it. */
  readonly from: string;
}

type Send = (request: PlayerRequest) => Promise<Answer>;

interface PlayerContext extends PlayerOptions {
  readonly send: Send;
  readonly acknowledged: Acknowledged;
  readonly isOver: () => boolean;
}

async function playOnce(number: number, context: PlayerContext): Promise<void> {
  const { game, acknowledged, files } = context;
  const player: SimulatedPlayer = {
    ...buildSimulatedPlayer('registered', 'vkontaktecom'),
    id: String(300_000_000 + number),
  };
  const from = addressOf(number);
  /** Repeats the request until it is accepted. Undefined: the players stop. */
  const until = async (build: () => Promise<PlayerRequest> | PlayerRequest): Promise<string | undefined> => {
    while (!context.isOver()) {
      const answer = await context.send(await build());
      await sleep(answer.status === 200 ? pauseMs : retryMs);
      if (isAccepted(answer)) return answer.text;
    }
    return undefined;
  };
  const call = (what: string, body: object, token?: string) =>
    until(() => ({
      what,
      path: `/api/v1/${what}`,
      body: JSON.stringify(body),
      from,
      ...(token !== undefined && { token }),
    }));

  const login = await vk.login('good', player, vkPlace);
  const signedIn = parse<{ Token: string; AccountId: string }>(
    await call('auth/authenticate_from_social', {
      Social: 'VkontakteCom',
      Game: game,
      Locale: 'en',
      VkontakteCom: login,
    }),
  );
  if (!signedIn) return;
  const { Token: token, AccountId } = signedIn;
  acknowledged.accounts.add(AccountId);

  const platform = { WebPublishingPlatform: 'VkontakteCom' };
  const chosen = parse<{ LaunchUrl: string }>(
    await call('play/choose_game', { GameSystemName: game, ...platform }, token),
  );
  if (!chosen) return;
  const launch = new URL(chosen.LaunchUrl);
  for (const file of ['', ...files])
    await until(() => ({
      what: 'game file',
      host: launch.hostname,
      path: new URL(file, launch).pathname,
      method: 'GET',
      from,
    }));

  let BaseRevision = 0;
  for (const level of ['1', '2']) {
    const write = { Game: game, BaseRevision, WriteId: randomUUID(), Set: { level } };
    const written = parse<{ Revision: number }>(await call('saves/write', write, token));
    if (!written) return;
    BaseRevision = written.Revision;
    acknowledged.saves.set(AccountId, BaseRevision);
  }

  const IdempotencyKey = randomUUID();
  const purchase = { Game: game, Sku: 'gems-100', Currency: 'VKV', ...platform, IdempotencyKey };
  const order = parse<{ TransactionId: string; OrderProduct: { Price: number } }>(
    await call('store/create_payment', purchase, token),
  );
  if (!order) return;
  const { TransactionId: orderId } = order;
  acknowledged.orders.add(orderId);
  const sold = { orderId, attemptId: '', sku: 'gems-100', amountMinor: order.OrderProduct.Price, currency: 'VKV' };
  const webhook = await vk.webhooks?.paid({ ...sold, payerId: player.id }, vkPlace);
  const accepted = await until(() => ({
    what: 'webhook',
    path: `/api/v1/hooks/vkontaktecom/${game}`,
    body: String(webhook?.body),
    contentType: 'application/x-www-form-urlencoded',
    from: '127.9.9.9',
  }));
  if (accepted === undefined) return;
  acknowledged.payments.add(orderId);
  await call('store/get_payment_status', { PublicOrderId: orderId }, token);
  await call('games/list_with_configs', {});
  await call('info/news', { Locale: 'en' });
  await until(() => ({ what: 'page', path: '/', method: 'GET', from }));
}

/** The game's server collects and acknowledges what was bought. A repeated delivery has the same id. */
async function collectPurchases({ gameKey }: PlayerOptions, send: Send, { granted }: Acknowledged): Promise<void> {
  const from = '127.8.8.8';
  const pending = await send({
    what: 'deliveries/pending',
    path: '/api/v1/deliveries/pending',
    method: 'GET',
    token: gameKey,
    from,
  });
  if (pending.status !== 200) return;
  const { Deliveries } = JSON.parse(pending.text) as { Deliveries: { DeliveryId: string; PublicOrderId?: string }[] };
  for (const { DeliveryId, PublicOrderId = '' } of Deliveries) {
    const what = 'deliveries/acknowledge';
    const answer = await send({
      what,
      path: `/api/v1/${what}`,
      token: gameKey,
      body: JSON.stringify({ DeliveryId }),
      from,
    });
    if (answer.status === 200) granted.set(PublicOrderId, (granted.get(PublicOrderId) ?? 0) + 1);
  }
}

const createSender =
  (port: number, note: (answer: Answer, what: string) => void): Send =>
  async (request) => {
    const answer = await sendOnce(port, request);
    note(answer, request.what);
    return answer;
  };

/** A new connection each time, as from another player. */
export function sendOnce(
  port: number,
  { host = portalHost, path, method = 'POST', token, body, contentType = 'application/json', from }: PlayerRequest,
): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ status: 0, retryAfter: undefined, text: error.message });
    const request = https.request(
      {
        host: '127.0.0.1',
        port,
        servername: host,
        path,
        method,
        localAddress: from,
        headers: {
          host,
          ...(method === 'GET' ? { accept: 'text/html, */*' } : { 'content-type': contentType }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
        agent: false,
        rejectUnauthorized: false,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    request.on('error', fail);
    request.end(body);
  });
}

/** VK's webhooks are answered with 200 even if VK should try again. */
const isAccepted = ({ status, text }: Answer): boolean => status === 200 && !text.startsWith('{"error":');

const isRefused = ({ status, retryAfter, text }: Answer): boolean =>
  (status === 503 && retryAfter !== undefined) || (status === 200 && text.includes('"critical":false'));

function countAnswer(counts: RequestCounts, answer: Answer, what: string): void {
  counts.requests += 1;
  if (isAccepted(answer)) return;
  counts.lastFaultAt = performance.now();
  if (isRefused(answer)) {
    counts.refused += 1;
    return;
  }
  counts.failed += 1;
  const fault = `${what}: ${answer.status} ${answer.text.slice(0, 160)}`;
  counts.faults.set(fault, (counts.faults.get(fault) ?? 0) + 1);
}

const newCounts = (): RequestCounts => ({ requests: 0, refused: 0, failed: 0, faults: new Map(), lastFaultAt: 0 });

const parse = <Reply>(text: string | undefined): Reply | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Reply);

/** All of 127.0.0.0/8 is this machine. */
export const addressOf = (number: number): string => `127.10.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`;
