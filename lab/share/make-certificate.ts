// A certificate that this machine signs for itself, so that a phone's browser has a secure context. Node can't write certificates, so
// the few fields of one are encoded here (X.509 v3 in DER).
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly cert: string;
}

/** Safari refuses certificates that hold longer. */
const maxDays = 397;

/** @param address the IPv4 address that the certificate is for */
export function makeCertificate(address: string, now: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    name(`FxId lab at ${address}`),
    sequence(utcTime(new Date(now.getTime() - 3_600_000)), utcTime(new Date(now.getTime() + maxDays * 86_400_000))),
    name(`FxId lab at ${address}`),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, extensions(address)),
  );
  return { key: exportPem(privateKey), cert: pem(signed(content, privateKey)) };
}

const exportPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' });

const signed = (content: Buffer, key: KeyObject): Buffer =>
  sequence(content, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, key)])));

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

function extensions(address: string): Buffer {
  const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
    sequence(objectId(id), ...(isCritical ? [tagged(0x01, Buffer.from([0xff]))] : []), tagged(0x04, value));
  const ip = Buffer.from(address.split('.').map(Number));
  return sequence(
    // It signs nothing but itself.
    extension('2.5.29.19', sequence(), true),
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(tagged(0x87, ip))),
  );
}

const name = (text: string): Buffer =>
  sequence(tagged(0x31, sequence(objectId('2.5.4.3'), tagged(0x0c, Buffer.from(text, 'utf8')))));

const utcTime = (at: Date): Buffer =>
  tagged(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

function integer(bytes: Buffer): Buffer {
  // Without a leading zero a set first bit would make the number negative.
  const positive = Buffer.concat([Buffer.from([0]), bytes]);
  const from = positive.findIndex((byte, at) => byte !== 0 || ((positive[at + 1] ?? 0x80) & 0x80) !== 0);
  return tagged(0x02, positive.subarray(Math.max(0, from)));
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

const explicit = (tag: number, value: Buffer): Buffer => tagged(0xa0 + tag, value);

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));

function tagged(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
