import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test. The database's account may traverse it unless `closed`. */
export function createTemporaryFolder({ closed = false, parent = tmpdir() } = {}): string {
  const folder = mkdtempSync(join(parent, 'fxid-test-'));
  if (!closed) chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
