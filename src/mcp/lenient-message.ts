/**
 * Some clients send `arguments: null`, or the arguments as JSON text. The SDK refuses both as malformed before a
 * tool is asked; put right here, they reach the runner, which reads them or says what is wrong with them.
 */
export function lenientMessage<Message>(message: Message): Message {
  if (Array.isArray(message)) {
    for (const each of message) lenientMessage(each);
    return message;
  }
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return message;
  const given = message.params.arguments;
  if (given === null) delete message.params.arguments;
  else if (typeof given === 'string') message.params.arguments = parsed(given);
  return message;
}

function parsed(text: string): unknown {
  if (text.trim() === '' || text.trim() === 'null') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : text;
  } catch {
    return text;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
