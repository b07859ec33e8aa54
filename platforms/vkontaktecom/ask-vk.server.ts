// VK's API with the service key of the app. Only a clear no to this very request is a no; after anything else (no answer, a 5xx,
// nonsense, a wrong key, too many requests) nobody knows, and it is thrown.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { PaymentHost } from '#model/payment-verbs.server.ts';
import type { vkontaktecom } from './platform.ts';

export type Host = PaymentHost<Static<typeof vkontaktecom.settings>>;

export type Asked<T> =
  | { readonly outcome: 'answered'; readonly answer: T }
  | { readonly outcome: 'refused'; readonly reason: string };

export const apiVersion = '5.131';

const number = Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,15}$' })]);

/** An order in VK's books. Numbers come as numbers or as text. */
export const VkOrder = Type.Object({
  id: number,
  status: Type.String({ maxLength: 40 }),
  item: Type.String({ maxLength: 200 }),
  amount: number,
});
export type VkOrder = Static<typeof VkOrder>;

/** Throws unless VK answers this very question with yes or no. */
export async function askVk<S extends TSchema>(
  method: string,
  parameters: Readonly<Record<string, string>>,
  schema: S,
  host: Host,
): Promise<Asked<Static<S>>> {
  const { ServiceKey: serviceKey, ApiBase: base = 'https://api.vk.com' } = host.settings;
  if (serviceKey === undefined) throw new Error(`VK's ${method} needs the setting ServiceKey.`);
  const { status, body } = await host.fetch(`${base}/method/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ ...parameters, access_token: serviceKey, v: apiVersion }).toString(),
    timeoutMs,
  });
  if (status !== 200) throw new Error(`VK answered ${status} to ${method}.`);
  const answer = parse(body, method);
  if (Value.Check(Fault, answer)) return refusalOf(answer.error, method);
  const response: unknown = Value.Check(Answer, answer) ? answer.response : undefined;
  if (!Value.Check(schema, response)) throw new Error(`VK answered ${method} with something that is no answer to it.`);
  return { outcome: 'answered', answer: response };
}

// Two calls of one refund stay within the time that all of it has.
const timeoutMs = 5_000;

const Answer = Type.Object({ response: Type.Unknown() });
const Fault = Type.Object({ error: Type.Object({ error_code: Type.Integer() }) });

/** What VK says beside the code may repeat what was sent. */
function refusalOf({ error_code: code }: { readonly error_code: number }, method: string): Asked<never> {
  if (code !== wrongParameter) throw new Error(`VK answered ${method} with its error ${code}.`);
  return { outcome: 'refused', reason: `VK refused ${method}: a parameter is wrong (error ${code}).` };
}

const wrongParameter = 100;

function parse(body: Buffer, method: string): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new Error(`VK answered ${method} with something that is no JSON.`, { cause });
  }
}
