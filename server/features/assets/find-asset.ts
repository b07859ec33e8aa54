// Finds files of builds that this node doesn't have. Pages of one build request the same files, so they are cached.
import type { Database } from '#server/db/database.ts';
import type { FindAsset, StoredAsset } from '#server/http/send-asset.ts';

export function createAssetFinder(database: Database, { maxBytes = 16 * 1024 * 1024 } = {}): FindAsset {
  const remembered = new Map<string, Promise<StoredAsset | undefined>>();
  let heldBytes = 0;
  const read = async (name: string): Promise<StoredAsset | undefined> => {
    try {
      const row = await database.kysely
        .selectFrom('portal_assets')
        .select(['encoding', 'bytes'])
        .where('name', '=', name)
        .executeTakeFirst();
      heldBytes += row?.bytes.length ?? 0;
      // Misses are not cached: the publishing node may just be starting.
      if (row === undefined) remembered.delete(name);
      return row;
    } catch (error) {
      remembered.delete(name);
      throw error;
    }
  };
  const forgetOldest = async (): Promise<void> => {
    for (const [name, asset] of remembered) {
      if (heldBytes <= maxBytes) return;
      remembered.delete(name);
      heldBytes -= (await asset)?.bytes.length ?? 0;
    }
  };
  return async (name) => {
    if (!/^[a-z]+\/[\w.-]{1,200}$/.test(name)) return undefined;
    const known = remembered.get(name);
    if (known) return known;
    const asked = read(name);
    remembered.set(name, asked);
    const asset = await asked;
    await forgetOldest();
    return asset;
  };
}
