// Verifies Apple's signatures. The chain must end at a pinned root, whatever root the header contains, and must have
// Apple's two certificate extensions for receipts.
import { verify, X509Certificate } from 'node:crypto';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { appleRootG3 } from './apple-root.ts';
import { listCertificateExtensions } from './certificate-extensions.server.ts';

export type VerifiedJws = { readonly outcome: 'verified'; readonly payload: unknown } | Refusal;

/** @param roots pinned certificates, DER in base64 */
export function verifyAppleJws(jws: string, roots: readonly string[] = [appleRootG3]): VerifiedJws {
  const [, header = '', payload = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(jws) ?? [];
  const head = readPart(header);
  const content = readPart(payload);
  if (head === undefined || content === undefined) return buildRefusal('It is not a JWS.');
  if (head['alg'] !== 'ES256') return buildRefusal('It is not signed with ES256.');
  const chain = readChain(head['x5c']);
  if (!chain) return buildRefusal('It does not have a chain of three certificates.');
  const signedAt = content['signedDate'];
  if (typeof signedAt !== 'number') return buildRefusal('It has no signing time.');
  const reason = findFlaw(chain, roots.map(parsePinned), new Date(signedAt));
  if (reason !== undefined) return buildRefusal(reason);
  const bytes = Buffer.from(signature, 'base64url');
  const key = { key: chain.leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = bytes.length === 64 && verify('sha256', Buffer.from(`${header}.${payload}`), key, bytes);
  return isSigned ? { outcome: 'verified', payload: content } : buildRefusal('The signature is wrong.');
}

interface Chain {
  readonly leaf: X509Certificate;
  readonly intermediate: X509Certificate;
}

function readPart(part: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(Buffer.from(part, 'base64url'));
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The third certificate is ignored: only the pinned root counts. */
function readChain(x5c: unknown): Chain | undefined {
  if (!Array.isArray(x5c) || x5c.length !== 3) return undefined;
  const [leaf, intermediate] = x5c.map(parseSent);
  return leaf && intermediate && { leaf, intermediate };
}

function parseSent(text: unknown): X509Certificate | undefined {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]+=*$/.test(text)) return undefined;
  try {
    const certificate = new X509Certificate(Buffer.from(text, 'base64'));
    listCertificateExtensions(certificate.raw);
    return certificate;
  } catch {
    return undefined;
  }
}

const parsePinned = (root: string): X509Certificate => new X509Certificate(Buffer.from(root, 'base64'));

/** Returns why the chain is invalid. Undefined: it is valid. */
function findFlaw({ leaf, intermediate }: Chain, roots: readonly X509Certificate[], at: Date): string | undefined {
  const root = roots.find((each) => isIssuedBy(intermediate, each));
  if (!root) return 'No pinned root has issued its chain.';
  if (!isIssuedBy(leaf, intermediate)) return 'Its certificate was not issued by the one above it.';
  if (!intermediate.ca) return 'Its issuer is not a certificate authority.';
  if (!listCertificateExtensions(leaf.raw).includes(leafMark)) return 'Its certificate is not one for receipts.';
  if (!listCertificateExtensions(intermediate.raw).includes(intermediateMark))
    return 'Its issuer is not the one of Apple’s developers.';
  const { asymmetricKeyType, asymmetricKeyDetails } = leaf.publicKey;
  if (asymmetricKeyType !== 'ec' || asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    return 'Its key is of another kind.';
  return [leaf, intermediate, root].every((each) => isValidAt(each, at))
    ? undefined
    : 'A certificate was not valid then.';
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.issuer === issuer.subject && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
  validFromDate <= at && at <= validToDate;

const leafMark = '1.2.840.113635.100.6.11.1';
const intermediateMark = '1.2.840.113635.100.6.2.1';
