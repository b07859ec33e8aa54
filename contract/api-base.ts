/** The path under which all calls are. */
export const apiBase = '/api/v1';
