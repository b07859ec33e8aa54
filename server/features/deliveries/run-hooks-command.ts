// The subcommands of `npm run hooks` that use the database.
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { requireGame } from '#server/db/require-game.ts';
import { recordCommand, type RecordChange } from '#server/features/audit-log/audit-log.ts';
import { createWebhookEndpoints, findEndpointError, type WebhookEndpoints } from './endpoints.ts';
import type { HooksCommandArguments } from './hooks-arguments.ts';
import { hasPagePurchases } from './has-page-purchases.ts';
import { redeliverByOperator } from './redeliver-by-operator.ts';
import { triggerDeliveries } from './trigger-deliveries.ts';

export type HooksDatabaseArguments = Exclude<HooksCommandArguments, { action: 'forward' }>;

export async function runHooksCommand(asked: HooksDatabaseArguments, parts: DatabaseCommandDeps): Promise<void> {
  const { config, database, sealer, report } = parts;
  const endpoints = createWebhookEndpoints(database, sealer, parts.now);
  const record = recordCommand(`hooks ${asked.action}`, nameCommandOperator());
  if (asked.action === 'replay') return replay(parts, asked.deliveryId, record);
  const { game } = asked;
  await requireGame(database.kysely, game);
  switch (asked.action) {
    case 'set': {
      const fault = findEndpointError(asked.url, !config.production);
      if (fault !== undefined) throw new Error(fault);
      const { secret } = await endpoints.set(game, asked.url, { record });
      report(`Deliveries of ${game} go to ${asked.url}.`);
      if (await hasPagePurchases(database.kysely, game))
        report(
          'Not yet: its page receives its purchases. To change that, set "PurchasesIn": "Server" in its document.',
        );
      if (secret === undefined) return report('They are signed with the same secret.');
      return tellSecret(parts, secret);
    }
    case 'rotate': {
      const secret = await endpoints.rotate(game, { record });
      if (secret === undefined) throw new Error(noEndpoint(game));
      tellSecret(parts, secret);
      return report('The old secret also signs for a day, so a receiver can accept either.');
    }
    case 'disable':
    case 'enable': {
      const because = asked.action === 'disable' ? 'An operator disabled it.' : undefined;
      if (!(await endpoints.disable(game, because, { record }))) throw new Error(noEndpoint(game));
      return report(`The endpoint of ${game} is ${asked.action}d.`);
    }
    case 'show':
      return show(parts, endpoints, game);
    case 'list':
      return list(parts, game);
    case 'trigger':
      return triggerDeliveries(parts, asked);
  }
}

const noEndpoint = (game: string): string =>
  `${game} has no endpoint. Set one with: npm run hooks -- set ${game} https://…`;

function tellSecret({ report }: DatabaseCommandDeps, secret: string): void {
  report(secret);
  report('This secret signs deliveries. It is shown only once: keep it like a password.');
}

async function show(
  { database, now, report }: DatabaseCommandDeps,
  endpoints: WebhookEndpoints,
  game: string,
): Promise<void> {
  const endpoint = await endpoints.find(game);
  const isForPage = await hasPagePurchases(database.kysely, game);
  if (isForPage)
    report(`The page of ${game} receives its purchases (Config.PurchasesIn). It lists them when the player opens it.`);
  if (isForPage && endpoint) report(`Nothing is sent to its endpoint ${endpoint.url}.`);
  else if (!endpoint && !isForPage) report(`${game} has no endpoint. Its server has to collect deliveries itself.`);
  else if (endpoint) {
    report(`Deliveries of ${game} go to ${endpoint.url}.`);
    if (endpoint.secrets.length > 1) report('Two secrets sign: the new one and, for a day, the old one.');
    if (endpoint.disabledAt)
      report(
        `Disabled since ${endpoint.disabledAt.toISOString()}. ${endpoint.disabledBecause ?? ''} Enable it with: npm run hooks -- enable ${game}`,
      );
    if (endpoint.pausedUntil && endpoint.pausedUntil > now())
      report(`Its server asked to pause until ${endpoint.pausedUntil.toISOString()}.`);
  }
  const counts = await database.kysely
    .selectFrom('deliveries')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('game', '=', game)
    .groupBy('state')
    .orderBy('state')
    .execute();
  for (const { state, count } of counts) report(`${state}: ${count}`);
}

async function list({ database, report }: DatabaseCommandDeps, game: string): Promise<void> {
  const rows = await database.kysely
    .selectFrom('deliveries')
    .select(['delivery_id', 'order_id', 'type', 'state', 'attempts', 'next_attempt_at', 'created_at'])
    .where('game', '=', game)
    .where('state', 'in', ['pending', 'dead'])
    .orderBy('created_at')
    .limit(maxListed)
    .execute();
  if (rows.length === 0) report(`No deliveries of ${game} are waiting.`);
  for (const row of rows) {
    const last = await database.kysely
      .selectFrom('delivery_attempts')
      .select(['status', 'fault'])
      .where('delivery_id', '=', row.delivery_id)
      .orderBy('number', 'desc')
      .executeTakeFirst();
    report(
      [
        row.delivery_id,
        row.type,
        row.state,
        ...(row.order_id === null ? [] : [`order ${row.order_id}`]),
        `made ${row.created_at.toISOString()}`,
        `sent ${row.attempts} times`,
        ...(last ? [`last answer: ${last.status ?? last.fault ?? 'none'}`] : []),
        ...(row.state === 'pending' ? [`next ${row.next_attempt_at.toISOString()}`] : []),
      ].join('  '),
    );
  }
  if (rows.length === maxListed) report(`These are the ${maxListed} oldest. There may be more.`);
}

const maxListed = 100;

async function replay(
  { database, report }: DatabaseCommandDeps,
  deliveryId: string,
  record: RecordChange,
): Promise<void> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(deliveryId);
  if (!isId) throw new Error(`There is no delivery ${deliveryId}. List a game's with: npm run hooks -- list <game>`);
  const { game } = await redeliverByOperator(database, { deliveryId, game: undefined }, record);
  const isForPage = await hasPagePurchases(database.kysely, game);
  report(isForPage ? `The game's page lists ${deliveryId} again.` : `${deliveryId} is sent again, with the same id.`);
}
