// Waits of tests end when what they wait for is there; those of Vitest would give up after a second, which a busy machine takes
// for little.
import { vi } from 'vitest';

const { waitFor, waitUntil } = vi;
const isSet = Symbol.for('waits are long');

// Files share a process, and this is run before each.
if (!(isSet in vi)) {
  Object.assign(vi, { [isSet]: true });
  vi.waitFor = (callback, options = { timeout: 60_000 }) => waitFor(callback, options);
  vi.waitUntil = (callback, options = { timeout: 60_000 }) => waitUntil(callback, options);
}
