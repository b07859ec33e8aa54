// Where the search looks for what. A text that has the form of an id is looked for where such ids are.
import { parseUuid } from '#model/parse-uuid.ts';

export type FoundKind = 'Player' | 'Order' | 'Delivery' | 'Ticket' | 'Game' | 'Request';

export type MatchedBy =
  | 'AccountId'
  | 'Email'
  | 'Name'
  | 'Identity'
  | 'GameUid'
  | 'OrderId'
  | 'ProviderPayment'
  | 'Transaction'
  | 'Refund'
  | 'TicketId'
  | 'DeliveryId'
  | 'RequestId'
  | 'GameName';

/** What the text looks like. `prefixed`: a number of a provider, such as `pi_3Nx…`. `any`: one word. */
export type TextForm = 'uuid' | 'email' | 'ticket' | 'typed' | 'prefixed' | 'words' | 'any';

export interface Lookup {
  readonly kind: FoundKind;
  readonly matchedBy: MatchedBy;
  readonly forms: readonly TextForm[];
  /** SQL expressions: what it finds, or the account or order that it leads to. */
  readonly found: {
    readonly id?: string;
    readonly account?: string;
    readonly order?: string;
    readonly title?: string;
    readonly subtitle?: string;
    readonly game?: string;
  };
  readonly from: string;
  readonly where: (places: LookupPlaces) => string;
  /** Whether what is stored can be a UUID. By default it may be. */
  readonly isUuid?: boolean;
}

export interface LookupParams {
  readonly uuid: string | null;
  readonly text: string;
  /** Without dashes, for numbers of providers. */
  readonly number: string;
  readonly type: string;
  readonly typed: string;
}

type LookupPlaces = Readonly<Record<keyof LookupParams, string>>;

export function parseLookupText(given: string): { readonly form: TextForm; readonly params: LookupParams } {
  const text = given.trim();
  const uuid = parseUuid(text);
  const [type = '', ...rest] = text.split(':');
  return {
    form: findForm(text, uuid),
    params: { uuid: uuid ?? null, text, number: text.replaceAll('-', ''), type, typed: rest.join(':') },
  };
}

function findForm(text: string, uuid: string | undefined): TextForm {
  if (uuid !== undefined) return 'uuid';
  if (text.includes('@')) return 'email';
  if (/^[2-9a-hj-np-z]{4}(-[2-9a-hj-np-z]{4}){2}$/i.test(text)) return 'ticket';
  if (/\s/.test(text)) return 'words';
  if (text.includes(':')) return 'typed';
  return /^[a-z]{2,8}_[a-z0-9]{12,}$/i.test(text) ? 'prefixed' : 'any';
}

/** Must match the expressions of the indexes in migration 0052. */
const plain = (column: string): string => `lower(replace(${column}, '-', ''))`;

/** In the order of the result. */
export const lookups: readonly Lookup[] = [
  {
    kind: 'Player',
    matchedBy: 'AccountId',
    forms: ['uuid'],
    found: { id: 'account_id::text', title: 'name', subtitle: 'email' },
    from: 'accounts',
    where: ({ uuid }) => `account_id = ${uuid}::uuid`,
    isUuid: true,
  },
  {
    kind: 'Order',
    matchedBy: 'OrderId',
    forms: ['uuid'],
    found: { id: 'order_id::text', title: 'sku', subtitle: 'status', game: 'game' },
    from: 'orders',
    where: ({ uuid }) => `order_id = ${uuid}::uuid`,
    isUuid: true,
  },
  {
    kind: 'Delivery',
    matchedBy: 'DeliveryId',
    forms: ['uuid'],
    found: { id: 'delivery_id::text', title: 'type', subtitle: 'state', game: 'game' },
    from: 'deliveries',
    where: ({ uuid }) => `delivery_id = ${uuid}::uuid`,
    isUuid: true,
  },
  {
    kind: 'Player',
    matchedBy: 'Email',
    forms: ['email'],
    found: { id: 'account_id::text', title: 'name', subtitle: 'email' },
    from: 'accounts',
    where: ({ text }) => `lower(email) = lower(${text})`,
    isUuid: false,
  },
  {
    kind: 'Player',
    matchedBy: 'Identity',
    forms: ['any'],
    found: { account: 'account_id', subtitle: `type || ':' || external_id`, game: 'game' },
    from: 'social_identities',
    where: ({ text }) => `lower(external_id) = lower(${text})`,
  },
  {
    kind: 'Player',
    matchedBy: 'Identity',
    forms: ['typed'],
    found: { account: 'account_id', subtitle: `type || ':' || external_id`, game: 'game' },
    from: 'social_identities',
    where: ({ type, typed }) =>
      `lower(external_id) = lower(${typed}) and lower(type) = lower(${type}) and ${typed} <> ''`,
    isUuid: false,
  },
  {
    kind: 'Player',
    matchedBy: 'GameUid',
    forms: ['any'],
    found: { account: 'account_id', subtitle: 'game_uid', game: 'game' },
    from: 'connected_games',
    where: ({ text }) => `lower(game_uid) = lower(${text})`,
  },
  {
    kind: 'Player',
    matchedBy: 'Name',
    forms: ['words', 'any'],
    found: { id: 'account_id::text', title: 'name', subtitle: 'email' },
    from: 'accounts',
    where: ({ text }) => `lower(name) = lower(${text})`,
    isUuid: false,
  },
  {
    kind: 'Order',
    matchedBy: 'ProviderPayment',
    forms: ['prefixed', 'any'],
    found: { order: 'order_id', subtitle: `provider || ' ' || provider_payment_id` },
    from: 'payment_attempts',
    where: ({ number }) => `${plain('provider_payment_id')} = lower(${number})`,
  },
  {
    kind: 'Order',
    matchedBy: 'Transaction',
    forms: ['prefixed', 'any'],
    found: { order: 'order_id', subtitle: `provider || ' ' || transaction_id` },
    from: 'ledger',
    where: ({ number }) => `${plain('transaction_id')} = lower(${number})`,
  },
  {
    kind: 'Order',
    matchedBy: 'Refund',
    forms: ['prefixed', 'any'],
    found: { order: 'order_id', subtitle: 'provider_refund_id' },
    from: 'refunds',
    where: ({ number }) => `${plain('provider_refund_id')} = lower(${number})`,
  },
  {
    kind: 'Ticket',
    matchedBy: 'TicketId',
    forms: ['ticket'],
    found: { id: 'ticket_id', title: 'left(message, 200)', subtitle: 'status', game: 'game' },
    from: 'support_messages',
    where: ({ text }) => `ticket_id in (${text}, upper(${text}))`,
    isUuid: false,
  },
  {
    kind: 'Ticket',
    matchedBy: 'Email',
    forms: [],
    found: { id: 'ticket_id', title: 'left(message, 200)', subtitle: 'status', game: 'game' },
    from: 'support_messages',
    where: ({ text }) => `email = lower(${text})`,
    isUuid: false,
  },
  {
    kind: 'Game',
    matchedBy: 'GameName',
    forms: ['any'],
    found: { id: 'game', title: `config #>> '{StorePage,Title,en}'`, subtitle: 'game', game: 'game' },
    from: 'games',
    where: ({ text }) => `game = lower(${text})`,
    isUuid: false,
  },
  {
    kind: 'Game',
    matchedBy: 'GameName',
    forms: ['words', 'any'],
    found: { id: 'game', title: 'name', subtitle: 'game', game: 'game' },
    from: 'game_names',
    // As a subquery the text doesn't change the estimate, so PostgreSQL keeps one plan instead of planning every search.
    where: ({ text }) => `name = (select lower(${text})) and game <> lower(${text})`,
    isUuid: false,
  },
  {
    kind: 'Request',
    matchedBy: 'RequestId',
    forms: [],
    found: { id: 'request_id', title: 'action', subtitle: 'actor_name', game: 'game' },
    from: 'audit_log',
    where: ({ uuid }) => `request_id = ${uuid}::uuid::text`,
    isUuid: true,
  },
];
