// Hostile texts in every string of every operators' call, by an owner with a fresh second factor: the answer is never a
// fault of the server, and what is stored comes back as it was sent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiBase } from '#contract/api-base.ts';
import { api, type Api } from '#contract/api.ts';
import type { ApiClient } from '#contract/client.ts';
import { ApiError } from '#contract/api-error.ts';
import { problems } from '#model/problem.ts';
import type { Route, RouteGroup } from '#model/route.ts';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { fillSchema, type TextField } from '#model/testing/text-fields.ts';
import { normalizePlayerName } from '#server/features/profile/normalize-player-name.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { signInOperator } from '#server/testing/sign-in-operator.ts';

const game = 'gem-miner';
const host = 'console.localhost:8080';
/** Also what PostgreSQL and JSON can't store. */
const texts = [...hostileTexts, '\u0000', 'x\u0000y', '\uD800', '\uDC00x', ' ', '', '%00', '%', '../../x', '__proto__'];

let server: TestApp;
let accountId: string;
let ticketId: string;
let owner: ApiClient<Api>;
beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '9999999', TRUSTED_PROXIES: '1' } });
  await buildGames(server.database, [game]);
  accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  const message = { Game: game, Message: 'It stopped.', Email: 'ann@players.example' };
  ticketId = (await server.client(token).support.sendMessage(message)).TicketId ?? '';
  owner = await server.operatorClient('owner');
});
afterAll(() => server[Symbol.asyncDispose]());

const calls = Object.entries<RouteGroup>(api).flatMap(([area, routes]) =>
  Object.entries(routes)
    .filter(([, { access }]) => access.includes('operator') || access.includes('console'))
    .map(([name, route]) => [`${area}.${name}`, route] as [string, Route]),
);

type Part = 'params' | 'query' | 'body';
type Input = Readonly<Record<Part, Readonly<Record<string, unknown>> | undefined>>;

interface Leaf {
  readonly part: Part;
  /** Keys and indexes that lead to the string. */
  readonly path: readonly string[];
  readonly maxLength: number;
}

describe('answers every hostile text with a success or a refusal', () => {
  let turn = 0;

  test.each(calls)('%s', async (name, route) => {
    const { input, leaves } = describeInput(name, route);
    const { token } = await signInOperator(server.database, 'owner');
    const faults: string[] = [];
    for (const leaf of leaves) {
      for (let count = chooseDrillSize(5, texts.length); count > 0; count -= 1) {
        const text = (texts[turn % texts.length] ?? '').slice(0, leaf.maxLength);
        turn += 1;
        const { status, code } = await send(route, replaceLeaf(input, leaf, text), token);
        const isFine = (status >= 200 && status < 300) || (status >= 400 && status < 500 && code in problems);
        if (!isFine) faults.push(`${leaf.part}.${leaf.path.join('.')}: ${status} ${code} for ${JSON.stringify(text)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('each text was sent several times', () => {
    expect(turn).toBeGreaterThan(texts.length * 5);
  });
});

/** Writes a text and reads it again. */
type RoundTrip = (text: string, number: number) => Promise<unknown>;

const Reason = 'A test';
const lastOf = <T>(list: readonly T[]): T | undefined => list.at(-1);

interface StoredText {
  readonly maxLength: number;
  readonly run: RoundTrip;
  /** What it is stored as. By default the same text, and none is refused. */
  readonly normalize?: (text: string) => string;
}

const roundTrips: Readonly<Record<string, StoredText>> = {
  "an operator's name": {
    maxLength: 100,
    run: async (Name, number) => {
      const Email = `operator-${number}@staff.example`;
      await owner.operatorAdmin.invite({ Email, Name, Role: 'support', Reason });
      return (await owner.operatorAdmin.list({})).Operators.find((each) => each.Email === Email)?.Name;
    },
  },
  "a studio's name": {
    maxLength: 100,
    run: async (Name) => {
      await owner.operatorAdmin.saveStudio({ Studio: 'studio', Name, IsTrusted: false, Games: [], Reason });
      return (await owner.operatorAdmin.list({})).Studios.find(({ Studio }) => Studio === 'studio')?.Name;
    },
  },
  'a reason in the audit log': {
    maxLength: 1000,
    run: async (text) => {
      await owner.operatorPlayers.endSessions({ AccountId: accountId, Reason: text });
      const { Entries } = await owner.auditLog.entries({ Action: 'operatorPlayers.endSessions', Limit: 1 });
      return Entries[0]?.Reason;
    },
  },
  "a player's name": {
    maxLength: 80,
    normalize: normalizePlayerName,
    run: async (Name) => {
      await owner.operatorPlayers.rename({ AccountId: accountId, Name, Reason });
      return (await owner.operatorPlayers.story({ AccountId: accountId })).Name;
    },
  },
  'why a player is blocked': {
    maxLength: 1000,
    run: async (text) => {
      await owner.operatorPlayers.block({ AccountId: accountId, Reason: text });
      const { BlockedBecause } = await owner.operatorPlayers.story({ AccountId: accountId });
      await owner.operatorPlayers.unblock({ AccountId: accountId, Reason });
      return BlockedBecause;
    },
  },
  'a note about a ticket': {
    maxLength: 5000,
    run: async (Note) => {
      await owner.support.deskNote({ TicketId: ticketId, Note });
      return lastOf((await owner.support.deskTicket({ TicketId: ticketId })).Notes ?? [])?.Note;
    },
  },
  'an answer to a ticket': {
    maxLength: 5000,
    run: async (Message) => {
      await owner.support.deskAnswer({ TicketId: ticketId, Message });
      return lastOf((await owner.support.deskTicket({ TicketId: ticketId })).Replies ?? [])?.Message;
    },
  },
  'a saved reply': {
    maxLength: 100,
    run: async (text) => {
      const { ReplyId } = await owner.support.saveSavedReply({ Title: text, Message: text });
      const { SavedReplies } = await owner.support.savedReplies({});
      const { Title, Message } = SavedReplies.find((each) => each.ReplyId === ReplyId) ?? {};
      expect(Message).toBe(text);
      await owner.support.removeSavedReply({ ReplyId });
      return Title;
    },
  },
  'an article': {
    maxLength: 200,
    run: async (text) => {
      const Messages = [{ Locale: 'en' as const, Header: text, Message: text }];
      const { DraftId } = await owner.operatorNews.saveDraft({
        Version: 'new',
        Priority: 'Info',
        Messages,
        Tags: [],
        Note: text,
      });
      const { Draft, After } = await owner.operatorDrafts.read({ DraftId });
      expect(After).toMatchObject({ Messages });
      await owner.operatorDrafts.discard({ DraftId, Reason });
      return Draft.Note;
    },
  },
  'a push message': {
    maxLength: 100,
    run: async (text) => {
      const message = { Title: { en: text }, Body: { en: text }, Marketing: true };
      const { MessageId } = await owner.operatorPush.send({
        ...message,
        SendAt: new Date(Date.now() + 86_400_000).toISOString(),
      });
      const { Title, Body } = (await owner.operatorPush.message({ MessageId })).Message;
      expect(Body['en']).toBe(text);
      return Title['en'];
    },
  },
  "a product's texts": {
    maxLength: 60,
    run: async (text) => {
      const { Version } = await owner.operatorProducts.show({ Game: game });
      const written = { en: text };
      const product = { Sku: 'gems', Names: written, Descriptions: written, Category: written, Payload: text };
      const Products = [{ ...product, Prices: { USD: 1 } }];
      await owner.operatorProducts.save({ Game: game, Version, Products, Reason });
      const saved = (await owner.operatorProducts.show({ Game: game })).Products[0];
      expect(saved).toMatchObject(product);
      return saved?.Names['en'];
    },
  },
};

/** All hostile texts, joined to as few as fit. */
function* joinTexts(maxLength: number): Generator<string> {
  let joined = '';
  for (const text of hostileTexts) {
    const part = text.slice(0, maxLength).toWellFormed().trim();
    if (joined !== '' && joined.length + 1 + part.length > maxLength) {
      yield joined;
      joined = part;
    } else joined = joined === '' ? part : `${joined} ${part}`;
  }
  yield joined;
}

describe('stores hostile texts unchanged', () => {
  test.each(Object.entries(roundTrips))('%s', async (_, { maxLength, run, normalize = (text) => text }) => {
    let stored = 0;
    const refusals: string[] = [];
    for (const [number, text] of [...joinTexts(maxLength)].entries()) {
      try {
        expect(await run(text, number)).toBe(normalize(text));
        stored += 1;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status < 400 || error.status > 499) throw error;
        refusals.push(`${error.code} ${error.detail} ${JSON.stringify(error.fields)} ${JSON.stringify(text)}`);
      }
    }
    // Joined texts contain control characters, which names must not.
    expect(refusals.filter((refusal) => !refusal.includes('Remove control characters'))).toEqual([]);
    expect(stored).toBeGreaterThan(0);
  });
});

function describeInput(name: string, route: Route): { input: Input; leaves: readonly Leaf[] } {
  const fields: TextField[] = [];
  const choose = (field: TextField): string => `field ${fields.push(field) - 1}`;
  const known = { Game: game, AccountId: accountId, TicketId: ticketId };
  const fill = (part: Part): Record<string, unknown> | undefined => {
    const schema = route[part];
    const filling = { choose, fixed: known, fillsAnyType: true };
    return schema && (fillSchema(schema, name, filling) as Record<string, unknown>);
  };
  const input = { params: fill('params'), query: fill('query'), body: fill('body') };
  const leaves = (['params', 'query', 'body'] as const).flatMap((part) =>
    listStrings(input[part]).map(({ path, value }): Leaf => {
      const field = fields[Number(/^field (\d+)$/.exec(value)?.[1] ?? NaN)];
      return { part, path, maxLength: Math.min(field?.maxLength ?? 2000, 2000) };
    }),
  );
  return { input, leaves };
}

function listStrings(value: unknown, path: readonly string[] = []): { path: readonly string[]; value: string }[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => listStrings(each, [...path, key]));
}

function replaceLeaf(input: Input, { part, path }: Leaf, text: string): Input {
  const copy = structuredClone(input);
  let holder = copy[part] as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  holder[path.at(-1) ?? ''] = text;
  return copy;
}

let callers = 0;

async function send(route: Route, { params, query, body }: Input, token: string) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name]).toWellFormed()),
  );
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString();
  callers += 1;
  const {
    statusCode: status,
    body: answer,
    headers,
  } = await server.consoleApp.inject({
    method: route.method,
    url: `${apiBase}${path}${search && `?${search}`}`,
    headers: {
      host,
      origin: `http://${host}`,
      cookie: `fxid-console=${token}`,
      // Many callers, so that no rate limit responds instead.
      'x-forwarded-for': `203.0.${callers % 200}.${Math.floor(callers / 200) % 200}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  });
  const isJson = String(headers['content-type']).includes('json');
  return { status, code: isJson && status >= 400 ? (JSON.parse(answer) as { Code: string }).Code : 'none' };
}
