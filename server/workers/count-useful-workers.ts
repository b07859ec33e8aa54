import { availableParallelism, totalmem } from 'node:os';
import process from 'node:process';

export const maxWorkers = 128;

/** A server process takes 200 to 300 MB; the rest is for the database and the file cache. */
const memoryPerWorkerBytes = 400 * 1024 ** 2;

export interface MachineSize {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** What `WORKERS=auto` stands for: one worker per core, but no more than fit into the memory. */
export const countUsefulWorkers = ({ cores, memoryBytes }: MachineSize = readMachineSize()): number =>
  Math.max(1, Math.min(cores, Math.floor(memoryBytes / memoryPerWorkerBytes), maxWorkers));

/** The limits of a container count, too. */
export function readMachineSize(): MachineSize {
  const limit = process.constrainedMemory();
  return { cores: availableParallelism(), memoryBytes: Math.min(totalmem(), limit > 0 ? limit : Infinity) };
}
