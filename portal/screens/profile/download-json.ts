export function downloadJson(content: unknown, fileName: string): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser needs time to start reading it.
  setTimeout(() => URL.revokeObjectURL(address), keepMs);
}

const keepMs = 60_000;
