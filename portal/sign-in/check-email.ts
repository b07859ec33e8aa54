/** Validates a typed email address, to save a request. The server validates it again. */
export function checkEmail(typed: string): 'required' | 'invalid' | undefined {
  const email = typed.trim();
  if (email === '') return 'required';
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const isWhole = at > 0 && at <= maxLocal && email.length <= maxEmail;
  const isPlain = !/[\s"(),:;<>[\\\]]|\p{Cc}|\p{Bidi_Control}/u.test(email) && !email.slice(0, at).includes('@');
  const labels = host.split('.');
  const isHost = labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}\p{M}-]{1,63}$/u.test(label));
  return isWhole && isPlain && isHost && !/(^|\.)-|-(\.|$)/.test(host) ? undefined : 'invalid';
}

const maxLocal = 64;
const maxEmail = 254;
