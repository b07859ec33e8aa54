// Reduces the contract to what a client needs to send calls, so that the first page needs no schema library.
import type { RouteGroup, Route } from '#model/route.ts';

export interface CallDescription {
  /** Absent: POST, as most calls. */
  readonly method?: 'GET';
  readonly path: string;
  readonly required?: readonly string[];
  readonly query?: readonly string[];
  /** Names of the body fields; absent if the call has no body. */
  readonly body?: readonly string[];
  readonly form?: true;
  readonly html?: true;
  /**
   * The call requires a session that began with a sign-in at the portal. Other sessions, and ones that are too old, get
   * `SignInAgain`.
   */
  readonly ownProof?: true;
}

export type CallTable = Readonly<Record<string, Readonly<Record<string, CallDescription>>>>;

export function buildCallTable(api: Readonly<Record<string, RouteGroup>>): CallTable {
  const areas = Object.entries(api).map(([name, area]) => {
    const calls = Object.entries(area).map(([call, declared]) => [call, describeCall(declared)] as const);
    return [name, Object.fromEntries(calls)] as const;
  });
  return Object.fromEntries(areas);
}

function describeCall(declared: Route): CallDescription {
  const required = [declared.params, declared.query, declared.body].flatMap((part) => part?.required ?? []);
  return {
    ...(declared.method === 'GET' && { method: declared.method }),
    path: declared.path,
    ...(required.length > 0 && { required }),
    ...(declared.query && { query: Object.keys(declared.query.properties) }),
    ...(declared.body && { body: Object.keys(declared.body.properties) }),
    ...(declared.bodyType === 'form' && { form: true as const }),
    ...(declared.replyType && { html: true as const }),
    ...(declared.access.every((kind) => kind === 'whole' || kind === 'fresh') && { ownProof: true as const }),
  };
}
