// Transfers a session to another device. The device that scans the QR code shows a number; typing it on the first
// device activates the transfer. An attacker who only saw the code can at most scan first, and then the owner has no
// number to type.
import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#model/problem.ts';
import { resolvePortalDestination } from '#server/features/game-tokens/resolve-portal-destination.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { createToken, hashToken } from '#server/secrets/one-time-token.ts';

export interface HandoffDeps {
  readonly database: Database;
  readonly portalOrigin: string;
  readonly askAddress: URL;
}

export function createHandoffRoutes({ database, portalOrigin, askAddress }: HandoffDeps): AreaHandlers<'handoffs'> {
  const { kysely } = database;
  return {
    begin: async ({ session, body }) => {
      const redirectUri = resolvePortalDestination(body.RedirectUri, portalOrigin) ?? null;
      const { token, tokenHash } = createToken('fxq_');
      const handoffId = randomUUID();
      await sql`
        insert into handoffs (handoff_id, session_id, account_id, token_hash, redirect_uri, expires_at)
        values (${handoffId}, ${session.sessionId}, ${session.accountId}, ${tokenHash}, ${redirectUri}, ${soon})
        on conflict (session_id) do update set handoff_id = excluded.handoff_id, account_id = excluded.account_id,
          token_hash = excluded.token_hash, redirect_uri = excluded.redirect_uri, created_at = now(),
          expires_at = excluded.expires_at, asked_at = null, handle_hash = null, number = null, user_agent = null,
          network = null, country = null, answered_at = null, confirmed = null`.execute(kysely);
      return { HandoffId: handoffId, TokenLink: `${askAddress.href}#token=${token}`, LivesSeconds: lifetimeSeconds };
    },
    look: async ({ session, body }) => {
      const row = await kysely
        .selectFrom('handoffs')
        .select(['asked_at', 'user_agent', 'network', 'country', standing, secondsLeft])
        .where('handoff_id', '=', body.HandoffId)
        .where('session_id', '=', session.sessionId)
        .executeTakeFirst();
      if (!row) return { Status: 'Expired', LivesSeconds: 0 };
      const { asked_at, user_agent, network, country } = row;
      if (!asked_at) return { Status: row.standing, LivesSeconds: row.left };
      return {
        Status: row.standing === 'Waiting' ? 'Asked' : row.standing,
        Device: {
          UserAgent: user_agent ?? '',
          Network: network ?? '',
          ...(country !== null && { Country: country }),
          AskedAt: asked_at.toISOString(),
        },
        LivesSeconds: row.left,
      };
    },
    answer: async ({ session, body }) => {
      const number = body.Number === undefined ? null : Number(body.Number);
      const { rows } = await sql<{ confirmed: boolean }>`
        with answered as (
          update handoffs set answered_at = now(), expires_at = ${soon}, confirmed = coalesce(number = ${number}::int, false)
          where handoff_id = ${body.HandoffId} and session_id = ${session.sessionId}
            and answered_at is null and expires_at > now() and (asked_at is not null or ${number}::int is null)
          returning confirmed, handle_hash, account_id, session_id, redirect_uri
        ), allowed as (
          insert into temp_tokens (token_hash, account_id, session_id, redirect_uri, expires_at)
          select handle_hash, account_id, session_id, redirect_uri, ${soon} from answered where confirmed
        )
        select confirmed is true as confirmed from answered`.execute(kysely);
      const [answered] = rows;
      if (!answered) return { Status: 'Expired' };
      return { Status: answered.confirmed ? 'Confirmed' : 'Refused' };
    },
    ask: async ({ body, caller }) => {
      const tokenHash = hashToken('fxq_', body.Token);
      const { userAgent, network, country } = caller();
      const handle = createToken('fxt_');
      const number = randomInt(10, 100);
      const { numUpdatedRows } = await kysely
        .updateTable('handoffs')
        .set({
          asked_at: sql`now()`,
          // Extended, so that a code scanned in its last second leaves time to type.
          expires_at: soon,
          handle_hash: handle.tokenHash,
          number,
          user_agent: userAgent,
          network,
          country: country ?? null,
        })
        .where('token_hash', '=', tokenHash ?? Buffer.alloc(0))
        .where('asked_at', 'is', null)
        .where('answered_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Problem('TokenExpiredOrUsed');
      return { Handle: handle.token, Number: String(number), LivesSeconds: lifetimeSeconds };
    },
    status: async ({ body }) => {
      const row = await kysely
        .selectFrom('handoffs')
        .select(standing)
        .where('handle_hash', '=', hashToken('fxt_', body.Handle) ?? Buffer.alloc(0))
        .executeTakeFirst();
      return { Status: row?.standing ?? 'Expired' };
    },
  };
}

const lifetimeSeconds = 60;
const soon = sql<Date>`now() + make_interval(secs => ${sql.lit(lifetimeSeconds)})`;

const standing = sql<'Waiting' | 'Confirmed' | 'Refused' | 'Expired'>`case
  when confirmed then 'Confirmed' when answered_at is not null then 'Refused'
  when expires_at <= now() then 'Expired' else 'Waiting' end`.as('standing');

const secondsLeft = sql<number>`greatest(0, ceil(extract(epoch from expires_at - now())))::int`.as('left');
