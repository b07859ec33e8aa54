// Simulates Facebook's payments for development and tests, including the crawler for product pages.
import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createSimulatorApi, readSimulatorParams, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import type { SimulatorRecords } from '#kit/simulator-records.server.ts';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { signFacebookRequest } from '#kit/simulator-facebook.server.ts';
import { formatMoney } from '#model/money.ts';
import { sendPayPage } from '../simulator-pay-page.server.ts';
import type { PaymentSimulatorEnvironment } from '../simulator-port.server.ts';
import { requireChosenAction, simulateProvider, type SimulatorContext } from '../simulator-provider.server.ts';
import { simulatedAppId, simulatedAppSecret, mountGraphApi } from './simulator-api.server.ts';
import {
  findCharge,
  listFacebookActions,
  createSimulatedPayment,
  performFacebookAction,
  computeChargedAndReturned,
  toGraphMoney,
} from './simulator-records.server.ts';
import type {
  FacebookSimulatorAction,
  FacebookEvent,
  SimulatedMoney,
  SimulatedPayment,
} from './simulator-records.server.ts';

export const simulator = simulateProvider<SimulatedPayment, FacebookEvent, FacebookSimulatorAction>({
  title: 'Facebook Pay',
  accent: '#1877f2',
  backOffice: 'dashboard',
  settings: (place) => ({
    AppId: simulatedAppId,
    AppSecrets: [simulatedAppSecret],
    VerifyToken: 'simulated0verify0token',
    ApiBase: place.at,
    ScriptUrl: `${place.at}/sdk.js`,
  }),
  readAttemptId: ({ requestId }) =>
    requestId.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  open: async (reply, { records, place }) => {
    const { ProductOgUrl: product = '', RequestId: requestId = '' } = readSimulatorParams(reply);
    return addPayment({ product, requestId, quantity: '1' }, records, place);
  },
  listActions: listFacebookActions,
  performAction: performFacebookAction,
  sum: computeChargedAndReturned,
  writeWebhook: ({ type, id }, place) => {
    const time = Math.floor(place.now().getTime() / 1000);
    const body = escapeText(JSON.stringify({ object: 'payments', entry: [{ id, time, changed_fields: [type] }] }));
    const sign = (algorithm: string) =>
      `${algorithm}=${createHmac(algorithm, simulatedAppSecret).update(body).digest('hex')}`;
    const headers = { 'x-hub-signature': sign('sha1'), 'x-hub-signature-256': sign('sha256') };
    return { body, headers: { 'content-type': 'application/json', ...headers } };
  },
  // Facebook retries at growing intervals for a day; the simulator retries for a few seconds.
  retryRules: { pausesMs: [0, 300, 900, 2_000], isOver: ({ status }) => status === 200 },
  describe: (payment) => ({
    id: payment.id,
    name: payment.name,
    price: sayMoney(payment.price),
    state: sayState(payment),
  }),
  script: { path: '/sdk.js', file: new URL('simulator-script.js', import.meta.url) },
  pay(texts, context) {
    const { records, place } = context;
    const payment = records.get(texts['token'] ?? '');
    if (!payment || findCharge(payment)?.status === 'completed')
      throw new SimulatedVendorError(400, { error: 'This payment is over.' });
    const choice = requireChosenAction(texts, ['pay', 'pay abroad', 'decline', 'pay later']);
    const events = listFacebookActions(payment).includes(choice)
      ? performFacebookAction(choice, payment, place.now())
      : [];
    void tell(texts['telling'], events, context);
    const status = findCharge(payment)?.status ?? 'failed';
    const answer = { status, isOver: true, dialog: writeAnswer(payment, place.now()) };
    return answer;
  },
  mount(app, context) {
    const { records, place } = context;
    mountGraphApi(app, context);
    // The simulated Facebook page around the canvas (platforms/facebookgames) opens the dialog with this request.
    createSimulatorApi(app).post('/dialog/begin', async ({ texts }) => {
      const { product = '', request_id: requestId = '', quantity = '1', app_id: app = '' } = texts;
      if (app !== simulatedAppId)
        throw new SimulatedVendorError(400, { error_code: 1383007, error_message: 'This app sells nothing.' });
      const payment = await addPayment({ product, requestId, quantity }, records, place);
      return { token: payment.id, name: payment.name, price: sayMoney(payment.price) };
    });
    app.get('/dialog/pay', async (request, reply) => {
      const {
        app_id: app,
        product = '',
        request_id: requestId = '',
        quantity = '1',
        origin = '',
      } = readSimulatorParams(request.query);
      if (app !== simulatedAppId || !/^https?:\/\/[\w.:-]+$/.test(origin))
        return reply.code(400).send({ error: 'The app or the origin is wrong.' });
      const payment = await addPayment({ product, requestId, quantity }, records, place).catch(parseRejection);
      if (!('id' in payment)) return reply.code(400).send(payment);
      return sendPayPage(reply, {
        provider: 'Facebook Pay',
        accent: '#1877f2',
        name: payment.name,
        price: sayMoney(payment.price),
        token: payment.id,
        payUrl: `${place.at}/pay`,
        choices: {
          pay: 'Pay',
          'pay abroad': 'Pay in another currency',
          decline: 'Decline',
          'pay later': 'Pay later (the bank is slow)',
        },
        canClose: true,
        parentOrigin: origin,
      });
    });
  },
});

const lateMs = 3000;

async function tell(
  telling: string | undefined,
  events: readonly FacebookEvent[],
  { send }: SimulatorContext<SimulatedPayment, FacebookEvent, FacebookSimulatorAction>,
): Promise<void> {
  if (telling === 'late') await setTimeout(lateMs, undefined, { ref: false });
  await send(events);
  if (telling === 'twice') await send(events);
}

const parseRejection = (error: unknown): object => {
  if (error instanceof SimulatedVendorError) return error.body;
  throw error;
};

async function addPayment(
  { product, requestId, quantity }: { product: string; requestId: string; quantity: string },
  records: SimulatorRecords<SimulatedPayment>,
  place: PaymentSimulatorEnvironment,
): Promise<SimulatedPayment> {
  if (quantity !== '1' || !/^[A-Za-z0-9]{1,256}$/.test(requestId))
    throw new SimulatedVendorError(400, { error_code: 1383051, error_message: 'The request is invalid.' });
  const before = records.find((each) => each.requestId === requestId);
  if (before && /^(initiated|completed)$/.test(findCharge(before)?.status ?? ''))
    throw new SimulatedVendorError(400, { error_code: 1383004, error_message: 'This request was used before.' });
  const { name, price } = await crawl(product, place);
  const payment = createSimulatedPayment({
    requestId,
    product,
    name,
    price,
    isTest: !place.isLive,
    createdAt: place.now(),
  });
  return records.add(payment.id, payment);
}

/** Like Facebook's crawler, it sends no cookies and follows no links. */
async function crawl(
  product: string,
  place: PaymentSimulatorEnvironment,
): Promise<{ name: string; price: SimulatedMoney }> {
  const html = await (place.readPage ?? fetchPage)(product);
  const tags = new Map(
    Array.from(html.matchAll(/<meta property="([^"]+)" content="([^"]*)">/g), ([, name = '', content = '']) => [
      name,
      unescapeText(content),
    ]),
  );
  const currency = tags.get('product:price:currency') ?? '';
  const amountMinor = fromDecimal(tags.get('product:price:amount') ?? '', currency);
  const isProduct = tags.get('og:type') === 'og:product' && tags.get('og:url') === product && tags.has('og:title');
  if (!isProduct || !amountMinor)
    throw new SimulatedVendorError(400, {
      error_code: 1383051,
      error_message: `${product} is no page of a product: it says ${tags.get('og:url')}.`,
    });
  return { name: tags.get('og:title') ?? '', price: { amountMinor, currency } };
}

async function fetchPage(address: string): Promise<string> {
  // oxlint-disable-next-line eslint/no-restricted-globals -- it plays Facebook's crawler, which asks us by its own client
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
  return answer.ok ? answer.text() : '';
}

function writeAnswer(payment: SimulatedPayment, now: Date): object {
  const charge = findCharge(payment);
  if (charge?.status === 'failed') return { error_code: 1383003, error_message: 'We could not process the payment.' };
  const fields = {
    ...toGraphMoney(charge ?? payment.price),
    quantity: '1',
    request_id: payment.requestId,
    status: charge?.status ?? 'failed',
  };
  const { amount, currency, ...rest } = fields;
  const payload = {
    amount,
    currency,
    issued_at: Math.floor(now.getTime() / 1000),
    // Facebook writes even large ids as numbers.
    payment_id: rawNumber(payment.id),
    ...rest,
  };
  return { payment_id: payment.id, ...fields, signed_request: signFacebookRequest(payload) };
}

/** TypeScript's `JSON` type has no `rawJSON` yet. */
const rawNumber = (digits: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(digits);

/** Facebook signs the body with non-ASCII characters escaped. */
const escapeText = (json: string): string =>
  json.replaceAll(/[^\u0020-\u007e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

const unescapeText = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

const sayMoney = ({ amountMinor: minor, currency }: SimulatedMoney): string => formatMoney({ minor, currency }, 'en');

function sayState({ actions, disputes }: SimulatedPayment): string {
  const said = actions.map((action) => `${action.type} of ${sayMoney(action)} ${action.status}`);
  return [...said, ...disputes.map(({ status }) => `dispute ${status}`)].join('; ') || 'the dialog is open';
}
