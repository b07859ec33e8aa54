// Stores this node's build in the database for all nodes, and marks it as in use from time to time.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Folders of the built portal in which every file name contains a content hash. */
const assetFolders = ['assets', 'checkout'] as const;

export async function storePortalAssets(database: Database, portalFolder: string): Promise<{ added: number }> {
  const names = await listAssets(portalFolder);
  if (names.length === 0) return { added: 0 };
  const { kysely } = database;
  const known = await kysely.selectFrom('portal_assets').select('name').where('name', 'in', names).execute();
  const missing = names.filter((name) => !known.some((row) => row.name === name));
  for (const batch of inBatches(await Promise.all(missing.map((name) => readAsset(portalFolder, name)))))
    await kysely
      .insertInto('portal_assets')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  // At most once a day, not at every start of every node.
  await kysely
    .updateTable('portal_assets')
    .set({ seen_at: sql`now()` })
    .where('name', 'in', names)
    .where('seen_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  return { added: missing.length };
}

async function listAssets(portalFolder: string): Promise<string[]> {
  const lists = assetFolders.map(async (folder) => {
    if (!existsSync(join(portalFolder, folder))) return [];
    const files = await readdir(join(portalFolder, folder));
    return files.filter((file) => !/\.(br|gz)$/.test(file)).map((file) => `${folder}/${file}`);
  });
  return (await Promise.all(lists)).flat().sort();
}

interface Asset {
  readonly name: string;
  readonly encoding: 'br' | 'identity';
  readonly bytes: Buffer;
}

async function readAsset(portalFolder: string, name: string): Promise<Asset> {
  const file = join(portalFolder, name);
  if (existsSync(`${file}.br`)) return { name, encoding: 'br', bytes: await readFile(`${file}.br`) };
  return { name, encoding: 'identity', bytes: await readFile(file) };
}

const batchBytes = 512 * 1024;

/** Small enough for the statement timeout. */
function inBatches(assets: readonly Asset[]): Asset[][] {
  const batches: Asset[][] = [];
  let room = 0;
  for (const asset of assets) {
    if (asset.bytes.length > room || batches.length === 0) {
      batches.push([]);
      room = batchBytes;
    }
    batches.at(-1)?.push(asset);
    room -= asset.bytes.length;
  }
  return batches;
}
