// Asks a game's server before the payment whether it would deliver. If the game doesn't respond, products that need a
// dry run are not sold.
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { RequestDryRun, DryRunRequest, DryRunVerdict } from '#server/features/store/request-dry-run.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { WebhookEndpoints } from './endpoints.ts';
import { describeSendError } from './send-delivery.ts';
import { createSignatureHeaders } from './sign-delivery.ts';

export interface DryRunDeps {
  readonly endpoints: Pick<WebhookEndpoints, 'find'>;
  readonly fetch: SafeFetch;
  readonly log: Log;
  readonly now: () => Date;
}

export function createDryRunRequester(deps: DryRunDeps): RequestDryRun {
  const asking = new Map<string, number>();
  return async (game, question) => {
    const before = asking.get(game) ?? 0;
    // A server that hangs must not block every buyer.
    if (before >= maxAtOnce) return verdicts(question.skus, new Map());
    asking.set(game, before + 1);
    try {
      return verdicts(question.skus, await ask(deps, game, question));
    } finally {
      const left = (asking.get(game) ?? 1) - 1;
      if (left === 0) asking.delete(game);
      else asking.set(game, left);
    }
  };
}

export const dryRunTimeoutMs = 5000;
const maxAtOnce = 16;
const notAvailable: DryRunVerdict = { canBuy: false, reason: 'GameNotAvailable' };

const Answer = Type.Object({
  products: Type.Array(
    Type.Object({
      sku: Type.String(),
      can_buy: Type.Boolean(),
      reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
    { maxItems: 500 },
  ),
});

const verdicts = (skus: readonly string[], answered: ReadonlyMap<string, DryRunVerdict>): Map<string, DryRunVerdict> =>
  new Map(skus.map((sku) => [sku, answered.get(sku) ?? notAvailable]));

async function ask(
  deps: DryRunDeps,
  game: string,
  { accountId, gameUid, skus }: DryRunRequest,
): Promise<Map<string, DryRunVerdict>> {
  const { log, now } = deps;
  const endpoint = await deps.endpoints.find(game);
  if (!endpoint || endpoint.disabledAt) return new Map();
  const sentAt = now();
  const body = JSON.stringify({
    type: 'order.dry_run',
    timestamp: sentAt.toISOString(),
    data: { account_id: accountId, game, game_uid: gameUid, products: skus.map((sku) => ({ sku })) },
  });
  const headers = createSignatureHeaders({ id: `dry_${randomUUID()}`, body, sentAt, secrets: endpoint.secrets });
  try {
    const answer = await deps.fetch(endpoint.url, { method: 'POST', headers, body, timeoutMs: dryRunTimeoutMs });
    return readAnswer(answer);
  } catch (error) {
    log.warn({ game, fault: describeSendError(error) }, 'Asking a game whether it would deliver failed.');
    return new Map();
  }
}

function readAnswer({ status, body }: { status: number; body: Buffer }): Map<string, DryRunVerdict> {
  if (status !== 200) throw new DryRunFault(`It answered ${status}.`);
  const answer: unknown = JSON.parse(body.toString('utf8'));
  if (!Value.Check(Answer, answer)) throw new DryRunFault('Its answer does not have the form of the guide.');
  return new Map(
    answer.products.map(({ sku, can_buy, reason }) => [
      sku,
      { canBuy: can_buy, ...(reason && { reason: cleanText(reason) }) },
    ]),
  );
}

/** The game's message is shown to players as plain text of limited length. */
const cleanText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, 200);

class DryRunFault extends Error {}
