// How Node runs our servers: without `__proto__`, and with a linear-time fallback for regular expressions that backtrack too much.
export const nodeFlags = ['--disable-proto=delete', '--enable-experimental-regexp-engine-on-excessive-backtracks'];
