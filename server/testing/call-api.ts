// One API call over a real connection; every outcome is returned as a value.
import { serverTimeoutMs } from './server-process.ts';

export type ApiCallResult =
  | { readonly outcome: 'done'; readonly body: unknown }
  | { readonly outcome: 'refused'; readonly status: number; readonly code: string }
  /** The connection was refused or closed without a response. */
  | { readonly outcome: 'none' }
  /** An invalid response: truncated, without a code, or a timeout. */
  | { readonly outcome: 'broken'; readonly why: string };

export interface ApiCallOptions {
  readonly body?: object;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function callApi(url: string, { body = {}, token, headers = {} }: ApiCallOptions): Promise<ApiCallResult> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(serverTimeoutMs),
    });
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return broken(`no answer within ${serverTimeoutMs} ms`);
    return { outcome: 'none' };
  }
  try {
    if (response.status === 204) return { outcome: 'done', body: undefined };
    const reply = JSON.parse(await response.text()) as { Code?: unknown };
    if (response.ok) return { outcome: 'done', body: reply };
    if (typeof reply.Code === 'string') return { outcome: 'refused', status: response.status, code: reply.Code };
    return broken(`${response.status} without a code: ${JSON.stringify(reply).slice(0, 200)}`);
  } catch (error) {
    return broken(`${response.status} and then ${String(error)}`);
  }
}

const broken = (why: string): ApiCallResult => ({ outcome: 'broken', why });
