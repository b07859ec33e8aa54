// What a game sends arrives as a structured clone, which may hold far more than JSON can: cycles, maps, files, shared memory. A
// handler gets plain data only, of bounded size and depth.

export interface DataLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Of all objects and lists together. */
  readonly maxEntries: number;
}

/** Whether it is plain data within the limits. Stops at the first thing that is too much, so that its cost has a bound as well. */
export function isPlainData(value: unknown, { maxBytes, maxDepth, maxEntries }: DataLimits): boolean {
  let bytes = 0;
  let entries = 0;
  const walk = (each: unknown, depth: number): boolean => {
    if (typeof each === 'string') return (bytes += each.length * 2) <= maxBytes;
    if (each === null || each === undefined || typeof each === 'number' || typeof each === 'boolean')
      return (bytes += 8) <= maxBytes;
    if (typeof each !== 'object' || depth >= maxDepth) return false;
    if (Array.isArray(each)) {
      if ((entries += each.length) > maxEntries) return false;
      // Not every(): it passes over the holes of a list.
      for (const item of each) if (!walk(item, depth + 1)) return false;
      return true;
    }
    if (!isPlainObject(each)) return false;
    for (const name of Object.keys(each)) {
      if (unsafeNames.has(name) || (entries += 1) > maxEntries || (bytes += name.length * 2) > maxBytes) return false;
      if (!walk((each as Record<string, unknown>)[name], depth + 1)) return false;
    }
    return true;
  };
  return walk(value, 0);
}

// Own properties of these names become, or lead to, the prototype of whatever they are copied into.
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  // A clone made for another realm, as Node's are, has that realm's prototype.
  return prototype === null || prototype === Object.prototype || Object.hasOwn(prototype, 'isPrototypeOf');
}
