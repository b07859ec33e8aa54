// The ids of calls that failed lately, by which support finds them in the log. They say nothing about a person by themselves.
const most = 5;
const failed: string[] = [];

export function noteFailedRequest(requestId: string | null): void {
  if (requestId === null || requestId === '' || requestId.length > 64) return;
  failed.push(requestId);
  if (failed.length > most) failed.shift();
}

/** The newest last. */
export const readFailedRequests = (): readonly string[] => [...failed];
