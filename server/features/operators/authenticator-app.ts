// One-time codes of an authenticator app (RFC 6238): SHA-1, six digits, 30 seconds, as all apps know them. Each code works
// once.
import { sql, type Transaction } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Tables } from '#server/db/tables.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

const periodSeconds = 30;
const purpose = 'authenticator app';
const maxIssuerLength = 30;

export function createAppSecret(label: { readonly issuer: string; readonly label: string }): {
  readonly secret: string;
  readonly url: string;
} {
  const secret = new Secret({ size: 20 });
  // A long name of the portal, which the URL contains twice and encoded, would not fit in a QR code.
  const issuer = Array.from(label.issuer).slice(0, maxIssuerLength).join('');
  // A colon separates the issuer from the label.
  const withoutColons = { issuer: issuer.replaceAll(':', ' '), label: label.label.replaceAll(':', ' ') };
  return { secret: secret.base32, url: new TOTP({ ...withoutColons, secret }).toString() };
}

/** The time step of a code; undefined: the code is wrong. The step before and after count too. */
export function findCodeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp }) + delta;
}

export async function storeAuthenticatorApp(
  trx: Transaction<Tables>,
  operatorId: string,
  { sealer, secret, step }: { readonly sealer: Sealer; readonly secret: string; readonly step: number },
): Promise<void> {
  await trx
    .updateTable('operators')
    .set({ totp_sealed: sealer.seal(purpose, secret), totp_last_step: step })
    .where('operator_id', '=', operatorId)
    .execute();
}

/** Whether the code is right and was not used before. Then it counts as used. */
export async function consumeCode(
  trx: Transaction<Tables>,
  operatorId: string,
  { sealer, code, now }: { readonly sealer: Sealer; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('operators')
    .select('totp_sealed')
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();
  if (!row?.totp_sealed) return false;
  const step = findCodeStep(sealer.unseal(purpose, row.totp_sealed), code, now);
  if (step === undefined) return false;
  const { rows } = await sql<{ operator_id: string }>`
    update operators set totp_last_step = ${step}
    where operator_id = ${operatorId} and (totp_last_step is null or totp_last_step < ${step})
    returning operator_id`.execute(trx);
  return rows.length > 0;
}
