// Odnoklassniki's API from the player's browser, with the launch's session, like its own script. The API's URL is
// fixed, whatever the launch URL says.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import { platformTitle, type OkLaunch } from './client.browser.ts';
import { md5 } from './md5.browser.ts';
import type { odnoklassniki } from './platform.ts';

export type OkRestClient = ReturnType<typeof createOkRestClient>;

export function createOkRestClient(
  host: BrowserHost<typeof odnoklassniki>,
  { applicationKey: application_key, session }: OkLaunch,
) {
  const base = host.data?.ApiBase ?? 'https://api.ok.ru';
  return async (method: string, parameters: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const call = { ...parameters, application_key, format: 'JSON', method, session_key: session.key };
    const query = new URLSearchParams({ ...call, sig: signRestCall(call, session.secret) });
    const loading = host.window.fetch(`${base}/fb.do?${query.toString()}`).then((answer) => answer.json());
    const answer: unknown = await host.withPlatformTimeout(
      `${platformTitle} (${method})`,
      loading.catch(failWith(method)),
      10_000,
    );
    const { error_code: code, error_msg: message } = readUntrustedFields(answer);
    if (code === undefined) return answer;
    throw new PlatformError(
      'Unknown',
      `${platformTitle} answered ${method} with ${Number(code)}: ${readUntrustedText(message, 200)}`,
    );
  };
}

const failWith = (method: string) => (cause: unknown) => {
  throw new PlatformError('Unknown', `${platformTitle} did not answer ${method}`, { cause });
};

/** MD5 over all `name=value` sorted by name and concatenated, followed by the session's secret. */
export const signRestCall = (texts: Readonly<Record<string, string>>, secret: string): string =>
  md5(
    Object.entries(texts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('') + secret,
  );
