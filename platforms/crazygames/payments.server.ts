// Payments on CrazyGames: Xsolla takes the money in the platform's own project. As the platform's rules demand, the
// browser's token must belong to the buyer, and every order names the CrazyGames user.
import type { Static } from 'typebox';
import { refuse } from '#kit/refuse.ts';
import type { XsollaProject } from '#kit/xsolla/project.ts';
import { createXsollaToken, xsollaOperations } from '#kit/xsolla/operations.server.ts';
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { ServerAdapter } from '../port.server.ts';
import type { crazygames } from './platform.ts';
import { verifyToken } from './verify.server.ts';

type Host = PaymentHost<Static<typeof crazygames.settings>>;

export const xsollaPayments: NonNullable<ServerAdapter<typeof crazygames>['payments']> = {
  ...xsollaOperations,
  async create(payment, host) {
    const project = findProject(host);
    if (!project) return refuse(notSold);
    const { request, buyer, createdAt } = payment;
    // A token lasts an hour, but this may be retried later, so it is checked for the order's time.
    const reading = await verifyToken(request.AccessToken, host, createdAt);
    if (reading.outcome === 'refused') return reading;
    if (reading.userId !== buyer.externalId) return refuse('The token belongs to another player than the buyer.');
    // A redirect to Xsolla's page would leave the platform's frame.
    return createXsollaToken({ ...payment, wantsRedirect: false }, project, { crazyGamesUserId: reading.userId });
  },
  read: (attempt, host) => xsollaOperations.read(attempt, requireProject(host)),
  list: async (span, host) => {
    const project = findProject(host);
    return project ? xsollaOperations.list(span, project) : [];
  },
  refund: (refund, host) => xsollaOperations.refund(refund, requireProject(host)),
  parseWebhook: async (webhook, host) => {
    const project = findProject(host);
    return project ? xsollaOperations.parseWebhook(webhook, project) : refuse(notSold);
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
