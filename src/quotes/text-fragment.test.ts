import { expect, test } from 'vitest';
import { lookUp } from './look-up.ts';
import { withTextFragment } from './text-fragment.ts';

const fragmentOf = (page: string, quote: string) => lookUp(page, [quote])[0]?.fragment.replaceAll('%20', ' ');

test('a short passage is named whole, with the signs of the syntax encoded', () => {
  expect(fragmentOf('A well-known, odd & true case.', 'well-known, odd & true')).toBe(
    ':~:text=well%2Dknown%2C odd %26 true',
  );
});

test('a passage over several blocks is named by its beginning and its end, each within one block', () => {
  expect(fragmentOf('One two three.\n\nFour five six.', 'two three. Four five')).toBe(':~:text=two three.,Four five');
});

test('a long passage is named by its beginning and its end', () => {
  const words = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ');
  expect(fragmentOf(`Start ${words} end.`, words)).toMatch(/^:~:text=word0 .*word5,word74 .*word79$/u);
});

test('a passage that stands twice is told apart by the words around it', () => {
  const page = 'The red pump failed today. The blue pump failed again.';
  expect(fragmentOf(page, 'pump failed again')).toBe(':~:text=pump failed again');
  expect(lookUp(page, ['pump failed'])[0]?.fragment).toBe(':~:text=red-,pump%20failed,-today.%20The%20blue%20pump');
});

test('a mark of a note, which looks different on the page, is in no piece', () => {
  expect(fragmentOf('Prices fell[^1] in May.', 'Prices fell in May')).toBe(':~:text=Prices fell,in May');
});

test('an address keeps its own fragment', () => {
  expect(withTextFragment('https://a.example/x', ':~:text=y')).toBe('https://a.example/x#:~:text=y');
  expect(withTextFragment('https://a.example/x#top', ':~:text=y')).toBe('https://a.example/x#top:~:text=y');
});
