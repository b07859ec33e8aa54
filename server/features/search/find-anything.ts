// Finds anything by an exact id, email or name. The form of the text tells where to look: one short prepared statement.
// Only if that finds nothing, a second one looks everywhere else. Numbers of providers are found with and without dashes,
// in any case.
import type { Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { defineStatement, type Statement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  lookups,
  parseLookupText,
  type FoundKind,
  type Lookup,
  type LookupParams,
  type MatchedBy,
  type TextForm,
} from './lookups.ts';

export interface FoundRow {
  readonly kind: FoundKind;
  readonly id: string;
  readonly matched_by: MatchedBy;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly game: string | null;
}

/** Each object once, however many ways lead to it. */
export async function findAnything(
  { kysely }: Pick<Database, 'kysely'>,
  text: string,
  kinds: readonly FoundKind[],
): Promise<FoundRow[]> {
  const { form, params } = parseLookupText(text);
  const { first, rest } = getStatements(form, kinds);
  const likely = await run(kysely, first, params);
  const rows = likely.length > 0 ? likely : await run(kysely, rest, params);
  return rows.length < 2
    ? rows
    : [...new Map(rows.toReversed().map((row) => [`${row.kind} ${row.id}`, row])).values()].toReversed();
}

/** Undefined: the operator may read none of what it would look for. */
type FindStatement = Statement<LookupParams, FoundRow> | undefined;

interface FindStatements {
  readonly first: FindStatement;
  readonly rest: FindStatement;
}

const run = (db: Kysely<Tables>, statement: FindStatement, params: LookupParams): Promise<FoundRow[]> =>
  statement ? statement(db, params) : Promise.resolve([]);

/** By form and kinds. There are few: the kinds are those of a role. */
const statements = new Map<string, FindStatements>();

/** PostgreSQL prepares every part of a statement for each execution, so there is no part that can't find anything. */
function getStatements(form: TextForm, kinds: readonly FoundKind[]): FindStatements {
  const key = [form, ...kinds].join(' ');
  const known = statements.get(key);
  if (known) return known;
  const possible = lookups.filter(
    ({ kind, isUuid = form === 'uuid' }) => kinds.includes(kind) && isUuid === (form === 'uuid'),
  );
  const isLikely = ({ forms }: Lookup): boolean => forms.includes(form);
  const added = {
    // UUIDs are unique: PostgreSQL stops at the first.
    first: buildStatement(
      possible.filter((each) => isLikely(each)),
      form === 'uuid' ? 'limit 1' : '',
    ),
    rest: buildStatement(possible.filter((each) => !isLikely(each))),
  };
  statements.set(key, added);
  return added;
}

const maxRowsOfLookup = 10;

function buildStatement(parts: readonly Lookup[], limit = ''): FindStatement {
  if (parts.length === 0) return undefined;
  const hasAccounts = parts.some(({ found }) => found.account !== undefined);
  const hasOrders = parts.some(({ found }) => found.order !== undefined);
  const ids = ['f.id', ...(hasAccounts ? ['f.account_id::text'] : []), ...(hasOrders ? ['f.order_id::text'] : [])];
  const titles = ['f.title', ...(hasAccounts ? ['a.name'] : []), ...(hasOrders ? ['o.sku'] : [])];
  const names = ['kind', 'matched_by', 'id', 'title', 'subtitle', 'game'];
  return defineStatement<LookupParams, FoundRow>(
    (places) => `
    select f.kind, coalesce(${ids.join(', ')}) as id, f.matched_by, coalesce(${titles.join(', ')}) as title, f.subtitle,
      coalesce(f.game${hasOrders ? ', o.game' : ''}) as game
    from (${parts
      .map(({ kind, matchedBy, found, from, where }) => {
        const { id = 'null::text', title = 'null', subtitle = 'null', game = 'null', account, order } = found;
        const columns = [`'${kind}'`, `'${matchedBy}'`, id, title, subtitle, game];
        if (hasAccounts) columns.push(account ?? 'null::uuid');
        if (hasOrders) columns.push(order ?? 'null::uuid');
        return `(select ${columns.join(', ')} from ${from} where ${where(places)} ${limit === '' ? `limit ${maxRowsOfLookup}` : ''})`;
      })
      .join(' union all ')}
    ) f (${[...names, ...(hasAccounts ? ['account_id'] : []), ...(hasOrders ? ['order_id'] : [])].join(', ')})
    ${hasAccounts ? 'left join accounts a using (account_id)' : ''}
    ${hasOrders ? 'left join orders o using (order_id)' : ''} ${limit}`,
  );
}
