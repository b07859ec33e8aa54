export async function readInBatches<Id, T>(
  ids: readonly Id[],
  most: number,
  read: (some: readonly Id[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let at = 0; at < ids.length; at += most) found.push(...(await read(ids.slice(at, at + most))));
  return found;
}
