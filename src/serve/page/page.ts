import { createHash } from 'node:crypto';
import { PAGE_SCRIPT } from './script.ts';
import { PAGE_STYLE } from './style.ts';

/** The page at `/`: a shell without data, which its script fills from `/api/`, and a form of it without scripts. */
const page = (plain: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plainsight</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
<path d="M4 24c5-9 12-13.5 20-13.5S39 15 44 24c-5 9-12 13.5-20 13.5S9 33 4 24z"/><circle cx="24" cy="24" r="6.5" fill="currentColor" stroke="none"/>
</svg>
<div class="grow"><h1>Plainsight</h1><div class="soft">The web for AI agents: what a person could see is what the model reads.</div></div>
<span class="soft" id="version"></span><span class="pill" id="state">starting</span>
</header>
<section class="card" id="lost" role="status" hidden><b>The server does not answer.</b> <span class="soft">It may have been stopped; this page tries again by itself.</span></section>
<section class="card" id="signin" hidden>
<h2>This server needs its token</h2>
<p class="soft">It is the value of <code>PLAINSIGHT_AUTH_TOKEN</code> on the machine that serves. It stays in this tab.</p>
<p id="refused" hidden><span class="pill bad">That was not it</span></p>
<form id="signin-form"><input id="signin-token" type="password" autocomplete="off" required aria-label="Token"><button type="submit">Show</button></form>
</section>
<div id="content" hidden>
<section class="card">
<h2>Running</h2>
<dl class="numbers" id="numbers"></dl>
<ul class="parts" id="parts" hidden></ul>
</section>
<section class="card">
<h2>Connect a client</h2>
<p class="soft">MCP at <code id="url"></code>, with the tools <span id="tools"></span>. <span id="token" hidden>Put the value of <code>PLAINSIGHT_AUTH_TOKEN</code> where the settings say so.</span></p>
<div class="bar"><button type="button" id="by-http" aria-pressed="true">This server (HTTP)</button><button type="button" id="by-stdio" aria-pressed="false">Started by the client (stdio)</button></div>
<div class="bar" id="clients"></div>
<p class="soft">Paste into: <span id="where"></span></p>
<div class="paste"><pre id="paste"></pre><button type="button" id="copy">Copy</button></div>
</section>
<section class="card">
<h2>Reads of this session</h2>
<p class="empty" id="none">Nothing yet. Calls of your agents appear here as they happen.</p>
<div class="scroll" id="log" hidden><table><thead><tr><th>Time</th><th>Tool</th><th>What</th><th>Outcome</th><th>Took</th></tr></thead><tbody id="reads"></tbody></table></div>
</section>
</div>
<noscript>${plain}</noscript>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only this page's own script and style run, it talks to its own server only, and nobody can frame it. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hash(PAGE_SCRIPT)}`,
  `style-src ${hash(PAGE_STYLE)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `plain` is markup that was escaped already; nothing when the reader may not see data. */
export function pageResponse(plain = ''): Response {
  return new Response(page(plain), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}
