// Finds the games that a request names: every parameter that the contract declares as a game's name.
import type { TObject, TSchema } from 'typebox';
import { GameName } from '#model/game.ts';
import type { Route } from '#model/route.ts';

interface GameParameter {
  readonly part: Record<string, unknown>;
  readonly name: string;
  readonly game: string | undefined;
}

export type ReadGameNameParameters = (request: {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}) => readonly GameParameter[];

const nobody: readonly GameParameter[] = [];

export function createGameNameParameterReader(declared: Route): ReadGameNameParameters {
  const places = parts.flatMap((part) => listGameNameParameters(declared[part]).map((name) => ({ part, name })));
  if (places.length === 0) return () => nobody;
  return (request) =>
    places.map(({ part, name }) => {
      // The schema has already checked that it is an object with a string parameter.
      const values = (request[part] ?? {}) as Record<string, unknown>;
      return { part: values, name, game: values[name] as string | undefined };
    });
}

export function listGameNameParameters(schema: TObject | undefined): string[] {
  const properties = Object.entries<TSchema & { pattern?: unknown }>(schema?.properties ?? {});
  return properties.filter(([, { pattern }]) => pattern === gamePattern).map(([name]) => name);
}

// Options of a schema are its fields, which its type doesn't show.
const gamePattern = (GameName as { pattern?: unknown }).pattern;
const parts = ['params', 'query', 'body'] as const;
