// Compares what the code declares about SQL with what PostgreSQL reports. PostgreSQL reports nullability for columns,
// not for expressions.
import { types, type Client, type FieldDef } from 'pg';
import type { SqlTypeClaim } from '#scripts/sql/find-claims.ts';
import type { ColumnTypes, SqlValueType } from '#scripts/sql/value-types.ts';
import { describeStatement } from './describe-statement.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: number;
  readonly isNullable: boolean;
}

/** By the OID of the table and the number of the column. */
export type Schema = ReadonlyMap<string, Column>;

export async function readSchema(client: Client): Promise<Schema> {
  const { rows } = await client.query<Column & { readonly id: string }>(
    `select c.oid || '.' || attnum as id, c.relname as table, attname as column, atttypid as type,
       not attnotnull as "isNullable"
     from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  );
  return new Map(rows.map(({ id, ...column }) => [id, column]));
}

/** Returns the differences between a table and its declaration. */
export function checkTable(schema: Schema, table: string, declared: ColumnTypes): string[] {
  const stored = [...schema.values()].filter((each) => each.table === table);
  return [
    ...stored.filter(({ column }) => !declared.has(column)).map(({ column }) => `${table}.${column} is not declared`),
    ...[...declared].flatMap(([name, type]) => {
      const column = stored.find((each) => each.column === name);
      if (!column) return [`${table}.${name} does not exist`];
      const fault = compareTypes(type, column.type);
      if (fault !== undefined) return [`${table}.${name} ${fault}`];
      if (column.isNullable === type.isNullable || type.kinds.has('any')) return [];
      return [`${table}.${name} ${column.isNullable ? 'can' : 'cannot'} be null`];
    }),
  ];
}

/** Returns the errors of a claim. */
export async function checkClaim(client: Client, schema: Schema, claim: SqlTypeClaim): Promise<string[]> {
  const faults: string[] = [];
  for (const text of claim.texts)
    faults.push(
      ...('value' in claim
        ? await checkExpression(client, schema, text, claim.value, claim.tables)
        : await checkStatement(client, schema, text, claim.rows)),
    );
  return [...new Set(faults)];
}

async function checkStatement(
  client: Client,
  schema: Schema,
  text: string,
  declared: ColumnTypes | undefined,
): Promise<string[]> {
  const fields = await describeStatement(client, text).catch(String);
  if (typeof fields === 'string') return [fields];
  if (!declared) return [];
  const optional = new Set([...text.matchAll(/\b(?:left|full) join (\w+)/g)].map(([, table]) => table));
  const missing = [...declared.keys()].filter((name) => fields.every((field) => field.name !== name));
  return [
    ...missing.map((name) => `gives no ${name}`),
    ...fields.flatMap(({ name, dataTypeID, tableID, columnID }) => {
      const type = declared.get(name);
      if (!type) return [`gives ${name}, which is not declared`];
      const fault = compareTypes(type, dataTypeID);
      if (fault !== undefined) return [`${name} ${fault}`];
      const column = schema.get(`${tableID}.${columnID}`);
      const isNullable = column && (column.isNullable || optional.has(column.table));
      return isNullable && !type.isNullable ? [`${name} can be null`] : [];
    }),
  ];
}

async function checkExpression(
  client: Client,
  schema: Schema,
  text: string,
  declared: SqlValueType,
  around: readonly string[],
): Promise<string[]> {
  const field = await describeExpression(client, schema, text, around);
  const fault = typeof field === 'string' ? field : compareTypes(declared, field.dataTypeID);
  return fault === undefined ? [] : [fault];
}

/**
 * An expression is tried with the surrounding tables, with those that it names, and, if it is outside any query, with
 * each table.
 */
async function describeExpression(
  client: Client,
  schema: Schema,
  text: string,
  around: readonly string[],
): Promise<FieldDef | string> {
  const tables = [...new Set([...schema.values()].map(({ table }) => table))];
  const named = tables.filter((table) => new RegExp(`\\b${table}\\.`).test(text));
  let fault = '';
  for (const from of [[], around, named, ...tables.map((table) => [table])]) {
    const statement = `select (${text}) as value${from.length > 0 ? ` from ${from.join(', ')}` : ''}`;
    const described = await describeStatement(client, statement).catch(String);
    if (typeof described === 'string') fault ||= described;
    else if (described[0]) return described[0];
  }
  return fault;
}

function compareTypes({ kinds, written }: SqlValueType, type: number): string | undefined {
  const kind = kindOf.get(type) ?? 'string';
  return kind === 'json' || [...kinds].every((each) => each === kind) ? undefined : `is a ${kind}, not ${written}`;
}

const { INT2, INT4, INT8, FLOAT4, FLOAT8, OID, BOOL, TIMESTAMPTZ, BYTEA, JSON, JSONB } = types.builtins;
// The driver has no names for array types: text, uuid, integer, bigint and jsonb.
const lists = [1009, 2951, 1007, 1016, 3807];

/** The JavaScript types that the driver returns (type-parsers.ts); all others are strings. */
const kindOf: ReadonlyMap<number, string> = new Map([
  ...[INT2, INT4, INT8, FLOAT4, FLOAT8, OID].map((type) => [type, 'number'] as const),
  [BOOL, 'boolean'],
  [TIMESTAMPTZ, 'Date'],
  [BYTEA, 'Buffer'],
  ...[JSON, JSONB].map((type) => [type, 'json'] as const),
  ...lists.map((type) => [type, 'list'] as const),
]);
