// Automatic payments on our own platforms: the simulated provider takes the money as soon as a payment is opened, and
// sends the webhook of the scenario.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiBase } from '#contract/api-base.ts';
import type { LabVendors } from '#lab/vendors/load-vendors.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/http/log.ts';
import { paymentScenarioParameterName } from './own-platform-scenario.ts';

export interface PayAutomaticallyDeps {
  readonly vendors: Pick<LabVendors, 'payments'>;
  readonly findAttempt: (orderId: string) => Promise<Attempt | undefined>;
  readonly log: Log;
  readonly lateMs?: number;
}

interface Attempt {
  readonly attempt_id: string;
  readonly provider: string;
}

export const findNewestAttempt = ({ kysely }: Database, orderId: string): Promise<Attempt | undefined> =>
  kysely
    .selectFrom('payment_attempts')
    .select(['attempt_id', 'provider'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Long enough to count as a late webhook, short enough to wait for. */
const defaultLateMs = 10_000;

export function payAutomatically(app: FastifyInstance, deps: PayAutomaticallyDeps): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const scenario = readPaymentScenario(request);
    if (scenario !== undefined && reply.statusCode === 200 && typeof payload === 'string') {
      const { TransactionId } = JSON.parse(payload) as { TransactionId?: string };
      // Not awaited: the buyer's page gets its reply before the webhook arrives, as in production.
      if (TransactionId !== undefined)
        void pay(TransactionId, scenario, deps).catch((error: unknown) =>
          deps.log.error({ err: error }, "The simulated provider couldn't complete the payment automatically."),
        );
    }
    return payload;
  });
}

async function pay(
  orderId: string,
  scenario: string,
  { vendors, findAttempt, lateMs = defaultLateMs }: PayAutomaticallyDeps,
): Promise<void> {
  const attempt = await findAttempt(orderId);
  const provider = attempt && vendors.payments.find(({ folder }) => folder === attempt.provider);
  if (!provider) throw new Error(`The order ${orderId} has no payment with a simulated provider.`);
  // Payments that begin in the buyer's browser need the buyer.
  if (provider.simulator.beginsInBrowser) return;
  const { simulator, place } = provider;
  const webhooks = await simulator.act('pay', { attemptId: attempt.attempt_id }, place);
  if (scenario === 'webhook-late') await sleep(lateMs, undefined, { ref: false });
  await simulator.send(scenario === 'webhook-twice' ? [...webhooks, ...webhooks] : webhooks, place);
}

function readPaymentScenario({ url, headers: { referer = '' } }: FastifyRequest): string | undefined {
  if (!url.startsWith(`${apiBase}/store/create_payment`) || !URL.canParse(referer)) return undefined;
  const scenario = new URL(referer).searchParams.get(paymentScenarioParameterName) ?? '';
  return ['paid', 'paid-but-cancelled', 'webhook-late', 'webhook-twice'].includes(scenario) ? scenario : undefined;
}
