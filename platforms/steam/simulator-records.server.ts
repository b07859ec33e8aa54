// The simulated Steam's data: people, tickets, purchases and checked sign-ins.
import { randomBytes } from 'node:crypto';
import { SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import type { SimulatorEnvironment } from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../scenario.ts';

export const simulatedAppId = '480';
export const simulatedPublisherKey = 'SIMULATEDPUBLISHERKEY0123456789A';

export const simulatedLeaderboards = { depth: '900100' };
export const simulatedAchievements = { 'first-run': 'FIRST_RUN', deep: 'DEEP' };

export const toSteamId = (playerId: string): string =>
  (76_561_197_960_265_728n + BigInt(playerId.replaceAll(/\D/g, '') || '1')).toString();

interface Ticket {
  readonly steamId: string;
  readonly appId: string;
  readonly identity: string;
  readonly isOver: boolean;
}

export interface SimulatedSteamPurchase {
  readonly orderid: string;
  readonly transid: string;
  readonly steamid: string;
  readonly currency: string;
  readonly country: string;
  readonly hundredths: number;
  readonly itemid: number;
  readonly description: string;
  readonly createdAt: Date;
  changedAt: Date;
  status: string;
}

export const getSimulatorRecords = memoizeBySimulatorUrl(() => ({
  people: new Map<string, Omit<SimulatedPlayer, 'friends'> & { readonly friends: readonly string[] }>(),
  tickets: new Map<string, Ticket>(),
  purchases: new Map<string, SimulatedSteamPurchase>(),
  nonces: new Set<string>(),
}));

export function recordPlayer({ friends, ...player }: SimulatedPlayer, place: SimulatorEnvironment): void {
  const { people } = getSimulatorRecords(place);
  for (const friend of friends)
    if (!people.has(toSteamId(friend.id))) people.set(toSteamId(friend.id), { ...friend, friends: [] });
  people.set(toSteamId(player.id), { ...player, friends: friends.map(({ id }) => toSteamId(id)) });
}

export function createTicket(steamId: string, more: Partial<Ticket>, place: SimulatorEnvironment): string {
  const ticket = randomBytes(120).toString('hex');
  getSimulatorRecords(place).tickets.set(ticket, {
    steamId,
    appId: simulatedAppId,
    identity: 'fxid',
    isOver: false,
    ...more,
  });
  return ticket;
}

export function changePurchaseStatus(orderid: string, status: string, place: SimulatorEnvironment): void {
  const purchase = [...getSimulatorRecords(place).purchases.values()].find((each) => each.orderid === orderid);
  if (!purchase) throw new SimulatedVendorError(404, { error: 'There is no such purchase.' });
  const isAnswer = status === 'Approved' || status === 'Failed';
  if (isAnswer === (purchase.status === 'Init')) Object.assign(purchase, { status, changedAt: place.now() });
}

export const formatSteamTime = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
