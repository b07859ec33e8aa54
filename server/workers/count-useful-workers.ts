import { readMachineSize, type MachineSize } from '#server/machine-size.ts';

export const maxWorkers = 128;

/** A server process takes 200 to 300 MB; the rest is for the database and the file cache. */
const memoryPerWorkerBytes = 400 * 1024 ** 2;

/** What `WORKERS=auto` stands for: one worker per core, but no more than fit into the memory. */
export const countUsefulWorkers = ({ cores, memoryBytes }: MachineSize = readMachineSize()): number =>
  Math.max(1, Math.min(cores, Math.floor(memoryBytes / memoryPerWorkerBytes), maxWorkers));
