// Accepts only the sign-in providers in the table below: no passwords, phone numbers, custom tokens or anonymous users.
import { readUnknownFields } from '../read-unknown-fields.ts';
import type { FindSigningKey } from '#kit/remote-keys.server.ts';
import { isInFuture, verifySignedToken } from '#kit/verify-signed-token.server.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { VerifyLoginResult } from '../port.server.ts';

export interface FirebaseTokenRules {
  readonly projectId: string;
  readonly findKey: FindSigningKey;
  readonly now: Date;
}

export async function verifyFirebaseIdToken(
  token: string,
  { projectId, findKey, now }: FirebaseTokenRules,
): Promise<VerifyLoginResult> {
  const issuers = [`https://securetoken.google.com/${projectId}`];
  const checked = await verifySignedToken(token, { issuers, audience: projectId, findKey, now });
  if (checked.outcome === 'refused') return checked;
  const { claims } = checked;
  const uid = claims.sub;
  if (!isId(uid)) return refuse('The token has no user of 1 to 128 characters.');
  if (isInFuture(claims['auth_time'], now)) return refuse('The token has no sign-in time, or one in the future.');

  const firebase = readUnknownFields(claims['firebase']);
  // A tenant's users are separate from the project's, and our settings name no tenant.
  if (firebase['tenant'] !== undefined) return refuse('The token belongs to a tenant of the project.');
  const way = firebase['sign_in_provider'];
  const type = typeof way === 'string' ? identityTypes.get(way) : undefined;
  if (typeof way !== 'string' || type === undefined) {
    return refuse(`Sign-in by ${JSON.stringify(String(way).slice(0, 40))} is not accepted.`);
  }
  const ids = readUnknownFields(firebase['identities'])[way];
  const externalId: unknown = Array.isArray(ids) ? ids[0] : undefined;
  if (!isId(externalId)) return refuse(`The token does not say who the user is at ${way}.`);

  // Only the provider's subject counts. Firebase links users by email address, verified or not, so with Firebase's user
  // id a stranger who claimed an address first could get into its owner's account.
  const proof: VerifiedProof = {
    identity: { type, externalId },
    ...nameOf(claims['name']),
    ...emailOf(claims, way),
  };
  return { outcome: 'proved', proof };
}

const identityTypes: ReadonlyMap<string, string> = new Map([
  ['google.com', 'Google'],
  ['apple.com', 'Apple'],
  ['facebook.com', 'Facebook'],
]);

/** Facebook does not check that an address still belongs to its user. */
const checksAddresses: ReadonlySet<string> = new Set(['google.com', 'apple.com']);

const maxName = 80;
const maxAddress = 254;
const maxId = 128;

function nameOf(claim: unknown): Pick<VerifiedProof, 'name'> {
  const name = typeof claim === 'string' ? claim.trim().slice(0, maxName).toWellFormed() : '';
  return name === '' ? {} : { name };
}

function emailOf(claims: Readonly<Record<string, unknown>>, way: string): Pick<VerifiedProof, 'email'> {
  const address = claims['email'];
  if (typeof address !== 'string' || address === '' || address.length > maxAddress) return {};
  // Apple sends `'true'` as text.
  const isSaid = claims['email_verified'] === true || claims['email_verified'] === 'true';
  return { email: { address, verified: isSaid && checksAddresses.has(way) } };
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= maxId;

const refuse = (reason: string): VerifyLoginResult => ({ outcome: 'refused', reason });
