/** The base path of the HTTP API. */
export const apiBase = '/api/v1';
