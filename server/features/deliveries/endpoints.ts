// The webhook endpoints of games' servers and their signing secrets. Secrets are encrypted in the database. A replaced
// secret still signs for a day, so that a game can switch without losing deliveries.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { sendSignalToNodes } from '#server/db/node-signals.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/features/audit-log/audit-log.ts';
import { deliveriesSignalTopic } from '#server/features/orders/payment-events/recompute-order.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { createSigningSecret } from './sign-delivery.ts';

export interface WebhookEndpoints {
  /** Sets the address. Returns the secret of a new endpoint once; an existing endpoint keeps its secret. */
  set(game: string, url: string, change?: RecordedChange): Promise<{ readonly secret: string | undefined }>;
  /** Returns a new secret, once; undefined if the game has no endpoint. */
  rotate(game: string, change?: RecordedChange): Promise<string | undefined>;
  /** `because` undefined enables it again. False if the game has no endpoint. */
  disable(game: string, because: string | undefined, change?: RecordedChange): Promise<boolean>;
  find(game: string): Promise<WebhookEndpoint | undefined>;
}

export interface WebhookEndpoint {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly disabledAt: Date | undefined;
  readonly disabledBecause: string | undefined;
  readonly pausedUntil: Date | undefined;
}

interface KeptSecret {
  readonly secret: string;
  readonly until?: string;
}

export function createWebhookEndpoints(database: Database, sealer: Sealer, now: () => Date): WebhookEndpoints {
  const { kysely } = database;
  const seal = (kept: readonly KeptSecret[]): Buffer => sealer.seal(purpose, JSON.stringify(kept));
  return {
    set: (game, url, { record, reason } = {}) =>
      database.transaction(async (trx) => {
        const secret = createSigningSecret();
        const before = await lockEndpoint(trx, game);
        const { rows } = await sql<{ is_new: boolean }>`
          insert into webhook_endpoints (game, url, sealed_secrets) values (${game}, ${url}, ${seal([{ secret }])})
          on conflict (game) do update set
            url = excluded.url, disabled_at = null, disabled_because = null, paused_until = null, updated_at = now()
          returning xmax = 0 as is_new`.execute(trx);
        const isNew = rows[0]?.is_new === true;
        await record?.(trx, {
          object: webhookOf(game),
          before: before && { Url: before.url },
          after: { Url: url, ...(isNew && { SigningSecret: '(new)' }) },
          reason,
        });
        await sendSignalToNodes(trx, deliveriesSignalTopic, game);
        return { secret: isNew ? secret : undefined };
      }),
    rotate: (game, { record, reason } = {}) =>
      database.transaction(async (trx) => {
        const row = await lockEndpoint(trx, game);
        if (!row) return undefined;
        const secret = createSigningSecret();
        const until = new Date(now().getTime() + overlapMs).toISOString();
        // Of the earlier secrets only the newest stays valid for a while.
        const [before] = readSecrets(sealer, row.sealed_secrets);
        await trx
          .updateTable('webhook_endpoints')
          .set({
            sealed_secrets: seal([{ secret }, ...(before ? [{ secret: before.secret, until }] : [])]),
            updated_at: now(),
          })
          .where('game', '=', game)
          .execute();
        await record?.(trx, { object: webhookOf(game), after: { SigningSecret: '(new)' }, reason });
        return secret;
      }),
    disable: (game, because, { record, reason } = {}) =>
      database.transaction(async (trx) => {
        const before = await lockEndpoint(trx, game);
        if (!before) return false;
        const isEnabled = because === undefined;
        await trx
          .updateTable('webhook_endpoints')
          .set(
            isEnabled
              ? { disabled_at: null, disabled_because: null, paused_until: null, updated_at: now() }
              : { disabled_at: now(), disabled_because: because, updated_at: now() },
          )
          .where('game', '=', game)
          .execute();
        await record?.(trx, {
          object: webhookOf(game),
          before: { IsEnabled: before.disabled_at === null },
          after: { IsEnabled: isEnabled },
          reason,
        });
        if (isEnabled) await sendSignalToNodes(trx, deliveriesSignalTopic, game);
        return true;
      }),
    find: async (game) => {
      const row = await kysely.selectFrom('webhook_endpoints').selectAll().where('game', '=', game).executeTakeFirst();
      return (
        row && {
          url: row.url,
          secrets: listActiveSecrets(sealer, row.sealed_secrets, now()),
          disabledAt: row.disabled_at ?? undefined,
          disabledBecause: row.disabled_because ?? undefined,
          pausedUntil: row.paused_until ?? undefined,
        }
      );
    },
  };
}

const lockEndpoint = (trx: Transaction<Tables>, game: string) =>
  trx.selectFrom('webhook_endpoints').selectAll().where('game', '=', game).forUpdate().executeTakeFirst();

const webhookOf = (game: string) => ({ kind: 'webhook', id: game, game }) as const;

export function listActiveSecrets(sealer: Sealer, sealed: Buffer, now: Date): string[] {
  return readSecrets(sealer, sealed)
    .filter(({ until }) => until === undefined || Date.parse(until) > now.getTime())
    .map(({ secret }) => secret);
}

/** Why an address can't be an endpoint; undefined if it can. Whether it is public is checked at each request. */
export function findEndpointError(address: string, allowLoopback: boolean): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) return `${JSON.stringify(address)} isn't an address. Use one such as https://game.example/hooks.`;
  if (address.length > 2000) return 'The address is longer than 2,000 characters.';
  if (url.username !== '' || url.password !== '')
    return 'The address must hold no password: deliveries are signed instead.';
  if (url.protocol === 'https:' || (allowLoopback && url.protocol === 'http:')) return undefined;
  return 'The address must begin with https://.';
}

// Our own code encrypted this text, so the cast is safe.
const readSecrets = (sealer: Sealer, sealed: Buffer): KeptSecret[] =>
  JSON.parse(sealer.unseal(purpose, sealed)) as KeptSecret[];

const purpose = 'webhook endpoint';
const overlapMs = 24 * 3_600_000;
