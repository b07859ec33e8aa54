// The analytics envelope: numbered columns, so that events of any game fit one table.
import { Type, type Static, type TOptional, type TSchema } from 'typebox';
import { instant, object, text } from './schema.ts';

/** The range of a PostgreSQL `integer` column, without negative numbers. */
const number = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

export const AnalyticsEvent = object({
  UserId: Type.Optional(
    text(36, { description: "Replaced by the session's account; without a session it isn't stored" }),
  ),
  CreatedAt: instant,
  ServerCreatedAt: Type.Optional(instant),
  Build: Type.Optional({ ...number, description: "Default: the envelope's BuildId" }),
  Platform: Type.Optional({ ...number, description: "Default: the envelope's" }),
  EventId: number,
  ...columns('I', 10, Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })),
  ...columns('F', 10, Type.Number()),
  ...columns('S', 15, text(1000)),
  ...columns('J', 4, text(4000)),
});

export const AnalyticsEnvelope = object({
  SessionId: text(64),
  Platform: number,
  BuildId: number,
  Events: Type.Array(AnalyticsEvent, { maxItems: 500 }),
});

export type AnalyticsEnvelope = Static<typeof AnalyticsEnvelope>;
export type AnalyticsEvent = AnalyticsEnvelope['Events'][number];

type Columns<P extends string, S extends TSchema> = Record<`${P}${number}`, TOptional<S>>;

function columns<P extends string, S extends TSchema>(prefix: P, count: number, schema: S): Columns<P, S> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}` as const);
  return Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])) as Columns<P, S>;
}
