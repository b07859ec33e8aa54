// A captcha of our own, for portals without a third party: a browser has to work for it. The server hands out a challenge,
// signed and kept nowhere, for one action and one network, with an end; the browser finds a number with which its hash begins
// with so many zero bits. That makes one mail cost seconds of somebody's processor: no wall, but a price for every try.
//
// A challenge is `body.signature`, a solution `body.signature.number`. What is hashed is `signature.number`: nobody can choose the
// signature, and it fits into one block.
import { createHash, randomBytes } from 'node:crypto';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

export interface WorkChallenge {
  readonly id: string;
  readonly action: string;
  /** Of whom it was given to, as `findNetwork` writes it. */
  readonly network: string;
  readonly bits: number;
  readonly expiresAt: Date;
}

export type SolutionOutcome =
  | { readonly outcome: 'solved'; readonly challenge: WorkChallenge }
  | { readonly outcome: 'refused'; readonly reason: 'false' | 'over' | 'too little work' };

/** Who signs challenges: several keys may do so, of which any is believed. */
export type ChallengeSigner = Pick<Sealer, 'sign' | 'signatures'>;

export function issueChallenge(sealer: ChallengeSigner, challenge: Omit<WorkChallenge, 'id'>): string {
  const { action, network, bits, expiresAt } = challenge;
  const id = randomBytes(16).toString('base64url');
  const body = Buffer.from(JSON.stringify([id, action, network, bits, expiresAt.getTime()])).toString('base64url');
  return `${body}.${sealer.sign(purpose, body).toString('base64url')}`;
}

/** Reads a solution and checks all that can be known without the database; whether it was used before is not. */
export function readSolution(sealer: ChallengeSigner, solution: string, now: Date): SolutionOutcome {
  const [, body, signature, number] = /^([\w-]{1,600})\.([\w-]{43})\.(\d{1,11})$/.exec(solution) ?? [];
  if (body === undefined || signature === undefined || !isOurs(sealer, body, signature)) return refused('false');
  // Signed by us: it has the shape that we gave it.
  const [id, action, network, bits, expiresMs] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    string,
    string,
    number,
    number,
  ];
  if (now.getTime() > expiresMs) return refused('over');
  const hash = createHash('sha256').update(`${signature}.${number}`).digest();
  if (leadingZeroBits(hash) < bits) return refused('too little work');
  return { outcome: 'solved', challenge: { id, action, network, bits, expiresAt: new Date(expiresMs) } };
}

const refused = (reason: 'false' | 'over' | 'too little work'): SolutionOutcome => ({ outcome: 'refused', reason });

const purpose = 'robot check by work';

const isOurs = (sealer: ChallengeSigner, body: string, signature: string): boolean =>
  sealer.signatures(purpose, body).some((each) => sameSignature(signature, each.toString('base64url')));

function leadingZeroBits(hash: Buffer): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
