import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages of a stated size in the shape of a long article: headings, prose with links, lists, code, tables, a menu. */
export function articlePage(bytes: number): string {
  const head = `<!doctype html><html lang="en"><head><title>A long article</title><link rel="stylesheet" href="/style.css"></head><body>
<header><nav>${menu(40)}</nav></header><main><article><h1>A long article</h1>`;
  const foot = `</article></main><aside>${menu(30)}</aside><footer><p>About this site and its makers.</p></footer></body></html>`;
  const parts: string[] = [];
  let size = head.length + foot.length;
  for (let i = 0; size < bytes; i++) {
    const part = section(i);
    parts.push(part);
    size += part.length;
  }
  return head + parts.join('\n') + foot;
}

export const STYLE = `body{font:16px/1.5 sans-serif;color:#222;background:#fff;margin:0}nav a{color:#036;padding:4px}
.note{background:#f4f4f4;padding:1em}.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}
@media (max-width:600px){nav{display:none}}@media print{aside{display:none}}
${Array.from({ length: 400 }, (_, i) => `.c${i} > .d${i % 7}, #x${i} a:hover { margin: ${i}px; color: #${(100 + i).toString(16)}; }`).join('\n')}`;

const WORDS =
  'river bridge morning repair engineer traffic council report number water stone weather season market window letter paper history answer question'.split(
    ' ',
  );

function words(count: number, seed: number): string {
  const picked: string[] = [];
  for (let i = 0; i < count; i++) picked.push(WORDS[(seed * 31 + i * 17 + ((i * i) % 13)) % WORDS.length] ?? 'word');
  return picked.join(' ');
}

function menu(count: number): string {
  return `<ul>${Array.from({ length: count }, (_, i) => `<li class="c${i}"><a class="d${i % 7}" href="/topic/${i}">${words(2, i)}</a></li>`).join('')}</ul>`;
}

function section(i: number): string {
  const prose = (seed: number) =>
    `<p class="c${seed % 400}">The ${words(22, seed)}, <a href="/ref/${seed}">${words(3, seed + 1)}</a> and the <em>${words(2, seed)}</em> ${words(18, seed + 2)}.</p>`;
  const extra =
    i % 4 === 0
      ? `<pre><code class="language-js">const value${i} = ${i};\nfunction f${i}(x) {\n  return x * value${i};\n}</code></pre>`
      : i % 4 === 1
        ? `<ul>${[1, 2, 3].map((n) => `<li>${words(9, i + n)}</li>`).join('')}</ul>`
        : i % 4 === 2
          ? `<table><tr><th>Year</th><th>Count</th></tr>${[1, 2, 3].map((n) => `<tr><td>${2000 + n}</td><td>${i * n}</td></tr>`).join('')}</table>`
          : `<div class="note"><p>${words(16, i)}</p></div>`;
  return `<section><h2>Part ${i}: ${words(4, i)}</h2>${prose(i)}${prose(i + 7)}${extra}</section>`;
}

export interface PageServer extends AsyncDisposable {
  readonly host: string;
  readonly origin: string;
}

/**
 * Serves the pages by path on loopback, with one style sheet beside them. Every answer differs from the one before by a
 * number, since a page that has not changed is not understood again.
 */
export async function servePages(pages: Readonly<Record<string, string>>): Promise<PageServer> {
  let edition = 0;
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const css = path === '/style.css';
    const page = pages[path]?.replace('<h1>', `<h1>Edition ${++edition}: `);
    const body = css ? STYLE : page;
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': css ? 'text/css' : 'text/html; charset=utf-8',
    });
    response.end(body ?? 'no such page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // seam: a TCP server has a port
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
