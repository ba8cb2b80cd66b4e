// Records the messages of a scripted session with one version of the AI SDK (npm
// package "ai"), as an application stores them. See README.md.
//
//   node generate.mjs DIRECTORY > ../vN.json
//
// DIRECTORY holds node_modules with the version to record.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const require = createRequire(path.resolve(process.argv[2], 'package.json'));
const load = name => import(pathToFileURL(require.resolve(name)));
const version = Number(require('ai/package.json').version.split('.')[0]);

const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const records = [];
let clock = Date.parse('2026-06-01T10:00:00Z');

function record(run, message, step) {
  const n = records.length;
  clock += 60_000;
  records.push({
    id: `rec-${n}`,
    sessionId: `5f000000000000000000000${version}`,
    ...(step === undefined ? {} : { runId: `run-${run}`, stepNumber: step }),
    createdAt: new Date(clock).toISOString(),
    message,
  });
}

// The scripts. A chunk is what a server streams; `min` is the first version that
// knows it.
const edit = { file_path: 'src/title.ts', old_string: 'const n = 1;\nreturn n;\n', new_string: 'const n = 2;\nconst m = 3;\nreturn n;\n' };
const todos = { todos: [{ content: 'Find three titles', status: 'completed', activeForm: 'Finding titles' }, { content: 'Draw the cover', status: 'in_progress', activeForm: 'Drawing' }, { content: 'Publish', status: 'pending', activeForm: 'Publishing' }] };
const subAgent = {
  id: 'sub-1', role: 'assistant', metadata: { agent: 'researcher' },
  parts: [
    { type: 'text', text: 'I will look.', state: 'done' },
    { type: 'tool-fetch', toolCallId: 'sub-c1', state: 'output-error', input: { url: 'https://x.example/gone' }, errorText: 'HTTP 404' },
    { type: 'tool-fetch', toolCallId: 'sub-c2', state: 'output-available', input: { url: 'https://x.example/here' }, output: { title: 'Here' } },
    { type: 'text', text: 'Only one page **exists**.', state: 'done' },
  ],
};
const call = (id, toolName, input, more = {}) => [
  { type: 'tool-input-start', toolCallId: id, toolName, ...more },
  { type: 'tool-input-delta', toolCallId: id, inputTextDelta: JSON.stringify(input) },
  { type: 'tool-input-available', toolCallId: id, toolName, input, ...more },
];
const done = (id, toolName, input, output, more = {}) => [...call(id, toolName, input, more), { type: 'tool-output-available', toolCallId: id, output, ...(more.dynamic ? { dynamic: true } : {}) }];

const scripts = [
  {
    run: 'talk',
    user: { text: 'Find titles for the cat video, 要短。', files: [{ type: 'file', mediaType: 'video/mp4', filename: 'cat.mp4', url: 'https://cdn.example/cat.mp4' }, { type: 'file', mediaType: 'image/png', filename: 'cover.png', url: PNG }], metadata: { lang: 'zh' } },
    chunks: [
      { type: 'start', messageId: 'msg-talk', messageMetadata: { model: 'aurora-2' } },
      { type: 'start-step' },
      { type: 'reasoning-start', id: 'r1', providerMetadata: { openai: { itemId: 'item-r1' } } },
      { type: 'reasoning-delta', id: 'r1', delta: 'Look at trends first.\nThen write.' },
      { type: 'reasoning-end', id: 'r1' },
      { type: 'reasoning-file', min: 7, url: PNG, mediaType: 'image/png' },
      { type: 'custom', min: 7, kind: 'openai.compaction', providerMetadata: { openai: { itemId: 'item-custom' } } },
      { type: 'text-start', id: 't1' },
      { type: 'text-delta', id: 't1', delta: '## Three titles\n\n1. **Ten cats**\n2. 猫的一天\n' },
      {
        type: 'text-end', id: 't1', providerMetadata: { openai: { itemId: 'item-t1' } },
        ...(version >= 7 ? { citations: [{ source: { type: 'source', sourceType: 'url', id: 'cite-1', url: 'https://x.example/cats', title: 'Cats today' }, citedText: 'cats are popular', startIndex: 22, endIndex: 32 }] } : {}),
      },
      { type: 'source-url', sourceId: 'src-1', url: 'https://x.example/trends', title: 'Trends' },
      { type: 'source-document', sourceId: 'src-2', mediaType: 'application/pdf', title: 'Report', filename: 'report.pdf' },
      { type: 'file', mediaType: 'image/png', url: 'https://cdn.example/cover.png' },
      { type: 'text-start', id: 't2' }, { type: 'text-delta', id: 't2', delta: 'Done.' }, { type: 'text-end', id: 't2' },
      { type: 'data-progress', id: 'd1', data: { done: 1, of: 2 } },
      { type: 'data-progress', id: 'd1', data: { done: 2, of: 2, note: 'ready' } },
      { type: 'data-error', data: { code: 'E42', text: 'The quota is used up.' } },
      { type: 'finish-step' }, { type: 'finish' },
    ],
  },
  {
    run: 'tools',
    user: { text: 'Use your tools.' },
    chunks: [
      { type: 'start', messageId: 'msg-tools' }, { type: 'start-step' },
      ...done('c1', 'search', { query: 'cats', limit: 5 }, { results: [{ id: 'w1', title: 'Ten cats' }, { id: 'w2', title: '猫' }] }),
      ...done('c2', 'check', { strict: true }, false),
      ...done('c3', 'count', {}, 0),
      ...done('c4', 'clear', {}, null),
      ...done('c5', 'note', { text: 'a\nb' }, ''),
      ...done('c6', 'quote', { id: 'w1' }, '{"price":19.8,"unit":"credits"}'),
      ...done('c7', 'mcp_look', { path: 'a.txt' }, { content: [{ type: 'text', text: 'It is a cat.' }, { type: 'image', data: PNG.slice(22), mimeType: 'image/png' }] }, { dynamic: true, title: 'Look closely' }),
      ...done('c8', 'web_search', { query: 'cats today' }, { answer: 'many' }, { providerExecuted: true }),
      ...done('c9', 'stat', { file: 'b.txt' }, { content: [{ type: 'text', text: 'permission denied' }], isError: true }),
      ...call('c10', 'publish', { at: '20:00' }), { type: 'tool-output-error', toolCallId: 'c10', errorText: 'PlatformError: it limits calls' },
      { type: 'tool-input-error', toolCallId: 'c11', toolName: 'resize', input: '{"width": "wide"', errorText: 'Invalid input for tool resize' },
      ...call('c12', 'render', { shot: 1 }),
      { type: 'tool-output-available', toolCallId: 'c12', output: { percent: 50 }, preliminary: true },
      { type: 'tool-output-available', toolCallId: 'c12', output: { percent: 100, url: 'https://cdn.example/shot-1.mp4' } },
      { type: 'finish-step' }, { type: 'start-step' },
      ...done('c13', 'edit', edit, 'ok'),
      ...done('c14', 'run', { command: 'npm test' }, { stdout: 'ok 1 - title\n', stderr: 'not ok 2 - cover\n', exitCode: 2 }),
      ...done('c15', 'todo', todos, 'saved'),
      ...done('c16', 'read', { path: 'src/title.ts' }, '     1→const n = 2;\n     2→const m = 3;\n     3→return n;\n'),
      ...done('c17', 'research', { task: 'Which pages exist?' }, subAgent),
      { type: 'finish-step' }, { type: 'finish' },
    ],
  },
  {
    run: 'approve', min: 6,
    user: { text: 'Publish all four.' },
    chunks: [
      { type: 'start', messageId: 'msg-approve' }, { type: 'start-step' },
      ...['a1', 'a2', 'a3', 'a4', 'a5'].flatMap(id => [
        ...call(id, 'pay', { sum: 10, for: `item ${id}` }),
        { type: 'tool-approval-request', approvalId: `ask-${id}`, toolCallId: id, ...(version >= 7 ? { reason: `${id} costs money`, approvalDescriptor: { kind: 'payment', ref: `desc-${id}` }, ...(id === 'a5' ? { isAutomatic: true, signature: 'sig-a5', inputSchemaInput: { sum: 'ten' } } : {}) } : {}) },
      ]),
      { type: 'finish-step' }, { type: 'finish' },
    ],
    approvals: [['ask-a1', true, 'within the budget'], ['ask-a2', false, 'too much'], ['ask-a3', true], ['ask-a4', false, 'not today']],
    then: [
      { type: 'tool-output-available', toolCallId: 'a1', output: { paid: true } },
      { type: 'tool-output-denied', toolCallId: 'a2' },
      { type: 'finish' },
    ],
  },
  {
    run: 'steer', min: 7,
    user: { text: 'Write a long text.' },
    chunks: [
      { type: 'start', messageId: 'msg-steer' }, { type: 'start-step' },
      { type: 'text-start', id: 's1' }, { type: 'text-delta', id: 's1', delta: 'It begins.' }, { type: 'text-end', id: 's1' },
      { type: 'finish-step' },
      { type: 'steering-message', id: 'steer-1', parts: [{ type: 'text', text: 'Make it shorter.' }, { type: 'file', mediaType: 'text/plain', filename: 'style.txt', url: 'https://cdn.example/style.txt' }] },
      { type: 'start-step' },
      { type: 'text-start', id: 's2' }, { type: 'text-delta', id: 's2', delta: 'It ends.' }, { type: 'text-end', id: 's2' },
      { type: 'finish-step' }, { type: 'finish' },
    ],
  },
  {
    run: 'cut',
    user: { text: 'Go on.' },
    chunks: [
      { type: 'start', messageId: 'msg-cut' }, { type: 'start-step' },
      { type: 'reasoning-start', id: 'r9' }, { type: 'reasoning-delta', id: 'r9', delta: 'Half a thou' },
      { type: 'tool-input-start', toolCallId: 'k1', toolName: 'translate' }, { type: 'tool-input-delta', toolCallId: 'k1', inputTextDelta: '{"languages": ["en", "z' },
      ...call('k2', 'render', { shot: 2 }),
      ...call('k3', 'render', { shot: 3 }), { type: 'tool-output-available', toolCallId: 'k3', output: { percent: 20 }, preliminary: true },
      { type: 'text-start', id: 't9' }, { type: 'text-delta', id: 't9', delta: 'I will do it in par' },
      { type: 'error', errorText: 'The connection broke off.' },
    ],
  },
  {
    run: 'stop',
    user: { text: 'Hello?' },
    chunks: [{ type: 'start', messageId: 'msg-stop' }, { type: 'start-step' }, { type: 'error', errorText: 'Overloaded' }],
  },
  {
    run: 'ask',
    user: { text: 'Which size?' },
    chunks: [{ type: 'start', messageId: 'msg-ask' }, { type: 'start-step' }, ...call('q1', 'ask_user', { question: 'Portrait or landscape?' }), { type: 'finish-step' }, { type: 'finish' }],
  },
];

// Versions 5 and later: the chat of the SDK reads the chunks.
async function chat(script) {
  const { AbstractChat } = await load('ai');
  class Chat extends AbstractChat {}
  const streams = [script.chunks, script.then].filter(Boolean).map(chunks => chunks.filter(c => !(c.min > version)).map(({ min, ...c }) => c));
  let n = 0;
  const state = {
    status: 'ready', error: undefined, messages: [],
    pushMessage(m) { this.messages = [...this.messages, m]; },
    popMessage() { this.messages = this.messages.slice(0, -1); },
    replaceMessage(i, m) { this.messages = this.messages.with(i, structuredClone(m)); },
    snapshot: m => structuredClone(m),
  };
  const c = new Chat({
    state, onError() {}, generateId: () => `id-${script.run}-${n++}`,
    transport: {
      async sendMessages() {
        const chunks = streams.shift();
        return new ReadableStream({
          start(controller) {
            for (const chunk of chunks) controller.enqueue(chunk);
            controller.close();
          },
        });
      },
      async reconnectToStream() { return null; },
    },
  });
  await c.sendMessage(script.user);
  for (const [id, approved, reason] of script.approvals ?? []) await c.addToolApprovalResponse({ id, approved, reason });
  if (script.then) await c.sendMessage();
  c.messages.forEach(m => record(script.run, m, m.role === 'assistant' ? 0 : undefined));
}

// Version 4: the same scripts in its data stream.
async function chat4(script) {
  const { callChatApi, formatDataStreamPart: part } = await load('@ai-sdk/ui-utils');
  const user = {
    id: `id-${script.run}-0`, role: 'user', content: script.user.text, createdAt: new Date(clock + 60_000), parts: [{ type: 'text', text: script.user.text }],
    ...(script.user.files ? { experimental_attachments: script.user.files.map(f => ({ name: f.filename, contentType: f.mediaType, url: f.url })) } : {}),
  };
  record(script.run, user);
  const lines = [];
  for (const c of script.chunks.filter(c => !(c.min > 4))) {
    switch (c.type) {
      case 'start-step': lines.push(part('start_step', { messageId: `msg-${script.run}` })); break;
      case 'finish-step': lines.push(part('finish_step', { finishReason: 'stop', isContinued: false })); break;
      case 'text-delta': lines.push(part('text', c.delta)); break;
      case 'reasoning-delta': lines.push(part('reasoning', c.delta)); break;
      case 'reasoning-end': lines.push(part('reasoning_signature', { signature: `sig-${c.id}` })); break;
      case 'source-url': lines.push(part('source', { sourceType: 'url', id: c.sourceId, url: c.url, title: c.title })); break;
      case 'file': lines.push(part('file', { data: PNG.slice(22), mimeType: c.mediaType })); break;
      case 'data-progress': lines.push(part('message_annotations', [{ progress: c.data }])); break;
      case 'tool-input-start': lines.push(part('tool_call_streaming_start', { toolCallId: c.toolCallId, toolName: c.toolName })); break;
      case 'tool-input-delta': lines.push(part('tool_call_delta', { toolCallId: c.toolCallId, argsTextDelta: c.inputTextDelta })); break;
      case 'tool-input-available': lines.push(part('tool_call', { toolCallId: c.toolCallId, toolName: c.toolName, args: c.input })); break;
      case 'tool-output-available': if (!c.preliminary) lines.push(part('tool_result', { toolCallId: c.toolCallId, result: c.output })); break;
      case 'error': lines.push(part('error', c.errorText)); break;
    }
  }
  let message;
  await callChatApi({
    api: '/', body: {}, streamProtocol: 'data', lastMessage: user, generateId: () => `msg-${script.run}`, restoreMessagesOnFailure() {}, onResponse() {},
    fetch: async () => new Response(lines.join('')), onUpdate: update => { message = update.message; }, onFinish: finished => { message = finished ?? message; },
  }).catch(() => {});
  const { revisionId, ...stored } = message ?? { id: `msg-${script.run}`, role: 'assistant', content: '', parts: [] };
  record(script.run, { ...stored, createdAt: new Date(clock + 60_000) }, 0);
}

for (const script of scripts) {
  if (!(script.min > version)) await (version === 4 ? chat4 : chat)(script);
}
console.log(JSON.stringify(records, null, 1));
