// The overview: how the portal is doing right now.
import { Type } from 'typebox';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text } from '#model/schema.ts';

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

export const OverviewHour = object({
  Hour: { ...instant, description: 'The beginning of the hour' },
  SignIns: count('Sessions that began, those of guests included'),
  Plays: count('Started games. Counted every five minutes'),
  Orders: count('Orders that were paid, without test payments'),
  RevenueUsdMinor: count('What they were worth, in US cents'),
});

export const OverviewVendor = object({
  Provider: text(60),
  Attempts: count('Payments that were begun in the last 24 hours'),
  Failed: count('Of these, those that the provider did not open'),
});

export const OverviewRejectedWebhooks = object({
  Provider: text(60),
  Outcome: oneOf(['Refused', 'Failed'], { description: 'Invalid, or an error of ours' }),
  Reason: text(300),
  Count: count('How many in the last 24 hours'),
});

export const OverviewNode = object({
  Node: text(200),
  Build: text(200),
  StartedAt: instant,
  SeenAt: instant,
  IsRunning: Type.Boolean({ description: 'Seen in the last two minutes' }),
});

export const missingSetupCodes = [
  'NoTerms',
  'NoPrivacyPolicy',
  'NoGames',
  'GamesWithoutFiles',
  'NoLegalContact',
  'NoPaymentProvider',
  'ProductsWithoutProvider',
  'NoMail',
] as const;

export const MissingSetupItem = object({
  Code: oneOf(missingSetupCodes),
  Games: Type.Optional(Type.Array(text(63), { description: 'The first five games that it is about' })),
});

export const operatorOverviewRoutes = {
  figures: route({
    method: 'GET',
    path: '/operator/overview',
    access: ['operator'],
    permission: 'overview.read',
    summary: 'The figures of the overview. They are at most a few seconds old.',
    reply: object({
      At: instant,
      Online: count('Players who are online'),
      Playing: count('Of these, players in a game'),
      Hours: Type.Array(OverviewHour, { description: 'The last 48 hours, the running one last' }),
      Vendors: Type.Array(OverviewVendor),
      Jobs: Type.Array(
        object({ Job: text(60), Failed: count('Failed for good'), Retrying: count('Will be tried again') }),
      ),
      FailedDeliveries: count("Deliveries that games' servers never acknowledged"),
      RejectedWebhooks: Type.Array(OverviewRejectedWebhooks, {
        description: "Providers' webhooks by reason, the most frequent first; at most ten reasons",
      }),
      OpenDisputes: count('Disputes of the last 120 days without a result'),
      ReportedPlayers: count('Players with open reports'),
      Missing: Type.Array(MissingSetupItem, { description: 'What the portal still needs before it can open' }),
      Nodes: Type.Array(OverviewNode),
    }),
  }),
};
