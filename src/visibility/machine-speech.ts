import { callsMachine } from './machine-address.ts';

/**
 * Does a text speak to a machine? Words that injections use and that pages written for people hardly use. It only
 * raises the severity of text that is hidden anyway; it never hides anything.
 */
const COMMANDS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|existing|all|any|your|these|those|other|system)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|directions?|guidelines|context|guardrails|tasks?)\b/iu,
  /\b(?:reveal|print|output|repeat|leak|show|return|send|ignore|your|hidden|secret)\b[^.!?\n]{0,40}\bsystem prompt\b/iu,
  /(?:^|[\s"'>(\][])(?:ASSISTANT|LLM|AI (?:assistant|agent|model)s?|CHATBOT)\s?:\s\S/u,
  /(?:^|[.!?]\s{1,3}|[[("'])(?:assistant|system|AI|agent|bot)\s?:\s*(?:you\b|ignore|disregard|say\b|please|do not|never|always|reply|respond|output|from now|the user|tell|send|follow|stop)/iu,
  /(?:^|[.!?]\s{1,3}|[[("'])(?:(?:dear|hey|hello|attention|note to(?: the)?)\s{1,2})?(?:AI |automated )?(?:assistants?|AI|agents?|bots?|chatbots?|LLMs?|models?)\s?[:,—–-]\s{0,2}(?:(?:first|now|next|then|please|kindly|and)[\s,]{1,2}){0,2}(?:before|after|when(?:ever)?|once|while)\s(?:you|your|answering|replying|responding|summari[sz]ing)\b/iu,
  /(?:^|[.!?]\s{1,3}|[[("'])(?:(?:dear|hey|hello|attention|note to(?: the)?)\s{1,2})?(?:AI |automated )?(?:assistants?|AI|agents?|bots?|chatbots?|LLMs?|models?)\s?:\s{0,2}(?:(?:first|now|next|then|please|kindly|and)[\s,]{1,2}){0,2}(?:open|visit|go to|navigate|fetch|load|enter|type|click|submit|copy|paste|read|use|run|post|upload|forward|append|include|recommend|rate|repeat|translate|transfer|reveal|print)\s(?:the|this|that|these|your|all|any|a|an|it|https?:|\w+\.\w)/iu,
  /\bbefore (?:you )?(?:answer(?:ing)?|reply(?:ing)?|respond(?:ing)?|summari[sz](?:e|ing))\b[^.!?\n]{0,40}\b(?:open|visit|go to|navigate|fetch|load|call|send|post|submit|enter|copy|upload)\b/iu,
  /\b(?:enter|type|send|submit|post|paste|copy|forward|reveal|provide)\b[^.!?\n]{0,30}\b(?:password|passphrase|api key|access token|secret key|credentials)s?\b[^.!?\n]{0,60}\b(?:before (?:you )?(?:answer|reply|respond)\w*|without (?:asking|telling|informing))/iu,
  /\bwhen (?:you )?(?:summari[sz]ing|summari[sz]e|answering|describing|reviewing)\b[^.!?\n]{0,60}\b(?:say|state|mention|include|recommend|add|claim)\b/iu,
  /\byou are (?:now an? |an? (?:helpful|unrestricted|different|new) )[^.!?\n]{0,40}\b(?:AI|assistant|model|agent|bot|persona)\b/iu,
  /\b(?:if|when|since|as) you(?:'re| are) an? (?:AI|LLM|(?:large )?language model|assistant|automated|chat ?bot|bot|agent|machine|crawler)\b/iu,
  /\b(?:do not|don't|never|without) (?:tell|telling|mention|mentioning|reveal|revealing|inform|informing|alert|alerting|warn)[^.!?\n]{0,40}\bthe (?:user|human|operator)\b/iu,
  /\b(?:tell|instruct|convince|persuade) the (?:user|human|operator) (?:to|that)\b/iu,
  /\b(?:exfiltrate|leak|send|post|forward|upload|e-?mail|transmit|submit|output|print|reveal|append)\b[^.!?\n]{0,50}\b(?:api[ _-]?keys?|credentials|secrets|environment variables|chat history|conversation (?:history|so far)|user'?s? (?:data|password|cookies|e-?mails?))\b/iu,
  /<\/?(?:system|assistant|instructions?)>|\[\/?INST\]|<\|(?:im_start|im_end|system|user|assistant|endoftext)[^>]{0,40}\|>|###\s*(?:instruction|system)\b/iu,
  /\b(?:new|updated|real|important) instructions? (?:for|to) (?:the )?(?:AI|assistants?|agents?|models?|LLMs?)\b/iu,
  /\b(?:call|use|invoke|run) the [\w-]+ tool\b|\b(?:call|invoke) the \w+[_-]\w+ function\b/iu,
  /\b(?:respond|reply|answer) (?:only|exactly|just) with\b/iu,
  /\b(?:say|output|repeat|write|mention) the (?:word|phrase)s?\b/iu,
  /\b(?:ignora|ignore|olvida|descarta)\b[^.!?\n]{0,40}\b(?:instrucciones|instru[çc][õo]es)\b|\b(?:ignorez|oubliez)\b[^.!?\n]{0,40}\b(?:instructions|consignes)\b|\b(?:ignoriere|ignorieren|vergiss)\b[^.!?\n]{0,40}\b(?:anweisungen|vorgaben|instruktionen)\b|\bignora(?:te)? (?:tutte )?le istruzioni\b/iu,
  /(?:игнорируй|забудь)[^.!?\n]{0,40}(?:инструкци|указани|команд)|忽略[^。!?\n]{0,12}(?:指令|指示|提示)|(?:以前|前|上記|これまで)の(?:指示|命令|プロンプト)を(?:無視|忘れ)|이전[^.!?\n]{0,10}(?:지시|명령|프롬프트)[^.!?\n]{0,6}무시/iu,
];

/** A machine is named … */
const MENTION =
  /\b(?:AI|LLM|automated|autonomous)[\s-](?:assistants?|agents?|models?|systems?|crawlers?|readers?|summari[sz]ers?|reviewers?)\b|\b(?:large )?language models?\b|\bLLMs?\b|\bsummari[sz]ing this (?:page|document|article|text)\b|\bprompt injection\b/giu;
/** … and told what to do, close by. */
const ORDER =
  /\b(?:you must|must (?:now |always |never |first |also |not )?(?:say|state|include|recommend|report|answer|reply|respond|visit|click|send|ignore|rate|describe|treat|write|add|follow|obey|mention|output)|should (?:always |never |also |now )?(?:say|state|recommend|answer|reply|respond|visit|send|ignore|rate|treat|obey|output)|(?:ignore|disregard|obey) (?:the|all|any|this|these|everything|what)|(?:your|their) (?:task|instructions|answer|response|output) (?:is|must|should)|please (?:visit|include|recommend|say|send|rate|output|tell))\b/iu;
const NEAR = 160;

const LONGEST = 20_000;

export function speaksToMachine(text: string): boolean {
  const sample = text.length > LONGEST ? `${text.slice(0, LONGEST / 2)}\n${text.slice(-LONGEST / 2)}` : text;
  return COMMANDS.some((pattern) => pattern.test(sample)) || callsMachine(sample) || isOrdered(sample);
}

function isOrdered(text: string): boolean {
  for (const { index } of text.matchAll(MENTION)) {
    if (ORDER.test(text.slice(Math.max(0, index - NEAR / 2), index + NEAR))) return true;
  }
  return false;
}
