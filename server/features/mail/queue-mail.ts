import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { QueuedMail } from './mail-templates.ts';

/** Writes a mail into the caller's transaction; it is sent once that has committed. */
export type QueueMail = (trx: Transaction<Tables>, mail: QueuedMail) => Promise<void>;
