import type { ReplyOfRoute } from '#model/route.ts';
import type { Api } from '#contract/api.ts';
import { findObjectPath } from '#console/ui/object-paths.ts';

export type Found = ReplyOfRoute<Api['operatorSearch']['find']>['Found'][number];
type Kind = Found['Kind'];

const kinds: readonly Kind[] = ['Player', 'Order', 'Delivery', 'Ticket', 'Game', 'Request'];

/** By kind, in a fixed order. */
export const groupResults = (found: readonly Found[]): readonly (readonly [Kind, readonly Found[]])[] =>
  kinds.flatMap((kind) => {
    const own = found.filter(({ Kind: each }) => each === kind);
    return own.length === 0 ? [] : [[kind, own] as const];
  });

const objectKinds = { Player: 'player', Order: 'order', Delivery: 'delivery', Ticket: 'ticket', Game: 'game' } as const;

/** Undefined: there is no page for it. */
export const findResultPath = ({ Kind: kind, Id: id }: Pick<Found, 'Kind' | 'Id'>): string | undefined =>
  kind === 'Request' ? findObjectPath('audit-log', id) : findObjectPath(objectKinds[kind], id);
