// Parses siteverify responses strictly: a response that doesn't match the documentation is rejected.

export interface SiteverifyResponse {
  readonly success: boolean;
  readonly errorCodes: readonly string[];
  readonly challengeTs: string | undefined;
  readonly hostname: string | undefined;
  readonly action: string | undefined;
}

export function isTurnstileTestKey(key: string): boolean {
  return /^[123]x0{20,}/.test(key);
}

/** Undefined if it is not a siteverify response. A rejection may have a 4xx status; a success must have 200. */
export function parseSiteverify(status: number, bytes: Buffer): SiteverifyResponse | undefined {
  const value = status === 200 || (status >= 400 && status < 500) ? parsed(bytes) : undefined;
  if (typeof value !== 'object' || value === null || !('success' in value)) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  if (typeof fields['success'] !== 'boolean' || (fields['success'] && status !== 200)) return undefined;
  return {
    success: fields['success'],
    errorCodes: textsOf(fields['error-codes']),
    challengeTs: textOf(fields['challenge_ts']),
    hostname: textOf(fields['hostname']),
    action: textOf(fields['action']),
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // The caller logs it; this error could contain parts of the body.
    return undefined;
  }
}

// Codes are logged, so they are limited in length and number.
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, 10).flatMap((each) => textOf(each)?.slice(0, 60) ?? []) : [];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
