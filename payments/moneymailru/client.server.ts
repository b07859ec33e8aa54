// Money.Mail.Ru's API 2-03. Every response, even a rejection, is a signed 200. Two error codes count as a rejection;
// after any other the result is unknown.
import { Type, type Static, type TSchema } from 'typebox';
import { callVendor, type VendorReply } from '#kit/call-vendor.server.ts';
import { requireShape } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { ProviderHost } from '../port.server.ts';
import {
  SignedEnvelope,
  isSignedByMoneyMailRu,
  parseEnvelopeContent,
  signEnvelope,
  moneyMailRuApiVersion,
  type EnvelopeContent,
  type MoneyMailRuSettings,
} from './envelope.server.ts';

export type MoneyMailRuHost = ProviderHost<MoneyMailRuSettings>;

export interface MoneyMailRuRequest<S extends TSchema> {
  readonly method: string;
  readonly body: object;
  /** For error messages: no id and no secret. */
  readonly subject: string;
  readonly answer: S;
}

export async function callMoneyMailRu<S extends TSchema>(
  host: MoneyMailRuHost,
  { method, body, subject, answer }: MoneyMailRuRequest<S>,
): Promise<VendorReply<Static<S>>> {
  const { settings } = host;
  const url = `${settings.ApiBase ?? 'https://api.money.mail.ru'}/money/${moneyMailRuApiVersion}/${method}`;
  const header = { ts: Math.floor(host.now().getTime() / 1000), client_id: Number(settings.MerchantId) };
  const form = signEnvelope({ body, header }, settings, { path: new URL(url).pathname });
  const { data, signature } = form;
  const envelope = await callVendor(host, {
    vendor: vendorName,
    subject,
    url,
    form: { data, signature, version: moneyMailRuApiVersion },
    // A refund takes several calls, which together have 15 s.
    timeoutMs: 4_000,
    answer: SignedEnvelope,
  });
  if (envelope.outcome === 'refused') return envelope;
  if (!isSignedByMoneyMailRu(envelope.answer, settings))
    throw new Error(`The response of ${vendorName} about ${subject} has no valid signature. Check PublicKeys.`);
  const content = parseEnvelopeContent(envelope.answer);
  const status = content?.header.status?.toUpperCase();
  if (content && status === 'OK')
    return { outcome: 'answered', answer: requireShape(answer, content.body, vendorName, subject) };
  if (!content || status !== 'ERROR') throw new Error(`${vendorName} answered neither OK nor ERROR about ${subject}.`);
  return readError(content, subject);
}

export const vendorName = 'Money.Mail.Ru';

/** Other codes may mean a temporary failure or a wrong key of ours. */
function readError({ header: { error = {} } }: EnvelopeContent, subject: string): VendorReply<never> {
  const code = String(error.code ?? 'no code').replace(/[^\w ]/g, '');
  const said = `${vendorName} answered ${code} about ${subject}, error ${String(error.error_id ?? 'unknown').replace(/[^\w-]/g, '')}.`;
  if (rejections.has(code.toUpperCase())) return buildRefusal(said);
  throw new Error(code.toUpperCase() === 'ERR_SIGNATURE' ? `${said} PrivateKey or SignatureHash is wrong.` : said);
}

/** `ERR_NOT_FOUND`: there is no transaction with that id. */
const rejections: ReadonlySet<string> = new Set(['ERR_ARGUMENTS', 'ERR_NOT_FOUND']);

/** Requests repeat the id exactly as received. */
export const transactionIdSchema = Type.String({ pattern: '^[0-9A-Za-z-]{8,64}$' });
