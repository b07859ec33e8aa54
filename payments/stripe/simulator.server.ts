// Stripe on a laptop and in tests: its API, its script with the form, its own page, its signed notices, and a page like its
// dashboard at its address on which one does what Stripe and banks do later.
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { PaymentSimulator, SimulatedWebhook, SimulatorPlace } from '../simulator-port.server.ts';
import { actsFor, doAct } from './simulator-acts.server.ts';
import { mountApi } from './simulator-api.server.ts';
import { createBooks, newId, type Books, type RefundsOfCard, type Told } from './simulator-books.server.ts';
import { textsOf } from './simulator-forms.server.ts';
import { sendFormPage, sendListPage } from './simulator-pages.server.ts';
import { refuseCard } from '#kit/simulator-page.server.ts';

export const simulator: PaymentSimulator = {
  async mount(app, place) {
    takeForms(app);
    const shop = shopAt(place);
    const tell = (told: readonly Told[]): void => {
      const notices = told.map((one) => noticeOf(one, shop, place));
      sendNotices(notices, place).catch((error: unknown) =>
        app.log.warn({ err: error }, 'The simulated Stripe could not send its notices.'),
      );
    };
    mountApi(app, {
      books: shop.books,
      secretKey: secretKeyOf(place),
      now: place.now,
      pageOf: ({ id }) => `${place.at}/c/pay/${id}`,
      tell,
      async beforeAnswer(session) {
        if (!shop.paysEarly) return;
        const told = doAct('pay', session, place.now());
        await sendNotices(
          told.map((one) => noticeOf(one, shop, place)),
          place,
        );
      },
    });
    await mountForm(app, place, tell);
    mountList(app, place, tell);
  },

  settings: (place) => ({
    SecretKey: secretKeyOf(place),
    PublishableKey: publishableKeyOf(place),
    WebhookSecrets: [webhookSecret],
    ApiBase: place.at,
    ScriptUrl: `${place.at}/stripe.js`,
  }),

  async act(act, { attemptId }, place) {
    const shop = shopAt(place);
    const session = shop.books.ofAttempt(attemptId);
    if (!session) throw new Error(`The simulated Stripe knows no payment of attempt ${attemptId}. Open it first.`);
    return doAct(act, session, place.now()).map((one) => noticeOf(one, shop, place));
  },

  send: sendNotices,
};

const modeOf = ({ isLive = false }: SimulatorPlace) => (isLive ? 'live' : 'test');
const secretKeyOf = (place: SimulatorPlace) => `sk_${modeOf(place)}_simulated0secret0key`;
const publishableKeyOf = (place: SimulatorPlace) => `pk_${modeOf(place)}_simulated0publishable0key`;
const webhookSecret = 'whsec_simulated0webhook0secret';

interface Shop {
  readonly books: Books;
  /** What was told, newest last, for the list. */
  readonly told: { id: string; type: string; end: string; notice: SimulatedWebhook }[];
  paysEarly: boolean;
}

const shops = new Map<string, Shop>();

function shopAt({ at, now, isLive = false }: SimulatorPlace): Shop {
  const known = shops.get(at);
  if (known) return known;
  const shop: Shop = { books: createBooks(now, isLive), told: [], paysEarly: false };
  shops.set(at, shop);
  return shop;
}

function noticeOf({ type, object }: Told, shop: Shop, place: SimulatorPlace): SimulatedWebhook {
  const nowS = Math.floor(place.now().getTime() / 1000);
  const id = newId('evt');
  const body = JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: nowS,
    livemode: place.isLive ?? false,
    type,
    data: { object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  });
  const notice = { body, headers: { 'content-type': 'application/json', 'stripe-signature': sign(body, nowS) } };
  shop.told.push({ id, type, end: 'not sent', notice });
  if (shop.told.length > mostTold) shop.told.shift();
  return notice;
}

const mostTold = 100;

// The key is the whole secret, as text.
function sign(body: string, nowS: number): string {
  return `t=${nowS},v1=${createHmac('sha256', webhookSecret).update(`${nowS}.${body}`).digest('hex')}`;
}

// A sandbox of Stripe tries three more times over some hours; here it is some seconds.
const pausesMs = [0, 300, 900, 2_000];

async function sendNotices(notices: readonly SimulatedWebhook[], place: SimulatorPlace): Promise<void> {
  for (const notice of notices) {
    let end = '';
    for (const pauseMs of pausesMs) {
      await wait(pauseMs, undefined, { ref: false });
      end = await post(notice, place);
      if (end.startsWith('2')) break;
    }
    for (const told of shopAt(place).told) if (told.notice === notice) told.end = end;
  }
}

/** The status, or why there is none. */
async function post({ body, headers }: SimulatedWebhook, { hookUrl }: SimulatorPlace): Promise<string> {
  try {
    const signal = AbortSignal.timeout(10_000);
    // oxlint-disable-next-line eslint/no-restricted-globals -- it plays the vendor's server, which calls us by its own client
    const response = await fetch(hookUrl, { method: 'POST', body, headers, redirect: 'manual', signal });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.message : 'unknown'}`;
  }
}

type Tell = (told: readonly Told[]) => void;

async function mountForm(app: FastifyInstance, place: SimulatorPlace, tell: Tell): Promise<void> {
  const { books } = shopAt(place);
  const script = await readFile(new URL('simulator-script.js', import.meta.url));
  const payUrl = `${place.at}/pay`;
  app.get('/stripe.js', (_, reply) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
  app.get('/embedded', (request, reply) => {
    const { client_secret: clientSecret = '', key, origin = '' } = textsOf(request.query);
    const session = books.ofSecret(clientSecret);
    if (!session || key !== publishableKeyOf(place) || !/^https?:\/\/[\w.:-]+$/.test(origin))
      return reply.code(400).send({ error: 'The client secret, the key or the origin is wrong.' });
    // Beside the frame itself: Stripe's scripts are on another host than its pages.
    return sendFormPage(reply, { session, payUrl: 'pay', parentOrigin: origin });
  });
  app.get('/c/pay/:id', (request, reply) => {
    const session = books.sessions.get(textsOf(request.params)['id'] ?? '');
    if (!session) return reply.code(404).send({ error: 'There is no such session.' });
    return sendFormPage(reply, { session, payUrl, parentOrigin: undefined });
  });
  app.post('/pay', (request, reply) => {
    const { client_secret: clientSecret = '', how = '', refunds = '', card: number = '' } = textsOf(request.body);
    const session = books.ofSecret(clientSecret);
    const act = (['pay', 'decline', 'pay later'] as const).find((name) => name === how);
    const card = (['at once', 'later', 'fail later'] as const satisfies RefundsOfCard[]).find(
      (name) => name === refunds,
    );
    if (!session || !act) return reply.code(400).send({ error: 'There is no such session, or no such choice.' });
    if (session.status !== 'open') return reply.code(400).send({ error: 'This session is over.' });
    // Not a status of its own: browsers report those, and a refused card is no fault.
    const refusal = refuseCard(number);
    if (refusal !== undefined) return reply.send({ status: session.status, error: refusal });
    tell(doAct(act, session, place.now(), card));
    const error = act === 'decline' ? 'Your card was declined. Try again.' : undefined;
    return reply.send({ status: session.status, error });
  });
}

function mountList(app: FastifyInstance, place: SimulatorPlace, tell: Tell): void {
  const shop = shopAt(place);
  app.get('/', (_, reply) =>
    sendListPage(reply, {
      sessions: [...shop.books.sessions.values()].toReversed().slice(0, mostTold),
      actUrl: `${place.at}/dashboard/act`,
      settingUrl: `${place.at}/dashboard/early`,
      paysEarly: shop.paysEarly,
      notices: shop.told.toReversed(),
    }),
  );
  app.post('/dashboard/act', (request, reply) => {
    const { session: id = '', act = '', again = '' } = textsOf(request.body);
    const session = shop.books.sessions.get(id);
    const chosen = session && actsFor(session).find(({ name }) => name === act);
    if (session && chosen) tell(doAct(chosen.name, session, place.now()));
    const told = shop.told.find((one) => one.id === again);
    if (told)
      sendNotices([told.notice], place).catch((error: unknown) =>
        app.log.warn({ err: error }, 'The simulated Stripe could not send a notice again.'),
      );
    return reply.code(303).header('location', `${place.at}/`).send();
  });
  app.post('/dashboard/early', (request, reply) => {
    shop.paysEarly = textsOf(request.body)['paysEarly'] === 'yes';
    return reply.code(303).header('location', `${place.at}/`).send();
  });
}

function takeForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  if (app.hasContentTypeParser(type)) return;
  app.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
