// Money on CrazyGames: Xsolla takes it, in a project of the platform's. What is the platform's about it is whose purchase it is: the
// token that the browser brings has to be the buyer's own, and every order names its user, as the platform's rules want it.
import type { Static } from 'typebox';
import { refuse } from '#kit/refuse.ts';
import type { XsollaProject } from '#kit/xsolla/project.ts';
import { createToken, xsollaVerbs } from '#kit/xsolla/verbs.server.ts';
import type { PaymentHost } from '#model/payment-verbs.server.ts';
import type { ServerAdapter } from '../port.server.ts';
import type { crazygames } from './platform.ts';
import { readToken } from './verify.server.ts';

type Host = PaymentHost<Static<typeof crazygames.settings>>;

export const payments: NonNullable<ServerAdapter<typeof crazygames>['payments']> = {
  ...xsollaVerbs,
  async create(payment, host) {
    const project = findProject(host);
    if (!project) return refuse(notSold);
    const { request, buyer, createdAt } = payment;
    // It lasts for an hour, and the same may be asked again later.
    const reading = await readToken(request.AccessToken, host, createdAt);
    if (reading.outcome === 'refused') return reading;
    if (reading.userId !== buyer.externalId) return refuse('The token is another player’s than the buyer’s.');
    // Nobody leaves a frame of the platform's for a page of Xsolla's.
    return createToken({ ...payment, wantsRedirect: false }, project, { crazyGamesUserId: reading.userId });
  },
  read: (attempt, host) => xsollaVerbs.read(attempt, requireProject(host)),
  list: async (span, host) => {
    const project = findProject(host);
    return project ? xsollaVerbs.list(span, project) : [];
  },
  refund: (refund, host) => xsollaVerbs.refund(refund, requireProject(host)),
  readWebhook: async (webhook, host) => {
    const project = findProject(host);
    return project ? xsollaVerbs.readWebhook(webhook, project) : refuse(notSold);
  },
};

const notSold = 'Nothing is sold on CrazyGames: the setting Xsolla is missing.';

function findProject(host: Host): PaymentHost<XsollaProject> | undefined {
  const { Xsolla: settings } = host.settings;
  return settings && { ...host, settings };
}

function requireProject(host: Host): PaymentHost<XsollaProject> {
  const project = findProject(host);
  if (!project) throw new Error(notSold);
  return project;
}
