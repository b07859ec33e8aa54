// Tokens of the simulated captcha vendor. A token is valid once, for five minutes; a repeated idempotency key gets the
// same reply.
import { randomBytes } from 'node:crypto';

export interface SiteverifyReply {
  readonly success: boolean;
  readonly 'error-codes': readonly string[];
  readonly challenge_ts?: string;
  readonly hostname?: string;
  readonly action?: string;
  readonly cdata?: string;
}

export interface CaptchaTokenTable {
  issue(hostname: string, action: string): string;
  verify(fields: Readonly<Record<string, string>>): SiteverifyReply;
}

export function createCaptchaTokenTable({ now, secret }: { now: () => Date; secret: string }): CaptchaTokenTable {
  const tokens = new Map<string, Token>();

  const honest = (fields: Readonly<Record<string, string>>): SiteverifyReply => {
    const token = tokens.get(fields['response'] ?? '');
    if (!token) return refusal('invalid-input-response');
    const key = fields['idempotency_key'];
    const before = key === undefined ? undefined : token.answers.get(key);
    if (before) return before;
    if (token.isSpent || now().getTime() > token.issuedAt.getTime() + validMs) return refusal('timeout-or-duplicate');
    token.isSpent = true;
    const { hostname, action, issuedAt } = token;
    const answer = { ...yes, challenge_ts: issuedAt.toISOString(), hostname, action, cdata: '' };
    if (key !== undefined) token.answers.set(key, answer);
    return answer;
  };

  return {
    issue: (hostname, action) => {
      const oldest = now().getTime() - 2 * validMs;
      for (const [text, { issuedAt }] of tokens) if (issuedAt.getTime() < oldest) tokens.delete(text);
      const text = `0.${randomBytes(48).toString('base64url')}`;
      tokens.set(text, { hostname, action, issuedAt: now(), isSpent: false, answers: new Map() });
      return text;
    },
    verify: (fields) => {
      if (!fields['secret']) return refusal('missing-input-secret');
      if (!fields['response']) return refusal('missing-input-response');
      const forTests = /^([123])x0{30,}AA$/.exec(fields['secret'])?.[1];
      if (forTests === '1') return { ...yes, challenge_ts: now().toISOString(), hostname: 'example.com' };
      if (forTests === '2') return refusal('invalid-input-response');
      if (forTests === '3') return refusal('timeout-or-duplicate');
      return fields['secret'] === secret ? honest(fields) : refusal('invalid-input-secret');
    },
  };
}

interface Token {
  readonly hostname: string;
  readonly action: string;
  readonly issuedAt: Date;
  readonly answers: Map<string, SiteverifyReply>;
  isSpent: boolean;
}

const validMs = 5 * 60_000;
const yes = { success: true, 'error-codes': [] } as const;

const refusal = (code: string): SiteverifyReply => ({ success: false, 'error-codes': [code] });
