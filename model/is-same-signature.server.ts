// Compares signatures and secrets in constant time. An empty secret never matches.
import { hash, timingSafeEqual } from 'node:crypto';

export function isSameSignature(given: string | Buffer, expected: string | Buffer): boolean {
  if (given.length === 0 || expected.length === 0) return false;
  // Hashing gives both values the same length, so that the timing does not reveal the length either.
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
