// WizQ's page around a game, as we invented it.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { assumedFramePermissions, createSimulatedHostPage, showSimulatedPayment } from '../kit/simulator.browser.ts';

export const page = createSimulatedHostPage({
  appearance: { title: 'WizQ', bar: '#4b2c91', text: '#ffffff', page: '#f3f0fa' },
  permissions: assumedFramePermissions,
  firstCall: 'getUser',
  read(message) {
    const { wizq: name, id, ...params } = readUntrustedFields(message);
    return typeof name === 'string' ? { name, params, id: readUntrustedText(id) } : undefined;
  },
  event: (wizq, data) => ({ wizq, ...data }),
  answer: ({ name: wizq, id }, end) => ({
    wizq,
    id,
    ...('error' in end ? { error: end.error.message } : readUntrustedFields(end.result)),
  }),
  createHandlers: (stage) => ({
    getUser: () => describeUser(stage),
    purchase: (params) => purchase(params, stage),
  }),
});

function describeUser({ player, scenario }: SimulatorPageContext): object {
  const { id: UserId, firstName, lastName, gender } = player;
  const Gender = { unspecified: 0, male: 1, female: 2 }[gender];
  return { UserId, Name: `${firstName} ${lastName}`.trim(), Gender, Language: scenario.language };
}

/** Queries the order at our server before showing the dialog. */
async function purchase({ SecuredOrderId: secured }: UntrustedFields, stage: SimulatorPageContext): Promise<object> {
  const asked = readUntrustedFields(await stage.fetch('/order/begin', { secured, user_id: stage.player.id }));
  if (asked['outcome'] !== 'asked') throw new Error('There is no such order');
  const { name, amount, currency } = asked;
  const end = await showSimulatedPayment(stage, {
    describe: async () => ({
      text: readUntrustedText(name),
      yes: `Pay ${readUntrustedText(amount)} ${readUntrustedText(currency)}`,
    }),
    async pay(telling) {
      await stage.fetch('/order/pay', { secured, telling });
      return 'paid';
    },
  });
  return { Status: { paid: 'Completed', cancelled: 'Cancelled', failed: 'Failed' }[end] };
}
