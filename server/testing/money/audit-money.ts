// Compares four records of every order: the provider's, our ledger, the game's, and the buyer scenario's expectation.
// Differences are reported as text; the sums are for the table.
import { demoPlayers } from '#lab/demo/demo-community.ts';
import { demoAccountId } from '#lab/demo/insert-demo-content.ts';
import type { Selectable } from 'kysely';
import type { ChargedAndReturned } from '#payments/simulator-port.server.ts';
import type { Tables } from '#server/db/tables.ts';
import type { MoneyTestbed } from './money-testbed.ts';
import type { PlayedOrder } from './play-scenario.ts';

export interface MoneyAudit {
  readonly problems: readonly string[];
  readonly chargedMinor: number;
  readonly refundedMinor: number;
  /** Paid for orders that the game has granted and not revoked, minus refunds. */
  readonly deliveredMinor: number;
  readonly openMinor: number;
  readonly paidOrders: number;
  readonly grantedOrders: number;
  readonly revokedOrders: number;
  readonly payments: number;
  readonly chargedBy: Readonly<Record<string, number>>;
}

export async function auditMoney(world: MoneyTestbed, played: readonly PlayedOrder[]): Promise<MoneyAudit> {
  const rows = await readRows(world);
  const problems: string[] = [];
  const chargedBy: Record<string, number> = {};
  const sums = { chargedMinor: 0, refundedMinor: 0, deliveredMinor: 0, openMinor: 0, paidOrders: 0 };
  for (const { orderId, story, ends, shop } of played) {
    const own = rowsOf(rows, orderId);
    const moved = own.attempts.map(({ attempt_id: attemptId }) => ({ attemptId, ...shop.sum(attemptId) }));
    const charged = moved.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0);
    const returned = moved.reduce((sum, { returnedMinor }) => sum + returnedMinor, 0);
    const isHeld = (world.game.granted.get(orderId)?.length ?? 0) > (world.game.revoked.get(orderId)?.length ?? 0);
    sums.chargedMinor += charged;
    chargedBy[shop.id] = (chargedBy[shop.id] ?? 0) + charged;
    sums.refundedMinor += returned;
    sums[isHeld ? 'deliveredMinor' : 'openMinor'] += charged - returned;
    if (charged > 0) sums.paidOrders += 1;
    const wrong = [
      ...moved.flatMap((attempt) => differences(attempt, own.ledger)),
      ...whatIsWrong(world, own, { charged, returned, ends }),
    ];
    problems.push(...wrong.map((text) => `${orderId} (${story.name} with ${shop.id}): ${text}`));
  }
  const { kysely } = world.database;
  const { count } = await kysely
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    // The lab's demo players have bought before.
    .where(
      'account_id',
      'not in',
      demoPlayers.map(({ name }) => demoAccountId(name)),
    )
    .executeTakeFirstOrThrow();
  if (count !== played.length) problems.push(`${count} orders came of ${played.length} purchases`);
  if (world.game.counts.unsigned > 0) problems.push(`${world.game.counts.unsigned} deliveries had no good signature`);
  const { granted, revoked } = world.game;
  return {
    problems,
    ...sums,
    chargedBy,
    grantedOrders: granted.size,
    revokedOrders: revoked.size,
    payments: rows.attempts.length,
  };
}

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

interface Rows {
  readonly orders: readonly Row<'orders'>[];
  readonly attempts: readonly Row<'payment_attempts'>[];
  readonly ledger: readonly Row<'ledger'>[];
  readonly deliveries: readonly Row<'deliveries'>[];
  readonly refunds: readonly Row<'refunds'>[];
  readonly anomalies: readonly Row<'order_events'>[];
}

async function readRows({ database: { kysely } }: MoneyTestbed): Promise<Rows> {
  return {
    orders: await kysely.selectFrom('orders').selectAll().execute(),
    attempts: await kysely.selectFrom('payment_attempts').selectAll().execute(),
    ledger: await kysely.selectFrom('ledger').selectAll().execute(),
    deliveries: await kysely.selectFrom('deliveries').selectAll().execute(),
    refunds: await kysely.selectFrom('refunds').selectAll().execute(),
    anomalies: await kysely.selectFrom('order_events').selectAll().where('kind', '=', 'anomaly').execute(),
  };
}

function rowsOf(rows: Rows, orderId: string): Rows {
  const ofOrder = <R extends { readonly order_id: string | null }>(all: readonly R[]): R[] =>
    all.filter(({ order_id }) => order_id === orderId);
  return {
    orders: ofOrder(rows.orders),
    attempts: ofOrder(rows.attempts),
    ledger: ofOrder(rows.ledger),
    deliveries: ofOrder(rows.deliveries),
    refunds: ofOrder(rows.refunds),
    anomalies: ofOrder(rows.anomalies),
  };
}

function differences(
  { attemptId, chargedMinor, returnedMinor }: ChargedAndReturned & { readonly attemptId: string },
  ledger: Rows['ledger'],
): string[] {
  const own = ledger.filter(({ attempt_id }) => attempt_id === attemptId);
  const sumOf = (...kinds: string[]): number =>
    own.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  const charged = sumOf('charged');
  const returned = sumOf('refunded', 'dispute-lost');
  return [
    ...(charged === chargedMinor ? [] : [`the provider has charged ${chargedMinor}, and we know of ${charged}`]),
    ...(returned === returnedMinor ? [] : [`${returnedMinor} went back there, and we know of ${returned}`]),
  ];
}

interface Money {
  readonly charged: number;
  readonly returned: number;
  readonly ends: PlayedOrder['ends'];
}

function whatIsWrong({ game }: MoneyTestbed, own: Rows, { charged, returned, ends }: Money): string[] {
  const [order] = own.orders;
  if (!order) return ['it is lost'];
  const { status, order_id: orderId } = order;
  const grants = game.granted.get(orderId) ?? [];
  const revocations = game.revoked.get(orderId) ?? [];
  const isUnpaid = status !== 'Completed' && status !== 'CancelledPaid' && status !== 'PayedWaitingForSending';
  const told = own.deliveries.filter(({ state }) => state === 'acknowledged').map(({ delivery_id }) => delivery_id);
  const taken = [...grants, ...revocations].map(({ deliveryId }) => deliveryId);
  const rules: [isBroken: boolean, text: string][] = [
    [(isUnpaid ? 'unpaid' : status) !== ends, `it is ${status} and should be ${ends}`],
    [charged > 0 === isUnpaid, `it is ${status} and ${charged} were charged`],
    [
      status === 'Completed' && (charged - returned <= 0 || charged - returned > order.price_minor),
      `${charged - returned} of ${order.price_minor} were kept`,
    ],
    [status === 'CancelledPaid' && charged !== returned, `it is undone and ${charged - returned} were kept`],
    [
      status === 'Completed' && (grants.length !== 1 || revocations.length > 0),
      `it was granted ${grants.length} times and taken back ${revocations.length} times`,
    ],
    [
      grants.length > 1 || revocations.length > grants.length,
      `it was granted as ${grants.map(({ deliveryId }) => deliveryId).join(', ')}`,
    ],
    [status === 'CancelledPaid' && grants.length !== revocations.length, 'the game still has what was undone'],
    [isUnpaid && taken.length > 0, 'the game was told and nobody has paid'],
    [
      told.toSorted().join() !== taken.toSorted().join(),
      `we know of ${told.length} deliveries that were taken and the game of ${taken.length}`,
    ],
    [
      own.refunds.some(({ state }) => state !== 'done'),
      `refunds: ${own.refunds.map(({ reason, state }) => `${reason} ${state}`).join(', ')}`,
    ],
    [own.anomalies.length > 0, `anomalies: ${JSON.stringify(own.anomalies.map(({ detail }) => detail))}`],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, text]) => text);
}
