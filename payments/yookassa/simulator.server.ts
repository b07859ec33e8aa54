// YooKassa on a laptop and in tests: its API, its widget, its own page, its unsigned notices, and a page like its cabinet at its
// address on which one does what YooKassa and banks do later.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { PaymentSimulator, SimulatedWebhook, SimulatorPlace } from '../simulator-port.server.ts';
import { isTooOld, mountApi, textsOf } from './simulator-api.server.ts';
import { actsFor, createBooks, doAct, type Books, type Told } from './simulator-books.server.ts';
import { sendErrorPage, sendFormPage, sendListPage } from './simulator-pages.server.ts';
import { refuseCard } from '#kit/simulator-page.server.ts';

export const simulator: PaymentSimulator = {
  async mount(app, place) {
    takeForms(app);
    const shop = shopAt(place);
    const tell = (told: readonly Told[]): void => {
      sendInBackground(
        app,
        told.map((one) => noticeOf(one, shop)),
        place,
      );
    };
    const pageOf = ({ id }: { id: string }) => `${place.at}/checkout/payments/${id}`;
    const secretKey = secretKeyOf(place);
    mountApi(app, { books: shop.books, shopId, secretKey, needsReceipt: true, now: place.now, pageOf, tell });
    await mountForm(app, place, tell);
    mountList(app, place, tell);
  },

  settings: (place) => ({
    ShopId: shopId,
    SecretKey: secretKeyOf(place),
    Receipt: { VatCode: 1, PaymentSubject: 'service', PaymentMode: 'full_payment', TaxSystemCode: 2 },
    NotificationNetworks: ['127.0.0.0/8', '::1/128'],
    ApiBase: `${place.at}/v3`,
    ScriptUrl: `${place.at}/checkout-widget.js`,
  }),

  async act(act, { attemptId }, place) {
    const shop = shopAt(place);
    const payment = shop.books.ofAttempt(attemptId);
    if (!payment) throw new Error(`The simulated YooKassa knows no payment of attempt ${attemptId}. Open it first.`);
    return doAct(act, payment, place.now()).map((one) => noticeOf(one, shop));
  },

  send: (notices, place) => sendNotices(notices, place, pauseShortly),
};

const shopId = '100500';
const secretKeyOf = ({ isLive = false }: SimulatorPlace) => `${isLive ? 'live' : 'test'}_simulated0secret0key`;

interface Shop {
  readonly books: Books;
  /** What was told, newest last, for the list. */
  readonly told: { id: string; event: string; end: string; notice: SimulatedWebhook }[];
}

const shops = new Map<string, Shop>();

function shopAt({ at, now, isLive = false }: SimulatorPlace): Shop {
  const known = shops.get(at);
  if (known) return known;
  const shop: Shop = { books: createBooks(now, isLive), told: [] };
  shops.set(at, shop);
  return shop;
}

// No signature and no id, as at YooKassa: the id is for the list alone.
function noticeOf({ event, object }: Told, shop: Shop): SimulatedWebhook {
  const body = JSON.stringify({ type: 'notification', event, object });
  const notice = { body, headers: { 'content-type': 'application/json' } };
  shop.told.push({ id: randomUUID(), event, end: 'not sent', notice });
  if (shop.told.length > mostTold) shop.told.shift();
  return notice;
}

const mostTold = 100;

/** Sends, and again after each of YooKassa's seven gaps until the answer is 200. */
export async function sendNotices(
  notices: readonly SimulatedWebhook[],
  place: SimulatorPlace,
  pause: (gapS: number) => Promise<void>,
): Promise<void> {
  for (const notice of notices) {
    let end = await post(notice, place);
    for (const gapS of retryGapsS) {
      if (end === '200') break;
      await pause(gapS);
      end = await post(notice, place);
    }
    for (const told of shopAt(place).told) if (told.notice === notice) told.end = end;
  }
}

const retryGapsS = [10, 42, 84, 168, 672, 5376, 86_016] as const;

// A day is a second here.
const pauseShortly = (gapS: number): Promise<void> => wait(Math.min(gapS, 1000), undefined, { ref: false });

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

function sendInBackground(app: FastifyInstance, notices: readonly SimulatedWebhook[], place: SimulatorPlace): void {
  sendNotices(notices, place, pauseShortly).catch((error: unknown) =>
    app.log.warn({ err: error }, 'The simulated YooKassa could not send its notices.'),
  );
}

type Tell = (told: readonly Told[]) => void;

async function mountForm(app: FastifyInstance, place: SimulatorPlace, tell: Tell): Promise<void> {
  const { books } = shopAt(place);
  const script = await readFile(new URL('simulator-script.js', import.meta.url));
  const urls = { payUrl: `${place.at}/form/pay`, stateUrl: `${place.at}/form/state` };
  app.get('/checkout-widget.js', (_, reply) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
  app.get('/embedded', (request, reply) => {
    const { token = '', origin = '' } = textsOf(request.query);
    if (!/^https?:\/\/[\w.:-]+$/.test(origin)) return reply.code(400).send({ error: 'The origin is wrong.' });
    const payment = books.ofToken(token);
    if (!payment || payment.returnUrl !== undefined) return sendErrorPage(reply, 'invalid_token', origin);
    if (payment.status !== 'pending' || isTooOld(payment, place.now()))
      return sendErrorPage(reply, 'token_expired', origin);
    return sendFormPage(reply, { payment, ...urls, parentOrigin: origin });
  });
  app.get('/checkout/payments/:id', (request, reply) => {
    const payment = books.payments.get(textsOf(request.params)['id'] ?? '');
    if (payment?.returnUrl === undefined) return reply.code(404).send({ error: 'There is no such payment.' });
    if (payment.status !== 'pending') return reply.code(303).header('location', payment.returnUrl).send();
    return sendFormPage(reply, { payment, ...urls, parentOrigin: undefined });
  });
  app.post('/form/pay', (request, reply) => {
    const { token = '', how = '', refunds = '', card = '' } = textsOf(request.body);
    const payment = books.ofToken(token);
    const act = (['pay', 'decline', 'pay later'] as const).find((name) => name === how);
    if (!payment || !act) return reply.code(400).send({ error: 'There is no such payment, or no such choice.' });
    if (payment.status !== 'pending' || isTooOld(payment, place.now()))
      return reply.code(400).send({ error: 'This payment is over.' });
    const refusal = refuseCard(card);
    if (refusal !== undefined) return reply.code(400).send({ error: refusal });
    payment.refundsLater = refunds === 'later';
    tell(doAct(act, payment, place.now()));
    return reply.send({ status: payment.status });
  });
  app.post('/form/state', (request, reply) => {
    const payment = books.ofToken(textsOf(request.body)['token'] ?? '');
    return payment
      ? reply.send({ status: payment.status })
      : reply.code(400).send({ error: 'There is no such payment.' });
  });
}

function mountList(app: FastifyInstance, place: SimulatorPlace, tell: Tell): void {
  const shop = shopAt(place);
  app.get('/', (_, reply) =>
    sendListPage(reply, {
      payments: [...shop.books.payments.values()].toReversed().slice(0, mostTold),
      actUrl: `${place.at}/cabinet/act`,
      notices: shop.told.toReversed(),
    }),
  );
  app.post('/cabinet/act', (request, reply) => {
    const { payment: id = '', act = '', again = '' } = textsOf(request.body);
    const payment = shop.books.payments.get(id);
    const chosen = payment && actsFor(payment).find(({ name }) => name === act);
    if (payment && chosen) tell(doAct(chosen.name, payment, place.now()));
    const told = shop.told.find((one) => one.id === again);
    if (told) sendInBackground(app, [told.notice], place);
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
