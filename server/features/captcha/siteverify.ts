// What siteverify answers, read with care: of an answer that is not as documented nothing is believed.

export interface Siteverify {
  readonly success: boolean;
  readonly errorCodes: readonly string[];
  readonly challengeTs: string | undefined;
  readonly hostname: string | undefined;
  readonly action: string | undefined;
}

/** Keys that Turnstile gives to everybody for tests, site keys and secrets alike. */
export function isTestKey(key: string): boolean {
  return /^[123]x0{20,}/.test(key);
}

/** Undefined: it is no answer of siteverify. A refusal may come with a status of 4xx; a yes comes with 200 only. */
export function readSiteverify(status: number, bytes: Buffer): Siteverify | undefined {
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
    // The caller logs that it is no answer; the error would repeat parts of the body.
    return undefined;
  }
}

// Codes go to the log, so they are kept short and few.
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, 10).flatMap((each) => textOf(each)?.slice(0, 60) ?? []) : [];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
