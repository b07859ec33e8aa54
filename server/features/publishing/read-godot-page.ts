// Reads the configuration that Godot writes as JSON into the page of an export.
export interface GodotPage {
  readonly executable: string;
  readonly files: readonly string[];
  /** Exported with thread support. Pages before Godot 4.3 don't state it. */
  readonly hasThreads: boolean;
}

/** Undefined: not a Godot page, or its configuration can't be read statically. */
export function readGodotPage(html: string): GodotPage | undefined {
  const [, text] = /\bGODOT_CONFIG\s*=\s*(\{[^;]*\})\s*;/.exec(html) ?? [];
  const config = text === undefined ? undefined : parse(text);
  if (!config) return undefined;
  const { executable, mainPack, fileSizes, gdextensionLibs } = config;
  if (typeof executable !== 'string' || !isRelative(executable)) return undefined;
  const files = [
    `${executable}.wasm`,
    typeof mainPack === 'string' && mainPack !== '' ? mainPack : `${executable}.pck`,
    ...(isObject(fileSizes) ? Object.keys(fileSizes) : []),
    ...(Array.isArray(gdextensionLibs) ? gdextensionLibs.filter((each) => typeof each === 'string') : []),
  ];
  return {
    executable,
    files: [...new Set(files)].filter(isRelative),
    hasThreads: /\bGODOT_THREADS_ENABLED\s*=\s*true\b/.test(html),
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    // A page that builds its configuration in JavaScript.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRelative = (address: string): boolean => address !== '' && !/^([a-z][a-z0-9+.-]*:|\/)|\.\./i.test(address);
