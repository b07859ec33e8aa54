// A game's message can contain more than JSON: cycles, maps, files, shared memory. Handlers get only plain data of
// limited size and depth.

export interface MessageSizeLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Counted over all objects and arrays together. */
  readonly maxEntries: number;
}

/** Stops at the first violation, so that the check itself has a limited cost. */
export function isPlainData(value: unknown, { maxBytes, maxDepth, maxEntries }: MessageSizeLimits): boolean {
  let bytes = 0;
  let entries = 0;
  const walk = (each: unknown, depth: number): boolean => {
    if (typeof each === 'string') return (bytes += each.length * 2) <= maxBytes;
    if (each === null || each === undefined || typeof each === 'number' || typeof each === 'boolean')
      return (bytes += 8) <= maxBytes;
    if (typeof each !== 'object' || depth >= maxDepth) return false;
    if (Array.isArray(each)) {
      if ((entries += each.length) > maxEntries) return false;
      // A loop, because every() skips the holes of a sparse array.
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

// Copying properties with these names could change the prototype of the target object.
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  // A clone from another realm, as in Node, has that realm's Object.prototype.
  return prototype === null || prototype === Object.prototype || Object.hasOwn(prototype, 'isPrototypeOf');
}
