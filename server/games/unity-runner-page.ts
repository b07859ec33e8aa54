// The page for a Unity build without its own page: a canvas and the build's data. unity-runner.js does the rest.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#server/http/escape-html.ts';
import { escapeScript } from '#server/http/escape-script.ts';
import type { UnityBuild } from './find-unity-build.ts';

/** The script's path on every game's host. Game files never begin with a dot. */
export const runnerScriptPath = '.fxid/unity-runner.js';

export const readRunnerScript = (): Promise<string> => readFile(join(import.meta.dirname, 'unity-runner.js'), 'utf8');

/** @param folder where the build's files are; empty for those beside the page */
export function renderUnityRunnerPage(
  build: UnityBuild,
  { title, portalOrigin, folder = '' }: { title: string; portalOrigin: string; folder?: string },
) {
  const { loader, data, framework, code, symbols, memory } = build;
  const files = {
    loader: folder + loader,
    data: folder + data,
    framework: folder + framework,
    code: folder + code,
    ...(symbols !== undefined && { symbols: folder + symbols }),
    ...(memory !== undefined && { memory: folder + memory }),
  };
  const settings = escapeScript({ build: { productName: title, ...build, ...files }, portalOrigin });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
html, body { margin: 0; height: 100%; overflow: hidden; background: #000; color: #f2f4fa; font: 16px system-ui, sans-serif }
#unity-container { position: fixed; inset: 0 }
#unity-canvas { display: block; width: 100%; height: 100%; outline: none; touch-action: none }
#unity-message { position: absolute; inset: 0; margin: auto; width: 90%; height: fit-content; text-align: center }
</style>
</head>
<body>
<div id="unity-container">
<canvas id="unity-canvas" tabindex="0"></canvas>
<p id="unity-message" role="alert" hidden></p>
</div>
<script id="settings" type="application/json">${settings}</script>
<script src="/${runnerScriptPath}"></script>
</body>
</html>
`;
}
