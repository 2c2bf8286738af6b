import { expect, it } from 'vitest';
import { createSimilarity, type PostJson } from './embeddings.ts';

interface Asked {
  readonly url: string;
  readonly body: { readonly model: string; readonly input: string[] };
  readonly headers: Readonly<Record<string, string>>;
}

const signal = new AbortController().signal;
const answering = (answer: (input: string[]) => unknown, status = 200) => {
  const asked: Asked[] = [];
  const post: PostJson = async (url, body, headers) => {
    const sent = JSON.parse(body);
    asked.push({ url, body: sent, headers });
    return { status, text: JSON.stringify(answer(sent.input)) };
  };
  return { asked, post };
};

it('asks for all texts at once and sorts the answer by its index', async () => {
  const vectors: Record<string, number[]> = { q: [1, 0], near: [2, 0.1], far: [0, 3], none: [0, 0] };
  const { asked, post } = answering((input) => ({
    data: input.map((text, index) => ({ index, embedding: vectors[text] })).reverse(),
  }));
  const similarity = createSimilarity({ url: 'http://127.0.0.1:9/v1/', model: 'm', key: 'k', post });
  const near = await similarity('q', ['far', 'near', 'none'], signal);
  expect(near.map((value) => Math.round(value * 100))).toEqual([0, 100, 0]);
  expect(asked).toMatchObject([
    { url: 'http://127.0.0.1:9/v1/embeddings', body: { model: 'm', input: ['q', 'far', 'near', 'none'] } },
  ]);
  expect(asked[0]?.headers.authorization).toBe('Bearer k');
});

it('takes the full address as it is, and sends no empty key', async () => {
  const { asked, post } = answering((input) => ({ data: input.map(() => ({ embedding: [1] })) }));
  await createSimilarity({ url: 'http://h.test/api/embeddings', model: 'm', key: '', post })('q', ['x'], signal);
  expect(asked[0]?.url).toBe('http://h.test/api/embeddings');
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
});

it.each([
  ['an error', () => ({ error: 'no' }), 500],
  ['no data', () => ({}), 200],
  ['too few vectors', () => ({ data: [{ index: 0, embedding: [1] }] }), 200],
  ['vectors of two lengths', () => ({ data: [{ embedding: [1] }, { embedding: [1, 2] }] }), 200],
  ['words', () => ({ data: [{ embedding: ['a'] }, { embedding: ['b'] }] }), 200],
])('rejects %s', async (_name, answer, status) => {
  const similarity = createSimilarity({ url: 'http://h.test', model: 'm', key: '', ...answering(answer, status) });
  await expect(similarity('q', ['x'], signal)).rejects.toThrow('embeddings service');
});
