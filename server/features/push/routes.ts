import type { PortalConfig } from '#contract/config.ts';
import { Problem } from '#model/problem.ts';
import type { PushBroadcast } from '#model/push.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { Broadcast, BroadcastResult } from './broadcasts.ts';
import type { PushMessaging } from './create-push-messaging.ts';
import { isCurvePoint } from './is-curve-point.ts';
import { changePushChoices, readPushChoices } from './push-choices.ts';
import { isTimeZone } from './quiet-hours.ts';
import { parseSubscription } from './parse-subscription.ts';
import { savePushSubscription } from './save-subscription.ts';

export interface PushRoutesDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly push: PushMessaging;
  readonly readPortal: () => Promise<PortalConfig>;
}

export function createPushRoutes({ database, sealer, push, readPortal }: PushRoutesDeps): AreaHandlers<'push'> {
  const { requireGame } = createGamesReader(database);
  const answerChoices = async (accountId: string) => {
    const choices = await readPushChoices(database, accountId);
    if (!choices) throw new Problem('Unauthenticated');
    return choices;
  };
  return {
    save: async ({ session, body }) => {
      const subscription = parseSubscription(body.Token, push.services);
      if (!subscription) throw invalid('Token', 'must be the JSON of a push subscription of a browser');
      if (body.PublicKey !== undefined && !isCurvePoint(body.PublicKey))
        throw invalid('PublicKey', 'must be a public key of web push');
      const game = body.Game === undefined ? undefined : await requireGame(body.Game);
      const isForGame = body.GameOnly === true;
      if (isForGame && game === undefined) throw invalid('Game', 'must be there with GameOnly');
      if (isForGame && body.PublicKey !== game?.config.WebPushPublicKey)
        throw invalid('PublicKey', 'must be the WebPushPublicKey of the game');
      const isSaved = await savePushSubscription(
        { database, sealer },
        {
          session,
          subscription,
          publicKey: body.PublicKey ?? (await readPortal()).WebPushPublicKey ?? (await push.keys.newest()),
          game: isForGame ? undefined : body.Game,
          onlyGame: isForGame ? body.Game : undefined,
          // A game session names its game with every call, so the call is not a new opt-in.
          keepsOptOut: session.game !== undefined,
          // A browser may know time zones that this machine does not.
          timeZone: body.TimeZone !== undefined && isTimeZone(body.TimeZone) ? body.TimeZone : undefined,
        },
      );
      if (!isSaved) throw new Problem('Unauthenticated');
      return { Success: true };
    },
    choices: ({ session: { accountId } }) => answerChoices(accountId),
    choose: async ({ session: { accountId }, body: { Topic, On, QuietFrom, QuietUntil, TimeZone } }) => {
      if ((Topic === undefined) !== (On === undefined)) throw invalid('On', 'and Topic go together');
      if (TimeZone !== undefined && !isTimeZone(TimeZone)) throw invalid('TimeZone', 'is an unknown time zone');
      const hasQuiet = QuietFrom !== undefined && QuietUntil !== undefined && TimeZone !== undefined;
      const hasSome = QuietFrom !== undefined || QuietUntil !== undefined || TimeZone !== undefined;
      if (hasSome && !hasQuiet) throw invalid('QuietFrom', ', QuietUntil and TimeZone go together');
      await changePushChoices(database, accountId, {
        topic: Topic !== undefined && On !== undefined ? { name: Topic, isOn: On } : undefined,
        quiet: hasQuiet ? { from: QuietFrom, until: QuietUntil, timeZone: TimeZone } : undefined,
      });
      return answerChoices(accountId);
    },
    send: async ({ gameKey: { game }, body }) => {
      if (body.Page !== undefined && !isPageOf(body.Page, game))
        throw invalid('Page', `must be a page of ${game}, such as play/${game}`);
      return toOutcome(await push.broadcast({ ...toBroadcast(body), game, gameUids: body.GameUids }));
    },
    broadcast: async ({ body, audit }) => {
      if (body.Game !== undefined) await requireGame(body.Game);
      // A message that was sent before changes nothing.
      audit.noChange();
      return toOutcome(await push.broadcast(toBroadcast(body), audit.change));
    },
  };
}

export function toBroadcast(given: PushBroadcast): Broadcast {
  for (const name of ['Title', 'Body'] as const)
    if (Object.keys(given[name]).length === 0) throw invalid(name, 'must be there in one language at least');
  return {
    id: given.Id,
    game: given.Game,
    titles: given.Title,
    bodies: given.Body,
    page: given.Page,
    isMarketing: given.Marketing,
    ttlSeconds: given.TtlSeconds,
  };
}

const toOutcome = ({ id, recipients, isUnderWay }: BroadcastResult) => ({
  Id: id,
  Recipients: recipients,
  UnderWay: isUnderWay,
});

/** A game's message may only open the game's own page. */
function isPageOf(page: string, game: string): boolean {
  const [path = ''] = page.split(/[?#]/, 1);
  return [`play/${game}`, `Games/${game}`, `Store/${game}`].includes(path);
}

function invalid(field: string, message: string): Problem {
  return new Problem('InvalidRequest', `${field} ${message}`, { fields: { [field]: message } });
}
