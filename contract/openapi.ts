// Prints the contract as OpenAPI 3.1. The schemas already are JSON Schema.
import type { TObject, TSchema } from 'typebox';
import { toPascalCase } from '#model/to-pascal-case.ts';
import { problems, ProblemReply } from '#model/problem.ts';
import { listRouteProblems, type RouteGroup, type Route } from '#model/route.ts';
import { apiBase } from './api-base.ts';
import { createSchemaComponents, type SchemaComponents } from './schema-components.ts';

export function buildOpenApi(api: Readonly<Record<string, RouteGroup>>): object {
  const components = createSchemaComponents();
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, area] of Object.entries(api)) {
    for (const [call, declared] of Object.entries(area)) {
      const path = (paths[declared.path] ??= {});
      path[declared.method.toLowerCase()] = operation(name, call, declared, components);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'FxId API',
      version: '1',
      description:
        'One player account, many games. A failed call returns problem details; `Code` tells what went wrong.',
    },
    servers: [{ url: apiBase }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: ProblemReply, ...components.all() },
      securitySchemes: {
        player: { type: 'http', scheme: 'bearer', description: 'The session token of a player or guest.' },
        game: { type: 'http', scheme: 'bearer', description: "The key of a game's own server." },
        operator: { type: 'http', scheme: 'bearer', description: "An operator's key." },
        console: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-fxid-console',
          description: "The console's session, on the console's host.",
        },
      },
    },
  };
}

function operation(area: string, call: string, declared: Route, components: SchemaComponents): object {
  const name = toPascalCase(area) + toPascalCase(call);
  return {
    operationId: `${area}.${call}`,
    tags: [area],
    summary: declared.summary,
    security: securityOf(declared),
    'x-access': declared.access,
    ...(declared.permission !== undefined && { 'x-permission': declared.permission }),
    parameters: [
      ...parameters('path', declared.params, name, components),
      ...parameters('query', declared.query, name, components),
    ],
    ...(declared.body && {
      requestBody: {
        required: true,
        content: {
          [declared.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: components.place(declared.body, `${name}Request`),
          },
        },
      },
    }),
    responses: { ...success(declared, name, components), ...failures(declared) },
  };
}

function securityOf({ access }: Route): object[] {
  if (access.includes('game')) return [{ game: [] }];
  if (access.includes('operator')) return [{ operator: [] }, { console: [] }];
  if (access.includes('console')) return [{ console: [] }];
  const isOpen = access.includes('anyone');
  const takesSessions = access.some((each) => each !== 'anyone');
  return [...(isOpen ? [{}] : []), ...(takesSessions ? [{ player: [] }] : [])];
}

function parameters(
  place: 'path' | 'query',
  schema: TObject | undefined,
  name: string,
  components: SchemaComponents,
): object[] {
  const requiredNames: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([parameter, property]: [string, TSchema]) => ({
    name: parameter,
    in: place,
    required: place === 'path' || requiredNames.includes(parameter),
    schema: components.place(property, name + toPascalCase(parameter)),
  }));
}

function success(declared: Route, name: string, components: SchemaComponents): Record<string, object> {
  if (!declared.reply) return { 204: { description: 'Done' } };
  return {
    200: {
      description: 'Done',
      content: {
        [declared.replyType ?? 'application/json']: { schema: components.place(declared.reply, `${name}Reply`) },
      },
    },
  };
}

function failures(declared: Route): Record<string, object> {
  const byStatus = Object.groupBy(listRouteProblems(declared), (code) => problems[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        description: (codes ?? []).map((code) => `${code}: ${problems[code].detail}`).join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}
