// The order box of the simulated VK. The item is looked up at our server before anything is shown; what becomes of it is the
// situation's choice, and what the window is told need not be what happened.
import type { SimulatedStage } from '../simulator-port.browser.ts';
import { fieldsOf, textOf, type Fields } from './fields-of.browser.ts';
import { SimulatedFault, userDenied } from './simulator-fault.browser.ts';

export async function showOrderBox({ type, item }: Fields, stage: SimulatedStage): Promise<object> {
  const { payment, language } = stage.situation;
  if (type !== 'item' || textOf(item) === '') throw new SimulatedFault(5, 'Invalid params');
  const asked = fieldsOf(await stage.fetch('/order/begin', { item, user_id: stage.player.id, language }));
  if (asked['outcome'] !== 'asked') throw new SimulatedFault(20, 'Unknown error');
  const { order_id: id, title, price } = asked;
  switch (payment) {
    case 'cancelled':
      throw userDenied();
    case 'failed':
      throw new SimulatedFault(13, 'Order error');
    case 'ask':
      if (!(await isBought(stage, textOf(title), Number(price)))) throw userDenied();
      return pay('usual');
    case 'paid':
      return pay('usual');
    case 'paid-but-cancelled':
      await pay('usual');
      throw userDenied();
    case 'webhook-late':
      // As some phones do: the window knows before the server, and by another word.
      await pay('late');
      return { status: 'charged', order_id: String(id) };
    case 'webhook-twice':
      return pay('twice');
  }

  async function pay(how: 'usual' | 'late' | 'twice'): Promise<object> {
    const { outcome } = fieldsOf(await stage.fetch('/order/pay', { order_id: id, how }));
    if (outcome !== 'charged') throw new SimulatedFault(13, 'Order error');
    return { success: true, order_id: String(id) };
  }
}

async function isBought(stage: SimulatedStage, title: string, votes: number): Promise<boolean> {
  const answers = [
    { name: 'buy', title: `Pay ${votes} ${votes === 1 ? 'vote' : 'votes'}` },
    { name: 'cancel', title: 'Cancel' },
  ];
  return (await stage.ask({ title: 'Purchase', text: title, answers })) === 'buy';
}
