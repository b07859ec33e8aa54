/** What the simulated VK answers instead of a result, as VK writes it. */
export class SimulatedFault extends Error {
  override readonly name = 'SimulatedFault';
  readonly data: { readonly error_type: string; readonly error_data: object };
  constructor(error_code: number, error_reason: string, error_type = 'client_error') {
    super(error_reason);
    this.data = { error_type, error_data: { error_code, error_reason } };
  }
}

export const userDenied = (): SimulatedFault => new SimulatedFault(4, 'User denied');
