// The operator's API 2-03: every answer is a 200 with a signature, a refusal as well. What nobody has signed is no answer, and only
// one code is a clear no to this very request; after anything else nobody knows.
import { Type, type Static, type TSchema } from 'typebox';
import { callVendor, type VendorReply } from '#kit/call-vendor.server.ts';
import { requireShape } from '#kit/parse-json.server.ts';
import { refuse } from '#kit/refuse.ts';
import type { ProviderHost } from '../port.server.ts';
import {
  Envelope,
  isFromOperator,
  readContent,
  signContent,
  version,
  type Content,
  type Settings,
} from './envelope.server.ts';

export type Host = ProviderHost<Settings>;

export interface Question<S extends TSchema> {
  readonly method: string;
  readonly body: object;
  /** For messages: no id and no secret may be in it. */
  readonly subject: string;
  /** The shape of the answer's body. */
  readonly answer: S;
}

/** Throws where it cannot be known what became of it. */
export async function askOperator<S extends TSchema>(
  host: Host,
  { method, body, subject, answer }: Question<S>,
): Promise<VendorReply<Static<S>>> {
  const { settings } = host;
  const url = `${settings.ApiBase ?? 'https://api.money.mail.ru'}/money/${version}/${method}`;
  const header = { ts: Math.floor(host.now().getTime() / 1000), client_id: Number(settings.MerchantId) };
  const form = signContent({ body, header }, settings, new URL(url).pathname);
  const { data, signature } = form;
  const envelope = await callVendor(host, {
    vendor,
    subject,
    url,
    form: { data, signature, version },
    // A refund takes several calls, and all of them together have fifteen seconds.
    timeoutMs: 4_000,
    answer: Envelope,
  });
  if (envelope.outcome === 'refused') return envelope;
  if (!isFromOperator(envelope.answer, settings))
    throw new Error(`Nobody signed what ${vendor} answered about ${subject}. PublicKeys may be another operator's.`);
  const content = readContent(envelope.answer);
  const status = content?.header.status?.toUpperCase();
  if (content && status === 'OK')
    return { outcome: 'answered', answer: requireShape(answer, content.body, vendor, subject) };
  if (!content || status !== 'ERROR') throw new Error(`${vendor} answered neither OK nor ERROR about ${subject}.`);
  return readError(content, subject);
}

export const vendor = 'Money.Mail.Ru';

/** Others may be a bad moment of theirs, or a key of ours that is wrong. */
function readError({ header: { error = {} } }: Content, subject: string): VendorReply<never> {
  const code = String(error.code ?? 'no code').replace(/[^\w ]/g, '');
  const said = `${vendor} answered ${code} about ${subject}, error ${String(error.error_id ?? 'unknown').replace(/[^\w-]/g, '')}.`;
  if (code.toUpperCase() === 'ERR_ARGUMENTS') return refuse(said);
  throw new Error(code.toUpperCase() === 'ERR_SIGNATURE' ? `${said} PrivateKey or SignatureHash is wrong.` : said);
}

/** By the vendor's own pages a UUID, in capitals. It is asked for as it was told. */
export const transactionId = Type.String({ pattern: '^[0-9A-Za-z-]{8,64}$' });
