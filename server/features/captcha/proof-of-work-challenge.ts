// Proof of work as a captcha without a third party: the browser searches for a number whose hash starts with enough
// zero bits. This slows abuse down but does not stop it.
//
// A challenge is `body.signature`, a solution `body.signature.number`. The hash is over `signature.number`, which fits
// into one block.
import { createHash, randomBytes } from 'node:crypto';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

export interface ProofOfWorkChallenge {
  readonly id: string;
  readonly action: string;
  readonly network: string;
  readonly bits: number;
  readonly expiresAt: Date;
}

export type ProofOfWorkResult =
  | { readonly outcome: 'solved'; readonly challenge: ProofOfWorkChallenge }
  | { readonly outcome: 'refused'; readonly reason: 'false' | 'over' | 'too little work' };

/** Signs challenges with the newest key and accepts signatures of all keys. */
export type ChallengeSigner = Pick<Sealer, 'sign' | 'signatures'>;

export function issueProofOfWorkChallenge(
  sealer: ChallengeSigner,
  challenge: Omit<ProofOfWorkChallenge, 'id'>,
): string {
  const { action, network, bits, expiresAt } = challenge;
  const id = randomBytes(16).toString('base64url');
  const body = Buffer.from(JSON.stringify([id, action, network, bits, expiresAt.getTime()])).toString('base64url');
  return `${body}.${sealer.sign(purpose, body).toString('base64url')}`;
}

/** Parses a solution and checks everything except whether it was used before, which needs the database. */
export function verifyProofOfWork(sealer: ChallengeSigner, solution: string, now: Date): ProofOfWorkResult {
  const [, body, signature, number] = /^([\w-]{1,600})\.([\w-]{43})\.(\d{1,11})$/.exec(solution) ?? [];
  if (body === undefined || signature === undefined || !isOurs(sealer, body, signature)) return refused('false');
  // We signed it, so it has the expected shape.
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

const refused = (reason: 'false' | 'over' | 'too little work'): ProofOfWorkResult => ({ outcome: 'refused', reason });

const purpose = 'robot check by work';

const isOurs = (sealer: ChallengeSigner, body: string, signature: string): boolean =>
  sealer.signatures(purpose, body).some((each) => isSameSignature(signature, each.toString('base64url')));

function leadingZeroBits(hash: Buffer): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
