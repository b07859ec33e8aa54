// Scenarios of buyers, banks and providers, and the expected outcome of the order, whatever is killed. They rotate, so
// that few orders cover all of them; the most common one occurs most often.
import type { SimulatorAction } from '#payments/simulator-port.server.ts';

export interface BuyerScenario {
  readonly name: string;
  readonly acts: readonly SimulatorAction['name'][];
  readonly ends: 'Completed' | 'CancelledPaid' | 'unpaid';
  readonly isTwice?: true;
  /** No webhook arrives: only the provider's records show the payment. */
  readonly isSilent?: true;
  readonly hint?: 'Completed' | 'Cancelled';
}

const pays: BuyerScenario = { name: 'pays', acts: ['pay'], ends: 'Completed' };

export const buyerScenarios: readonly BuyerScenario[] = [
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
