/** Rejects if the script is blocked or takes longer than 20 s. */
export function loadScript(address: string, page: Document = document): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script');
    const end = (act: () => void): void => {
      clearTimeout(timer);
      script.onload = null;
      script.onerror = null;
      act();
    };
    const fail = (why: string): void =>
      end(() => {
        script.remove();
        reject(new Error(`${address} ${why}.`));
      });
    const timer = setTimeout(() => fail(`has not come within ${patienceMs} ms`), patienceMs);
    script.onload = () => end(resolve);
    script.onerror = () => fail('could not be loaded: it is blocked, or there is no way to it');
    script.src = address;
    page.head.append(script);
  });
}

const patienceMs = 20_000;
