import { availableParallelism, totalmem } from 'node:os';
import process from 'node:process';

export interface MachineSize {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** The limits of a container count, too. */
export function readMachineSize(): MachineSize {
  const limit = process.constrainedMemory();
  return { cores: availableParallelism(), memoryBytes: Math.min(totalmem(), limit > 0 ? limit : Infinity) };
}
