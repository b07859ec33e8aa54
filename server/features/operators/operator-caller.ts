// Who makes an operator's call, and what they may do.
import { isPermitted, type NeededPermission, type Permission } from '#model/operator.ts';

export interface OperatorCaller {
  /** A person in the console, or a program with a key. */
  readonly kind: 'operator' | 'key';
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** The games of an operator's studio. Absent: all games. */
  readonly games?: readonly string[] | undefined;
  /** A trusted studio publishes without an approval. Absent: the operator is in no studio. */
  readonly studio?: { readonly name: string; readonly isTrusted: boolean } | undefined;
  /** Whether the second factor was proved in the last ten minutes; always true for a key, which has none. */
  readonly hasSteppedUp: boolean;
}

export const hasPermission = (operator: OperatorCaller, permission: NeededPermission): boolean =>
  isPermitted(operator.permissions, permission);

/** Operators of a studio see its games only. */
export const mayUseGame = ({ games }: Pick<OperatorCaller, 'games'>, game: string): boolean =>
  games === undefined || games.includes(game);
