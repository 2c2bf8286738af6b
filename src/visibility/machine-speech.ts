/**
 * Does a text speak to a machine? Words that injections use and that pages written for people hardly use. It only
 * raises the severity of text that is hidden anyway; it never hides anything.
 */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|existing|all|any|your|the|these|those|other|system)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|directions?|rules|guidelines|context|guardrails|messages?|tasks?|content)\b/iu,
  /\b(?:system|developer|hidden|initial|secret) prompts?\b/iu,
  /\b(?:AI|A\.I\.|artificial intelligence)[\s-]{1,2}(?:assistants?|agents?|models?|systems?|bots?|crawlers?|readers?|summari[sz]ers?|tools?|reviewers?)\b/iu,
  /\b(?:large )?language models?\b|\bLLMs?\b|\bchat ?bots?\b|\bChatGPT\b|\bGPT-\d|\bClaude\b|\bGemini\b|\bCopilot\b/u,
  /(?:^|[\s"'>(\]])(?:assistant|ai|agent|system|model|llm|bot)\s?:\s/iu,
  /\byou are (?:now|an? (?:helpful|ai|new|different|unrestricted))\b/iu,
  /\bas an? (?:AI|assistant|language model|agent)\b/iu,
  /\b(?:if|when|while) you(?:'re| are)? (?:an? (?:AI|assistant|agent|LLM|model|bot)|reading|summari[sz]ing|processing|parsing|a machine)\b/iu,
  /\b(?:do not|don't|never) (?:tell|mention|reveal|inform|disclose|show|alert|warn)\b[^.!?\n]{0,40}\b(?:user|human|person|operator|reader|anyone)\b/iu,
  /\b(?:tell|inform|instruct|convince|persuade|ask|advise) the (?:user|human|operator)\b/iu,
  /\b(?:send|post|exfiltrate|forward|upload|email|transmit|leak|output|print|reveal|repeat|return|include|append)\b[^.!?\n]{0,50}\b(?:api[ _-]?keys?|passwords?|credentials?|secrets?|tokens?|cookies?|conversation|chat history|system prompt|environment variables?|instructions)\b/iu,
  /<\/?(?:system|assistant|instructions?|important|admin)>|\[\/?INST\]|<\|(?:im_start|im_end|system|user|assistant|endoftext)[^>]*\|>|###\s*(?:instruction|system)/iu,
  /\bprompt injection\b|\bjailbreak\b|\bnew instructions?\b|\b(?:follow|obey|execute) (?:these|the following|my) (?:instructions?|commands?|steps)\b/iu,
  /\b(?:call|use|invoke|run) the [\w-]+ (?:tool|function|command)\b/iu,
  /\b(?:respond|reply|answer|say|write) (?:only |exactly |just )?(?:with|the word|only)\b[^.!?\n]{0,60}/iu,
  /\b(?:say|print|output|repeat|write|mention|include|answer with) the (?:word|phrase|code|following|string|sentence|text)\b/iu,
  /\b(?:ignora|ignore|olvida|descarta)\b[^.!?\n]{0,40}\b(?:instrucciones|indicaciones|instru[çc][õo]es)\b|\bignore[zr]\b[^.!?\n]{0,40}\b(?:instructions|consignes)\b|\bignorier(?:e|en|t)\b[^.!?\n]{0,40}\b(?:anweisungen|vorgaben|instruktionen)\b|\bignora(?:te)? (?:tutte )?le istruzioni\b/iu,
  /(?:игнорируй|забудь)[^.!?\n]{0,40}(?:инструкци|указани|команд)|忽略[^。!?\n]{0,12}(?:指令|指示|提示|说明)|(?:以前|前|上記|これまで)の(?:指示|命令|プロンプト)を(?:無視|忘れ)|이전[^.!?\n]{0,10}(?:지시|명령|프롬프트)[^.!?\n]{0,6}무시/u,
];

const LONGEST = 20_000;

export function speaksToMachine(text: string): boolean {
  const sample = text.length > LONGEST ? `${text.slice(0, LONGEST / 2)}\n${text.slice(-LONGEST / 2)}` : text;
  return PATTERNS.some((pattern) => pattern.test(sample));
}
