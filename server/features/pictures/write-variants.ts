// Puts what was made of a picture where all nodes find it. Files are written aside and appear by one rename, so that nobody is ever
// sent half of one.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Variants } from './make-variants.ts';
import { locatePicture, locatePictures, wholeName } from './picture-places.ts';

/** What a page has to know of a picture before it has loaded one. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly widths: number[];
  readonly placeholder: string;
}

export async function writeVariants(
  dataDir: string,
  hash: string,
  { files, ...variants }: Variants,
): Promise<PictureFacts> {
  const place = locatePicture(dataDir, hash);
  const aside = join(locatePictures(dataDir), `.making-${randomUUID()}`);
  const whole = files.findLast(({ type }) => type === 'webp');
  await mkdir(aside, { recursive: true });
  try {
    for (const { width, type, bytes } of files) await writeFile(join(aside, `${width}.${type}`), bytes);
    if (whole) await writeFile(join(aside, wholeName), whole.bytes);
    await rm(place, { recursive: true, force: true });
    await rename(aside, place).catch((error: NodeJS.ErrnoException) => {
      // Another node has made the same at the same time.
      if (!['EEXIST', 'ENOTEMPTY'].includes(error.code ?? '')) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return { ...variants, widths: [...new Set(files.map(({ width }) => width))] };
}
