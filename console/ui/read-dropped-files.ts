export interface DroppedFile {
  /** With the folders above it, such as `game/assets/a.png`. */
  readonly path: string;
  readonly file: File;
}

/** All files of a drop, also those in dropped folders. */
export async function readDroppedFiles({ items, files }: DataTransfer): Promise<DroppedFile[]> {
  // Entries are readable only during the event, so they are collected before anything is awaited.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...files].map((file) => ({ path: file.name, file }));
  const found: DroppedFile[] = [];
  for (const entry of entries) await readEntry(entry, '', found);
  return found;
}

async function readEntry(entry: FileSystemEntry, above: string, found: DroppedFile[]): Promise<void> {
  const path = above + entry.name;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path, file });
  } else if (isFolder(entry)) for (const inner of await readFolder(entry)) await readEntry(inner, `${path}/`, found);
}

/** A reader gives at most a hundred entries at once. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
