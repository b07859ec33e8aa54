import {
  computeDefaultPoolSize,
  computeMaxWorkers,
  computeMinPoolSize,
  minDatabasePoolSize,
} from '#server/db/share-connections.ts';
import type { EnvironmentReader } from '#server/environment-reader.ts';
import { countUsefulWorkers, maxWorkers } from './count-useful-workers.ts';

export function readWorkers(reader: EnvironmentReader, production: boolean): { workers: number; connections: number } {
  const setting = reader.matching(
    'WORKERS',
    /^(auto|[1-9]\d?|1[01]\d|12[0-8])$/,
    `auto for one worker per core, or a whole number from 1 to ${maxWorkers}`,
    production ? 'auto' : '1',
  );
  const isAutomatic = setting === 'auto';
  const wanted = isAutomatic ? countUsefulWorkers() : Number(setting);
  const connections = reader.integer('DATABASE_POOL', computeDefaultPoolSize(wanted), minDatabasePoolSize, 1000);
  const possible = computeMaxWorkers(connections);
  if (wanted > possible && !isAutomatic)
    reader.refuse(
      'DATABASE_POOL',
      `is too small for ${wanted} workers`,
      `give ${computeMinPoolSize(wanted)} or more, or set WORKERS to ${possible} or less`,
    );
  return { workers: Math.min(wanted, possible), connections };
}
