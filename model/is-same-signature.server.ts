// The one comparer of signatures and secrets: constant time, and an empty secret never matches.
import { hash, timingSafeEqual } from 'node:crypto';

export function isSameSignature(given: string | Buffer, expected: string | Buffer): boolean {
  if (given.length === 0 || expected.length === 0) return false;
  // Hashing first makes both the same length, so that not even that shows.
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
