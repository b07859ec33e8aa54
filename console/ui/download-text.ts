/** Saves a text as a file on the operator's device. */
export function downloadText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
