// The typed client for the calls of operators and of the console. The session is a cookie, which the browser sends.
import { consoleCallTable } from 'virtual:console-call-table';
import { apiBase } from '#contract/api-base.ts';
import type { Api } from '#contract/api.ts';
import { createClient, type ApiClient, type SendRequest } from '#contract/client.ts';
import type { OperatorRole } from '#model/operator.ts';
import type { Route } from '#model/route.ts';
import { proveStepUp } from './sign-in/step-up.ts';

type IsOurs<R extends Route> = Extract<R['access'][number], 'operator' | 'console'> extends never ? false : true;
type CallsOf<Area extends Readonly<Record<string, Route>>> = {
  readonly [Call in keyof Area as IsOurs<Area[Call]> extends true ? Call : never]: Area[Call];
};
/** Of each area only the calls of operators and the console. */
export type ConsoleApi = { readonly [Area in keyof Api]: CallsOf<Api[Area]> };

const timeoutMs = 30_000;
type SignedOutListener = () => void;
const signedOutListeners = new Set<SignedOutListener>();

/** Called if a call finds that the session has ended. Returns a function that stops listening. */
export function onSignedOut(listener: SignedOutListener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

export const sendRequest: SendRequest = async (url, init) => {
  const first = await sendOnce(url, init);
  if (first.status === 401 && first.code === 'Unauthenticated') for (const listener of signedOutListeners) listener();
  const isRepeated = first.status === 403 && first.code === 'StepUpRequired' && (await proveStepUp());
  return isRepeated ? sendOnce(url, init) : first;
};

/** Undefined stands for a parameter that is not given: the client leaves it out. */
type Given<Input> = {
  [Name in keyof Input]: Partial<Pick<Input, Name>> extends Pick<Input, Name> ? Input[Name] | undefined : Input[Name];
};
type Client = ApiClient<ConsoleApi>;
export type ConsoleClient = {
  readonly [Area in keyof Client]: {
    readonly [Call in keyof Client[Area]]: Client[Area][Call] extends (input: infer Input) => infer Reply
      ? (input: Given<Input>) => Reply
      : never;
  };
};

// Safe cast: the client leaves out what is undefined.
export const api = createClient<ConsoleApi>(consoleCallTable, { base: apiBase, send: sendRequest }) as ConsoleClient;

/** In the lab: signs in as the demo operator of a role. */
export async function signInLabOperator(Role: OperatorRole): Promise<void> {
  const { ok, status } = await fetch('/lab/sign_in_operator', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Role }),
  });
  if (!ok) throw new Error(`The lab answered ${status} instead of signing in.`);
}

async function sendOnce(url: string, init: Parameters<SendRequest>[1]) {
  const response = await fetch(url, {
    ...init,
    // The language that was chosen here, which may not be the browser's: mails to this operator use it.
    headers: { ...init.headers, 'accept-language': document.documentElement.lang },
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { status, headers } = response;
  const text = await response.text();
  return {
    status,
    headers,
    code: status === 401 || status === 403 ? readCode(text) : undefined,
    text: async () => text,
  };
}

function readCode(text: string): string | undefined {
  try {
    const { Code } = JSON.parse(text) as { Code?: string };
    return Code;
  } catch {
    // A proxy's error page isn't in our problem format.
    return undefined;
  }
}
