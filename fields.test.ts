// Every declared field must be filled and read. scripts/fields/ analyses the code, and its walk-product.ts holds the
// rules. This file lists the exceptions, each with its reason; an exception that is no longer needed fails too.
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from './contract/api.ts';
import type { Area } from './model/route.ts';
import { rules, walkProduct, type DeclaredCall, type Findings, type Rule } from './scripts/fields/walk-product.ts';

/** Field names, or prefixes that end with an asterisk. */
type Exceptions = Readonly<Partial<Record<Rule, Readonly<Record<string, string>>>>>;

const sdkOfVendor = 'part of what the vendor hands out as one; signing in without its script needs the rest alone';
const launcher = 'the launcher itself sends it: what it has installed it alone knows';
const ownWidget = 'for clients that draw the widget of the captcha themselves; our pages have a frame for it';
const forGames = 'for clients of games, which read it from the public configuration';

const EXCEPTIONS: Exceptions = {
  'request not read': {
    'auth.authenticateFromSocial.body.SessionId':
      'old clients send the id of their analytics session; the events have it',
    'auth.authenticateToFxidAdapterForExternalId.body.SessionId': 'as above',
    'auth.authenticateFromSocial.body.YandexGames.EnvironmentI18nLang':
      'old clients send it; `Locale` beside it counts',
    'auth.authenticateFromSocial.body.Kongregate.UserName': 'clients send it; the name that Kongregate answers counts',
    'play.chooseGame.body.OriginUrl': 'old clients send it; which game it is the name says, and never an address',
    'profile.update.body.DUMMY': 'the interface has it, and nothing follows from it',
    'go.follow.query.type': 'clients send what kind of link it is; where it leads does not depend on it',
    'push.save.body.Platform': 'the schema takes one value alone',
    'push.send.body.*': 'read together with those of push.broadcast, which are the same',
    'support.sendMessage.body.Context.*': 'kept as one document, and shown to support as it is',
    'fxnative.status.query.Token':
      'old clients send their session token in the address; nothing depends on who asks, and it is not read',
    'store.storeAvailability.body.VkontaktePlay.IpAddress':
      'clients send a placeholder; where the caller is the server knows itself',
    'store.createPayment.body.Token': 'old clients repeat the session token; the header counts',
  },
  'reply not filled': {
    'documents.listWithVersions.reply.Documents[].Versions[].Content.*':
      'kept as one document in the database, where npm run documents writes it',
    'support.tickets.reply.Tickets[].Context.*': 'kept as one document, as it was sent',
    'info.news.reply.News[].Messages[].*': 'kept as one document in the database, where npm run news writes it',
    'store.storeData.reply.Products[].Payload':
      "the developer's own words to the game's server, which players do not get",
  },
  'setting not read': {
    'PortalConfig.CompanyBranding.Firebase.*': sdkOfVendor,
    'GameDocument.Config.Leaderboards*': forGames,
    'GameDocument.Config.Servers*': forGames,
    'GameDocument.ForPlayers.*': 'given to the clients of connected players as it is',
    'GameDocument.Config.CompanyName': forGames,
    'PortalConfig.Turnstile*': ownWidget,
    'GameDocument.EventRules[].Filter*': 'read under names that are put together from a number',
    'GameDocument.Quests[].Filter*': 'read under names that are put together from a number',
  },
  'bridge parameter not read': {
    'StatInitialize.params.userId': 'old games send it; whose statistics they are the session says',
    'SendInGameEvent.params.game': 'old games send it; the portal knows which game it talks to',
  },
  'bridge result not filled': {
    'SendVkBridge.result.data': "what the platform's own SDK answers, as it is",
    'SendCrazyGamesSdk.result.data': "what the platform's own SDK answers, as it is",
  },
  'method not offered': {
    SendVkBridge: 'the SDK passes native calls on by name, with FxId.call',
    SendCrazyGamesSdk: 'the SDK passes native calls on by name, with FxId.call',
  },
  'analytics event not emitted': {
    DownloadCompleted: launcher,
    DownloadFailed: launcher,
  },
};

let findings: Findings;

beforeAll(() => {
  findings = walkProduct(import.meta.dirname, declaredCalls());
}, 300_000);

describe.each(Object.keys(rules) as Rule[])('%s', (rule) => {
  it(`without a reason there is never ${rules[rule]}`, () => {
    const excused = Object.keys(EXCEPTIONS[rule] ?? {});
    expect(findings[rule].filter((name) => !excused.some((each) => fits(each, name)))).toEqual([]);
  });

  it('needs each of its exceptions', () => {
    const excused = Object.keys(EXCEPTIONS[rule] ?? {});
    expect(excused.filter((each) => !findings[rule].some((name) => fits(each, name)))).toEqual([]);
  });
});

const fits = (exception: string, name: string): boolean =>
  exception.endsWith('*') ? name.startsWith(exception.slice(0, -1)) : name === exception;

function declaredCalls(): DeclaredCall[] {
  return Object.entries(api as Readonly<Record<string, Area>>).flatMap(([area, calls]) =>
    Object.entries(calls).map(([call, { path }]) => ({
      name: `${area}.${call}`,
      path,
    })),
  );
}
