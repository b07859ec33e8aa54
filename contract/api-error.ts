// Converts every failure of an API call into one error class. Games and clients compare the titles and texts, so they
// must not change.
import type { ProblemCode } from '#model/problem.ts';

export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
}

export class ApiError extends Error implements ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ProblemCode | undefined;
  readonly requestId: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** For a failed sign-in: the key of the text to display, the value to insert into it, and the account concerned. */
  readonly l10nKey: string | undefined;
  readonly l10nParam: string | undefined;
  readonly accountId: string | undefined;
  /** The response's text, if it wasn't the expected JSON. */
  readonly body: string | undefined;

  constructor(
    details: Partial<ProblemDetails> & { title: string; status: number },
    answer: Answer = {},
    cause?: unknown,
    body?: string,
  ) {
    super(details.detail ?? details.title, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.type = details.type ?? 'about:blank';
    this.title = details.title;
    this.status = details.status;
    this.detail = details.detail ?? '';
    this.instance = details.instance ?? '';
    this.code = typeof answer.Code === 'string' ? (answer.Code as ProblemCode) : undefined;
    this.requestId = typeof answer.RequestId === 'string' ? answer.RequestId : undefined;
    this.fields = isRecord(answer.Fields) ? (answer.Fields as Record<string, string>) : {};
    this.l10nKey = textOf(answer['L10NKey']);
    this.l10nParam = textOf(answer['L10NParam']);
    this.accountId = textOf(answer['AccountId']);
    this.body = body;
  }
}

export class RequiredParameterError extends Error {
  readonly parameter: string;

  constructor(parameter: string, call: string) {
    super(`Required parameter "${parameter}" was null or undefined when calling ${call}.`);
    this.name = 'RequiredParameterError';
    this.parameter = parameter;
  }
}

export function errorFromResponse(
  status: number,
  contentType: string | null,
  body: string,
  instance: string,
): ApiError {
  const title = `HTTP Error ${status}`;
  const answer = isJson(contentType) ? parse(body) : undefined;
  if (!answer) {
    const start = body ? `: ${body.slice(0, maxDetail)}` : '';
    const detail = isJson(contentType)
      ? `Response body could not be parsed as JSON or was empty${start}`
      : 'Request failed';
    return new ApiError({ title, status, detail, instance }, {}, undefined, body.slice(0, maxBody));
  }
  return new ApiError(
    {
      type: textOf(answer['type']) ?? 'about:blank',
      title: textOf(answer['title']) ?? title,
      status,
      detail: cut(textOf(answer['detail']) ?? ''),
      instance: textOf(answer['instance']) ?? instance,
    },
    answer,
  );
}

export function errorFromThrown(thrown: unknown, instance: string): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (!(thrown instanceof Error)) {
    const detail = cut(String(thrown));
    return new ApiError({ title: 'An Unexpected Non-Error Was Thrown', status: 500, detail, instance }, {}, thrown);
  }
  const isNetwork = thrown instanceof TypeError || thrown.name === 'TimeoutError' || thrown.name === 'AbortError';
  return new ApiError(
    isNetwork
      ? { title: 'Network Error', status: 0, detail: cut(thrown.message), instance }
      : { title: 'An Unexpected Error Occurred', status: 500, detail: cut(thrown.message), instance },
    {},
    thrown,
  );
}

type Answer = Record<string, unknown> & { Code?: unknown; RequestId?: unknown; Fields?: unknown };

const maxDetail = 500;
// Enough for a proxy's error page.
const maxBody = 20_000;

const cut = (text: string): string => text.slice(0, maxDetail);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isJson = (contentType: string | null): boolean => /^application\/([a-z.]+\+)?json\b/i.test(contentType ?? '');

function parse(body: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
