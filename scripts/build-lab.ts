// Bundles the lab into one file in the folder that is given, for tests: they start it dozens of times, and to load fifteen hundred
// files takes half of a start. Its parts still look for what lies beside their sources where those are. Nothing is renamed or made
// smaller, and above each part is a comment that names its source, so that what is told of a failure can be read.
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
  // Adapters are loaded by the name of their folder, which the bundler follows in paths only.
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

/** Where a module is, as seen from the bundle, which is two folders below the root. */
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
          // Lines stay where they are.
          map: null,
        };
      },
    },
  };
}
