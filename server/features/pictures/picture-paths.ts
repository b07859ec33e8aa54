// Paths of made pictures: DATA_DIR/pictures/<hash>/<width>.<type>, in immutable folders.
import { join } from 'node:path';

export const pictureTypes = ['avif', 'webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** The largest variant, for readers that don't choose a width. */
export const largestVariantName = 'whole.webp';

export const locatePictures = (dataDir: string): string => join(dataDir, 'pictures');

export const locatePicture = (dataDir: string, hash: string): string => join(locatePictures(dataDir), hash);
