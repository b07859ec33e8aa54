// Simulates our phone app from Google Play. A guest signs in on the page.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { createSimulatedShellPage, ShellCancelledError } from '../kit/simulator-shell.browser.ts';
import { showSimulatedPayment } from '../kit/simulator.browser.ts';

export const page = createSimulatedShellPage({
  appearance: { title: 'An application', bar: '#202124', text: '#ffffff', page: '#303134' },
  createHandlers(stage) {
    const bought = new Map<string, object>();
    return {
      FxShellInit: () => ({
        store: 'GooglePlay',
        googlePlayCountry: stage.player.country,
        language: stage.scenario.language,
        insets: stage.insets ?? { left: 0, right: 0, top: 0, bottom: 0 },
      }),
      FxShellGetLoginCode: () => {
        const { player } = stage.scenario;
        return player === 'guest' ? {} : stage.fetch('/login-code', { player });
      },
      FxShellBuy: async (wish) => {
        const purchase = await buy(stage, wish, (id, made) => void bought.set(id, made));
        return purchase;
      },
      FxShellListPurchases: () => ({ purchases: [...bought.values()] }),
      FxShellFinishPurchase: ({ id }) => {
        bought.delete(readUntrustedText(id));
        return {};
      },
    };
  },
});

async function buy(
  stage: SimulatorPageContext,
  { productId, sku, orderId }: UntrustedFields,
  keep: (id: string, purchase: object) => void,
): Promise<object> {
  let made: object = {};
  const end = await showSimulatedPayment(stage, {
    describe: async () => ({ text: readUntrustedText(productId), yes: 'Buy (a test: no money moves)' }),
    async pay() {
      const given = readUntrustedFields(await stage.fetch('/google-play/buy', { productId, orderId }));
      const { id, Receipt: receipt, Signature: signature } = given;
      made = { id, productId, sku, orderId, receipt, signature };
      keep(readUntrustedText(id), made);
      return 'paid';
    },
  });
  if (end === 'cancelled') throw new ShellCancelledError('The store’s dialog was closed');
  if (end === 'failed') throw new Error('The store refuses the purchase');
  return made;
}
