// The shared part of all simulated payment providers: records, webhooks with retries, the payment form, and a page like
// the provider's dashboard to trigger later changes. Each provider adds its API, data formats and signatures.
import type { FastifyInstance } from 'fastify';
import { createSimulatorApi, serveScript, VendorErrorReply, type SimulatorParams } from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeByPlace, type SimulatorRecords } from '#kit/simulator-records.server.ts';
import { escapeHtml, findCardProblem, sendSimulatorPage } from '#kit/simulator-page.server.ts';
import { sendWebhook, type RetryRules, type WebhookAttempt } from '#kit/simulator-webhooks.server.ts';
import type { PayAnswer } from './simulator-pay-page.server.ts';
import type {
  MoneyMoved,
  PaymentSimulator,
  SimulatedAct,
  SimulatedWebhook,
  SimulatorPlace,
} from './simulator-port.server.ts';

/** A change that the provider sends a webhook about, with the provider's event type. */
export interface SimulatedEvent {
  readonly type: string;
}

export interface Shop<Payment, Event, Act> {
  readonly place: SimulatorPlace;
  readonly records: SimulatorRecords<Payment>;
  readonly isOn: (name: string) => boolean;
  /** Performs the action if it is possible and sends its webhooks. Never rejects. */
  readonly act: (act: Act, payment: Payment) => Promise<readonly WebhookAttempt[]>;
  readonly send: (events: readonly Event[]) => Promise<readonly WebhookAttempt[]>;
}

export interface SimulatedProvider<Payment, Event extends SimulatedEvent, Act extends string> {
  readonly title: string;
  readonly accent: string;
  /** The provider's name for its merchant dashboard. */
  readonly backOffice: string;
  readonly settings: (place: SimulatorPlace) => object;
  readonly readAttempt: (payment: Payment) => string | undefined;
  /** Opens a payment that begins in the buyer's browser, from the reply block. Absent if our server opens payments. */
  readonly open?: (reply: unknown, shop: Shop<Payment, Event, Act>) => Promise<Payment>;
  /** The actions that are possible now. */
  readonly listActs: (payment: Payment) => readonly Act[];
  /** Changes the payment and returns the events to send. Called only with a possible action. */
  readonly perform: (act: Act, payment: Payment, now: Date) => readonly Event[];
  readonly sum: (payment: Payment) => MoneyMoved;
  readonly writeWebhook: (event: Event, place: SimulatorPlace) => SimulatedWebhook;
  readonly sending: RetryRules;
  readonly describe: (payment: Payment) => {
    readonly id: string;
    readonly name: string;
    readonly price: string;
    readonly state: string;
  };
  /** Options of the dashboard, with their button titles. */
  readonly switches?: Readonly<Record<string, string>>;
  /** The URL path of the provider's script and its file; absent if the provider has only pages. */
  readonly script?: { readonly path: string; readonly file: URL };
  /** Handles the buyer's choice on the form: `how` is an action or `wait`. */
  readonly pay: (texts: SimulatorParams, shop: Shop<Payment, Event, Act>) => PayAnswer | Promise<PayAnswer>;
  readonly mount: (app: FastifyInstance, shop: Shop<Payment, Event, Act>) => void | Promise<void>;
}

interface LoggedWebhook {
  readonly id: string;
  readonly type: string;
  readonly webhook: SimulatedWebhook;
  end: string;
}

export function simulateProvider<Payment, Event extends SimulatedEvent, Act extends string>(
  provider: SimulatedProvider<Payment, Event, Act | SimulatedAct['name']>,
): PaymentSimulator {
  const shopAt = memoizeByPlace((place: SimulatorPlace) => openShop(provider, place));
  return {
    settings: provider.settings,
    ...(provider.open && { beginsInBrowser: true }),
    async mount(app, place) {
      const shop = shopAt(place);
      if (provider.script) await serveScript(app, provider.script.path, provider.script.file);
      createSimulatorApi(app).post('/pay', async ({ texts }) => {
        const refusal = findCardProblem(texts['card'] ?? '');
        // A 200, because browsers log error statuses, and a declined card is not an error.
        return refusal === undefined ? provider.pay(texts, shop) : { status: 'refused', error: refusal };
      });
      mountBackOffice(app, provider, shop);
      await provider.mount(app, shop);
    },
    async act(act, { attemptId, reply }, place) {
      const shop = shopAt(place);
      const known = shop.records.find((each) => provider.readAttempt(each) === attemptId);
      const payment = known ?? (await provider.open?.(reply, { ...shop, place }));
      if (!payment)
        throw new Error(`The simulated ${provider.title} knows no payment of attempt ${attemptId}. Create it first.`);
      return shop.perform(act, payment, place.now()).map((event) => shop.log(event, place).webhook);
    },
    sum({ attemptId }, place) {
      const payments = shopAt(place)
        .records.all()
        .filter((each) => provider.readAttempt(each) === attemptId)
        .map(provider.sum);
      return {
        chargedMinor: payments.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0),
        returnedMinor: payments.reduce((sum, { returnedMinor }) => sum + returnedMinor, 0),
      };
    },
    async send(webhooks, place) {
      for (const webhook of webhooks) await shopAt(place).sendOne(webhook, place);
    },
  };
}

/** Returns the buyer's choice; throws if it is not one of `acts`. */
export function requireChoice<Act extends string>(texts: SimulatorParams, acts: readonly Act[]): Act {
  const act = acts.find((name) => name === texts['how']);
  if (act === undefined) throw new VendorErrorReply(400, { error: 'There is no such choice, or it is over.' });
  return act;
}

function openShop<Payment, Event extends SimulatedEvent, Act extends string>(
  provider: SimulatedProvider<Payment, Event, Act>,
  place: SimulatorPlace,
) {
  const logged = createSimulatorRecords<LoggedWebhook>(100);
  const switched = new Set<string>();
  let count = 0;
  const shop = {
    place,
    records: createSimulatorRecords<Payment>(),
    logged,
    isOn: (name: string) => switched.has(name),
    toggle: (name: string) => void (switched.delete(name) || switched.add(name)),
    perform: (act: Act, payment: Payment, now: Date): readonly Event[] =>
      provider.listActs(payment).includes(act) ? provider.perform(act, payment, now) : [],
    log(event: Event, at: SimulatorPlace): LoggedWebhook {
      count += 1;
      const id = String(count);
      return logged.add(id, { id, type: event.type, webhook: provider.writeWebhook(event, at), end: 'not sent' });
    },
    async sendOne(webhook: SimulatedWebhook, at: SimulatorPlace): Promise<WebhookAttempt> {
      const end = await sendWebhook(at.hookUrl, webhook, provider.sending);
      const entry = logged.find((each) => each.webhook === webhook);
      if (entry) entry.end = `${end.status} ${end.text}`.trim();
      return end;
    },
    async send(events: readonly Event[]): Promise<readonly WebhookAttempt[]> {
      const ends: WebhookAttempt[] = [];
      for (const { webhook } of events.map((event) => shop.log(event, place)))
        ends.push(await shop.sendOne(webhook, place));
      return ends;
    },
    act: (act: Act, payment: Payment) => shop.send(shop.perform(act, payment, place.now())),
  };
  return shop;
}

function mountBackOffice<Payment, Event extends SimulatedEvent, Act extends string>(
  app: FastifyInstance,
  provider: SimulatedProvider<Payment, Event, Act>,
  shop: ReturnType<typeof openShop<Payment, Event, Act>>,
): void {
  const { title, accent, backOffice, switches = {} } = provider;
  const actUrl = `${shop.place.at}/act`;
  const form = (content: string) => `<form method="post" action="${escapeHtml(actUrl)}">${content}</form>`;
  const button = (name: string, value: string, text: string) =>
    `<button name="${name}" value="${escapeHtml(value)}">${escapeHtml(text)}</button>`;
  app.get('/', (_, reply) => {
    const rows = shop.records.latest().map((payment) => {
      const { id, name, price, state } = provider.describe(payment);
      const buttons = provider
        .listActs(payment)
        .map((act) => button('act', act, `${act[0]?.toUpperCase()}${act.slice(1)}`));
      return `<tr><td>${escapeHtml(name)}<small>${escapeHtml(id)}</small></td><td>${escapeHtml(price)}</td><td>${escapeHtml(state)}</td>
<td>${form(`<input type="hidden" name="payment" value="${escapeHtml(id)}">${buttons.join('')}`)}</td></tr>`;
    });
    const webhooks = shop.logged
      .latest()
      .map(
        ({ id, type, end }) =>
          `<tr><td>${escapeHtml(type)}</td><td>${escapeHtml(end.slice(0, 200))}</td><td>${form(button('again', id, 'Send again'))}</td></tr>`,
      );
    const toggles = Object.entries(switches).map(([name, text]) =>
      form(button('toggle', name, `${shop.isOn(name) ? 'Stop: ' : ''}${text}`)),
    );
    return sendSimulatorPage(reply, {
      accent,
      title: `Payments at ${title} (simulated)`,
      frameAncestors: "'none'",
      body: `<main class="wide"><p class="note">A simulation of ${title}, as its ${backOffice}: what the provider and banks do later.</p><h1>Payments</h1>
<table>${rows.join('') || '<tr><td>Nobody has paid anything yet.</td></tr>'}</table><h1>Webhooks</h1><table>${webhooks.join('')}</table>${toggles.join('')}</main>`,
    });
  });
  createSimulatorApi(app).post('/act', ({ texts, reply }) => {
    const { payment: id, act, again, toggle } = texts;
    const payment = shop.records.all().find((each) => provider.describe(each).id === id);
    const chosen = payment && provider.listActs(payment).find((name) => name === act);
    if (payment && chosen) void shop.act(chosen, payment);
    const entry = again === undefined ? undefined : shop.logged.get(again);
    if (entry) void shop.sendOne(entry.webhook, shop.place);
    if (toggle !== undefined && toggle in switches) shop.toggle(toggle);
    return reply.code(303).header('location', `${shop.place.at}/`).send();
  });
}
