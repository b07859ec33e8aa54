// Raises the timeout of Vitest's waits: its default of one second is too short on a busy machine. A wait still ends as
// soon as its condition is met.
import { vi } from 'vitest';

const { waitFor, waitUntil } = vi;
const isSet = Symbol.for('waits are long');

// Files share a process, and this file runs before each of them.
if (!(isSet in vi)) {
  Object.assign(vi, { [isSet]: true });
  vi.waitFor = (callback, options = { timeout: 60_000 }) => waitFor(callback, options);
  vi.waitUntil = (callback, options = { timeout: 60_000 }) => waitUntil(callback, options);
}
