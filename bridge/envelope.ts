// The messages of the bridge, in both protocol versions.
//
// Version 2 is ours: a request is {id, method, params}, a reply {id, result} or {id, error: {code, message,
// parameter?}}, an event {event, data}.
//
// Version 1 is for SDK version 1.5 build 190. The specification gives only the names of the two handshake messages,
// "both prefixed with the product's SDK name", and that errors are returned in an error field. The rest is an
// assumption, made only in this file: the handshake is the bare text, or an object with that `type` and no versions;
// requests are {requestId, method, params}, replies {requestId, result} or {requestId, error: {errorCode, message,
// parameter?}}; events are the same as in version 2. The specification has two error codes: UserCancelled and Unknown.
import type { BridgeErrorCode } from './protocol.ts';

export const helloMessageType = 'fxid-sdk:initialize-port';
export const portMessageType = 'fxid-sdk:port';

/** Newest first: the two sides use the first version that both support. */
export const protocolVersions = [2, 1] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

export type RequestId = number | string;

export interface BridgeRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

export interface HelloMessage {
  /** The versions that the game supports, in its order of preference. Empty if we support none of them. */
  readonly versions: readonly ProtocolVersion[];
  /** Identifies a page load, so that repeated messages of one load can be recognised. Old SDKs don't send it. */
  readonly attempt: string | undefined;
  /** Whether the page was still loading when it sent this. Old SDKs don't send it. */
  readonly loading: boolean;
  /** An old SDK that sent the bare text gets the bare text as a reply. */
  readonly bare: boolean;
}

export function parseHello(data: unknown): HelloMessage | undefined {
  if (data === helloMessageType) return { versions: [1], attempt: undefined, loading: true, bare: true };
  if (!isRecord(data) || data['type'] !== helloMessageType) return undefined;
  const { versions, attempt, loading } = data;
  if (versions === undefined) return { versions: [1], attempt: undefined, loading: true, bare: false };
  if (!Array.isArray(versions) || typeof attempt !== 'string' || attempt.length > 64) return undefined;
  return {
    versions: protocolVersions.filter((known) => versions.includes(known)),
    attempt,
    loading: loading === true,
    bare: false,
  };
}

export function buildHelloMessage(attempt: string, loading: boolean): object {
  // Our SDK supports only the newest version.
  return { type: helloMessageType, versions: [protocolVersions[0]], attempt, loading };
}

export function buildPortMessage(hello: HelloMessage, version: ProtocolVersion): unknown {
  if (hello.bare) return portMessageType;
  return version === 1 ? { type: portMessageType } : { type: portMessageType, version, attempt: hello.attempt };
}

/** Sent without a port if the two sides support no common version. */
export function buildHandshakeRefusalMessage(hello: HelloMessage): unknown {
  return { type: portMessageType, attempt: hello.attempt, versions: protocolVersions };
}

/** Parses a request; undefined if the message has no usable id, so that no reply is possible. */
export function parseRequest(data: unknown, version: ProtocolVersion): BridgeRequest | undefined {
  if (!isRecord(data)) return undefined;
  const id = version === 1 ? data['requestId'] : data['id'];
  const { method, params } = data;
  if (!isRequestId(id)) return undefined;
  // If the method is not a string, the game gets the reply for an unknown method.
  return { id, method: typeof method === 'string' ? method.slice(0, 64) : '', params: params ?? {} };
}

export function buildResultMessage(version: ProtocolVersion, id: RequestId, result: unknown): object {
  return version === 1 ? { requestId: id, result } : { id, result };
}

export function buildErrorMessage(
  version: ProtocolVersion,
  id: RequestId,
  code: BridgeErrorCode,
  message: string,
  parameter?: string,
): object {
  const more = { message, ...(parameter !== undefined && { parameter }) };
  if (version !== 1) return { id, error: { code, ...more } };
  const errorCode: BridgeErrorCode = code === 'UserCancelled' ? code : 'Unknown';
  return { requestId: id, error: { errorCode, ...more } };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' ? id.length <= 64 : typeof id === 'number' && Number.isFinite(id);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The last message of either side. Needed because most browsers don't report when the other side of a port is gone. */
export const closeMessage = { closed: true } as const;
