// API calls of single payment providers. Each is about one payment: the core finds it with its game's account, and the
// adapter does the rest.
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Route } from '#model/route.ts';
import type { ProviderManifest } from '#payments/port.ts';
import type { ProviderCallPayment } from '#payments/port.server.ts';
import * as registry from '#payments/registry.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { ApiHandlers, ApiCall } from '#server/http/implement-api.ts';
import { enqueueAttemptCheck } from '../checks/enqueue-checks.ts';
import { describePrice, describeProduct } from '../describe-order.ts';
import type { AttemptRow, OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { applyPaymentEvents } from '../webhooks/handle-webhook.ts';
import { isAttemptPayable } from './is-attempt-payable.ts';
import { toAttemptReference, requireAttemptAccount } from './provider-account.ts';

export interface ProviderCallsDeps {
  readonly orders: OrdersDeps;
  readonly gamesUrl: string;
}

type AreaOfCalls = Readonly<Record<string, (call: ApiCall<Route>) => Promise<unknown>>>;
type OwnAreas = Readonly<Record<string, AreaOfCalls>> &
  Pick<ApiHandlers, Extract<keyof ApiHandlers, keyof typeof registry>>;

export function createProviderCallHandlers(deps: ProviderCallsDeps): OwnAreas {
  const loaded = deps.orders.providers.flatMap((each) =>
    each.family === 'payments' ? [[each.folder, each.manifest] as const] : [],
  );
  const manifests: readonly [string, ProviderManifest][] = Object.entries({
    ...registry,
    ...Object.fromEntries(loaded),
  });
  const areas = manifests.flatMap(([folder, { routes = {} }]) => {
    const calls = Object.entries<Route>(routes).map(([name, { access }]) => {
      const isOpen = access.includes('anyone');
      return [name, (call: ApiCall<Route>) => answerCall(deps, folder, { name, isOpen }, call)] as const;
    });
    return calls.length === 0 ? [] : [[folder, Object.fromEntries(calls)] as const];
  });
  // They are built from the same manifests as the contract.
  return Object.fromEntries(areas) as unknown as OwnAreas;
}

async function answerCall(
  deps: ProviderCallsDeps,
  folder: string,
  { name, isOpen }: { readonly name: string; readonly isOpen: boolean },
  call: ApiCall<Route>,
): Promise<unknown> {
  const { orders } = deps;
  const input: CallInput = { ...(call.params as object), ...(call.query as object), ...(call.body as object) };
  // Calls for players have a session; public calls don't.
  const session = isOpen ? undefined : (call.session as unknown as Session);
  const found = await findPayment(orders, folder, input, session);
  const { order } = found;
  const account = await requireAttemptAccount(orders, found.attempt, order.game);
  const locale = input.Locale ?? call.caller().locale;
  try {
    return await account.answerCall(name, input, {
      payment: describePayment(deps, found, locale),
      refresh: () => enqueueAttemptCheck(orders, order),
      applyEvents: (events) => applyPaymentEvents(orders, account, events),
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    orders.log.warn({ err: error, provider: folder, call: name }, 'A call to a provider failed.');
    throw new Problem('ProviderUnavailable', undefined, { cause: error });
  }
}

interface CallInput {
  readonly PublicOrderId?: string;
  readonly PublicId?: string;
  readonly Locale?: Locale;
}

interface FoundPayment {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
}

/** Another player's payment counts as not found. */
async function findPayment(
  { database: { kysely } }: OrdersDeps,
  folder: string,
  { PublicOrderId: orderId, PublicId: attemptId }: CallInput,
  session: Session | undefined,
): Promise<FoundPayment> {
  // The game knows the order's id as well, so an order's id is accepted only with the buyer's session.
  const isNamed = attemptId !== undefined || (orderId !== undefined && session !== undefined);
  const attempt = isNamed
    ? await kysely
        .selectFrom('payment_attempts')
        .selectAll()
        .where('provider', '=', folder)
        .where((eb) =>
          attemptId === undefined ? eb('order_id', '=', orderId ?? '') : eb('attempt_id', '=', attemptId),
        )
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const order =
    attempt &&
    (await kysely.selectFrom('orders').selectAll().where('order_id', '=', attempt.order_id).executeTakeFirst());
  if (!order || (session && !isOwn(order, session))) throw new Problem('NotFound', 'There is no such payment.');
  return { order, attempt };
}

const isOwn = (order: OrderRow, { accountId, game }: Session): boolean =>
  order.account_id === accountId && (game === undefined || game === order.game);

function describePayment(
  { orders, gamesUrl }: ProviderCallsDeps,
  { order, attempt }: FoundPayment,
  locale: Locale,
): ProviderCallPayment {
  const returnUrl = orders.returnAddress + order.order_id;
  return {
    ...toAttemptReference(attempt),
    game: order.game,
    isPayable: isAttemptPayable(order, attempt, orders.now()),
    status: order.status,
    product: describeProduct(order, locale, gamesUrl),
    price: describePrice(order, locale),
    locale,
    returnUrls: { success: order.success_url ?? returnUrl, failure: order.failure_url ?? returnUrl },
  };
}
