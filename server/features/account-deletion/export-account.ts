// Exports everything stored about a person. `db/personal-data-classes.ts` decides which tables and columns are included.
import { sql, type Transaction } from 'kysely';
import { personalDataClasses, type PersonalDataClass } from '#server/db/personal-data-classes.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { EventStore } from '#server/features/analytics/event-store.ts';
import { readAcceptanceProofs } from '#server/features/documents/read-acceptance-proofs.ts';
import { readExportedEntries } from '#server/features/leaderboards/read-exported-entries.ts';
import { readSaveRevisions } from '#server/features/saves/read-save-revisions.ts';
import { findMergedAccountIds } from './find-merged-account-ids.ts';

export interface ExportedAccount {
  readonly exportedAt: Date;
  readonly data: Record<string, Record<string, unknown>[]>;
}

/** The owner column of tables where it is not `account_id`. */
const ownerColumns: Readonly<Record<string, string>> = {
  // The identities in it belong to the other account.
  kept_proofs: 'other_account_id',
  merges: 'into_account_id',
};

/** Tables whose rows may identify a person only by email address. */
const ofAddresses: ReadonlySet<string> = new Set(['mail_links', 'support_messages', 'support_replies']);

/** Tables whose rows are exported with the rows they refer to. */
const explained: Readonly<
  Record<string, ((trx: Transaction<Tables>, family: readonly string[]) => Promise<object[]>) | undefined>
> = {
  document_acceptances: readAcceptanceProofs,
  leaderboard_entries: readExportedEntries,
  save_revisions: readSaveRevisions,
};

const toldClasses: ReadonlySet<PersonalDataClass | undefined> = new Set(['id', 'personal', 'kept']);

export function findOwnerColumn(table: string): string | undefined {
  const column = ownerColumns[table] ?? 'account_id';
  return personalDataClasses[table]?.[column] === undefined ? undefined : column;
}

/** @param readAccountEvents reads the analytics events that are not in PostgreSQL */
export async function exportAccount(
  database: Database,
  accountId: string,
  readAccountEvents: EventStore['readAccountEvents'] = async () => [],
): Promise<ExportedAccount> {
  const { family, ...exported } = await exportRows(database, accountId);
  const events = await readAccountEvents(family);
  exported.data['analytics_events_by_day']?.push(...events.map((event) => toPlain(event)));
  return exported;
}

function exportRows(
  database: Database,
  accountId: string,
): Promise<ExportedAccount & { readonly family: readonly string[] }> {
  return database.transaction(
    async (trx) => {
      const family = await findMergedAccountIds(trx, accountId);
      const data: ExportedAccount['data'] = {};
      for (const [table, columns] of Object.entries(personalDataClasses)) {
        const rows = (await explained[table]?.(trx, family)) ?? (await readTable(trx, table, columns, family));
        if (rows) data[table] = rows.map((row) => toPlain(row));
      }
      return { family, exportedAt: await readTime(trx), data };
    },
    { isolation: 'repeatable read' },
  );
}

async function readTime(trx: Transaction<Tables>): Promise<Date> {
  const { exportedAt } = await trx.selectNoFrom(sql<Date>`now()`.as('exportedAt')).executeTakeFirstOrThrow();
  return exportedAt;
}

async function readTable(
  trx: Transaction<Tables>,
  table: string,
  columns: Readonly<Record<string, PersonalDataClass>>,
  family: readonly string[],
): Promise<object[] | undefined> {
  const owner = findOwnerColumn(table);
  if (owner === undefined) return undefined;
  const told = Object.keys(columns).filter((column) => toldClasses.has(columns[column]));
  const ids = sql`any(${[...family]}::uuid[])`;
  // Magic links and messages from signed-out visitors belong to an address, not to an account.
  const byAddress = ofAddresses.has(table) ? sql`or email in (${buildEmailAddressesSql(family)})` : sql``;
  const { rows } = await sql<object>`
    select ${sql.join(told.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(owner)} = ${ids} ${byAddress}`.execute(trx);
  return rows;
}

/** Email identities have the address as their id. */
export function buildEmailAddressesSql(family: readonly string[]) {
  const ids = sql`any(${[...family]}::uuid[])`;
  return sql<string>`
    select email from accounts where account_id = ${ids} and email is not null and email_validated
    union select external_id from social_identities where account_id = ${ids}`;
}

const toPlain = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
