// Where made pictures lie: DATA_DIR/pictures/<hash>/<width>.<type>, in folders that never change.
import { join } from 'node:path';

export const pictureTypes = ['avif', 'webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** The largest of them, for whoever chooses none. */
export const wholeName = 'whole.webp';

export const locatePictures = (dataDir: string): string => join(dataDir, 'pictures');

export const locatePicture = (dataDir: string, hash: string): string => join(locatePictures(dataDir), hash);
