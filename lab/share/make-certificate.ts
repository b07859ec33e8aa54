import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { Integer, OctetString, Utf8String, type BaseBlock } from 'asn1js';
import {
  AltName,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate as X509,
  Extension,
  ExtKeyUsage,
  GeneralName,
} from 'pkijs';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly cert: string;
}

/** Safari refuses certificates that are valid for longer. */
const maxDays = 397;

export async function makeCertificate(address: string, now: Date): Promise<Certificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new X509();
  certificate.version = 2;
  // Positive and without a leading zero.
  certificate.serialNumber = new Integer({ valueHex: Uint8Array.from([1, ...randomBytes(15)]) });
  const name = new AttributeTypeAndValue({
    type: '2.5.4.3',
    value: new Utf8String({ value: `FxId lab at ${address}` }),
  });
  certificate.issuer.typesAndValues.push(name);
  certificate.subject.typesAndValues.push(name);
  certificate.notBefore.value = new Date(now.getTime() - 3_600_000);
  certificate.notAfter.value = new Date(now.getTime() + maxDays * 86_400_000);
  const ip = new OctetString({ valueHex: Uint8Array.from(address.split('.').map(Number)) });
  certificate.extensions = [
    extension('2.5.29.19', new BasicConstraints({ cA: false }), true),
    extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.1'] })),
    extension('2.5.29.17', new AltName({ altNames: [new GeneralName({ type: 7, value: ip })] })),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
    cert: new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())).toString(),
  };
}

const extension = (extnID: string, value: { toSchema(): BaseBlock }, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue: value.toSchema().toBER() });
