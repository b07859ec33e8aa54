// All errors that the API reports to clients. A published code is never renamed and its status never changes. `detail`
// is the default text.
import { Type, type Static } from 'typebox';
import { object, oneOf, text } from './schema.ts';

export const problems = {
  InvalidRequest: {
    status: 400,
    title: 'Invalid request',
    detail: "The request doesn't match this call's schema.",
  },
  MalformedBody: {
    status: 400,
    title: 'Malformed body',
    detail: "The body couldn't be parsed as its content type.",
  },
  MalformedRequest: { status: 400, title: 'Malformed request', detail: "The request isn't valid HTTP." },
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
    detail: 'This token has expired or was already used. Request a new one.',
  },
  SignInAgain: {
    status: 403,
    title: 'Sign in again',
    detail: 'Sign in again to change the account.',
  },
  StepUpRequired: {
    status: 403,
    title: 'Second factor required',
    detail: 'Confirm with your passkey or code first: this call needs a second factor from the last ten minutes.',
  },
  ApprovalRequired: {
    status: 403,
    title: 'Approval required',
    detail: 'The request is stored. It is carried out once another operator has approved it.',
  },
  AccountBlocked: {
    status: 403,
    title: 'Account blocked',
    detail: "This account is blocked. If you think that's a mistake, contact support.",
  },
  CaptchaFailed: { status: 403, title: 'Robot check failed', detail: 'Robot check error. Try again.' },
  ImportNotAllowed: {
    status: 403,
    title: 'Import not allowed',
    detail: "This game isn't allowed to import players, or not with this identity type.",
  },
  Forbidden: { status: 403, title: 'Forbidden', detail: "This token isn't allowed to make this call." },
  NotFound: { status: 404, title: 'Not found', detail: 'Nothing was found at this address.' },
  UnknownGame: { status: 404, title: 'Unknown game', detail: 'No game has this name.' },
  UnknownLeaderboard: {
    status: 404,
    title: 'Unknown leaderboard',
    detail: "The game has no leaderboard with this id, or the leaderboard hasn't this period.",
  },
  UnknownAchievement: {
    status: 404,
    title: 'Unknown achievement',
    detail: 'The game has no achievement with this code.',
  },
  UnknownPreview: {
    status: 404,
    title: 'Unknown preview',
    detail: 'This preview link has expired, was revoked, or its build is live. Ask for a new link.',
  },
  CallNotAvailable: {
    status: 404,
    title: 'Call not available',
    detail: "This version of the server doesn't support this call.",
  },
  NotConfigured: {
    status: 404,
    title: 'Not configured',
    detail: "This sign-in method isn't set up here. An operator can set it up with `npm run settings`.",
  },
  UnknownIdentity: { status: 404, title: 'Unknown identity', detail: 'This account has no such identity.' },
  UnknownMerge: {
    status: 404,
    title: 'Unknown merge',
    detail: "This account has no such merge, or it's too late to undo it.",
  },
  MethodNotAllowed: { status: 405, title: 'Method not allowed', detail: "This address doesn't support this method." },
  RequestTimeout: { status: 408, title: 'Request timeout', detail: 'The request took too long to arrive.' },
  Conflict: { status: 409, title: 'Conflict', detail: 'This was changed at the same time. Try again.' },
  LastIdentity: {
    status: 409,
    title: 'Last identity',
    detail: 'This is the only sign-in method. Add another one before you remove it.',
  },
  IdentityTaken: { status: 409, title: 'Identity taken', detail: 'This identity belongs to another account.' },
  GameNotConnected: { status: 409, title: 'Game not connected', detail: "This game isn't connected to the account." },
  DocumentsNotAccepted: {
    status: 409,
    title: 'Documents not accepted',
    detail: 'Read and accept the documents first.',
  },
  PaymentRefused: {
    status: 409,
    title: 'Payment refused',
    detail: 'No payment provider accepts this payment. Choose another payment method or product.',
  },
  RefundNotOffered: {
    status: 409,
    title: 'Refund not offered',
    detail: "This purchase can't be refunded here. Contact support.",
  },
  RefundTooLate: {
    status: 409,
    title: 'Too late for a refund',
    detail: 'The refund period has ended.',
  },
  RefundAfterDelivery: {
    status: 409,
    title: 'Already delivered',
    detail: "The game has already given you this purchase, so it can't be refunded here.",
  },
  TooManyRefunds: {
    status: 409,
    title: 'Too many refunds',
    detail: "You've reached this game's refund limit for 30 days.",
  },
  TooManyFriends: {
    status: 409,
    title: 'Too many friends',
    detail: 'One of you has reached the friend limit. Remove a friend first.',
  },
  LeaderboardClosed: {
    status: 409,
    title: 'Leaderboard closed',
    detail: "This leaderboard takes scores only from the game's server, or takes none at this time.",
  },
  SaveConflict: {
    status: 409,
    title: 'Save conflict',
    detail: 'Another device has changed this save. Read it, resolve the conflict and write again.',
  },
  AchievementLimit: {
    status: 409,
    title: 'Achievement limit',
    detail: 'This is more progress at once, or sooner, than the game has declared for its page.',
  },
  BodyTooLarge: { status: 413, title: 'Body too large', detail: 'The body is larger than this call allows.' },
  SaveTooLarge: { status: 413, title: 'Save too large', detail: 'The save would be larger than this game allows.' },
  AddressTooLong: { status: 414, title: 'Address too long', detail: 'The address is longer than the server allows.' },
  UnsupportedMediaType: {
    status: 415,
    title: 'Unsupported media type',
    detail: "This call doesn't accept this content type.",
  },
  ExpectationFailed: {
    status: 417,
    title: 'Expectation failed',
    detail: 'The server supports only 100-continue.',
  },
  TooManyRequests: { status: 429, title: 'Too many requests', detail: 'Slow down and try again later.' },
  HeadersTooLarge: {
    status: 431,
    title: 'Headers too large',
    detail: 'The headers are larger than the server allows.',
  },
  Unexpected: {
    status: 500,
    title: 'Unexpected error',
    detail: 'Something went wrong on our side. If you contact support, include the RequestId.',
  },
  DatabaseUnavailable: {
    status: 503,
    title: 'Database unavailable',
    detail: "The database can't be reached. Try again in a moment.",
  },
  GameFilesUnavailable: {
    status: 503,
    title: 'Game files unavailable',
    detail: "The game's files can't be loaded right now. Try again in a moment.",
  },
  SecretMissing: {
    status: 503,
    title: 'Secret missing',
    detail: "The server can't decrypt stored data. Operators: see the server log.",
  },
  ProviderUnavailable: {
    status: 503,
    title: 'Payment provider unavailable',
    detail: "The payment provider isn't responding. Nothing was charged. Try again in a moment.",
  },
  Overloaded: { status: 503, title: 'Overloaded', detail: 'The server is too busy. Try again in a moment.' },
  Stopping: { status: 503, title: 'Stopping', detail: 'This server is stopping. Try again.' },
  // The only 502: proxies use it to detect a node that is shutting down, so no other error may have this status.
  NodeLeaving: { status: 502, title: 'Node leaving', detail: 'This server is shutting down. Try again.' },
} as const satisfies Record<string, { status: number; title: string; detail: string }>;

export type ProblemCode = keyof typeof problems;

interface ProblemOptions {
  readonly cause?: unknown;
  readonly fields?: Record<string, string>;
  readonly param?: string | undefined;
  readonly accountId?: string | undefined;
}

/** An error that is reported to the client. Any other error is logged and reported as `Unexpected`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: Readonly<Record<string, string>>;
  readonly param: string | undefined;
  /** The account that the error is about. Default: the account of the session, if there is one. */
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

const authErrorFields = {
  ErrorCode: Type.Optional(text(100)),
  GenericMessage: Type.Optional(text(500)),
  L10NKey: Type.Optional(text(100)),
  L10NParam: Type.Optional(text(200)),
  AccountId: Type.Optional(text(36)),
};

/**
 * The reply to a failed call: RFC 9457 problem details plus the fields Code, Message and RequestId of the
 * specification.
 */
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
 * Sign-in errors, with the portal's key of the text to display. Their replies also contain the sign-in error fields.
 */
export const signInErrorTextKeys: Partial<Record<ProblemCode, string>> = {
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

/** More precise texts for sign-in errors that come with an `L10NParam`. */
export const signInErrorParamTextKeys: Partial<Record<ProblemCode, string>> = {
  AccountBlocked: 'signInModal.errors.blockedUntil',
  NotConfigured: 'signInModal.errors.unsupported',
};
