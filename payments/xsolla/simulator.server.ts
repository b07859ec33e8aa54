// Xsolla on a laptop and in tests: its API, its widget with Pay Station behind it, its signed notices, and a page like Publisher
// Account at its address on which one does what Xsolla and banks do later.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { PaymentSimulator, SimulatedWebhook, SimulatorPlace } from '../simulator-port.server.ts';
import { mountApi } from './simulator-api.server.ts';
import {
  actsFor,
  createBooks,
  doAct,
  lastOf,
  type Books,
  type SimulatedToken,
  type Told,
} from './simulator-books.server.ts';
import { isTaken, noticeOf, sendNotices, userNotice, type Post } from './simulator-notices.server.ts';
import { sendListPage, sendPayPage } from './simulator-pages.server.ts';
import { refuseCard } from '#kit/simulator-page.server.ts';

export const simulator: PaymentSimulator = {
  async mount(app, place) {
    takeForms(app);
    const shop = shopAt(place);
    mountApi(app, {
      books: shop.books,
      ...project,
      apiKey,
      isLive: place.isLive ?? false,
      now: place.now,
      refundsLater: () => shop.refundsLater,
      tell: (told) => void tell(app, told, place),
    });
    await mountPayStation(app, place);
    mountList(app, place);
  },

  settings: (place) => ({
    MerchantId: project.merchantId,
    ProjectId: project.projectId,
    ApiKey: apiKey,
    WebhookKeys: [project.key],
    Sandbox: !(place.isLive ?? false),
    ApiBase: place.at,
    PayStationUrl: place.at,
    ScriptUrl: `${place.at}/widget.min.js`,
  }),

  async act(act, { attemptId }, place) {
    const token = shopAt(place).books.ofAttempt(attemptId);
    if (!token) throw new Error(`The simulated Xsolla knows no token of attempt ${attemptId}. Open it first.`);
    return doAct(act, token, place.now()).map((told) => noticeOf(told, place.now(), project));
  },

  async send(notices, place) {
    await sendNotices(notices, postTo(place));
  },
};

const project = { merchantId: 222_001, projectId: 111_001, key: 'simulated0project0key' };
const apiKey = 'simulated0company0api0key';

interface Shop {
  readonly books: Books;
  /** What was told, newest last, for the list. */
  readonly told: { readonly number: number; readonly kind: string; readonly notice: SimulatedWebhook; end: string }[];
  /** How the notice about what a token paid ended. */
  readonly delivered: Map<string, 'delivering' | 'done' | 'troubled'>;
  refundsLater: boolean;
}

const shops = new Map<string, Shop>();
const mostTold = 100;
let lastNumber = 0;

function shopAt({ at, now }: SimulatorPlace): Shop {
  const known = shops.get(at);
  if (known) return known;
  const shop = { books: createBooks(now), told: [], delivered: new Map(), refundsLater: false };
  shops.set(at, shop);
  return shop;
}

const postTo =
  ({ hookUrl }: SimulatorPlace): Post =>
  async ({ body, headers }) => {
    try {
      const signal = AbortSignal.timeout(10_000);
      // oxlint-disable-next-line eslint/no-restricted-globals -- it plays the vendor's server, which calls us by its own client
      const response = await fetch(hookUrl, { method: 'POST', body, headers, redirect: 'manual', signal });
      const said = (await response.text()).slice(0, 200);
      return `${response.status} ${said}`.trim();
    } catch (error) {
      return `no answer: ${error instanceof Error ? error.message : 'unknown'}`;
    }
  };

/** In the background; how it ended is in the list. */
async function tell(app: FastifyInstance, told: readonly Told[], place: SimulatorPlace): Promise<void> {
  const shop = shopAt(place);
  for (const one of told) {
    const notice = noticeOf(one, place.now(), project);
    lastNumber += 1;
    const entry = { number: lastNumber, kind: `${one.kind} ${one.transaction.id}`, notice, end: 'not sent' };
    shop.told.push(entry);
    if (shop.told.length > mostTold) shop.told.shift();
    try {
      [entry.end = 'not sent'] = await sendNotices([notice], postTo(place));
    } catch (error) {
      app.log.warn({ err: error }, 'The simulated Xsolla could not send a notice.');
    }
    if (one.kind === 'payment') shop.delivered.set(one.token.token, isTaken(entry.end) ? 'done' : 'troubled');
  }
}

async function mountPayStation(app: FastifyInstance, place: SimulatorPlace): Promise<void> {
  const shop = shopAt(place);
  const widget = await readFile(new URL('simulator-widget.js', import.meta.url));
  app.get('/widget.min.js', (_, reply) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(widget),
  );
  // By the widget's name for the token, and by today's.
  for (const path of ['/paystation2/', '/paystation4/'])
    app.get(path, (request, reply) => {
      const { access_token: first, token: second } = textsOf(request.query);
      const token = shop.books.tokens.get(first ?? second ?? '');
      if (!token) return reply.code(404).send({ error: 'There is no such token.' });
      return sendPayPage(reply, { token, payUrl: `${place.at}/pay`, statusUrl: `${place.at}/status` });
    });
  app.post('/pay', async (request, reply) => {
    const { token: given = '', how = '', card = '' } = textsOf(request.body);
    const token = shop.books.tokens.get(given);
    const act = (['pay', 'decline', 'pay later'] as const).find((name) => name === how);
    if (!token || !act) return reply.code(400).send({ error: 'There is no such token, or no such choice.' });
    if (!actsFor(token).some(({ name }) => name === act))
      return reply.code(400).send({ error: 'This token was used.' });
    const refusal = refuseCard(card);
    if (refusal !== undefined) return reply.code(402).send({ error: refusal });
    const player = await postTo(place)(userNotice(token, project));
    if (!isTaken(player)) return reply.code(402).send({ error: `The shop does not know this player: ${player}` });
    const told = doAct(act, token, place.now());
    if (act === 'pay') shop.delivered.set(token.token, 'delivering');
    void tell(app, told, place);
    if (act === 'decline') return reply.code(402).send({ error: 'Your card was declined. Try again.' });
    return reply.send(statusOf(shop, token));
  });
  app.get('/status', (request, reply) => {
    const token = shop.books.tokens.get(textsOf(request.query)['token'] ?? '');
    return token ? reply.send(statusOf(shop, token)) : reply.code(404).send({ error: 'There is no such token.' });
  });
}

const statusOf = ({ delivered }: Shop, token: SimulatedToken) => ({
  status: delivered.get(token.token) ?? 'invoice',
  invoice: lastOf(token)?.id ?? null,
});

function mountList(app: FastifyInstance, place: SimulatorPlace): void {
  const shop = shopAt(place);
  app.get('/', (_, reply) =>
    sendListPage(reply, {
      tokens: [...shop.books.tokens.values()].toReversed().slice(0, mostTold),
      actUrl: `${place.at}/account/act`,
      refundsLater: shop.refundsLater,
      notices: shop.told.toReversed(),
    }),
  );
  app.post('/account/act', (request, reply) => {
    const { token: given = '', act = '', again = '', refundsLater } = textsOf(request.body);
    if (refundsLater !== undefined) shop.refundsLater = refundsLater === 'yes';
    const token = shop.books.tokens.get(given);
    const chosen = token && actsFor(token).find(({ name }) => name === act);
    if (token && chosen) void tell(app, doAct(chosen.name, token, place.now()), place);
    const told = shop.told.find(({ number }) => String(number) === again);
    if (told)
      sendNotices([told.notice], postTo(place)).then(
        ([end = 'not sent']) => (told.end = end),
        (error: unknown) => app.log.warn({ err: error }, 'The simulated Xsolla could not send a notice again.'),
      );
    return reply.code(303).header('location', `${place.at}/`).send();
  });
}

function textsOf(values: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(Object.entries(values).filter(([, each]) => typeof each === 'string'));
}

function takeForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  if (app.hasContentTypeParser(type)) return;
  app.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
