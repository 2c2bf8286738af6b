import { expect, it } from 'vitest';
import { createDomainFilter } from './domain-filter.ts';

it.each([
  [
    'example.com',
    ['https://example.com/', 'http://a.b.example.com/x', 'https://www.example.com'],
    ['https://notexample.com/', 'https://example.com.evil.test/'],
  ],
  ['*.example.com', ['https://a.example.com/', 'https://example.com/'], ['https://example.org/']],
  ['https://WWW.Example.com/path?x', ['https://example.com/'], ['https://example.net/']],
  ['*.gov', ['https://nasa.gov/', 'https://www.nasa.gov/'], ['https://gov.example/', 'https://nasa.gov.uk/']],
  ['docs.*.com', ['https://docs.rs.com/', 'https://x.docs.rs.com/'], ['https://rs.com/', 'https://docs.a.b.com/']],
  ['127.0.0.1:8080', ['http://127.0.0.1:8080/'], ['http://127.0.0.1:8081/']],
  ['bücher.example', ['https://xn--bcher-kva.example/'], ['https://bucher.example/']],
  ['example.com.', ['https://example.com./', 'https://example.com/'], []],
])('%s covers these and not those', (pattern, inside, outside) => {
  const include = createDomainFilter([pattern], []);
  const exclude = createDomainFilter([], [pattern]);
  for (const url of inside) {
    expect([url, include.refusal(url), exclude.refusal(url)]).toEqual([url, null, 'excluded_domain']);
  }
  for (const url of outside) {
    expect([url, include.refusal(url), exclude.refusal(url)]).toEqual([url, 'outside_domains', null]);
  }
});

it('keeps out what is excluded even when it is included', () => {
  const filter = createDomainFilter(['example.com'], ['ads.example.com']);
  expect(filter.refusal('https://ads.example.com/')).toBe('excluded_domain');
  expect(filter.refusal('https://www.example.com/')).toBeNull();
});

it.each(['', '*', 'two words', 'a/b c', '-', 'http://'])('refuses “%s” or takes it for a name', (entry) => {
  try {
    expect(createDomainFilter([entry], []).include).not.toContain('');
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_argument' });
  }
});

it('is the same filter in another order or spelling', () => {
  const a = createDomainFilter(['B.test', '*.a.test'], []);
  const b = createDomainFilter(['a.test', 'b.test', 'https://a.test/'], []);
  expect(a.include).toEqual(b.include);
});
