// The contract reduced to what a client needs to send a call. The portal gets this table at build time, so that no schema
// and no schema library is part of its first page.
import type { Area, Route } from '#model/route.ts';

export interface CallDescription {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly required?: readonly string[];
  readonly query?: readonly string[];
  /** Names of body fields; absent when the call takes no body. */
  readonly body?: readonly string[];
  readonly form?: true;
  readonly html?: true;
  /** Only a session with a proof of its own may make it: to others, and to old ones, it answers `SignInAgain`. */
  readonly ownProof?: true;
}

export type CallTable = Readonly<Record<string, Readonly<Record<string, CallDescription>>>>;

export function describeApi(api: Readonly<Record<string, Area>>): CallTable {
  const areas = Object.entries(api).map(([name, area]) => {
    const calls = Object.entries(area).map(([call, declared]) => [call, describeCall(declared)] as const);
    return [name, Object.fromEntries(calls)] as const;
  });
  return Object.fromEntries(areas);
}

function describeCall(declared: Route): CallDescription {
  const required = [declared.params, declared.query, declared.body].flatMap((part) => part?.required ?? []);
  return {
    method: declared.method,
    path: declared.path,
    ...(required.length > 0 && { required }),
    ...(declared.query && { query: Object.keys(declared.query.properties) }),
    ...(declared.body && { body: Object.keys(declared.body.properties) }),
    ...(declared.bodyType === 'form' && { form: true as const }),
    ...(declared.replyType && { html: true as const }),
    ...(declared.access.every((kind) => kind === 'whole' || kind === 'fresh') && { ownProof: true as const }),
  };
}
