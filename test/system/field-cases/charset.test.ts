import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Plainsight, startPlainsight } from '../../kit/plainsight.ts';
import { renderModes } from '../../kit/rendering.ts';
import { startSite, type TestSite } from '../../kit/site.ts';

// The hex below is the text beside it in the named charset, made by another program: Node has no such encoders.
const UNLABELLED = {
  gbk: {
    title: ['天气预报', 'ccecc6f8d4a4b1a8'],
    text: [
      '今天北京多云，最高气温二十八度，适合户外活动。早晨的风比较小，空气质量良好。请市民带好水杯，注意防晒。',
      'bdf1ccecb1b1bea9b6e0d4c6a3acd7eeb8dfc6f8cec2b6fecaaeb0cbb6c8a3accacabacfbba7cde2bbeeb6afa1a3d4e7b3bfb5c4b7e7b1c8bdcfd0a1a3acbfd5c6f8d6cac1bfc1bcbac3a1a3c7ebcad0c3f1b4f8bac3cbaeb1ada3acd7a2d2e2b7c0c9b9a1a3',
    ],
  },
  'euc-kr': {
    title: ['오늘의 날씨', 'bfc0b4c3c0c720b3afbebe'],
    text: [
      '오늘 서울은 흐리고 최고기온은 이십오도 입니다. 외출하기 좋은 날씨입니다. 저녁에는 비가 조금 내리겠습니다.',
      'bfc0b4c320bcadbfefc0ba20c8e5b8aeb0ed20c3d6b0edb1e2bfc2c0ba20c0ccbdcabfc0b5b520c0d4b4cfb4d92e20bfdcc3e2c7cfb1e220c1c1c0ba20b3afbebec0d4b4cfb4d92e20c0fab3e1bfa1b4c220baf1b0a120c1b6b1dd20b3bbb8aeb0dabdc0b4cfb4d92e',
    ],
  },
  'windows-1251': {
    title: ['Прогноз', 'cff0eee3edeee7'],
    text: [
      'Сегодня в Москве облачно, самые высокие температуры днём. Прогулки на свежем воздухе приятны.',
      'd1e5e3eee4edff20e220cceef1eae2e520eee1ebe0f7edee2c20f1e0ecfbe520e2fbf1eeeae8e520f2e5ecefe5f0e0f2f3f0fb20e4edb8ec2e20cff0eee3f3ebeae820ede020f1e2e5e6e5ec20e2eee7e4f3f5e520eff0e8fff2edfb2e',
    ],
  },
  'windows-1252': {
    title: ['Menu', '4d656e75'],
    text: [
      'naïve café – “quotes” are found on the menu of the little place near the river.',
      '6e61ef766520636166e92096209371756f746573942061726520666f756e64206f6e20746865206d656e75206f6620746865206c6974746c6520706c616365206e656172207468652072697665722e',
    ],
  },
} as const;

const LABELLED: Record<string, { type: string; body: Buffer; text: string }> = {
  'a quoted label in the header': {
    type: 'text/html; charset="Shift_JIS"',
    body: Buffer.concat([
      Buffer.from('<p>'),
      Buffer.from('93fa967b8cea82cc8379815b835782c582b7', 'hex'),
      Buffer.from('</p>'),
    ]),
    text: '日本語のページです',
  },
  'a header against a meta element': {
    type: 'text/html; charset=utf-8',
    body: Buffer.from('<meta charset="gb2312"><p>Grüße aus 北京 heute</p>'),
    text: 'Grüße aus 北京 heute',
  },
  'utf-16 in the meta element of a page in single bytes': {
    type: 'text/html',
    body: Buffer.from('<meta charset="utf-16"><p>Grüße aus Köln heute</p>'),
    text: 'Grüße aus Köln heute',
  },
  'a byte order mark against the header': {
    type: 'text/html; charset=iso-8859-1',
    body: Buffer.from('\ufeff<p>Grüße aus Köln heute</p>'),
    text: 'Grüße aus Köln heute',
  },
  'a UTF-8 page without any label': {
    type: 'text/html',
    body: Buffer.from('<title>Zürich</title><article><p>naïve café – “quotes” 天气</p></article>'),
    text: 'naïve café – “quotes” 天气',
  },
};

const hex = (text: string) => Buffer.from(text, 'hex');
const pathOf = (name: string) => `/${name.replaceAll(' ', '-')}`;

let site: TestSite;
let plainsight: Plainsight;

beforeAll(async () => {
  const pages = [
    ...Object.entries(UNLABELLED).map(([name, { title, text }]) => ({
      path: pathOf(name),
      type: 'text/html',
      body: Buffer.concat([
        Buffer.from('<title>'),
        hex(title[1]),
        Buffer.from('</title><article><p>'),
        hex(text[1]),
        Buffer.from('</p></article>'),
      ]),
    })),
    ...Object.entries(LABELLED).map(([name, page]) => ({ path: pathOf(name), ...page })),
  ];
  site = await startSite(
    Object.fromEntries(
      pages.map(({ path, type, body }) => [
        path,
        (_request, response) => response.setHeader('content-type', type).end(body),
      ]),
    ),
  );
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
});

afterAll(async () => {
  await plainsight[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

describe.each(await renderModes())('render=%s', (render) => {
  test.each(Object.entries(UNLABELLED))(
    '%s without a label is guessed right, and the guess is named',
    async (name, page) => {
      const result = await plainsight.read({ render, url: `${site.origin}${pathOf(name)}` });
      expect(result.title).toBe(page.title[0]);
      expect(result.markdown).toContain(page.text[0]);
      expect(result.markdown).not.toContain('\ufffd');
      expect(result.notes.join('\n')).toMatch(/guess/iu);
    },
  );

  test.each(Object.entries(LABELLED))('%s is decoded exactly', async (name, page) => {
    const result = await plainsight.read({ render, url: `${site.origin}${pathOf(name)}` });
    expect(result.markdown.trim().replaceAll('\\', '')).toContain(page.text);
    expect(result.markdown).not.toMatch(/[\ufeff\ufffd]/u);
    expect(result.notes.join('\n')).not.toMatch(/guess/iu);
  });
});
