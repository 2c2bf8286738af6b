import { fold } from './tokenize.ts';

/**
 * Words that questions are built with and that say nothing about their subject. A passage that shares only these
 * with a query does not answer it. Short on purpose: a word that can be a subject ("will", "may", "can") is not here
 * unless it nearly always is none. Languages as in stem.ts, where people ask in them.
 */
const WORDS = [
  // English
  'a an the of in on at to for from by with and or as is are was were be been being do does did has have had what which who whom whose when where why how that this these those it its there their they he she his her we our you your i my me many much about into than then s t',
  // German
  'der die das den dem des ein eine einer eines einem einen und oder in im an am auf aus bei mit nach von vom zu zum zur für ist sind war waren wird werden wurde wurden hat haben hatte hatten was welche welcher welches welchen wer wen wem wann wo warum wie viele viel es er sie ihr sein seine ihre nicht auch als dass sich man wir ich du',
  // French
  'le la les un une des du de à au aux en dans sur pour par avec et ou est sont était étaient a ont avait que qui quoi quel quelle quels quelles quand où pourquoi comment combien ce cette ces il elle ils elles on nous vous je ne pas se son sa ses leur leurs l d qu',
  // Spanish, Portuguese, Italian
  'el los las uno unos unas del al por para con y o es son fue eran era ha han qué que quién quien cuál cual cuándo cuando dónde donde cómo como cuánto cuántos cuántas cuanto su sus se lo le',
  'os um uma do da dos das no na nos nas em ao aos às com e são foi eram tem têm qual quais quando onde porquê como quanto quantos quantas seu sua seus suas',
  'il lo gli i di dei della delle dello nel nella sul sulla per è sono fu erano che chi cosa quale quali quando dove perché come quanto quanti quante suo sua suoi si',
  // Dutch, Swedish, Danish, Norwegian
  'het een van voor met bij naar uit zijn waren werd worden heeft hebben had wat welke wie wanneer waar waarom hoe hoeveel dat dit deze die ze hij en of niet',
  'och att det som en ett på är var av för med till från den vad vem vilken vilket vilka när var varför hur många er hvad hvem hvilken hvilket hvilke hvornår hvor hvorfor hvordan mange og af til fra på ikke hva når hvilke',
  // Russian
  'и в во на с со к по от до из за о об у не что кто какой какая какое какие когда где почему как сколько это этот эта эти был была было были быть его её их он она они который которая которые',
  // Turkish, Polish, Czech
  've ile bir bu şu o ne kim hangi neden nasıl kaç nerede zaman için mi mı mu mü',
  'i w we z ze na do od o po za co kto jaki jaka jakie który która które kiedy gdzie dlaczego jak ile jest są był była było były się nie to',
  'a v ve s se na do od o po za co kdo jaký jaká jaké který která které kdy kde proč jak kolik je jsou byl byla bylo byli to',
  // Arabic
  'في من على إلى عن مع ما ماذا من متى أين لماذا كيف كم هل هو هي هذا هذه ذلك التي الذي و أو كان كانت',
  // Hindi
  'का के की में से को पर और है हैं था थे थी क्या कौन कब कहाँ क्यों कैसे कितने कितना किस यह वह',
  // Chinese, Japanese, Korean (pairs)
  '什么 甚麼 哪个 哪些 哪里 谁的 多少 怎么 为何 为什 么时 的是 是什 有多 些什 で す です ます した とは 何で どの どこ いつ なぜ どう という は何 무엇 누구 언제 어디 어떻 왜',
];

const FUNCTION_WORDS: ReadonlySet<string> = new Set(WORDS.flatMap((line) => fold(line).split(' ')));

/** Whether a folded word, or a pair of characters, only builds the sentence. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}
