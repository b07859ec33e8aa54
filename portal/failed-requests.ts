// Request ids of recent failed calls, by which support finds them in the log.
const most = 5;
const failed: string[] = [];

export function recordFailedRequest(requestId: string | null): void {
  if (requestId === null || requestId === '' || requestId.length > 64) return;
  failed.push(requestId);
  if (failed.length > most) failed.shift();
}

export const readFailedRequests = (): readonly string[] => [...failed];
