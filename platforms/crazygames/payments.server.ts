// Payments on CrazyGames: Xsolla takes the money in the platform's own project. As the platform's rules demand, the
// browser's token must belong to the buyer, and every order names the CrazyGames user.
import type { Static } from 'typebox';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { XsollaProjectSettings } from '#kit/xsolla/project.ts';
import { createXsollaToken, xsollaPaymentOperations } from '#kit/xsolla/operations.server.ts';
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { ServerAdapter } from '../port.server.ts';
import type { crazygames } from './platform.ts';
import { verifyToken } from './verify.server.ts';

type Host = PaymentHost<Static<typeof crazygames.settings>>;

export const xsollaPayments: NonNullable<ServerAdapter<typeof crazygames>['payments']> = {
  ...xsollaPaymentOperations,
  async create(payment, host) {
    const project = findProject(host);
    if (!project) return buildRefusal(notSold);
    const { request, buyer, createdAt } = payment;
    // A token lasts an hour, but this may be retried later, so it is checked for the order's time.
    const reading = await verifyToken(request.AccessToken, host, createdAt);
    if (reading.outcome === 'refused') return reading;
    if (reading.userId !== buyer.externalId) return buildRefusal('The token belongs to another player than the buyer.');
    // A redirect to Xsolla's page would leave the platform's frame.
    return createXsollaToken({ ...payment, wantsRedirect: false }, project, { crazyGamesUserId: reading.userId });
  },
  read: (attempt, host) => xsollaPaymentOperations.read(attempt, requireProject(host)),
  list: async (span, host) => {
    const project = findProject(host);
    return project ? xsollaPaymentOperations.list(span, project) : [];
  },
  refund: (refund, host) => xsollaPaymentOperations.refund(refund, requireProject(host)),
  parseWebhook: async (webhook, host) => {
    const project = findProject(host);
    return project ? xsollaPaymentOperations.parseWebhook(webhook, project) : buildRefusal(notSold);
  },
};

const notSold = 'Nothing is sold on CrazyGames: the setting Xsolla is missing.';

function findProject(host: Host): PaymentHost<XsollaProjectSettings> | undefined {
  const { Xsolla: settings } = host.settings;
  return settings && { ...host, settings };
}

function requireProject(host: Host): PaymentHost<XsollaProjectSettings> {
  const project = findProject(host);
  if (!project) throw new Error(notSold);
  return project;
}
