// The typed API client: one function per call. It checks required parameters and converts every failure into an
// ApiError.
import type { RouteGroup, InputOfRoute, ReplyOfRoute } from '#model/route.ts';
import { ApiError, errorFromResponse, errorFromThrown, RequiredParameterError } from './api-error.ts';
import type { CallDescription, CallTable } from './describe.ts';

export type ApiClient<A extends Readonly<Record<string, RouteGroup>>> = {
  readonly [Name in keyof A]: {
    readonly [Call in keyof A[Name]]: (input: InputOfRoute<A[Name][Call]>) => Promise<ReplyOfRoute<A[Name][Call]>>;
  };
};

export interface ClientOptions {
  readonly base: string;
  readonly send: SendRequest;
  readonly token?: () => Token;
  /**
   * Asks the player to sign in again if the call requires it. If it returns true, the call is repeated with the current
   * token.
   */
  readonly proveAgain?: (token: Token) => Promise<boolean>;
}

type Token = string | null | undefined;

export type SendRequest = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

export function createClient<A extends Readonly<Record<string, RouteGroup>>>(
  table: CallTable,
  options: ClientOptions,
): ApiClient<A> {
  const areas = Object.entries(table).map(([name, calls]) => {
    const functions = Object.entries(calls).map(([call, description]) => {
      const run = (input: Record<string, unknown> = {}) => send(`${name}.${call}`, description, input, options);
      return [call, run] as const;
    });
    return [name, Object.fromEntries(functions)] as const;
  });
  // Safe cast: the table and the types come from the same contract.
  return Object.fromEntries(areas) as unknown as ApiClient<A>;
}

async function send(
  call: string,
  description: CallDescription,
  input: Record<string, unknown>,
  options: ClientOptions,
): Promise<unknown> {
  for (const name of description.required ?? []) {
    if (input[name] === undefined || input[name] === null) throw new RequiredParameterError(name, call);
  }
  const token = options.token?.();
  try {
    return await sendAs(token, description, input, options);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'SignInAgain';
    if (!isRefused || !description.ownProof || !(await options.proveAgain?.(token))) throw error;
    return sendAs(options.token?.(), description, input, options);
  }
}

async function sendAs(
  token: Token,
  description: CallDescription,
  input: Record<string, unknown>,
  options: ClientOptions,
): Promise<unknown> {
  const url = options.base + addressOf(description, input);
  try {
    const response = await options.send(url, {
      method: description.method ?? 'POST',
      headers: {
        accept: description.html ? 'text/html' : 'application/json',
        ...(description.body && {
          'content-type': description.form ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(description.body && { body: bodyOf(description, input) }),
    });
    const text = await response.text();
    if (response.status < 200 || response.status > 299) {
      throw errorFromResponse(response.status, response.headers.get('content-type'), text, url);
    }
    if (text === '') return undefined;
    return description.html ? text : (JSON.parse(text) as unknown);
  } catch (thrown) {
    throw errorFromThrown(thrown, url);
  }
}

function addressOf(description: CallDescription, input: Record<string, unknown>): string {
  const path = description.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams(picked(description.query ?? [], input));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

function bodyOf(description: CallDescription, input: Record<string, unknown>): string {
  const names = description.body ?? [];
  if (description.form) return new URLSearchParams(picked(names, input)).toString();
  return JSON.stringify(
    Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])),
  );
}

function picked(names: readonly string[], input: Record<string, unknown>): Record<string, string> {
  const present = names.filter((name) => input[name] !== undefined && input[name] !== null);
  return Object.fromEntries(present.map((name) => [name, String(input[name])]));
}
