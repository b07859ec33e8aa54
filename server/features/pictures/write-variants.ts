// Stores a picture for all nodes. Files are written to a temporary folder and renamed, so that no partial file is
// served.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureVariants } from './make-variants.ts';
import { locatePictureFolder, locatePicturesFolder, largestVariantName } from './picture-paths.ts';

export interface PictureMetadata {
  readonly width: number;
  readonly height: number;
  readonly widths: number[];
  readonly placeholder: string;
}

export async function writePictureVariants(
  dataDir: string,
  hash: string,
  { files, ...variants }: PictureVariants,
): Promise<PictureMetadata> {
  const place = locatePictureFolder(dataDir, hash);
  const aside = join(locatePicturesFolder(dataDir), `.making-${randomUUID()}`);
  const whole = files.findLast(({ type }) => type === 'webp');
  await mkdir(aside, { recursive: true });
  try {
    for (const { width, type, bytes } of files) await writeFile(join(aside, `${width}.${type}`), bytes);
    if (whole) await writeFile(join(aside, largestVariantName), whole.bytes);
    await rm(place, { recursive: true, force: true });
    await rename(aside, place).catch((error: NodeJS.ErrnoException) => {
      // Another node has stored the same picture.
      if (!['EEXIST', 'ENOTEMPTY'].includes(error.code ?? '')) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return { ...variants, widths: [...new Set(files.map(({ width }) => width))] };
}
