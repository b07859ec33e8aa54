import type { PictureVariants } from './make-variants.ts';
import type { PictureFiles } from './picture-files.ts';
import { largestVariantName } from './picture-paths.ts';

export interface PictureMetadata {
  readonly width: number;
  readonly height: number;
  readonly widths: number[];
  readonly placeholder: string;
}

/** Stores a picture for all nodes. */
export async function writePictureVariants(
  pictureFiles: Pick<PictureFiles, 'write'>,
  hash: string,
  { files, ...variants }: PictureVariants,
): Promise<PictureMetadata> {
  const whole = files.findLast(({ type }) => type === 'webp');
  await pictureFiles.write(hash, [
    ...files.map(({ width, type, bytes }) => ({ name: `${width}.${type}`, bytes })),
    ...(whole ? [{ name: largestVariantName, bytes: whole.bytes }] : []),
  ]);
  return { ...variants, widths: [...new Set(files.map(({ width }) => width))] };
}
