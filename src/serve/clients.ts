/**
 * How each MCP client is told about Plainsight. Data only: the page at `/`, the terminal and the README show the same
 * rows. Clients that take an address get the running server; Claude Desktop takes only a command in its file.
 */
export interface ClientSetting {
  readonly id: string;
  readonly name: string;
  /** Where it goes: a file or the terminal. */
  readonly where: string;
  readonly language: 'sh' | 'json' | 'toml';
  /** What to paste. */
  readonly text: string;
}

export interface ServerPlace {
  /** The MCP address, such as http://127.0.0.1:8931/mcp. */
  readonly url: string;
  /** The server asks for a bearer token. The token itself is never shown, only where it goes. */
  readonly needsToken: boolean;
  /** Program and arguments that start Plainsight over stdio, such as ['plainsight', 'stdio']. */
  readonly command: readonly string[];
}

const TOKEN_PLACE = 'YOUR_PLAINSIGHT_AUTH_TOKEN';

export function clientSettings(server: ServerPlace): readonly ClientSetting[] {
  const { url } = server;
  const headers = server.needsToken ? { headers: { Authorization: `Bearer ${TOKEN_PLACE}` } } : {};
  const headerFlag = server.needsToken ? ` --header "Authorization: Bearer ${TOKEN_PLACE}"` : '';
  const [command = 'plainsight', ...args] = server.command;
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      where: 'terminal',
      language: 'sh',
      text: `claude mcp add --transport http plainsight ${url}${headerFlag}`,
    },
    {
      id: 'codex',
      name: 'Codex',
      where: '~/.codex/config.toml',
      language: 'toml',
      text: [
        '[mcp_servers.plainsight]',
        `url = "${url}"`,
        ...(server.needsToken ? ['bearer_token_env_var = "PLAINSIGHT_AUTH_TOKEN"'] : []),
      ].join('\n'),
    },
    {
      id: 'cursor',
      name: 'Cursor',
      where: '~/.cursor/mcp.json or .cursor/mcp.json',
      language: 'json',
      text: json({ mcpServers: { plainsight: { url, ...headers } } }),
    },
    {
      id: 'vscode',
      name: 'VS Code',
      where: '.vscode/mcp.json',
      language: 'json',
      text: json({ servers: { plainsight: { type: 'http', url, ...headers } } }),
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      where: 'claude_desktop_config.json (Settings, Developer)',
      language: 'json',
      text: json({ mcpServers: { plainsight: { command, args } } }),
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      where: '~/.gemini/settings.json',
      language: 'json',
      text: json({ mcpServers: { plainsight: { httpUrl: url, ...headers } } }),
    },
    {
      id: 'opencode',
      name: 'opencode',
      where: 'opencode.json',
      language: 'json',
      text: json({ mcp: { plainsight: { type: 'remote', url, enabled: true, ...headers } } }),
    },
    {
      id: 'windsurf',
      name: 'Windsurf',
      where: '~/.codeium/windsurf/mcp_config.json',
      language: 'json',
      text: json({ mcpServers: { plainsight: { serverUrl: url, ...headers } } }),
    },
    {
      id: 'lm-studio',
      name: 'LM Studio',
      where: 'mcp.json (Program, Install)',
      language: 'json',
      text: json({ mcpServers: { plainsight: { url, ...headers } } }),
    },
    {
      id: 'stdio',
      name: 'any client that starts a command',
      where: 'its MCP settings',
      language: 'json',
      text: json({ mcpServers: { plainsight: { command, args } } }),
    },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
