// A simulated shell: the framing page responds like our own program.
import type { SimulatedHostPage } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText } from './fields.browser.ts';
import { allFramePermissions, createSimulatedHostPage, type SimulatedClient } from './simulator.browser.ts';

export class ShellCancelledError extends Error {}

export const createSimulatedShellPage = ({
  appearance,
  createHandlers,
  createEvents,
}: Pick<SimulatedClient, 'appearance' | 'createHandlers' | 'createEvents'>): SimulatedHostPage =>
  createSimulatedHostPage({
    appearance,
    permissions: allFramePermissions,
    createHandlers,
    ...(createEvents && { createEvents }),
    firstCall: 'FxShellInit',
    read(message) {
      const { type, data } = readUntrustedFields(message);
      const { requestId, ...params } = readUntrustedFields(data);
      return typeof type === 'string' && type.startsWith('FxShell')
        ? { name: type, params, id: readUntrustedText(requestId) }
        : undefined;
    },
    event: (name, data) => ({ type: name, data }),
    // A call without a request id expects no reply.
    answer: ({ name, id = '' }, end) =>
      id === '' ? undefined : { type: `${name}Result`, data: { ...describeEnd(end), requestId: id } },
  });

function describeEnd(end: Parameters<SimulatedClient['answer']>[1]): object {
  if (!('error' in end)) return readUntrustedFields(end.result);
  const code = end.error instanceof ShellCancelledError ? 'cancelled' : 'failed';
  return { error: { code, message: end.error.message } };
}
