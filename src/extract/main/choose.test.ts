import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { textContent } from '../../html/tree.ts';
import { chooseContent } from './choose.ts';

const sentence = (topic: string, n = 1) =>
  Array.from(
    { length: n },
    (_, i) =>
      `<p>The ${topic} number ${i} was seen on Monday, and people who live near it spoke about it for a long time.</p>`,
  ).join('');

const menu = `<header><nav><ul>${['Home', 'World', 'Sport', 'Contact']
  .map((name) => `<li><a href="/${name}">${name}</a></li>`)
  .join('')}</ul></nav></header>`;
const foot = '<footer><p>© 2026 Example Press. All rights reserved.</p><a href="/imprint">Imprint</a></footer>';

function choose(body: string, head = '') {
  const choice = chooseContent(parseDocument(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`));
  return { ...choice, text: choice.nodes.map(textContent).join(' ').replace(/\s+/gu, ' ').trim() };
}

const teasers = (n: number) =>
  `<div class="grid">${Array.from(
    { length: n },
    (_, i) =>
      `<div class="card"><a href="/story-${i}"><h3>Story number ${i} about the harbour</h3></a><p>A short summary of story ${i}.</p></div>`,
  ).join('')}</div>`;

describe('an article', () => {
  const page = `${menu}<main><article><h1>Bridge reopens</h1>${sentence('bridge', 8)}</article>
    <aside><h2>Most read</h2>${teasers(4)}</aside></main>
    <div id="comments">${sentence('opinion', 3)}</div>${foot}`;

  it('is kept with its title, without navigation, footer, comments and teasers', () => {
    const { text, mode } = choose(page, '<meta property="og:type" content="article">');
    expect(mode).toBe('article');
    expect(text).toContain('Bridge reopens');
    expect(text).toContain('bridge number 7');
    for (const gone of ['Sport', 'Imprint', 'opinion number', 'Story number']) expect(text).not.toContain(gone);
  });

  it('is found by its structure when the page says nothing about itself', () => {
    const { text, mode } = choose(
      `${menu}<div class="x1">${sentence('river', 20)}</div><div>${teasers(3)}</div>${foot}`,
    );
    expect(mode).toBe('article');
    expect(text).toContain('river number 19');
    expect(text).not.toContain('Story number');
  });

  it('keeps its sections when they stand in boxes of their own', () => {
    const boxes = ['one', 'two', 'three', 'four'].map(
      (n) => `<section class="s"><h2>Part ${n}</h2>${sentence(n, 4)}</section>`,
    );
    const { text } = choose(
      `${menu}<main>${boxes.join('')}</main>${foot}`,
      '<meta property="og:type" content="article">',
    );
    for (const n of ['one', 'two', 'three', 'four']) expect(text).toContain(`The ${n} number 3`);
  });

  it('does not lose its sections to a heading that comes back in each of them', () => {
    const items = ['A', 'B', 'C', 'D'].map(
      (n) => `<div><h2>Phone ${n}</h2><h3>Review</h3>${sentence(`phone ${n}`, 3)}</div>`,
    );
    const { text } = choose(`<main>${items.join('')}</main>`, '<meta property="og:type" content="article">');
    for (const n of ['A', 'B', 'C', 'D']) expect(text).toContain(`phone ${n} number 2`);
  });

  it('loses the section that a heading announces as beside the text', () => {
    const { text } = choose(
      `<main><h1>Title of it</h1>${sentence('dam', 12)}<div><h2>Share this article</h2><ul><li>By mail</li></ul></div></main>`,
      '<meta property="og:type" content="article">',
    );
    expect(text).toContain('dam number 11');
    expect(text).not.toContain('By mail');
  });
});

describe('names', () => {
  const story = `<article class="overlay-story"><h1>Bridge reopens</h1>${sentence('bridge', 6)}</article>`;
  const banner = `<div id="consent" class="overlay"><h2>We value your privacy</h2>
    <p>We and our 843 partners store and access information on a device, such as cookies, and process personal data.</p>
    ${sentence('partner', 3)}<button>Accept all</button></div>`;

  it('give a consent banner away, and do not cost an article that has them too', () => {
    const { text, removals } = choose(`${banner}<div class="top side-layout">${story}</div>`);
    expect(text.startsWith('Bridge reopens')).toBe(true);
    expect(text).toContain('bridge number 5');
    expect(text).not.toContain('We value your privacy');
    expect(removals).toContainEqual(expect.objectContaining({ what: 'overlay', reason: 'consent' }));
  });

  it('do not cost a page that is about cookies', () => {
    const { text } = choose(`${menu}<article class="cookie-policy"><h1>Cookies</h1>${sentence('cookie', 6)}</article>`);
    expect(text).toContain('cookie number 5');
  });

  it.each(['sidebar', 'widget', 'promo', 'popup', 'related', 'modal-content', 'newsletter', 'footer-top'])(
    'mean something else on a page where “%s” covers the text',
    (name) => {
      const { text } = choose(
        `${menu}<div class="a"><div class="${name}"><h1>Dykes</h1>${sentence('dyke', 9)}</div></div>${foot}`,
      );
      expect(text).toContain('dyke number 8');
    },
  );

  it('of a layout do not count as names of its parts', () => {
    const { text } = choose(
      `<div class="has-sidebar">${sentence('mill', 5)}<div class="sidebar">${teasers(3)}</div></div>`,
    );
    expect(text).toContain('mill number 4');
    expect(text).not.toContain('Story number');
  });
});

describe('a forum', () => {
  const post = (name: string, i: number) => `<article class="message"><div class="message-user" itemprop="author">
      <h4><a href="/u/${name}">${name}</a></h4><div>Senior member</div><div>Posts: 1,204</div><div>Joined May 2011</div></div>
    <time>March ${i}, 2026</time><div class="message-body">${sentence(`pump of ${name}`, 2)}</div>
    <div class="signature">Sent from my tractor</div></article>`;

  it('keeps every post in order with name and time, and loses ranks, counters and signatures', () => {
    const { text, mode } = choose(
      `${menu}<div class="posts">${['anna', 'bela', 'cora', 'dina'].map(post).join('')}</div>${foot}`,
    );
    expect(mode).toBe('forum');
    const places = ['anna', 'bela', 'cora', 'dina'].map((name) => text.indexOf(`pump of ${name} number 1`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(text).toContain('March 2, 2026');
    for (const gone of ['Senior member', '1,204', 'Joined', 'tractor']) expect(text).not.toContain(gone);
  });
});

describe('a listing', () => {
  it('keeps its cards', () => {
    const { text, mode } = choose(`${menu}<main><h1>Harbour news</h1>${teasers(12)}</main>${foot}`);
    expect(mode).toBe('listing');
    for (let i = 0; i < 12; i++) expect(text).toContain(`Story number ${i} about`);
    expect(text).toContain('Harbour news');
    expect(text).not.toContain('Imprint');
  });

  it('keeps a table of results', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `<tr><td>Team ${i}</td><td>${i} points</td></tr>`).join('');
    const { text } = choose(`${menu}<div id="c"><h1>Standings</h1><table>${rows}</table></div>${foot}`);
    expect(text).toContain('Team 29');
    expect(text).toContain('Standings');
  });
});

describe('a product page', () => {
  it('keeps title, price, description and specification, and loses reviews and related things', () => {
    const { text, mode } = choose(
      `${menu}<main><div class="product"><h1>Copper kettle</h1><p class="price">49,90 €</p>${sentence('kettle', 3)}
        <form><select><option>1</option></select><button>Add to cart</button></form>
        <table><tr><th>Weight</th><td>900 g</td></tr></table></div>
        <div class="reviews">${sentence('review', 6)}</div><div class="related-products">${teasers(4)}</div></main>${foot}`,
      '<meta property="og:type" content="product">',
    );
    expect(mode).toBe('product');
    for (const kept of ['Copper kettle', '49,90 €', 'kettle number 2', '900 g']) expect(text).toContain(kept);
    for (const gone of ['review number', 'Story number', 'Add to cart']) expect(text).not.toContain(gone);
  });
});

describe('documentation', () => {
  const code = (n: number) =>
    `<h2 id="s${n}"><a href="#s${n}">Step ${n}</a></h2><p>Then call it, as shown here.</p><pre>run(${n});</pre>`;
  const contents = `<nav><ul>${Array.from({ length: 30 }, (_, i) => `<li><a href="/guide/${i}">Topic ${i}</a></li>`).join('')}</ul></nav>`;

  it('keeps its steps with their code and loses the menu of the other pages', () => {
    const steps = Array.from({ length: 6 }, (_, n) => code(n)).join('');
    const { text, mode } = choose(`${contents}<main><h1>Guide</h1>${sentence('valve', 2)}${steps}</main>${foot}`);
    expect(mode).toBe('documentation');
    for (let n = 0; n < 6; n++) expect(text).toContain(`Step ${n}Then call it, as shown here.run(${n});`);
    expect(text).not.toContain('Topic 7');
  });

  it('keeps code whose class names speak of other things', () => {
    const { text } = choose(
      `<main><h1>Guide</h1>${sentence('valve', 4)}<pre class="sidebar lg:[&_nav]:p-0">nvm use 20</pre></main>`,
    );
    expect(text).toContain('nvm use 20');
  });
});

describe('small things', () => {
  const article = `<main><h1>Locks</h1>${sentence('lock', 10)}`;

  it('that only ask for a click are left out where they stand alone', () => {
    const { text } = choose(`${article}<p><a href="/more">Read more …</a></p><p>To read more, see the annex.</p>
      <table><tr><td>Share</td><td>12 %</td></tr></table></main>`);
    expect(text).not.toContain('Read more');
    expect(text).toContain('To read more, see the annex.');
    expect(text).toContain('Share12 %');
  });

  it('such as menus without a name are left out', () => {
    const links = Array.from({ length: 12 }, (_, i) => `<li><a href="/t/${i}">Theme ${i}</a></li>`).join('');
    expect(choose(`<ul class="q7">${links}</ul>${article}</main>`).text).not.toContain('Theme 3');
  });

  it('such as skip links and fields are left out', () => {
    const { text } = choose(
      `<a href="#main">Skip to main content</a><form><input type="search" placeholder="Find"><button>Go</button></form>${article}</main>`,
    );
    expect(text.startsWith('Locks')).toBe(true);
  });
});

describe('any page', () => {
  it('with sections of its own keeps them all', () => {
    const parts = ['plan', 'price', 'team', 'press'].map(
      (n) => `<section id="${n}"><h2>Our ${n}</h2>${sentence(n, 2)}</section>`,
    );
    const { text } = choose(`${menu}<div class="hero"><h1>Pumps as a service</h1></div>${parts.join('')}${foot}`);
    for (const n of ['plan', 'price', 'team', 'press']) expect(text).toContain(`The ${n} number 1`);
    expect(text).toContain('Pumps as a service');
  });

  it('that shows one text twice gives it once, and says so', () => {
    const text = sentence('lock', 3);
    const { removals, text: kept } = choose(
      `<main><div class="wide">${text}</div><h2>More</h2><section class="narrow">${text}</section></main>`,
    );
    expect(kept.match(/lock number 2/gu)).toHaveLength(1);
    expect(removals).toContainEqual(expect.objectContaining({ what: 'duplicate' }));
  });

  it('of a few words keeps them', () => {
    expect(choose('<p>Out of office.</p>').text).toBe('Out of office.');
    expect(choose('<div class="popup">Closed today</div>').text).toBe('Closed today');
    expect(choose('Plain words').text).toBe('Plain words');
  });

  it('may be empty', () => {
    expect(choose('').text).toBe('');
  });
});
