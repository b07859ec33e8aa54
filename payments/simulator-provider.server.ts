// The shared part of all simulated payment providers: records, webhooks with retries, the payment form and a dashboard.
// Each provider adds its API, data formats and signatures.
import type { FastifyInstance } from 'fastify';
import {
  createSimulatorApi,
  serveScript,
  SimulatedVendorError,
  type SimulatorParams,
} from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeBySimulatorUrl, type SimulatorRecords } from '#kit/simulator-records.server.ts';
import { escapeHtml, findCardProblem, sendSimulatorPage } from '#kit/simulator-page.server.ts';
import { sendWebhookWithRetries, type WebhookRetryRules, type WebhookAttempt } from '#kit/simulator-webhooks.server.ts';
import type { PayPageReply } from './simulator-pay-page.server.ts';
import type {
  ChargedAndReturned,
  PaymentSimulator,
  SimulatorAction,
  SimulatedWebhook,
  PaymentSimulatorEnvironment,
} from './simulator-port.server.ts';

interface SimulatorEvent {
  readonly type: string;
}

export interface SimulatorContext<Payment, Event, Act> {
  readonly place: PaymentSimulatorEnvironment;
  readonly records: SimulatorRecords<Payment>;
  readonly isOn: (name: string) => boolean;
  /** Sends the action's webhooks. Never rejects. */
  readonly act: (act: Act, payment: Payment) => Promise<readonly WebhookAttempt[]>;
  readonly send: (events: readonly Event[]) => Promise<readonly WebhookAttempt[]>;
}

interface ProviderSimulation<Payment, Event extends SimulatorEvent, Act extends string> {
  readonly title: string;
  readonly accent: string;
  /** The provider's name for its merchant dashboard. */
  readonly backOffice: string;
  readonly settings: (place: PaymentSimulatorEnvironment) => object;
  readonly readAttemptId: (payment: Payment) => string | undefined;
  /** Opens a payment that begins in the buyer's browser. Absent if our server opens payments. */
  readonly open?: (reply: unknown, context: SimulatorContext<Payment, Event, Act>) => Promise<Payment>;
  readonly listActions: (payment: Payment) => readonly Act[];
  /** Returns the events to send. Called only with a possible action. */
  readonly performAction: (act: Act, payment: Payment, now: Date) => readonly Event[];
  readonly sum: (payment: Payment) => ChargedAndReturned;
  readonly writeWebhook: (event: Event, place: PaymentSimulatorEnvironment) => SimulatedWebhook;
  readonly retryRules: WebhookRetryRules;
  readonly describe: (payment: Payment) => {
    readonly id: string;
    readonly name: string;
    readonly price: string;
    readonly state: string;
  };
  readonly switches?: Readonly<Record<string, string>>;
  readonly script?: { readonly path: string; readonly file: URL };
  /** The field `how` is an action or `wait`. */
  readonly pay: (
    texts: SimulatorParams,
    context: SimulatorContext<Payment, Event, Act>,
  ) => PayPageReply | Promise<PayPageReply>;
  readonly mount: (app: FastifyInstance, context: SimulatorContext<Payment, Event, Act>) => void | Promise<void>;
}

interface LoggedWebhook {
  readonly id: string;
  readonly type: string;
  readonly webhook: SimulatedWebhook;
  end: string;
}

export function simulateProvider<Payment, Event extends SimulatorEvent, Act extends string>(
  provider: ProviderSimulation<Payment, Event, Act | SimulatorAction['name']>,
): PaymentSimulator {
  const contextAt = memoizeBySimulatorUrl((place: PaymentSimulatorEnvironment) =>
    createSimulatorContext(provider, place),
  );
  return {
    settings: provider.settings,
    ...(provider.open && { beginsInBrowser: true }),
    async mount(app, place) {
      const context = contextAt(place);
      if (provider.script) await serveScript(app, provider.script.path, provider.script.file);
      createSimulatorApi(app).post('/pay', async ({ texts }) => {
        const refusal = findCardProblem(texts['card'] ?? '');
        // A 200, because browsers log error statuses.
        return refusal === undefined ? provider.pay(texts, context) : { status: 'refused', error: refusal };
      });
      mountBackOffice(app, provider, context);
      await provider.mount(app, context);
    },
    async act(act, { attemptId, reply }, place) {
      const context = contextAt(place);
      const known = context.records.find((each) => provider.readAttemptId(each) === attemptId);
      const payment = known ?? (await provider.open?.(reply, { ...context, place }));
      if (!payment)
        throw new Error(`The simulated ${provider.title} has no payment of attempt ${attemptId}. Create it first.`);
      return context.performAction(act, payment, place.now()).map((event) => context.log(event, place).webhook);
    },
    sum({ attemptId }, place) {
      const payments = contextAt(place)
        .records.all()
        .filter((each) => provider.readAttemptId(each) === attemptId)
        .map(provider.sum);
      return {
        chargedMinor: payments.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0),
        returnedMinor: payments.reduce((sum, { returnedMinor }) => sum + returnedMinor, 0),
      };
    },
    async send(webhooks, place) {
      for (const webhook of webhooks) await contextAt(place).sendOne(webhook, place);
    },
  };
}

export function requireChosenAction<Act extends string>(texts: SimulatorParams, acts: readonly Act[]): Act {
  const act = acts.find((name) => name === texts['how']);
  if (act === undefined) throw new SimulatedVendorError(400, { error: 'There is no such choice, or it is over.' });
  return act;
}

function createSimulatorContext<Payment, Event extends SimulatorEvent, Act extends string>(
  provider: ProviderSimulation<Payment, Event, Act>,
  place: PaymentSimulatorEnvironment,
) {
  const logged = createSimulatorRecords<LoggedWebhook>(100);
  const switched = new Set<string>();
  let count = 0;
  const context = {
    place,
    records: createSimulatorRecords<Payment>(),
    logged,
    isOn: (name: string) => switched.has(name),
    toggle: (name: string) => void (switched.delete(name) || switched.add(name)),
    performAction: (act: Act, payment: Payment, now: Date): readonly Event[] =>
      provider.listActions(payment).includes(act) ? provider.performAction(act, payment, now) : [],
    log(event: Event, at: PaymentSimulatorEnvironment): LoggedWebhook {
      count += 1;
      const id = String(count);
      return logged.add(id, { id, type: event.type, webhook: provider.writeWebhook(event, at), end: 'not sent' });
    },
    async sendOne(webhook: SimulatedWebhook, at: PaymentSimulatorEnvironment): Promise<WebhookAttempt> {
      const end = await sendWebhookWithRetries(at.hookUrl, webhook, provider.retryRules);
      const entry = logged.find((each) => each.webhook === webhook);
      if (entry) entry.end = `${end.status} ${end.text}`.trim();
      return end;
    },
    async send(events: readonly Event[]): Promise<readonly WebhookAttempt[]> {
      const ends: WebhookAttempt[] = [];
      for (const { webhook } of events.map((event) => context.log(event, place)))
        ends.push(await context.sendOne(webhook, place));
      return ends;
    },
    act: (act: Act, payment: Payment) => context.send(context.performAction(act, payment, place.now())),
  };
  return context;
}

function mountBackOffice<Payment, Event extends SimulatorEvent, Act extends string>(
  app: FastifyInstance,
  provider: ProviderSimulation<Payment, Event, Act>,
  context: ReturnType<typeof createSimulatorContext<Payment, Event, Act>>,
): void {
  const { title, accent, backOffice, switches = {} } = provider;
  const actUrl = `${context.place.at}/act`;
  const form = (content: string) => `<form method="post" action="${escapeHtml(actUrl)}">${content}</form>`;
  const button = (name: string, value: string, text: string) =>
    `<button name="${name}" value="${escapeHtml(value)}">${escapeHtml(text)}</button>`;
  app.get('/', (_, reply) => {
    const rows = context.records.latest().map((payment) => {
      const { id, name, price, state } = provider.describe(payment);
      const buttons = provider
        .listActions(payment)
        .map((act) => button('act', act, `${act[0]?.toUpperCase()}${act.slice(1)}`));
      return `<tr><td>${escapeHtml(name)}<small>${escapeHtml(id)}</small></td><td>${escapeHtml(price)}</td><td>${escapeHtml(state)}</td>
<td>${form(`<input type="hidden" name="payment" value="${escapeHtml(id)}">${buttons.join('')}`)}</td></tr>`;
    });
    const webhooks = context.logged
      .latest()
      .map(
        ({ id, type, end }) =>
          `<tr><td>${escapeHtml(type)}</td><td>${escapeHtml(end.slice(0, 200))}</td><td>${form(button('again', id, 'Send again'))}</td></tr>`,
      );
    const toggles = Object.entries(switches).map(([name, text]) =>
      form(button('toggle', name, `${context.isOn(name) ? 'Stop: ' : ''}${text}`)),
    );
    return sendSimulatorPage(reply, {
      accent,
      title: `Payments at ${title} (simulated)`,
      frameAncestors: "'none'",
      body: `<main class="wide"><p class="note">A simulation of ${title}, as its ${backOffice}: what the provider and banks do later.</p><h1>Payments</h1>
<table>${rows.join('') || '<tr><td>No payments yet.</td></tr>'}</table><h1>Webhooks</h1><table>${webhooks.join('')}</table>${toggles.join('')}</main>`,
    });
  });
  createSimulatorApi(app).post('/act', ({ texts, reply }) => {
    const { payment: id, act, again, toggle } = texts;
    const payment = context.records.all().find((each) => provider.describe(each).id === id);
    const chosen = payment && provider.listActions(payment).find((name) => name === act);
    if (payment && chosen) void context.act(chosen, payment);
    const entry = again === undefined ? undefined : context.logged.get(again);
    if (entry) void context.sendOne(entry.webhook, context.place);
    if (toggle !== undefined && toggle in switches) context.toggle(toggle);
    return reply.code(303).header('location', `${context.place.at}/`).send();
  });
}
