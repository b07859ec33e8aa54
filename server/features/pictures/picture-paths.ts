// Paths of made pictures: DATA_DIR/pictures/<hash>/<width>.<type>, in immutable folders.
import { join } from 'node:path';

export const pictureVariantFormats = ['avif', 'webp'] as const;
export type PictureVariantFormat = (typeof pictureVariantFormats)[number];

/** For readers that don't choose a width. */
export const largestVariantName = 'whole.webp';

export const locatePicturesFolder = (dataDir: string): string => join(dataDir, 'pictures');

export const locatePictureFolder = (dataDir: string, hash: string): string => join(locatePicturesFolder(dataDir), hash);
