const timeoutMs = 30_000;
/** How long the object URL stays valid for the download to start. */
const keptMs = 60_000;

export async function downloadFile(url: string): Promise<void> {
  // oxlint-disable-next-line eslint/no-restricted-globals -- A file from anywhere, and no call to our server.
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(url);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

function fileName(url: string): string {
  const name = new URL(url, window.location.href).pathname.split('/').at(-1) ?? '';
  return name === '' ? 'document' : name;
}
