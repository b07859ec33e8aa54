// The window in which Steam started a game, with Steam's overlay. The real one isn't a page, but the messages are the
// same.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import { createSimulatedShellPage, ShellCancelledError } from '../kit/simulator-shell.browser.ts';
import { createResultsEvent, requestSimulatedConsent, showSimulatedPayment } from '../kit/simulator.browser.ts';
import { toSteamLanguage } from './languages.ts';

export const page = createSimulatedShellPage({
  appearance: { title: 'Steam', bar: '#171a21', text: '#c7d5e0', page: '#1b2838' },
  createEvents: (_, stage) => [createResultsEvent(stage)],
  createHandlers: (stage, tell) => {
    const overlaid = async <T>(show: () => Promise<T>): Promise<T> => {
      tell('FxShellOverlay', { isOpen: true });
      try {
        return await show();
      } finally {
        tell('FxShellOverlay', { isOpen: false });
      }
    };
    const { player, scenario } = stage;
    return {
      FxShellInit: async () => ({
        ...readUntrustedFields(await stage.fetch('/client/person', { player: player.id })),
        personaName: `${player.firstName} ${player.lastName}`.trim(),
        language: toSteamLanguage(scenario.language),
        hasOverlay: true,
      }),
      FxShellGetTicket: ({ identity }) => {
        if (player.isGuest) throw new Error('Steam is offline');
        return stage.fetch('/client/ticket', { player: player.id, identity, proof: scenario.proof });
      },
      FxShellAwaitPurchase: ({ orderId }) => overlaid(() => askBuyer(stage, readUntrustedText(orderId))),
      FxShellInvite: () =>
        overlaid(async () => {
          if (
            !(await requestSimulatedConsent(
              stage,
              'Invite friends',
              'They get an invitation in Steam’s chat.',
              'Invite',
            ))
          )
            throw new ShellCancelledError('Nobody was invited');
          return {};
        }),
      FxShellOpenPage: ({ address }) => stage.notify(`Steam’s overlay opens ${readUntrustedText(address)}`),
    };
  },
});

/**
 * Returns what the overlay reports. In the scenario `paid-but-cancelled` that is a refusal, although the buyer has
 * approved.
 */
async function askBuyer(stage: SimulatorPageContext, orderId: string): Promise<object> {
  const answer = (isApproved: 'yes' | 'no', telling: string) =>
    stage.fetch('/client/answer', { orderId, isApproved, telling });
  const end = await showSimulatedPayment(stage, {
    async describe() {
      const { description, price } = readUntrustedFields(await stage.fetch('/client/purchase', { orderId }));
      return { text: readUntrustedText(description), yes: `Pay ${readUntrustedText(price)}` };
    },
    async pay(telling) {
      await answer('yes', telling);
      return 'paid';
    },
  });
  const isPaid = end === 'paid' || stage.scenario.payment === 'paid-but-cancelled';
  if (!isPaid) await answer('no', 'usual');
  return { isAuthorized: end === 'paid' };
}
