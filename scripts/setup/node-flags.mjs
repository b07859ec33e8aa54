// Node flags of our servers: no `__proto__`, and a linear-time fallback for regular expressions that backtrack too
// much.
export const nodeFlags = ['--disable-proto=delete', '--enable-experimental-regexp-engine-on-excessive-backtracks'];
