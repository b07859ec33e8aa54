/** Wraps all functions of an SDK, so that the lab's log shows each call of the game. Without a lab nothing is wrapped. */
export function traceCalls<T extends object>(sdk: T, name: string, report: (text: string) => void): T {
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(sdk))) {
    const path = `${name}.${key}`;
    const value: unknown = descriptor.value;
    if (typeof value === 'function') {
      const call = value as (...args: unknown[]) => unknown;
      Object.defineProperty(sdk, key, {
        ...descriptor,
        value: (...args: unknown[]) => {
          report(`${path}(${args.map(format).join(', ')})`);
          return call(...args);
        },
      });
    } else if (typeof value === 'object' && value !== null) traceCalls(value, path, report);
  }
  return sdk;
}

function format(value: unknown): string {
  if (typeof value === 'function') return 'function';
  try {
    return (JSON.stringify(value) ?? 'undefined').slice(0, 100);
  } catch {
    return typeof value;
  }
}
