import type { BaseLogger } from 'pino';

/** The logger methods that are used; pino's and Fastify's loggers both fit. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
