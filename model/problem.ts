// The one table of everything that can go wrong in a way a client is told about. A code is part of the interface:
// it is never renamed, and its status never changes. `detail` is the text used when the place that throws has no better one.
import { Type, type Static } from 'typebox';
import { object, oneOf, text } from './schema.ts';

export const problems = {
  InvalidRequest: {
    status: 400,
    title: 'Invalid request',
    detail: 'The request does not match the contract of this call.',
  },
  MalformedBody: {
    status: 400,
    title: 'Malformed body',
    detail: 'The body could not be read as the declared content type.',
  },
  MalformedRequest: { status: 400, title: 'Malformed request', detail: 'The request is not valid HTTP.' },
  InvalidText: {
    status: 400,
    title: 'Invalid text',
    detail: 'Text must be well-formed Unicode without null characters.',
  },
  TooDeep: { status: 400, title: 'Body too deep', detail: 'The body is nested too deeply or has too many keys.' },
  Unauthenticated: {
    status: 401,
    title: 'Sign-in required',
    detail: 'Send a valid token in the Authorization header.',
  },
  ProofRefused: { status: 401, title: 'Sign-in refused', detail: 'Failed to login. Try again' },
  TokenExpiredOrUsed: {
    status: 401,
    title: 'Expired or used',
    detail: 'This token has expired or was used before. Ask for a new one.',
  },
  SignInAgain: {
    status: 403,
    title: 'Sign in again',
    detail: 'This session began in a game. Sign in with one of your identities to change the account itself.',
  },
  AccountBlocked: {
    status: 403,
    title: 'Account blocked',
    detail: 'This account is blocked. Write to support if you think that this is a mistake.',
  },
  CaptchaFailed: { status: 403, title: 'Robot check failed', detail: 'Robot check error. Try again.' },
  ImportNotAllowed: {
    status: 403,
    title: 'Import not allowed',
    detail: 'This game may not bring players from elsewhere, or not with this type of identity.',
  },
  Forbidden: { status: 403, title: 'Forbidden', detail: 'This token may not make this call.' },
  NotFound: { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  UnknownGame: { status: 404, title: 'Unknown game', detail: 'No game has this name.' },
  UnknownPreview: {
    status: 404,
    title: 'Unknown preview',
    detail: 'This preview link has expired, was revoked, or its build was published. Ask for a new link.',
  },
  CallNotAvailable: {
    status: 404,
    title: 'Call not available',
    detail: 'This call is declared, but this version of the server does not answer it.',
  },
  NotConfigured: {
    status: 404,
    title: 'Not configured',
    detail: 'This way to sign in is not set up here. An operator sets it up with `npm run settings`.',
  },
  UnknownIdentity: { status: 404, title: 'Unknown identity', detail: 'This account has no such identity.' },
  UnknownMerge: {
    status: 404,
    title: 'Unknown merge',
    detail: 'There is no such merge of this account, or its time to be undone is over.',
  },
  MethodNotAllowed: { status: 405, title: 'Method not allowed', detail: 'This address does not take this method.' },
  RequestTimeout: { status: 408, title: 'Request timeout', detail: 'The request did not arrive in time.' },
  Conflict: { status: 409, title: 'Conflict', detail: 'Somebody else changed this at the same moment. Try again.' },
  LastIdentity: {
    status: 409,
    title: 'Last identity',
    detail: 'The last way to sign in cannot be removed. Add another one first.',
  },
  IdentityTaken: { status: 409, title: 'Identity taken', detail: 'This identity belongs to another account.' },
  GameNotConnected: { status: 409, title: 'Game not connected', detail: 'This game is not connected to the account.' },
  DocumentsNotAccepted: {
    status: 409,
    title: 'Documents not accepted',
    detail: 'There are documents to read and accept first.',
  },
  PaymentRefused: {
    status: 409,
    title: 'Payment refused',
    detail: 'No payment provider takes this payment. Choose another way to pay, or another product.',
  },
  RefundNotOffered: {
    status: 409,
    title: 'Refund not offered',
    detail: 'This purchase cannot be sent back here. Write to support.',
  },
  RefundTooLate: {
    status: 409,
    title: 'Too late for a refund',
    detail: 'The time in which this purchase could be sent back is over.',
  },
  RefundAfterDelivery: {
    status: 409,
    title: 'Delivered already',
    detail: 'The game has given you this purchase already, and what was given cannot be sent back here.',
  },
  TooManyRefunds: {
    status: 409,
    title: 'Too many refunds',
    detail: 'You have sent as many purchases of this game back as one may in thirty days.',
  },
  TooManyFriends: {
    status: 409,
    title: 'Too many friends',
    detail: 'One of you has as many friends as one can have here. Remove one first.',
  },
  BodyTooLarge: { status: 413, title: 'Body too large', detail: 'The body is larger than this call takes.' },
  AddressTooLong: { status: 414, title: 'Address too long', detail: 'The address is longer than the server takes.' },
  UnsupportedMediaType: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'This call does not take this content type.',
  },
  ExpectationFailed: {
    status: 417,
    title: 'Expectation failed',
    detail: 'The server takes no expectations but 100-continue.',
  },
  TooManyRequests: { status: 429, title: 'Too many requests', detail: 'Slow down and try again later.' },
  HeadersTooLarge: { status: 431, title: 'Headers too large', detail: 'The headers are larger than the server takes.' },
  Unexpected: {
    status: 500,
    title: 'Unexpected error',
    detail: 'Something went wrong on our side. Quote the RequestId to support.',
  },
  DatabaseUnavailable: {
    status: 503,
    title: 'Database unavailable',
    detail: 'The database cannot be reached. Try again in a moment.',
  },
  SecretMissing: {
    status: 503,
    title: 'Secret missing',
    detail: 'The server cannot open what was sealed before. An operator finds the remedy in its log.',
  },
  ProviderUnavailable: {
    status: 503,
    title: 'Payment provider unavailable',
    detail: 'The payment provider does not answer. Nothing was charged. Try again in a moment.',
  },
  Overloaded: { status: 503, title: 'Overloaded', detail: 'The server has too much to do. Try again in a moment.' },
  Stopping: { status: 503, title: 'Stopping', detail: 'This server is stopping. Try again.' },
  // The only 502: by it a proxy without health checks knows a node that is about to end. Nothing else may look like that.
  NodeLeaving: { status: 502, title: 'Node leaving', detail: 'This server is about to end. Another one will answer.' },
} as const satisfies Record<string, { status: number; title: string; detail: string }>;

export type ProblemCode = keyof typeof problems;

interface ProblemOptions {
  readonly cause?: unknown;
  readonly fields?: Record<string, string>;
  readonly param?: string | undefined;
  readonly accountId?: string | undefined;
}

/** A fault that the client is told about. Anything else that is thrown is answered as `Unexpected` and only logged. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: Readonly<Record<string, string>>;
  /** What the text to show names: a way to sign in, or a game. */
  readonly param: string | undefined;
  /** Whose account it is about; absent: that of the session, if there is one. */
  readonly accountId: string | undefined;

  constructor(code: ProblemCode, detail?: string, options: ProblemOptions = {}) {
    super(detail ?? problems[code].detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'Problem';
    this.code = code;
    this.fields = options.fields ?? {};
    this.param = options.param;
    this.accountId = options.accountId;
  }

  get status(): number {
    return problems[this.code].status;
  }

  get title(): string {
    return problems[this.code].title;
  }
}

// What a failed sign-in answers besides: the text to show, by key, and the account concerned.
const authErrorFields = {
  ErrorCode: Type.Optional(text(100)),
  GenericMessage: Type.Optional(text(500)),
  L10NKey: Type.Optional(text(100)),
  L10NParam: Type.Optional(text(200)),
  AccountId: Type.Optional(text(36)),
};

/** What a failed call answers: RFC 9457 problem details, and the product's envelope of Code, Message and RequestId. */
export const ProblemReply = object({
  type: text(200),
  title: text(200),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  detail: text(500),
  instance: text(2048),
  Code: oneOf(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  Message: text(500),
  RequestId: text(64),
  Fields: Type.Optional(Type.Record(Type.String(), text(500))),
  ...authErrorFields,
});

export type ProblemReply = Static<typeof ProblemReply>;

/**
 * The problems of signing in, and the portal's key for the text to show. Their replies hold the envelope of sign-in errors
 * besides.
 */
export const signInTexts: Partial<Record<ProblemCode, string>> = {
  Unauthenticated: 'flash.logInFirst',
  ProofRefused: 'signInModal.errors.failed',
  TokenExpiredOrUsed: 'errors.generic',
  SignInAgain: 'signInModal.errors.signInAgain',
  AccountBlocked: 'signInModal.errors.blocked',
  CaptchaFailed: 'signInModal.errors.captcha',
  ImportNotAllowed: 'errors.generic',
  NotConfigured: 'errors.generic',
  LastIdentity: 'profile.lastIdentity',
  IdentityTaken: 'errors.connected_to_another_account',
  GameNotConnected: 'errors.game_not_connected',
};

/** Texts for those of them that name something (`L10NParam`): what they say without it says less. */
export const signInParamTexts: Partial<Record<ProblemCode, string>> = {
  NotConfigured: 'signInModal.errors.unsupported',
};
