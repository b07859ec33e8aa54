import type { Static } from 'typebox';
import { readUnknownFields } from '../read-unknown-fields.ts';
import type { IdentityHost } from '../port.server.ts';
import type { egs } from './identity.ts';

export type EpicSettings = Static<typeof egs.settings>;

/** The message contains Epic's error code and nothing that was sent. */
export class EpicCallError extends Error {
  /** OAuth's error code, if Epic responded with one. */
  readonly error: string | undefined;

  constructor(message: string, { error, ...options }: { cause?: unknown; error?: string | undefined } = {}) {
    super(message, options);
    this.name = 'EpicCallError';
    this.error = error;
  }
}

export const getEpicOauthUrl = ({ ApiUrl = 'https://api.epicgames.dev' }: Pick<EpicSettings, 'ApiUrl'>): string =>
  `${ApiUrl}/epic/oauth/v2`;

export async function callEpic(
  call: 'token' | 'tokenInfo',
  form: Readonly<Record<string, string>>,
  host: IdentityHost<EpicSettings>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const asked = host.fetch(`${getEpicOauthUrl(host.settings)}/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
    body: new URLSearchParams(form).toString(),
  });
  const { status, body } = await asked.catch((cause: unknown) => {
    throw new EpicCallError(`Epic's ${call} could not be reached.`, { cause });
  });
  const answer = parse(body.toString('utf8'), call, status);
  if (status !== 200)
    throw new EpicCallError(`Epic's ${call} answered ${status} ${codeOf(answer)}`.trimEnd(), {
      error: textOf(answer['error']),
    });
  return answer;
}

function parse(text: string, call: string, status: number): Readonly<Record<string, unknown>> {
  try {
    return readUnknownFields(JSON.parse(text));
  } catch (cause) {
    throw new EpicCallError(`Epic's ${call} answered ${status} with invalid JSON.`, { cause });
  }
}

function codeOf(answer: Readonly<Record<string, unknown>>): string {
  return textOf(answer['errorCode'] ?? answer['error']) ?? '';
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 120) : undefined);
