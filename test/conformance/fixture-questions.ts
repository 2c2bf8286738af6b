import {
  acceptedContent,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

type Answer = CallToolResult | InputRequiredResult;
type Run = (context: ServerContext) => Answer | Promise<Answer>;

const said = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
const NAME = z.object({ name: z.string() });
const COLOR = z.object({ color: z.string() });
const OK = z.object({ ok: z.boolean() });

const ask = (message: string, requestedSchema: z.ZodObject) => inputRequired.elicit({ message, requestedSchema });
const askModel = (words: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens });

/** Tools that ask their client back: in the middle of a call (2025) and by asking for another round (2026). */
export function registerQuestions(server: McpServer, states: RequestStateCodec<string>): void {
  registerLiveQuestions(server);
  const tool = (name: string, run: Run) =>
    server.registerTool(name, { description: 'Asks its client back.', inputSchema: z.object({}) }, (_args, context) =>
      run(context),
    );
  registerSingleRound(tool, server);
  registerRounds(tool, states);
}

function registerSingleRound(tool: (name: string, run: Run) => unknown, server: McpServer): void {
  const askName: Run = ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'user_name', NAME);
    return answer
      ? said(`Hello, ${answer.name}!`)
      : inputRequired({ inputRequests: { user_name: ask('What is your name?', NAME) } });
  };
  tool('test_input_required_result_elicitation', askName);
  tool('test_streaming_elicitation', askName);
  tool('test_input_required_result_sampling', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (answer.kind === 'sampling') return said(JSON.stringify(answer.result.content));
    return inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } });
  });
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (answer.kind === 'roots') return said(answer.roots.map((root) => `${root.name} ${root.uri}`).join(', '));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  tool('test_missing_capability', () => inputRequired({ inputRequests: { model: askModel('Anybody there?') } }));
  tool('test_input_required_result_capabilities', () => {
    const can = server.server.getClientCapabilities();
    const requests: Record<string, InputRequest> = {};
    if (can?.elicitation) requests.user_name = ask('What is your name?', NAME);
    if (can?.sampling) requests.model = askModel('Anybody there?');
    return Object.keys(requests).length > 0 ? inputRequired({ inputRequests: requests }) : said('Nobody to ask.');
  });
}

function registerRounds(tool: (name: string, run: Run) => unknown, states: RequestStateCodec<string>): void {
  const confirm =
    (words: string): Run =>
    async (context) => {
      const answer = acceptedContent(context.mcpReq.inputResponses, 'confirm', OK);
      if (answer && context.mcpReq.requestState<string>() === 'asked') return said(words);
      const requestState = await states.mint('asked', context);
      return inputRequired({ inputRequests: { confirm: ask('Please confirm', OK) }, requestState });
    };
  tool('test_input_required_result_request_state', confirm('state-ok'));
  tool('test_input_required_result_tampered_state', confirm('confirmed'));

  tool('test_input_required_result_multiple_inputs', async (context) => {
    const { inputResponses } = context.mcpReq;
    const name = acceptedContent(inputResponses, 'user_name', NAME);
    const greeting = inputResponse(inputResponses, 'greeting');
    const roots = inputResponse(inputResponses, 'client_roots');
    if (name && greeting.kind === 'sampling' && roots.kind === 'roots') {
      return said(`${name.name}: ${JSON.stringify(greeting.result.content)}, ${roots.roots.length} roots`);
    }
    const requestState = await states.mint('asked', context);
    return inputRequired({
      inputRequests: {
        user_name: ask('What is your name?', NAME),
        greeting: askModel('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState,
    });
  });

  tool('test_input_required_result_multi_round', async (context) => {
    const { inputResponses, requestState } = context.mcpReq;
    const reached = requestState<string>();
    const color = acceptedContent(inputResponses, 'step2', COLOR);
    if (reached?.startsWith('two:') && color) return said(`${reached.slice(4)} likes ${color.color}.`);
    const name = acceptedContent(inputResponses, 'step1', NAME);
    const next = reached === 'one' && name ? `two:${name.name}` : 'one';
    const step =
      next === 'one' ? ask('Step 1: What is your name?', NAME) : ask('Step 2: What is your favorite color?', COLOR);
    const inputRequests = { [next === 'one' ? 'step1' : 'step2']: step };
    return inputRequired({ inputRequests, requestState: await states.mint(next, context) });
  });
}

/** Questions in the middle of a call, which exist up to 2025-11-25. */
function registerLiveQuestions(server: McpServer): void {
  const tool = (
    name: string,
    inputSchema: z.ZodObject,
    run: (args: Record<string, unknown>, context: ServerContext) => Promise<string>,
  ) =>
    server.registerTool(name, { description: 'Asks in the middle of a call.', inputSchema }, async (args, context) =>
      said(await run(args, context)),
    );
  const elicit = async (context: ServerContext, message: string, properties: Properties, required: string[]) => {
    const answer = await context.mcpReq.elicitInput({
      message,
      requestedSchema: { type: 'object', properties, required },
    });
    return `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;
  };

  tool('test_sampling', z.object({ prompt: z.string() }), async ({ prompt }, context) => {
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: String(prompt) } }];
    const { content } = await context.mcpReq.requestSampling({ messages, maxTokens: 100 });
    return `LLM response: ${JSON.stringify(content)}`;
  });
  tool('test_elicitation', z.object({ message: z.string() }), async ({ message }, context) => {
    const properties = { response: { type: 'string' as const, description: 'The answer of the user.' } };
    return `User response: ${await elicit(context, String(message), properties, ['response'])}`;
  });
  tool('test_elicitation_sep1034_defaults', z.object({}), async (_args, context) => {
    return `Elicitation completed: ${await elicit(context, 'Please review the defaults', DEFAULTS, [])}`;
  });
  tool('test_elicitation_sep1330_enums', z.object({}), async (_args, context) => {
    return `Elicitation completed: ${await elicit(context, 'Please choose', CHOICES, [])}`;
  });
}

type Properties = Extract<
  Parameters<ServerContext['mcpReq']['elicitInput']>[0],
  { requestedSchema: unknown }
>['requestedSchema'] extends {
  properties: infer P;
}
  ? P
  : never;

const DEFAULTS: Properties = {
  name: { type: 'string', description: 'Name', default: 'John Doe' },
  age: { type: 'integer', description: 'Age', default: 30 },
  score: { type: 'number', description: 'Score', default: 95.5 },
  status: { type: 'string', description: 'Status', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', description: 'Verified', default: true },
};

const OPTIONS = ['option1', 'option2', 'option3'];
const titled = (noun: string) => [
  { const: 'value1', title: `First ${noun}` },
  { const: 'value2', title: `Second ${noun}` },
  { const: 'value3', title: `Third ${noun}` },
];
const CHOICES: Properties = {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
};
