// Turns thrown errors into problem replies. Errors that aren't problems are logged with the request id and answered as
// Unexpected, without their text.
import type { FastifyError } from 'fastify';
import {
  Problem,
  problems,
  signInErrorParamTextKeys,
  signInErrorTextKeys,
  type ProblemCode,
  type ProblemReply,
} from '#model/problem.ts';
import { isLockContention, isDatabaseUnavailable } from '#server/db/is-database-unavailable.ts';
import { adaptCommandNames } from '#server/adapt-command-names.ts';
import { UnsealError } from '#server/secrets/sealer.ts';

export const problemContentType = 'application/problem+json; charset=utf-8';

export function describeProblem(
  problem: Problem,
  requestId: string,
  instance: string,
  sessionAccountId?: string,
): ProblemReply {
  const detail = adaptCommandNames(problem.message).slice(0, 500);
  return {
    type: `urn:fxid:problem:${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail,
    instance,
    Code: problem.code,
    Message: detail,
    RequestId: requestId,
    ...(Object.keys(problem.fields).length > 0 && { Fields: problem.fields }),
    ...describeSignIn(problem, detail, sessionAccountId),
  };
}

function describeSignIn(
  { code, param, accountId }: Problem,
  detail: string,
  sessionAccountId: string | undefined,
): Partial<Pick<ProblemReply, 'ErrorCode' | 'GenericMessage' | 'L10NKey' | 'L10NParam' | 'AccountId'>> {
  const textKey = (param === undefined ? undefined : signInErrorParamTextKeys[code]) ?? signInErrorTextKeys[code];
  const account = accountId ?? sessionAccountId;
  if (textKey === undefined) return {};
  return {
    ErrorCode: code,
    GenericMessage: detail,
    L10NKey: textKey,
    ...(param !== undefined && { L10NParam: param.slice(0, 200) }),
    ...(account !== undefined && { AccountId: account }),
  };
}

export function findRetryAfterSeconds(code: ProblemCode): number | undefined {
  return isOutageStatus(problems[code].status) ? 1 : undefined;
}

/** 502 and 503 mean that the request itself is fine. */
const isOutageStatus = (status: number): boolean => status === 502 || status === 503;

export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isDatabaseUnavailable(thrown)) return new Problem('DatabaseUnavailable', undefined, { cause: thrown });
  if (isLockContention(thrown)) return new Problem('Overloaded', undefined, { cause: thrown });
  if ((thrown as { code?: unknown } | null)?.code === blockedAccount) {
    const { detail: accountId, hint: until } = thrown as { readonly detail?: string; readonly hint?: string };
    // Old releases give no end.
    if (!until) return new Problem('AccountBlocked', undefined, { cause: thrown, accountId });
    const told = `This account is blocked until ${until}. If you think that's a mistake, contact support.`;
    return new Problem('AccountBlocked', told, { cause: thrown, accountId, param: until });
  }
  if (thrown instanceof UnsealError) return new Problem('SecretMissing', undefined, { cause: thrown });
  const { code, statusCode } = (thrown ?? {}) as Partial<FastifyError>;
  const known = code === undefined ? undefined : byFastifyCode[code];
  if (known) return new Problem(known, undefined, { cause: thrown });
  const byStatus = statusCode === undefined ? undefined : byStatusCode[statusCode];
  if (byStatus) return new Problem(byStatus, undefined, { cause: thrown });
  // Client errors of Fastify or a plugin stay client errors.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('MalformedRequest', undefined, { cause: thrown });
  return new Problem('Unexpected', undefined, { cause: thrown });
}

export function toParserProblem(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('HeadersTooLarge');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('RequestTimeout');
  return new Problem('MalformedRequest');
}

// The SQLSTATE that the triggers on sessions raise for a blocked account.
const blockedAccount = 'FX001';

const byFastifyCode: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MalformedBody',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MalformedBody',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MalformedBody',
  FST_ERR_BAD_URL: 'MalformedRequest',
  FST_ERR_NOT_FOUND: 'NotFound',
  FST_ERR_MAX_PARAM_LENGTH: 'AddressTooLong',
};

const byStatusCode: Readonly<Record<number, ProblemCode>> = {
  404: 'NotFound',
  408: 'RequestTimeout',
  413: 'BodyTooLarge',
  414: 'AddressTooLong',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
};
