// Finds all members of an SDK's object, and calls each in every state a game can call it in.
export interface Member {
  /** Such as `ad.requestAd`. */
  readonly path: string;
  readonly isFunction: boolean;
  readonly call: (...args: unknown[]) => unknown;
}

/** @param around the objects that contain this one: some SDKs contain themselves */
export function listMembers(sdk: object, path = '', around: readonly object[] = []): Member[] {
  return Object.keys(sdk).flatMap((name): Member[] => {
    const value: unknown = Reflect.get(sdk, name);
    const own = path === '' ? name : `${path}.${name}`;
    const isFunction = typeof value === 'function';
    if (isModule(value))
      return value === sdk || around.includes(value) ? [] : listMembers(value, own, [...around, sdk]);
    return [
      {
        path: own,
        isFunction,
        call: (...args) => (isFunction ? (value as (...args: unknown[]) => unknown)(...args) : value),
      },
    ];
  });
}

/** Only an SDK's modules are objects with functions. */
const isModule = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((each) => typeof each === 'function' || isModule(each));

/** Arguments that games pass by mistake. */
export const wrongArguments: readonly (readonly unknown[])[] = [
  [],
  [undefined, undefined],
  [null],
  [42, 'text'],
  ['', ''],
  [{}, {}],
  [[null], () => undefined],
  [Number.NaN],
  [{ id: {}, width: -1 }],
  ['rewarded', null],
];

/** Arguments with which a game tries to reach more than it may. */
export const hostileArguments: readonly (readonly unknown[])[] = [
  ['javascript:alert(1)'],
  ['data:text/html,<script>alert(1)</script>'],
  ['__proto__', { polluted: true }],
  ['constructor', 'prototype'],
  [JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')],
  [{ id: '__proto__', size: 'x' }, JSON.parse('{"__proto__":{"polluted":true}}')],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['x'.repeat(1_000_000)],
  [Number.POSITIVE_INFINITY, -1],
  ['../../', '\u0000'],
];

/** How a call ended: a code if it threw or rejected with one of the SDK's own errors. */
export async function outcomeOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return 'ok';
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown };
    return typeof code === 'string' ? code : `fault: ${String(error)}`;
  }
}
