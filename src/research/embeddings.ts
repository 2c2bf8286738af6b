import { AppError } from '../base/errors.ts';

/** Posts JSON to the address that the operator configured and gives the text of a good answer. */
export type PostJson = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>;

export interface EmbeddingsOptions {
  /** Base address of an OpenAI-compatible service, or its /embeddings address itself. */
  readonly url: string;
  readonly model: string;
  /** Empty for none. */
  readonly key: string;
  readonly post: PostJson;
}

/** How near each text is to the query in meaning, from −1 to 1, in order. Rejects when the service does not answer so. */
export type Similarity = (query: string, texts: readonly string[], signal: AbortSignal) => Promise<readonly number[]>;

/** Common models read about 8,000 tokens; a passage is far shorter, but one without blanks may not be. */
const MAX_TEXT = 4000;
const TIMEOUT_MS = 10_000;

/** The texts leave this machine for the address that the operator chose, and no other. */
export function createSimilarity({ url, model, key, post }: EmbeddingsOptions): Similarity {
  const address = /\/embeddings\/?$/u.test(url) ? url : `${url.replace(/\/+$/u, '')}/embeddings`;
  return async (query, texts, signal) => {
    const input = [query, ...texts].map((text) => text.slice(0, MAX_TEXT));
    const headers = { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) };
    const body = JSON.stringify({ model, input, encoding_format: 'float' });
    const answer = await post(address, body, headers, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    if (answer.status !== 200) throw unusable(`it answered HTTP ${answer.status}`);
    const [first, ...rest] = vectorsOf(answer.text, input.length);
    return rest.map((vector) => cosine(first ?? [], vector));
  };
}

function unusable(why: string): AppError {
  return new AppError('internal', `The embeddings service cannot be used: ${why}.`);
}

/** Sorted by `index`, as the service may answer in any order. */
function vectorsOf(text: string, count: number): number[][] {
  const data = parsed(text);
  const vectors: Array<number[] | undefined> = Array.from({ length: count });
  data.forEach((entry: unknown, position) => {
    if (typeof entry !== 'object' || entry === null || !('embedding' in entry)) return;
    const { embedding } = entry;
    const index = 'index' in entry && typeof entry.index === 'number' ? entry.index : position;
    if (Array.isArray(embedding) && embedding.every((value) => typeof value === 'number')) vectors[index] = embedding;
  });
  const complete = vectors.filter((vector) => vector !== undefined && vector.length === vectors[0]?.length);
  if (complete.length !== count) throw unusable('it did not send one vector for each text');
  return complete.flatMap((vector) => (vector ? [vector] : []));
}

function parsed(text: string): unknown[] {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data))
      return answer.data;
  } catch {
    // Falls through to the same sentence.
  }
  throw unusable('its answer is not what an embeddings service sends');
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let lengths = [0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    dot += x * y;
    lengths = [(lengths[0] ?? 0) + x * x, (lengths[1] ?? 0) + y * y];
  }
  const norm = Math.sqrt((lengths[0] ?? 0) * (lengths[1] ?? 0));
  return norm > 0 ? dot / norm : 0;
}
