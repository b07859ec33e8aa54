// Playwright's global setup: creates the template for all labs of the run, a data folder in which a lab has started
// once.
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { makeLabFolder, labTemplateVariable } from './lab-folder.ts';
import { runLab } from './lab-server.ts';

export default async function makeLabTemplate(): Promise<() => Promise<void>> {
  const folder = await makeLabFolder();
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const lab = await runLab(folder);
    await lab.stop();
    // No copy outlives the run, so the database need not flush to disk.
    await appendFile(join(folder, 'postgres/postgresql.conf'), 'fsync = off\nfull_page_writes = off\n');
    env[labTemplateVariable] = folder;
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}
