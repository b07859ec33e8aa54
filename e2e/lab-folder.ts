// Data folders of labs. A new folder is a copy of the run's template, because creating a database and loading the demo
// take most of a start.
import { chmod, chown, cp, lstat, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, getuid } from 'node:process';

/** The environment variable that passes the template's path to every worker. */
export const labTemplateVariable = 'FXID_LAB_TEMPLATE';

export async function makeLabFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fxid-e2e-'));
  // As root the database runs under another account, which needs access.
  await chmod(folder, 0o711);
  return folder;
}

export async function copyLabFolder(): Promise<string> {
  const template = env[labTemplateVariable];
  if (template === undefined) throw new Error(`${labTemplateVariable} is not set: Playwright's global set-up sets it.`);
  const folder = await makeLabFolder();
  await cp(template, folder, { recursive: true });
  if (getuid?.() === 0) await copyOwners(template, folder);
  return folder;
}

/** A copy loses file owners, and the database does not start without them. */
async function copyOwners(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { uid, gid } = await lstat(path);
    if (uid !== 0 || gid !== 0) await chown(to + path.slice(from.length), uid, gid);
  }
}
