// Node does not expose the extensions of a certificate.
import { Certificate } from 'pkijs';

/** Returns OIDs. Throws if the bytes are not a certificate. */
export function listCertificateExtensions(certificate: Buffer): readonly string[] {
  try {
    return (Certificate.fromBER(new Uint8Array(certificate)).extensions ?? []).map(({ extnID }) => extnID);
  } catch (cause) {
    throw new Error('This is not a certificate.', { cause });
  }
}
