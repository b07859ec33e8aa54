import { ApiError } from '#contract/api-error.ts';

/** What a refused call says about single fields, by the path that forms use: `Xsolla.ApiKey`. */
export function readFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, text]) => [path.replace(/^\//, '').replaceAll('/', '.'), text]),
  );
}
