// The simulated project's users and ID tokens, with the same claims as Google's.
import { hash } from 'node:crypto';
import { createSigningKey } from '../simulator-signing-key.server.ts';
import type { SimulatedPerson } from '../simulator-port.server.ts';

export type ProviderId = 'google.com' | 'apple.com' | 'facebook.com';

export const simulatedProject = 'demo-portal';

export const simulatedSigningKey = createSigningKey();

export interface MintedToken {
  readonly person: SimulatedPerson;
  readonly providerId: ProviderId;
  /** All providers linked to the user. */
  readonly linked?: readonly ProviderId[];
  readonly issuedAt: Date;
  readonly projectId?: string;
}

export const tokenLifetimeSeconds = 3600;

export function mintIdToken({ person, providerId, linked, issuedAt, projectId }: MintedToken): Promise<string> {
  const project = projectId ?? simulatedProject;
  const seconds = Math.floor(issuedAt.getTime() / 1000);
  const uid = firebaseUserId(person);
  const identities = (linked ?? [providerId]).map((id) => [id, [providerUserId(id, person)]] as const);
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
    email_verified: verifiesEmail(providerId),
    firebase: {
      identities: { ...Object.fromEntries(identities), email: [person.email] },
      sign_in_provider: providerId,
    },
  });
}

/** Google and Apple verify email addresses, Facebook doesn't. */
export const verifiesEmail = (providerId: ProviderId): boolean => providerId !== 'facebook.com';

/** The same id for the same address, also after a restart. */
export const firebaseUserId = ({ email }: SimulatedPerson): string =>
  hash('sha256', `uid ${email.toLowerCase()}`, 'base64url').slice(0, 28);

/** The person's id at a provider. Apple's ids have their own format. */
export const providerUserId = (providerId: ProviderId, { id }: SimulatedPerson): string =>
  providerId === 'apple.com' ? `001080.${hash('sha256', `apple ${id}`, 'hex').slice(0, 32)}.0900` : id;
