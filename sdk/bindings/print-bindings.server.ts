// `npm run bindings`: writes the parts of the Unity and Godot packages that are generated from the protocol.
import { writeFile } from 'node:fs/promises';
import { generateBindings } from './bindings.server.ts';

for (const [path, text] of await generateBindings()) await writeFile(new URL(`../${path}`, import.meta.url), text);
