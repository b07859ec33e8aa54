import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { findNetworkPrefix } from '#server/http/caller.ts';
import type { Log } from '#server/http/log.ts';
import type { CaptchaVerifier } from './captcha-verifier.ts';
import { issueProofOfWorkChallenge, verifyProofOfWork, type ChallengeSigner } from './proof-of-work-challenge.ts';

export interface ChallengeIssuerOptions {
  readonly sealer: ChallengeSigner;
  readonly now: () => Date;
  /** Required leading zero bits: each doubles the work. */
  readonly bits: number;
}

export type IssueChallenge = (action: string, ip: string) => string;

export function createChallengeIssuer({ sealer, now, bits }: ChallengeIssuerOptions): IssueChallenge {
  return (action, ip) =>
    issueProofOfWorkChallenge(sealer, {
      action,
      network: findNetworkPrefix(ip),
      bits,
      expiresAt: new Date(now().getTime() + lifetimeMs),
    });
}

export interface ProofOfWorkVerifierOptions extends Pick<ChallengeIssuerOptions, 'sealer' | 'now'> {
  readonly database: Database;
  readonly log: Log;
}

export function createProofOfWorkVerifier({ database, sealer, now, log }: ProofOfWorkVerifierOptions): CaptchaVerifier {
  return {
    check: async (token, action, remoteIp) => {
      const read = verifyProofOfWork(sealer, token, now());
      const objection =
        read.outcome === 'refused'
          ? `the solution is ${read.reason}.`
          : (objectionTo(read.challenge, action, remoteIp) ?? (await spend(database, read.challenge)));
      if (objection === undefined) return 'passed';
      log.info({ action }, `Captcha refused: ${objection}`);
      return 'refused';
    },
  };
}

const lifetimeMs = 5 * 60_000;

function objectionTo(
  challenge: { action: string; network: string },
  action: string,
  remoteIp: string | undefined,
): string | undefined {
  if (challenge.action !== action) return 'the challenge was for another action.';
  const network = remoteIp === undefined ? undefined : findNetworkPrefix(remoteIp);
  // A browser may reach one host by IPv4 and the other by IPv6; then the networks can't be compared.
  if (network === undefined || network.includes(':') !== challenge.network.includes(':')) return undefined;
  return network === challenge.network ? undefined : 'the challenge was given to another network.';
}

/** Of concurrent calls with the same challenge one passes. */
async function spend({ kysely }: Database, challenge: { id: string; expiresAt: Date }): Promise<string | undefined> {
  const { rows } = await sql`
    insert into spent_challenges (challenge_id, expires_at) values (${challenge.id}, ${challenge.expiresAt})
    on conflict do nothing returning 1`.execute(kysely);
  return rows.length === 1 ? undefined : 'the challenge was used before.';
}
