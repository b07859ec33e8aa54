import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { QueuedMail } from './mail-templates.ts';

/** Queues a mail in the caller's transaction; it is sent once that has committed. */
export type QueueMail = (trx: Transaction<Tables>, mail: QueuedMail) => Promise<void>;
