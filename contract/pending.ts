// Calls that are declared and not yet implemented. The server answers them with CallNotAvailable. The list only shrinks.
import type { Api } from './api.ts';

type CallName = { [A in keyof Api & string]: `${A}.${keyof Api[A] & string}` }[keyof Api & string];

export const pending = ['go.follow', 'go.followByPost'] as const satisfies readonly CallName[];

export type PendingCall = (typeof pending)[number];
