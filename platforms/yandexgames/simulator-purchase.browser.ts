// The payment window of the simulated Yandex Games. There are no notices that could be late or come twice: what can be late is the
// window's own word, and a window may report that it was closed although it was paid.
import type { SimulatedStage } from '../simulator-port.browser.ts';
import type { Fields } from './simulator-handlers.browser.ts';

export async function purchase(
  stage: SimulatedStage,
  buyer: object,
  { id, developerPayload }: Fields,
): Promise<unknown> {
  const { payment } = stage.situation;
  const pay = (): Promise<unknown> => stage.fetch('/web/buy', { ...buyer, id, developerPayload });
  switch (payment) {
    case 'cancelled':
      throw closed();
    case 'failed':
      throw new Error('PAYMENT_FAILURE');
    case 'ask':
      return (await isBought(stage, buyer, String(id))) ? pay() : Promise.reject(closed());
    case 'paid':
    case 'webhook-twice':
      return pay();
    case 'webhook-late': {
      const bought = await pay();
      await new Promise((resolve) => setTimeout(resolve, lateMs));
      return bought;
    }
    case 'paid-but-cancelled':
      await pay();
      throw closed();
  }
}

const lateMs = 3000;
const closed = (): Error => new Error('The payment window was closed');

async function isBought(stage: SimulatedStage, buyer: object, id: string): Promise<boolean> {
  // The simulator's own server answers in this shape.
  const catalogue = (await stage.fetch('/web/catalogue', buyer)) as { id: string; title: string; priceValue: string }[];
  const product = catalogue.find((each) => each.id === id);
  if (!product) throw new Error(`There is no product ${id}`);
  const answers = [
    { name: 'buy', title: `Pay ${product.priceValue} YAN` },
    { name: 'cancel', title: 'Close' },
  ];
  return (await stage.ask({ title: 'Purchase', text: product.title, answers })) === 'buy';
}
