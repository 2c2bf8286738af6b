import { expect, it } from 'vitest';
import { choosePassages } from './choose.ts';
import { tokenize } from './tokenize.ts';

const TEXT =
  'The river bridge reopened on Monday after nine weeks of repair, and the toll is five euros for a car and two for a motorcycle.';
const WORDS = Array.from(
  { length: 60 },
  (_, i) => `word${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i % 7)}`,
).join(' ');
const candidate = (score: number, source: number, text: string) => ({ score, source, text });
const choose = (...candidates: ReturnType<typeof candidate>[]) =>
  choosePassages(candidates, ({ text }) => tokenize(text));

it('counts the same passage on two sites once and keeps both', () => {
  const { choices, duplicates } = choose(
    candidate(9, 0, TEXT),
    candidate(8.9, 1, `“${TEXT.toUpperCase()}”`),
    candidate(8, 2, 'Another bridge was closed for good because its piers had been washed out by the flood.'),
  );
  expect(choices.map(({ candidate, copies }) => [candidate.source, copies.map(({ source }) => source)])).toEqual([
    [0, [1]],
    [2, []],
  ]);
  expect(duplicates).toBe(1);
});

it('takes a part of a better passage for a copy, and a longer one that says more for none', () => {
  const more = `${TEXT} The council will decide in spring whether the toll stays, since the repair cost less than was feared by all sides.`;
  const part = TEXT.split(' ').slice(0, 10).join(' ');
  expect(choose(candidate(9, 0, TEXT), candidate(8, 1, part)).duplicates).toBe(1);
  expect(choose(candidate(9, 0, part), candidate(8, 1, more)).duplicates).toBe(0);
});

it('sets weak passages aside and says how many', () => {
  const { choices, setAside } = choose(candidate(9, 0, 'a b c'), candidate(5, 1, 'd e f'), candidate(4, 2, 'g h i'));
  expect(choices).toHaveLength(2);
  expect(setAside).toBe(1);
});

it('lets sources take turns where scores are close', () => {
  const { choices } = choose(
    candidate(10, 0, 'one one one'),
    candidate(9.9, 0, 'two two two'),
    candidate(9.5, 1, 'three three'),
    candidate(6, 2, 'four four'),
  );
  expect(choices.map(({ candidate }) => candidate.text.split(' ')[0])).toEqual(['one', 'three', 'two', 'four']);
});

it('has an answer for nothing, and for many', () => {
  expect(choose()).toEqual({ choices: [], setAside: 0, duplicates: 0 });
  const many = Array.from({ length: 5000 }, (_, i) => candidate(1, i % 7, `word${i} other${i}`));
  const { choices, setAside } = choose(...many);
  expect(choices.length + setAside).toBe(5000);
});

it.each([
  ['five euros', 'six euros'],
  ['five euros', '6 euros'],
  ['on Monday', 'on Friday'],
])('hears two sources that disagree: %s, %s', (one, other) => {
  const { choices, duplicates } = choose(candidate(9, 0, TEXT), candidate(8.9, 1, TEXT.replace(one, other)));
  expect(choices).toHaveLength(2);
  expect(duplicates).toBe(0);
});

it('takes a long passage with another number for no copy', () => {
  const long = (price: string) => `${TEXT} ${WORDS} The price is ${price} euros. ${WORDS}`;
  expect(choose(candidate(9, 0, long('12')), candidate(8, 1, long('13'))).duplicates).toBe(0);
  expect(choose(candidate(9, 0, long('12')), candidate(8, 1, long('12'))).duplicates).toBe(1);
});
