import type { BaseLogger } from 'pino';

/** The part of the program's logger that storage needs: pino's and Fastify's both fit. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
