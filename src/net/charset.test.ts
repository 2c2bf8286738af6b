import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeBody, headerCharset } from './charset.ts';

/** Text in an encoding, by turning the decoder round: no encoder for these comes with Node. */
function encode(text: string, label: string): Uint8Array {
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(label === 'windows-1252' ? 'windows-1254' : label, { fatal: true });
  const put = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if (!table.has(character)) table.set(character, bytes);
    } catch {}
  };
  for (let byte = 0; byte < 256; byte++) put(byte);
  if (/^(?:gb|big5|euc|shift)/u.test(label)) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) put(lead, trail);
  }
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? []));
}

const PAGES: ReadonlyArray<readonly [string, string, string]> = [
  ['gbk', 'GBK', '今天北京多云，最高气温二十八度，适合户外活动。明天有小雨，请带伞。'],
  ['gbk', 'GBK', '天气预报'],
  ['big5', 'Big5', '今天臺北多雲，最高氣溫二十八度，適合戶外活動。明天有小雨，請帶傘。'],
  ['euc-kr', 'EUC-KR', '오늘 서울은 구름이 많고 최고 기온은 이십팔도입니다.'],
  ['euc-kr', 'EUC-KR', '날씨 예보'],
  ['shift_jis', 'Shift_JIS', '今日の東京は曇りで、最高気温は二十八度です。'],
  ['euc-jp', 'EUC-JP', '今日の東京は曇りで、最高気温は二十八度です。'],
  ['windows-1251', 'windows-1251', 'Сегодня в Москве облачно, максимальная температура двадцать восемь градусов.'],
  ['windows-1251', 'windows-1251', 'Погода'],
  ['koi8-r', 'KOI8-R', 'Сегодня в Москве облачно, максимальная температура двадцать восемь градусов.'],
  ['windows-1252', 'windows-1252', 'naïve café – “quotes”'],
  ['windows-1252', 'windows-1252', 'Heute ist es in München bewölkt – schöne Grüße aus Köln'],
  ['windows-1252', 'windows-1252', 'L’été dernier, à Paris, où les élèves ont reçu leurs prix'],
  ['windows-1250', 'windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy, zítra bude pršet'],
  ['iso-8859-2', 'ISO-8859-2', 'Dzisiaj pochmurno, najwyższa temperatura dwadzieścia osiem, weź parasol, będzie padać'],
  ['windows-1253', 'windows-1253', 'Σήμερα στην Αθήνα έχει συννεφιά, η μέγιστη θερμοκρασία είναι είκοσι οκτώ βαθμοί'],
  ['windows-1254', 'windows-1254', 'Bugün İstanbul çok bulutlu, yarın yağmur yağacak, şemsiye alın'],
  ['windows-1255', 'windows-1255', 'היום בתל אביב מעונן, הטמפרטורה המרבית עשרים ושמונה מעלות'],
  ['windows-1256', 'windows-1256', 'اليوم في القاهرة غائم، أعلى درجة حرارة ثمان وعشرون درجة'],
  ['euc-kr', 'EUC-KR', '대한민국 헌법 제일조 대한민국은 민주공화국이다'],
  ['gbk', 'GBK', '新闻中心首页'],
  ['gbk', 'GBK', '我们的产品价格 128 元，欢迎选购 iPhone 手机'],
  ['shift_jis', 'Shift_JIS', 'ニュース'],
  ['windows-1251', 'windows-1251', 'НОВОСТИ И ПОГОДА'],
  ['koi8-r', 'KOI8-R', 'Погода'],
  ['windows-1252', 'windows-1252', 'Price: 25 € only'],
  ['windows-1252', 'windows-1252', 'Die Île-de-France, fränkisch „Bevölkerung“ und Œuvre'],
  ['windows-1252', 'windows-1252', 'Ärzte und Ämter'],
  ['windows-1252', 'windows-1252', 'El niño comió piñas mañana'],
  ['windows-1252', 'windows-1252', 'Smörgåsbord på Åland, køb rødgrød med fløde'],
  ['windows-874', 'windows-874', 'วันนี้ในกรุงเทพมหานครมีเมฆมาก อุณหภูมิสูงสุดยี่สิบแปดองศา'],
];

describe('decodeBody', () => {
  it.each(PAGES)('guesses unlabelled %s and says so', (label, charset, words) => {
    const page = `<!doctype html><title>${words}</title><article class="main"><p>${words}</p></article>`;
    const decoded = decodeBody(encode(page, label), 'text/html', 'html');
    expect(decoded.text).toBe(page);
    expect(decoded).toMatchObject({ charset, source: 'guess' });
  });

  it('takes a UTF-8 page without a label for UTF-8, also when its last character is cut', () => {
    const bytes = new TextEncoder().encode('<p>今天北京多云，naïve café');
    expect(decodeBody(bytes, 'text/html', 'html')).toMatchObject({ charset: 'UTF-8', source: 'default' });
    expect(decodeBody(new TextEncoder().encode('<p>天').subarray(0, 5), null, 'html').charset).toBe('UTF-8');
  });

  it('understands quoted labels', () => {
    const bytes = encode('<p>日本語のページです</p>', 'shift_jis');
    for (const label of ['charset="Shift_JIS"', "charset='sjis'", 'Charset = x-sjis ; a=b', 'charset="shift_jis']) {
      expect(decodeBody(bytes, `text/html; ${label}`, 'html')).toMatchObject({
        text: '<p>日本語のページです</p>',
        charset: 'Shift_JIS',
        source: 'header',
      });
    }
    expect(headerCharset('text/html; x-charset=utf-7; charset=gbk')).toBe('gbk');
  });

  it('lets the mark win over the header, and the header over the meta element', () => {
    const utf8 = new TextEncoder().encode('\ufeff<p>é</p>');
    expect(decodeBody(utf8, 'text/html; charset=iso-8859-1', 'html')).toEqual({
      text: '<p>é</p>',
      charset: 'UTF-8',
      source: 'bom',
    });
    const both = new TextEncoder().encode('<meta charset="gb2312"><p>天气</p>');
    expect(decodeBody(both, 'text/html; charset=utf-8', 'html')).toMatchObject({ charset: 'UTF-8', source: 'header' });
    expect(decodeBody(both, 'text/html; charset=nonsense', 'html')).toMatchObject({ charset: 'GBK', source: 'meta' });
  });

  it('reads utf-16 in a meta element as UTF-8', () => {
    const bytes = new TextEncoder().encode('<meta charset="utf-16"><p>naïve</p>');
    expect(decodeBody(bytes, null, 'html')).toMatchObject({ charset: 'UTF-8', source: 'meta' });
    expect(decodeBody(bytes, null, 'html').text).toContain('naïve');
  });

  it('reads windows-1252 as browsers do, whatever Latin-1 name it goes by', () => {
    const bytes = Uint8Array.from([0x93, 0x80, 0x94]);
    for (const label of ['windows-1252', 'iso-8859-1', 'latin1', 'us-ascii']) {
      expect(decodeBody(bytes, `text/plain; charset=${label}`, 'text').text).toBe('“€”');
    }
  });

  it('finds the declaration of XML and the missing mark of UTF-16', () => {
    const xml = encode('<?xml version="1.0" encoding="windows-1251"?><a>Погода</a>', 'windows-1251');
    expect(decodeBody(xml, 'application/xml', 'xml')).toMatchObject({ charset: 'windows-1251', source: 'meta' });
    const wide = Buffer.from('<p>plain words in wide letters</p>', 'utf16le');
    expect(decodeBody(wide, null, 'html')).toMatchObject({ charset: 'UTF-16LE', source: 'guess' });
  });

  it('takes JSON for UTF-8 whatever the header says', () => {
    const bytes = new TextEncoder().encode('{"a":"é"}');
    expect(decodeBody(bytes, 'application/json; charset=iso-8859-1', 'json').text).toBe('{"a":"é"}');
  });

  it('agrees with the sniffing data set', (context) => {
    const root = '../shared/data/charset/html-encoding-sniffer';
    if (!existsSync(root)) return context.skip(`${root} is not here`);
    const wrong: string[] = [];
    for (const folder of ['bom', 'normal', 'utf']) {
      for (const file of readdirSync(join(root, folder))) {
        const expected = folder === 'utf' ? 'UTF-8' : file.slice(file.lastIndexOf('_') + 1).replace(/\.html$/u, '');
        const { charset } = decodeBody(readFileSync(join(root, folder, file)), null, 'html');
        if (charset !== expected) wrong.push(`${file}: ${charset}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('never fails on arbitrary bytes', () => {
    for (let round = 0; round < 300; round++) {
      const bytes = Uint8Array.from({ length: round }, (_, at) => (at * at * 31 + round * 17 + at * 7) % 256);
      for (const kind of ['html', 'xml', 'json', 'text'] as const) {
        expect(typeof decodeBody(bytes, null, kind).text).toBe('string');
      }
    }
  });
});
