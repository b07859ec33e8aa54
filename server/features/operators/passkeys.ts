// Passkeys (WebAuthn) as a second factor. A challenge is stored in the session and used once. The first factor is the
// mailbox, so a passkey without a PIN or fingerprint is accepted too.
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Problem } from '#model/problem.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import type { Tables } from '#server/db/tables.ts';
import type { OperatorSession } from './operator-sessions.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** Options for the browser, as JSON, with a new challenge. */
export async function buildNewPasskeyOptions(
  db: Db,
  session: OperatorSession,
  { consoleUrl, portalName }: { readonly consoleUrl: URL; readonly portalName: string },
): Promise<string> {
  const known = await listPasskeys(db, session.operatorId);
  const options = await generateRegistrationOptions({
    rpName: portalName,
    rpID: consoleUrl.hostname,
    userName: session.email,
    userDisplayName: session.name,
    userID: new TextEncoder().encode(session.operatorId),
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await storeChallenge(db, session, options.challenge);
  return JSON.stringify(options);
}

/** Options for the browser, as JSON, with a new challenge. */
export async function buildPasskeyOptions(db: Db, session: OperatorSession, consoleUrl: URL): Promise<string> {
  const known = await listPasskeys(db, session.operatorId);
  const options = await generateAuthenticationOptions({
    rpID: consoleUrl.hostname,
    allowCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  });
  await storeChallenge(db, session, options.challenge);
  return JSON.stringify(options);
}

/** Stores the passkey if the browser has signed the session's challenge. */
export async function insertPasskey(
  trx: Transaction<Tables>,
  session: OperatorSession,
  {
    credential,
    name,
    challenge,
    consoleUrl,
  }: {
    readonly credential: string;
    readonly name: string;
    readonly challenge: string;
    readonly consoleUrl: URL;
  },
): Promise<void> {
  const { registrationInfo } = await refuseInvalid(() =>
    verifyRegistrationResponse({
      response: parseCredential<RegistrationResponseJSON>(credential),
      expectedChallenge: challenge,
      expectedOrigin: consoleUrl.origin,
      expectedRPID: consoleUrl.hostname,
      requireUserVerification: false,
    }),
  );
  if (!registrationInfo) throw new Problem('ProofRefused');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  try {
    await trx
      .insertInto('operator_passkeys')
      .values({
        credential_id: id,
        operator_id: session.operatorId,
        public_key: Buffer.from(publicKey),
        counter,
        transports: transports.slice(0, 10),
        name,
        last_used_at: null,
      })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem('Conflict', 'This passkey is known already.', { cause: error });
    throw error;
  }
}

/** Throws ProofRefused unless a passkey of this operator has signed the challenge. */
export async function verifyPasskey(
  trx: Transaction<Tables>,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  {
    credential,
    challenge,
    consoleUrl,
  }: { readonly credential: string; readonly challenge: string; readonly consoleUrl: URL },
): Promise<void> {
  const response = await refuseInvalid(async () => parseCredential<AuthenticationResponseJSON>(credential));
  const row = await trx
    .selectFrom('operator_passkeys')
    .select(['credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', response.id)
    .where('operator_id', '=', operatorId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Problem('ProofRefused', 'This passkey is not one of yours.');
  const { verified, authenticationInfo } = await refuseInvalid(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: consoleUrl.origin,
      expectedRPID: consoleUrl.hostname,
      credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
      requireUserVerification: false,
    }),
  );
  if (!verified) throw new Problem('ProofRefused');
  await trx
    .updateTable('operator_passkeys')
    .set({ counter: authenticationInfo.newCounter, last_used_at: sql`now()` })
    .where('credential_id', '=', row.credential_id)
    .execute();
}

/** The session's challenge, which no other call gets. Throws ProofRefused if there is none. */
export async function consumeChallenge(db: Db, { sessionId, challenge }: OperatorSession): Promise<string> {
  if (challenge === null) throw new Problem('ProofRefused', 'Ask for new options first: a challenge works once.');
  const { numUpdatedRows } = await db
    .updateTable('operator_sessions')
    .set({ challenge: null })
    .where('session_id', '=', sessionId)
    .where('challenge', '=', challenge)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('ProofRefused', 'A challenge works once.');
  return challenge;
}

export const listPasskeys = (db: Db, operatorId: string) =>
  db
    .selectFrom('operator_passkeys')
    .select(['credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .execute();

const storeChallenge = (db: Db, { sessionId }: OperatorSession, challenge: string) =>
  db.updateTable('operator_sessions').set({ challenge }).where('session_id', '=', sessionId).execute();

/** The library checks the other fields. */
function parseCredential<Response extends { id: string }>(credential: string): Response {
  const parsed = JSON.parse(credential) as Response | null;
  if (typeof parsed?.id !== 'string') throw new TypeError('The credential has no id.');
  return parsed;
}

/** The library throws for everything that a browser would not send. */
async function refuseInvalid<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    throw new Problem('ProofRefused', 'The passkey could not be verified. Try again.', { cause: error });
  }
}
