// Decides whether a game may make a call now. Checks that cost nothing come first; checks that use up a budget come
// last.
import { explainParams, fitsParams } from './check-message.ts';
import type { Request } from './envelope.ts';
import type { CallContext, Handlers } from './handlers.browser.ts';
import type { Budgets, Limits } from './limits.browser.ts';
import { isPlainData } from './plain-data.ts';
import { methods, type BridgeErrorCode, type MethodName, type MethodRule } from './protocol.ts';
import type { Capability } from './shapes.ts';

export interface Admission {
  readonly handlers: Handlers;
  readonly capabilities: () => readonly Capability[];
  readonly hasGesture: () => boolean;
  readonly limits: Pick<Limits, 'message' | 'maxWaiting'>;
  readonly budgets: Pick<Budgets, 'server' | 'page'>;
}

/** The calls without a reply yet. */
export interface OpenCalls {
  readonly size: number;
  /** Whether a call of this method is waiting for the player. */
  waitsForPlayer(method: MethodName): boolean;
}

export interface AdmittedCall {
  readonly method: MethodName;
  readonly rule: MethodRule;
  readonly run: (context: CallContext) => unknown;
}

export interface RefusedCall {
  readonly code: BridgeErrorCode;
  readonly message?: string;
  /** The parameter that is missing or wrong. */
  readonly parameter?: string;
  /** The game exceeds a limit. Such refusals count towards closing its port. */
  readonly isExcessive?: true;
}

export function admitCall(request: Request, admission: Admission, open: OpenCalls): AdmittedCall | RefusedCall {
  const { method, params } = request;
  const { handlers, limits, budgets } = admission;
  if (!isPlainData(params, limits.message)) return { code: 'TooLarge', isExcessive: true };
  if (!isMethod(method)) return { code: 'UnknownMethod', message: `There is no method "${method}"` };
  const rule: MethodRule = methods[method];
  const handler = handlers[method] as ((params: unknown, context: CallContext) => unknown) | undefined;
  if (!handler) return { code: 'NotSupported', message: `${method} is not available here` };
  if (rule.needs && !admission.capabilities().includes(rule.needs))
    return { code: 'NotSupported', message: `${method} needs the capability ${rule.needs}` };
  if (!fitsParams(method, params)) {
    const { message, ...wrong } = explainParams(method, params);
    return { code: 'InvalidRequest', message: `${method}: ${message}`, ...wrong };
  }
  if (rule.gesture && !admission.hasGesture()) return { code: 'GestureRequired' };
  if (open.waitsForPlayer(method)) return { code: 'Busy', message: `${method} is still waiting for the player` };
  if (open.size >= limits.maxWaiting) return { code: 'TooManyRequests', isExcessive: true };
  if (rule.reaches && !budgets[rule.reaches].take()) return { code: 'TooManyRequests', isExcessive: true };
  return { method, rule, run: (context) => handler(params, context) };
}

export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}
