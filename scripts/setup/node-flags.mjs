// How Node runs our programs: without `__proto__`, and with an end to regular expressions that backtrack for ever.
export const nodeFlags = ['--disable-proto=delete', '--enable-experimental-regexp-engine-on-excessive-backtracks'];
