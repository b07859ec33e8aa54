// A passkey in software: creates and signs as an authenticator does (WebAuthn, ES256, attestation "none").
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface SoftwarePasskey {
  readonly id: string;
  /** The answer to `navigator.credentials.create`, as JSON. @param options as the server sent them */
  create(options: string): string;
  /** The answer to `navigator.credentials.get`, as JSON. */
  get(options: string, changed?: { readonly origin?: string; readonly counter?: number }): string;
}

const userPresentAndVerified = 0x05;
const hasCredential = 0x40;

export function createSoftwarePasskey(origin = 'http://console.localhost:8080'): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(16);
  const id = rawId.toString('base64url');
  let counter = 0;
  const authenticatorData = (rpId: string, flags: number, count: number): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(rpId), head]);
  };
  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  return {
    id,
    create: (options) => {
      const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } };
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, encodePublicKey(publicKey)]);
      const data = authenticatorData(rp.id, userPresentAndVerified | hasCredential, counter);
      const attestationObject = encodeAttestation(Buffer.concat([data, credential]));
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      });
    },
    get: (options, { origin: from = origin, counter: count = ++counter } = {}) => {
      const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string };
      const client = clientData('webauthn.get', challenge, from);
      const data = authenticatorData(rpId, userPresentAndVerified, count);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      });
    },
  };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** CBOR of a COSE key: EC2, ES256, P-256. */
function encodePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = (label: number, value: string): Buffer =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), point(0x21, x), point(0x22, y)]);
}

/** CBOR of { fmt: "none", attStmt: {}, authData }. */
function encodeAttestation(data: Buffer): Buffer {
  const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff]);
  const empty = Buffer.from([0xa0]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    empty,
    text('authData'),
    length,
    data,
  ]);
}
