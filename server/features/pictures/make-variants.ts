// Converts a picture into the widths and formats of pages. Sources are untrusted: only known formats are opened, within
// limits, and all metadata (location, camera) is dropped.
import sharp, { type Metadata, type Sharp } from 'sharp';
import { pictureVariantFormats, type PictureVariantFormat } from './picture-paths.ts';

export const maxPictureBytes = 20 * 1024 * 1024;
export const maxPicturePixels = 40_000_000;
const maxSeconds = 30;

/** A narrower picture is also kept in its original width. */
const widths = [320, 640, 960, 1440, 1920] as const;
const placeholderWidth = 16;

export class InvalidPictureError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'InvalidPictureError';
  }
}

export interface PictureVariants {
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly files: readonly { readonly width: number; readonly type: PictureVariantFormat; readonly bytes: Buffer }[];
}

export async function makePictureVariants(bytes: Buffer): Promise<PictureVariants> {
  if (bytes.length > maxPictureBytes) throw new InvalidPictureError(`it has more than ${maxPictureBytes} bytes`);
  if (!isSupportedPictureFormat(bytes)) throw new InvalidPictureError("it isn't a JPEG, PNG, WebP or AVIF file");
  allowKnownFormats();
  const { width, height } = await measure(bytes);
  const wanted = listVariantWidths(width);
  const files: PictureVariants['files'][number][] = [];
  try {
    for (const each of wanted)
      for (const type of pictureVariantFormats)
        files.push({ width: each, type, bytes: await encode(bytes, each, type) });
    const tiny = await open(bytes).resize({ width: placeholderWidth }).webp({ quality: 30 }).toBuffer();
    return { width, height, files, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
  } catch (cause) {
    throw new InvalidPictureError(`it is damaged: ${(cause as Error).message}`, { cause });
  }
}

export function listVariantWidths(width: number): number[] {
  const own = Math.min(width, widths.at(-1) ?? width);
  return [...widths.filter((each) => each < own), own];
}

/** Checks the first bytes, before a library parses the file. */
export function isSupportedPictureFormat(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 16).toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') ||
    /^....ftyp(avif|avis|mif1)/s.test(text)
  );
}

let isLimited = false;

/** Once per process: other formats can't be opened, no matter what a file claims to be. */
function allowKnownFormats(): void {
  if (isLimited) return;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
  });
  // One thread and no cache, to leave the processor to requests.
  sharp.concurrency(1);
  sharp.cache(false);
  isLimited = true;
}

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error', animated: false })
    .timeout({ seconds: maxSeconds })
    .autoOrient();

async function measure(bytes: Buffer): Promise<{ width: number; height: number }> {
  let found: Metadata;
  try {
    found = await sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error' }).metadata();
  } catch (cause) {
    throw new InvalidPictureError(`it cannot be read: ${(cause as Error).message}`, { cause });
  }
  const { width, height, pages = 1, autoOrient } = found;
  if (pages > 1) throw new InvalidPictureError('it moves: give a picture that stands still');
  if (width * height > maxPicturePixels) throw new InvalidPictureError(`it has more than ${maxPicturePixels} pixels`);
  return { width: autoOrient.width, height: autoOrient.height };
}

const encode = (bytes: Buffer, width: number, type: PictureVariantFormat): Promise<Buffer> => {
  const resized = open(bytes).resize({ width, withoutEnlargement: true });
  return (
    type === 'avif' ? resized.avif({ quality: 55, effort: 3 }) : resized.webp({ quality: 78, effort: 4 })
  ).toBuffer();
};
