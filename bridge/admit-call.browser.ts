// Decides whether a game may make a call now. Checks that use up a budget come last.
import { explainInvalidParams, areParamsValid } from './validate-message.ts';
import type { BridgeRequest } from './envelope.ts';
import type { CallContext, BridgeHandlers } from './handlers.browser.ts';
import type { MessageBudgets, BridgeLimits } from './limits.browser.ts';
import { isPlainData } from './plain-data.ts';
import { methodRules, type BridgeErrorCode, type MethodName, type MethodRule } from './protocol.ts';
import type { Capability } from './shapes.ts';

export interface CallAdmissionOptions {
  readonly handlers: BridgeHandlers;
  readonly capabilities: () => readonly Capability[];
  readonly hasGesture: () => boolean;
  readonly limits: Pick<BridgeLimits, 'message' | 'maxWaiting'>;
  readonly budgets: Pick<MessageBudgets, 'server' | 'page'>;
}

export interface PendingCallsSummary {
  readonly size: number;
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
  readonly parameter?: string;
  /** The game exceeds a limit. Such refusals count towards closing its port. */
  readonly isExcessive?: true;
}

export function admitCall(
  request: BridgeRequest,
  admission: CallAdmissionOptions,
  open: PendingCallsSummary,
): AdmittedCall | RefusedCall {
  const { method, params } = request;
  const { handlers, limits, budgets } = admission;
  const rule: MethodRule | undefined = isMethodName(method) ? methodRules[method] : undefined;
  const maxBytes = rule?.maxMessageBytes ?? limits.message.maxBytes;
  if (!isPlainData(params, { ...limits.message, maxBytes })) return { code: 'TooLarge', isExcessive: true };
  if (!rule || !isMethodName(method)) return { code: 'UnknownMethod', message: `Unknown method "${method}"` };
  const handler = handlers[method] as ((params: unknown, context: CallContext) => unknown) | undefined;
  if (!handler) return { code: 'NotSupported', message: `${method} is not available here` };
  if (rule.needs && !admission.capabilities().includes(rule.needs))
    return { code: 'NotSupported', message: `${method} needs the capability ${rule.needs}` };
  if (!areParamsValid(method, params)) {
    const { message, ...wrong } = explainInvalidParams(method, params);
    return { code: 'InvalidRequest', message: `${method}: ${message}`, ...wrong };
  }
  if (rule.gesture && !admission.hasGesture()) return { code: 'GestureRequired' };
  if (!rule.isConcurrent && open.waitsForPlayer(method))
    return { code: 'Busy', message: `${method} is still waiting for the player` };
  if (open.size >= limits.maxWaiting) return { code: 'TooManyRequests', isExcessive: true };
  if (rule.reaches && !budgets[rule.reaches].take()) return { code: 'TooManyRequests', isExcessive: true };
  return { method, rule, run: (context) => handler(params, context) };
}

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methodRules, name);
}
