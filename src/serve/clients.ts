/** How one client is told about this server. */
export interface ClientSettings {
  readonly client: string;
  /** The file to edit, or the place to type the command in. */
  readonly where: string;
  readonly text: string;
}

export interface ClientOptions {
  /** The address of the running server, ending in /mcp; null for the stdio form. */
  readonly url: string | null;
  /** True when the server asks for a token. It is never printed; the settings say where it goes. */
  readonly token: boolean;
  /** What starts this Plainsight, such as `node …/dist/bin.js`; the published package when not given. */
  readonly program?: readonly string[];
}

/** Stands where the operator's token goes. */
const TOKEN_PLACE = 'YOUR_PLAINSIGHT_AUTH_TOKEN';
const PUBLISHED = ['npx', '-y', 'plainsight'];

/** Settings to paste, for every client we know: over HTTP to the running server, or over stdio. */
export function clientSettings(options: ClientOptions): readonly ClientSettings[] {
  const program = options.program ?? PUBLISHED;
  return options.url === null ? stdioSettings(program) : httpSettings(options.url, options.token, program);
}

function httpSettings(url: string, token: boolean, program: readonly string[]): ClientSettings[] {
  const bearer = `Bearer ${TOKEN_PLACE}`;
  const headers = token ? { headers: { Authorization: bearer } } : {};
  const flag = token ? ` --header "Authorization: ${bearer}"` : '';
  const bridge = started(program, 'bridge', url);
  const bridgeToken = token ? { env: { PLAINSIGHT_AUTH_TOKEN: TOKEN_PLACE } } : {};
  const codexToken = token ? '\nbearer_token_env_var = "PLAINSIGHT_AUTH_TOKEN"' : '';
  return [
    { client: 'Claude Code', where: 'terminal', text: `claude mcp add --transport http plainsight ${url}${flag}` },
    {
      client: 'Claude Desktop',
      where: 'claude_desktop_config.json (it starts programs, so a bridge stands between)',
      text: json({ mcpServers: { plainsight: { ...bridge, ...bridgeToken } } }),
    },
    { client: 'Cursor', where: '~/.cursor/mcp.json', text: json({ mcpServers: { plainsight: { url, ...headers } } }) },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      text: json({ servers: { plainsight: { type: 'http', url, ...headers } } }),
    },
    { client: 'LM Studio', where: 'mcp.json', text: json({ mcpServers: { plainsight: { url, ...headers } } }) },
    {
      client: 'opencode',
      where: 'opencode.json',
      text: json({ mcp: { plainsight: { type: 'remote', url, enabled: true, ...headers } } }),
    },
    { client: 'Codex', where: '~/.codex/config.toml', text: `[mcp_servers.plainsight]\nurl = "${url}"${codexToken}` },
    {
      client: 'Gemini CLI',
      where: '~/.gemini/settings.json',
      text: json({ mcpServers: { plainsight: { httpUrl: url, ...headers } } }),
    },
    {
      client: 'Zed',
      where: 'settings.json',
      text: json({ context_servers: { plainsight: { url, ...headers } } }),
    },
    {
      client: 'Cline, Windsurf and others',
      where: 'their MCP settings, streamable HTTP',
      text: json({ mcpServers: { plainsight: { type: 'streamableHttp', url, ...headers } } }),
    },
  ];
}

function stdioSettings(program: readonly string[]): ClientSettings[] {
  const stdio = started(program, 'stdio');
  const line = [...program, 'stdio'].map((word) => (/[\s"'$`\\]/u.test(word) ? JSON.stringify(word) : word)).join(' ');
  const toml = `[mcp_servers.plainsight]\ncommand = ${JSON.stringify(stdio.command)}\nargs = ${JSON.stringify(stdio.args)}`;
  const common = json({ mcpServers: { plainsight: stdio } });
  return [
    { client: 'Claude Code', where: 'terminal', text: `claude mcp add plainsight -- ${line}` },
    { client: 'Claude Desktop', where: 'claude_desktop_config.json', text: common },
    { client: 'Cursor', where: '~/.cursor/mcp.json', text: common },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      text: json({ servers: { plainsight: { type: 'stdio', ...stdio } } }),
    },
    { client: 'LM Studio', where: 'mcp.json', text: common },
    {
      client: 'opencode',
      where: 'opencode.json',
      text: json({ mcp: { plainsight: { type: 'local', command: [stdio.command, ...stdio.args], enabled: true } } }),
    },
    { client: 'Codex', where: '~/.codex/config.toml', text: toml },
    { client: 'Gemini CLI', where: '~/.gemini/settings.json', text: common },
    { client: 'Zed', where: 'settings.json', text: json({ context_servers: { plainsight: stdio } }) },
    { client: 'Cline, Windsurf and others', where: 'their MCP settings', text: common },
    {
      client: 'Windows, where npx does not start',
      where: 'the same file as above',
      text: json({ mcpServers: { plainsight: { command: 'cmd', args: ['/c', stdio.command, ...stdio.args] } } }),
    },
  ];
}

function started(program: readonly string[], ...words: readonly string[]): { command: string; args: string[] } {
  const [command = '', ...args] = program;
  return { command, args: [...args, ...words] };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
