// Measures the free space of a disk and decides when it is low: by share on small disks, by bytes on large ones.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export type MeasureDisk = (folder: string) => Promise<DiskSpace>;

/** Measures the folder, or its nearest parent that exists. */
export const measureDisk: MeasureDisk = async (folder) => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return measureDisk(dirname(folder));
  }
};

const gigabyte = 1024 ** 3;

export function classifyDiskSpace({ freeBytes, totalBytes }: DiskSpace): 'enough' | 'low' | 'full' {
  if (freeBytes < Math.min(totalBytes * 0.02, gigabyte)) return 'full';
  return freeBytes < Math.min(totalBytes * 0.1, 5 * gigabyte) ? 'low' : 'enough';
}

export const formatGigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(2)} GB`;
