import type { CrazyError } from './vendor-types.ts';

/** As the vendor's: engines serialise it, so that `message` has to be enumerable. */
export class CrazySdkError extends Error implements CrazyError {
  readonly code: string;
  readonly containerId?: string;

  constructor(code: string, message = code, containerId?: string) {
    super(message);
    this.code = code;
    if (containerId !== undefined) this.containerId = containerId;
    Object.defineProperty(this, 'message', { value: message, enumerable: true });
  }
}
