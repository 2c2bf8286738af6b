import { expect, it } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { textContent } from '../../html/tree.ts';
import { placeStreamed } from './streamed.ts';

const place = (body: string) => {
  const document = parseDocument(`<body>${body}</body>`, { scripting: true });
  const placed = placeStreamed(document);
  return { placed, text: textContent(document).replace(/\s+/gu, ' ').trim() };
};

it('puts a streamed segment in the place of its stand-in', () => {
  const { placed, text } = place(
    '<main>a <!--$?--><template id="B:0"></template><p>Loading…</p><!--/$--> c</main><div hidden id="S:0"><p>b</p></div>',
  );
  expect(placed).toBe(1);
  expect(text).toBe('a b c');
});

it('follows boundaries that stand in streamed segments and in each other', () => {
  const { text } = place(
    '<!--$?--><template id="B:0"></template><!--$-->x<!--/$-->Loading<!--/$--><div hidden id="S:0">one <!--$?--><template id="B:1"></template>wait<!--/$--></div><div hidden id="S:1">two</div>',
  );
  expect(text).toBe('one two');
});

it('leaves hidden elements alone that are no segments', () => {
  const { placed, text } = place('<template id="B:0"></template>shown<div hidden id="S:1">secret</div>');
  expect(placed).toBe(0);
  expect(text).toBe('shownsecret');
});

it('does not put a segment into itself', () => {
  expect(place('<div hidden id="S:0"><template id="B:0"></template>x</div>').placed).toBe(0);
});

it('follows a script of the page, and leaves hidden what no script speaks of', () => {
  const page = (script: string) =>
    place(
      `<!--$?--><template id="B:0"></template>wait<!--/$--><div hidden id="S:0">text</div><script>${script}</script>`,
    );
  expect(page('$RC("B:0","S:0")').placed).toBe(1);
  expect(page('start()').placed).toBe(0);
});
