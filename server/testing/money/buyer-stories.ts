// What buyers, banks and the provider do to an order, and how it must end whatever is killed meanwhile. Stories take turns, so
// that few orders already meet all of them; the most common one comes most often.
import type { SimulatedAct } from '#payments/simulator-port.server.ts';

export interface BuyerStory {
  readonly name: string;
  readonly acts: readonly SimulatedAct['name'][];
  readonly ends: 'Completed' | 'CancelledPaid' | 'unpaid';
  /** Opened a second time, on the provider's own page, and paid there as well. */
  readonly isTwice?: true;
  /** No notice ever arrives: only the provider's records tell. */
  readonly isSilent?: true;
  /** What the browser says in the end. */
  readonly hint?: 'Completed' | 'Cancelled';
}

const pays: BuyerStory = { name: 'pays', acts: ['pay'], ends: 'Completed' };

export const buyerStories: readonly BuyerStory[] = [
  pays,
  { name: 'pays twice', acts: ['pay'], ends: 'Completed', isTwice: true },
  { name: 'pays by a slow method', acts: ['pay later', 'pay'], ends: 'Completed', hint: 'Completed' },
  pays,
  { name: 'pays and gets it back', acts: ['pay', 'refund'], ends: 'CancelledPaid' },
  { name: 'pays in silence', acts: ['pay'], ends: 'Completed', isSilent: true, hint: 'Completed' },
  pays,
  { name: 'is declined first', acts: ['decline', 'pay'], ends: 'Completed', hint: 'Cancelled' },
  { name: 'gets half of it back', acts: ['pay', 'refund half'], ends: 'Completed' },
  { name: 'gives up', acts: [], ends: 'unpaid', hint: 'Cancelled' },
  pays,
  { name: 'disputes and wins', acts: ['pay', 'dispute', 'lose dispute'], ends: 'CancelledPaid' },
  { name: 'pays twice and gets it back', acts: ['pay', 'refund'], ends: 'CancelledPaid', isTwice: true },
  { name: 'lies', acts: [], ends: 'unpaid', hint: 'Completed' },
  { name: 'disputes and loses', acts: ['pay', 'dispute', 'win dispute'], ends: 'Completed' },
  { name: 'closes the window and has paid', acts: ['pay'], ends: 'Completed', hint: 'Cancelled' },
];
