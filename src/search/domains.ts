import { domainToASCII } from 'node:url';
import { AppError } from '../base/errors.ts';
import { canParseUrl } from '../base/url.ts';

/** Longer lists make engines refuse the query; the rest is left out of it and only filtered afterwards. */
const MAX_IN_QUERY = 8;

/** Host names as callers write them (`*.example.com`, `https://www.example.com/x`, `site:example.com`) in one form. */
export function parseDomains(written: readonly string[], name: string): readonly string[] {
  const domains = written.map((entry) => {
    const text = entry
      .trim()
      .toLowerCase()
      .replace(/^-?site:/u, '')
      .replace(/^\*\./u, '');
    const url = /^https?:\/\//u.test(text) ? text : `https://${text}`;
    const host = canParseUrl(url) ? domainToASCII(new URL(url).hostname.replace(/^www\.|\.$/gu, '')) : '';
    if (/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/u.test(host)) return host;
    throw new AppError('invalid_argument', `${name} holds an entry that is no host name.`, {
      hint: 'Give host names such as example.com; a name covers everything below it.',
    });
  });
  return [...new Set(domains)];
}

/** The query with `site:` operators, for engines that understand them. */
export function withOperators(query: string, include: readonly string[], exclude: readonly string[]): string {
  const sites = include.slice(0, MAX_IN_QUERY).map((domain) => `site:${domain}`);
  const only = sites.length > 1 ? [`(${sites.join(' OR ')})`] : sites;
  const without = exclude.slice(0, MAX_IN_QUERY).map((domain) => `-site:${domain}`);
  return [query, ...only, ...without].join(' ');
}

export function isAmong(url: string, domains: readonly string[]): boolean {
  const host = new URL(url).hostname.replace(/\.$/u, '');
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
