// The messages of the bridge, in both versions of its protocol.
//
// Version 2 is ours: a request is {id, method, params}, an answer {id, result} or {id, error: {code, message, parameter?}},
// an event {event, data}.
// Version 1 is what an SDK of version 1.5 build 190 speaks. The product's interface gives only the names of the two messages of
// its handshake, "both prefixed with the product's SDK name", and that errors come back in an error field; the rest is an
// assumption, and lives in this file alone: the handshake is the bare text or an object with that `type` and no versions;
// requests are {requestId, method, params}, answers {requestId, result} or {requestId, error: {errorCode, message, parameter?}}; events are
// those of version 2.
import type { BridgeErrorCode } from './protocol.ts';

export const initializePort = 'fxid-sdk:initialize-port';
export const portType = 'fxid-sdk:port';

/** Newest first: the first that both sides know is spoken. */
export const protocolVersions = [2, 1] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

export type RequestId = number | string;

export interface Request {
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

export interface Hello {
  /** What the game speaks, in its own order; empty when it speaks nothing that we know. */
  readonly versions: readonly ProtocolVersion[];
  /** Tells repeated tries of one page load from another load; an old SDK has none. */
  readonly attempt: string | undefined;
  /** Whether the page was still loading when it said so, which an old SDK does not tell. */
  readonly loading: boolean;
  /** An old SDK that sent the bare text gets the bare text back. */
  readonly bare: boolean;
}

/** The game's first message, or undefined when it is something else. */
export function readHello(data: unknown): Hello | undefined {
  if (data === initializePort) return { versions: [1], attempt: undefined, loading: true, bare: true };
  if (!isRecord(data) || data['type'] !== initializePort) return undefined;
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

export function helloMessage(attempt: string, loading: boolean): object {
  // The game's side of ours speaks the newest version only.
  return { type: initializePort, versions: [protocolVersions[0]], attempt, loading };
}

/** Goes with the transferred port. */
export function portMessage(hello: Hello, version: ProtocolVersion): unknown {
  if (hello.bare) return portType;
  return version === 1 ? { type: portType } : { type: portType, version, attempt: hello.attempt };
}

/** Goes without a port: the two have no version in common. */
export function refusalMessage(hello: Hello): unknown {
  return { type: portType, attempt: hello.attempt, versions: protocolVersions };
}

/** The first message on a port; undefined when it is not a request at all, so that there is nobody to answer. */
export function readRequest(data: unknown, version: ProtocolVersion): Request | undefined {
  if (!isRecord(data)) return undefined;
  const id = version === 1 ? data['requestId'] : data['id'];
  const { method, params } = data;
  if (!isRequestId(id)) return undefined;
  // A method that is no text is answered too: as a method that nobody knows.
  return { id, method: typeof method === 'string' ? method.slice(0, 64) : '', params: params ?? {} };
}

export function resultMessage(version: ProtocolVersion, id: RequestId, result: unknown): object {
  return version === 1 ? { requestId: id, result } : { id, result };
}

/** @param parameter of InvalidRequest: the parameter that is missing or wrong */
export function errorMessage(
  version: ProtocolVersion,
  id: RequestId,
  code: BridgeErrorCode,
  message: string,
  parameter?: string,
): object {
  const more = { message, ...(parameter !== undefined && { parameter }) };
  return version === 1 ? { requestId: id, error: { errorCode: code, ...more } } : { id, error: { code, ...more } };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' ? id.length <= 64 : typeof id === 'number' && Number.isFinite(id);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The last word of either side on a port: browsers do not tell when the other side is gone. */
export const closeMessage = { closed: true } as const;
