/** Answers that the endpoint gives by itself. Every one is a JSON-RPC error: clients parse nothing else. */
export function rpcError(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers });
}

/** JSON-RPC codes used here. -32000 is the first of the range left to servers. */
export const RPC = { parse: -32_700, invalidRequest: -32_600, server: -32_000 } as const;
