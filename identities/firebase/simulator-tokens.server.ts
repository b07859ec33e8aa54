// The ID tokens of the simulated project, with the same claims as Google's.
import { hash } from 'node:crypto';
import { createSimulatorSigningKey } from '../simulator-signing-key.server.ts';
import type { SimulatedPerson } from '../simulator-port.server.ts';

export type FirebaseProviderId = 'google.com' | 'apple.com' | 'facebook.com';

export const simulatedProjectId = 'demo-portal';

export const simulatedSigningKey = createSimulatorSigningKey();

export interface MintTokenParams {
  readonly person: SimulatedPerson;
  readonly providerId: FirebaseProviderId;
  readonly linked?: readonly FirebaseProviderId[];
  readonly issuedAt: Date;
  readonly projectId?: string;
}

export const tokenLifetimeSeconds = 3600;

export function mintIdToken({ person, providerId, linked, issuedAt, projectId }: MintTokenParams): Promise<string> {
  const project = projectId ?? simulatedProjectId;
  const seconds = Math.floor(issuedAt.getTime() / 1000);
  const uid = getFirebaseUserId(person);
  const identities = (linked ?? [providerId]).map((id) => [id, [getProviderUserId(id, person)]] as const);
  return simulatedSigningKey.sign({
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    auth_time: seconds,
    user_id: uid,
    sub: uid,
    iat: seconds,
    exp: seconds + tokenLifetimeSeconds,
    name: person.name,
    email: person.email,
    email_verified: isEmailVerifiedBy(providerId),
    firebase: {
      identities: { ...Object.fromEntries(identities), email: [person.email] },
      sign_in_provider: providerId,
    },
  });
}

/** Google and Apple verify email addresses, Facebook doesn't. */
export const isEmailVerifiedBy = (providerId: FirebaseProviderId): boolean => providerId !== 'facebook.com';

/** Derived from the address, so that it survives a restart. */
export const getFirebaseUserId = ({ email }: SimulatedPerson): string =>
  hash('sha256', `uid ${email.toLowerCase()}`, 'base64url').slice(0, 28);

export const getProviderUserId = (providerId: FirebaseProviderId, { id }: SimulatedPerson): string =>
  providerId === 'apple.com' ? `001080.${hash('sha256', `apple ${id}`, 'hex').slice(0, 32)}.0900` : id;
