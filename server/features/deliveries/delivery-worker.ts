// The worker that sends deliveries to games' servers. Signals wake it, and it also polls. It leases due deliveries,
// sends them outside any transaction and records the result. If a node dies, the delivery is sent again with the same
// id when its lease ends.
//
// Each game has a concurrency limit per node, so a game whose server hangs delays only itself.
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.ts';
import { deliveriesSignalTopic } from '#server/features/orders/payment-events/recompute-order.ts';
import type { NodeSignals } from '#server/db/node-signals.ts';
import { classifyVendorStatus } from '#server/http/with-vendor-call-metrics.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { recordDeliveryResult, type RecordDeliveryResultDeps } from './record-delivery-result.ts';
import { sendDelivery, deliveryTimeoutMs, type SendDeliveryDeps, type DeliverySendResult } from './send-delivery.ts';

export interface DeliveryWorkerDeps extends RecordDeliveryResultDeps, SendDeliveryDeps {
  readonly metrics: Pick<Metrics, 'count'>;
  readonly signals: Pick<NodeSignals, 'on'>;
}

export interface DeliveryWorkerOptions {
  readonly perGame?: number;
  /** Poll interval, for retries and lost signals. */
  readonly pollMs?: number;
}

export interface DeliveryWorker {
  wake(): void;
  /** Leases nothing more and waits for running deliveries; another node repeats those that take too long. */
  stop(options: { readonly timeoutMs: number }): Promise<void>;
}

export function startDeliveryWorker(
  deps: DeliveryWorkerDeps,
  { perGame = 4, pollMs = 2000 }: DeliveryWorkerOptions = {},
): DeliveryWorker {
  const { database, signals, log } = deps;
  const inFlight = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let wanted: Set<string> | undefined;
  let isClaiming = false;
  const stopping = new AbortController();
  let isAbandoned = false;

  const want = (game?: string): void => {
    if (game === undefined) wanted = undefined;
    else wanted?.add(game);
    if (!isClaiming && !stopping.signal.aborted) track(claimDue());
  };

  async function claimDue(): Promise<void> {
    isClaiming = true;
    try {
      while (!stopping.signal.aborted && (wanted === undefined || wanted.size > 0)) {
        const games = wanted && [...wanted];
        wanted = new Set();
        const claimed = await claimDeliveries(database.kysely, { games, perGame, inFlight, leaseMs });
        for (const delivery of claimed) track(deliver(delivery));
      }
    } catch (error) {
      // The poll retries anyway: a database that is down must not be queried in a loop.
      wanted = new Set();
      log.warn({ err: error }, 'Looking for due deliveries failed; retrying soon.');
    } finally {
      isClaiming = false;
    }
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { game, delivery_id: deliveryId } = delivery;
    inFlight.set(game, (inFlight.get(game) ?? 0) + 1);
    try {
      const sent = await sendDelivery(deps, delivery);
      deps.metrics.count('fxid_deliveries_total', { outcome: nameOf(sent) });
      if (!isAbandoned) await recordDeliveryResult(deps, delivery, sent);
    } catch (error) {
      log.error(
        { err: error, game, deliveryId },
        'Recording a delivery failed; it will be sent again with the same id.',
      );
    } finally {
      const left = (inFlight.get(game) ?? 1) - 1;
      if (left === 0) inFlight.delete(game);
      else inFlight.set(game, left);
      want(game);
    }
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
  }

  signals.on(deliveriesSignalTopic, want);
  const timer = setInterval(want, pollMs);
  want();
  return {
    wake: () => want(),
    stop: async ({ timeoutMs }) => {
      stopping.abort();
      clearInterval(timer);
      const late = AbortSignal.timeout(timeoutMs);
      const timedOut = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()));
      while (running.size > 0 && !late.aborted) await Promise.race([Promise.all(running), timedOut]);
      isAbandoned = true;
    },
  };
}

function nameOf({ isTaken, status }: DeliverySendResult): string {
  if (isTaken) return 'taken';
  if (status === undefined) return 'unreachable';
  // A redirect doesn't count as success.
  return classifyVendorStatus(status) === 'failing' ? 'failing' : 'refused';
}

// Longer than sending and recording can take, so that no delivery is sent twice at a time.
const leaseMs = 4 * deliveryTimeoutMs;
