import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { QueuedMail } from './mail-templates.ts';

/** Sent once the caller's transaction has committed. */
export type QueueMail = (trx: Transaction<Tables>, mail: QueuedMail) => Promise<void>;
