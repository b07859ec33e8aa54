// Bundles the lab into one file in the given folder, for tests: they start it dozens of times, and loading fifteen
// hundred files takes half of a start. Modules still find the files next to their sources. Nothing is renamed or
// minified, and a comment names the source of each module, so that stack traces are readable.
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give a target folder: node scripts/build-lab.ts dist/lab');
const families = ['identities', 'payments', 'platforms'];

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  plugins: [keepPlaces()],
  // Adapters are imported by folder name, and the bundler resolves such imports only for paths.
  resolve: { alias: Object.fromEntries(families.map((name) => [`#${name}`, join(root, name)])) },
  ssr: { noExternal: true, external: ['sharp'] },
  build: {
    ssr: join(root, 'lab/main.ts'),
    outDir: resolve(folder),
    target: 'esnext',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'main.js', codeSplitting: false } },
  },
});

/** Makes `import.meta` point to a module's source; the bundle is two folders below the root. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: /import\.meta\./ },
      handler: (code, id) => {
        const place = `../../${relative(root, id).replaceAll('\\', '/')}`;
        return {
          code: code
            .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
            .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`),
          map: null,
        };
      },
    },
  };
}
