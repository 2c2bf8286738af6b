// The conformance suite imports `globSync` from node:fs, which Node 20 does not have, for a command that is not used
// here. Preloaded with --import, this gives the suite a stand-in, so that it loads.
import * as fs from 'node:fs';
import { register } from 'node:module';

/** Runs in the loader thread; as text, since it is registered from a data: URL. */
async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.includes('/@modelcontextprotocol/conformance/') || !loaded.source) return loaded;
  const stand = [];
  const source = String(loaded.source).replace(
    /import\s*\{([^}]*)\}\s*from\s*["'](?:node:)?fs["']/gu,
    (whole, names) => {
      const kept = names.split(',').filter((name) => {
        const local = /^\s*globSync(?:\s+as\s+(\S+))?\s*$/u.exec(name);
        if (local) stand.push(`const ${local[1] ?? 'globSync'} = () => [];`);
        return !local;
      });
      return kept.length === names.split(',').length ? whole : `import {${kept.join(',')}} from 'node:fs'`;
    },
  );
  return { ...loaded, source: `${source}\n${stand.join('\n')}` };
}

if (!('globSync' in fs)) register(`data:text/javascript,${encodeURIComponent(`export ${load}`)}`);
