import { describe, expect, it } from 'vitest';
import { createResolver } from './resolve.ts';

describe('the resolver', () => {
  it('asks once for concurrent and repeated questions, and never for a literal', async () => {
    const asked: string[] = [];
    const resolver = createResolver({
      lookup: async (host) => {
        asked.push(host);
        return ['8.8.8.8'];
      },
    });
    await Promise.all([resolver.resolve('a.test'), resolver.resolve('a.test')]);
    await resolver.resolve('a.test');
    expect(await resolver.resolve('::1')).toEqual(['::1']);
    expect(asked).toEqual(['a.test']);
  });

  it('forgets answers after their time and faults at once', async () => {
    let asked = 0;
    const resolver = createResolver({
      cacheMs: 5,
      lookup: async () =>
        asked++ === 0 ? Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) : ['8.8.8.8'],
    });
    await expect(resolver.resolve('a.test')).rejects.toMatchObject({ name: 'ResolveError', reason: 'not_found' });
    await resolver.resolve('a.test');
    await new Promise((resolve) => setTimeout(resolve, 15));
    await resolver.resolve('a.test');
    expect(asked).toBe(3);
  });

  it('gives up with its caller and on a silent server', async () => {
    const silent = createResolver({ lookup: () => new Promise(() => {}), timeoutMs: 30 });
    const controller = new AbortController();
    const waiting = silent.resolve('a.test', controller.signal);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(silent.resolve('b.test')).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('does not believe an answer of hundreds of addresses', async () => {
    const lookup = async () => Array.from({ length: 100 }, (_, i) => `8.8.8.${i}`);
    await expect(createResolver({ lookup }).resolve('a.test')).rejects.toMatchObject({ reason: 'failed' });
  });
});
