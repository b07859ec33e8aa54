// Links by mail: sign-ins and invitations. Opening a link changes nothing: the console's page sends its token, and the
// first call with it consumes the link.
import { sql, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { createToken, hashToken } from '#server/secrets/one-time-token.ts';

export interface OperatorLinkDeps {
  readonly consoleUrl: URL | undefined;
  readonly queueMail: QueueMail;
}

export interface OperatorLinkRequest {
  readonly operatorId: string;
  /** Of the caller; `command` if a command made the link. */
  readonly network: string;
}

const signInMinutes = 10;
const invitationHours = 72;
/** From one network: strangers who know the address must not use up the operator's own requests. */
const maxPerOperatorAndNetwork = 5;
const maxPerOperator = 50;
const maxPerNetwork = 20;

/**
 * Sends a sign-in link if the address is an operator's and within the limits. Requests for other addresses make the same
 * reads and write a row too, so that neither the reply nor the time it takes tells them apart.
 */
export async function requestSignInLink(
  trx: Transaction<Tables>,
  { email, network, locale, networkFactor }: SignInLinkRequest,
  deps: OperatorLinkDeps,
): Promise<void> {
  // One request at a time per network, so that parallel requests can't exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`operator link ${network}`}, 0))`.execute(trx);
  const { rows } = await sql<LinkCounts>`
    select o.operator_id, c.of_operator, c.of_network, c.of_both
    from (select 1) as one
    left join operators o on o.email = ${email} and o.removed_at is null
    cross join lateral (
      select count(*) filter (where l.operator_id = o.operator_id)::int as of_operator,
        count(*) filter (where l.network = ${network})::int as of_network,
        count(*) filter (where l.operator_id = o.operator_id and l.network = ${network})::int as of_both
      from operator_links l
      where (l.operator_id = o.operator_id or l.network = ${network}) and l.created_at > now() - interval '1 hour'
    ) c`.execute(trx);
  const [found = { operator_id: null, of_operator: 0, of_network: 0, of_both: 0 }] = rows;
  const isTooMany =
    found.of_network >= Math.ceil(maxPerNetwork * networkFactor) ||
    found.of_both >= maxPerOperatorAndNetwork ||
    found.of_operator >= maxPerOperator;
  if (isTooMany) return;
  const { token, expiresAt } = await insertLink(trx, found.operator_id, network, `${signInMinutes} minutes`);
  if (found.operator_id === null) return;
  await deps.queueMail(trx, {
    to: email,
    locale,
    template: 'operator-sign-in',
    data: { link: buildLink(deps, token), minutes: signInMinutes },
    notAfter: expiresAt,
  });
}

interface LinkCounts {
  readonly operator_id: string | null;
  readonly of_operator: number;
  readonly of_network: number;
  readonly of_both: number;
}

export interface SignInLinkRequest {
  readonly email: string;
  readonly network: string;
  readonly locale: Locale;
  /** Multiplies the limit per network: on a laptop all callers share one address. */
  readonly networkFactor: number;
}

/** Makes an invitation. Earlier links of the operator end. */
export async function createInvitation(
  trx: Transaction<Tables>,
  { operatorId, network }: OperatorLinkRequest,
  deps: Pick<OperatorLinkDeps, 'consoleUrl'>,
): Promise<{ readonly link: string; readonly expiresAt: Date; readonly hours: number }> {
  await endOperatorLinks(trx, operatorId);
  const { token, expiresAt } = await insertLink(trx, operatorId, network, `${invitationHours} hours`);
  return { link: buildLink(deps, token), expiresAt, hours: invitationHours };
}

export async function endOperatorLinks(trx: Transaction<Tables>, operatorId: string): Promise<void> {
  await sql`
    update operator_links set expires_at = now() where operator_id = ${operatorId} and expires_at > now()`.execute(trx);
}

/** Consumes a link; undefined: it is unknown, used or too old. Of concurrent calls one gets the operator. */
export async function consumeOperatorLink(
  trx: Transaction<Tables>,
  token: string,
): Promise<{ readonly operatorId: string; readonly name: string } | undefined> {
  const tokenHash = hashToken('fxj_', token);
  if (!tokenHash) return undefined;
  const { rows } = await sql<{ operatorId: string; name: string }>`
    update operator_links l set consumed_at = now() from operators o
    where l.token_hash = ${tokenHash} and l.consumed_at is null and l.expires_at > now()
      and o.operator_id = l.operator_id and o.removed_at is null
    returning o.operator_id as "operatorId", o.name`.execute(trx);
  return rows[0];
}

async function insertLink(trx: Transaction<Tables>, operatorId: string | null, network: string, lifetime: string) {
  const { token, tokenHash } = createToken('fxj_');
  const { expires_at: expiresAt } = await trx
    .insertInto('operator_links')
    .values({
      token_hash: tokenHash,
      operator_id: operatorId,
      network,
      expires_at: sql<Date>`now() + ${lifetime}::interval`,
      consumed_at: null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { token, expiresAt };
}

/** The token is in the fragment, which browsers send to no server. */
function buildLink({ consoleUrl }: Pick<OperatorLinkDeps, 'consoleUrl'>, token: string): string {
  if (!consoleUrl) throw new Error('The console is off: set CONSOLE_URL, such as https://console.play.example.');
  return new URL(`/sign-in#token=${token}`, consoleUrl).href;
}
