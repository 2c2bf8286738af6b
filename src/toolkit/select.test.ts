import { expect, test } from 'vitest';
import { z } from 'zod';
import { selectTools } from './select.ts';
import { defineTool, type ToolSet } from './tool.ts';

const tool = (name: string, set: ToolSet) =>
  defineTool({
    name,
    title: name,
    set,
    effect: 'read',
    openWorld: false,
    description: name,
    input: z.object({}),
    output: z.object({}),
    subject: null,
    run: async () => ({}),
    render: () => '',
  });
const all = [tool('read_page', 'web'), tool('status', 'web'), tool('browser_click', 'browser')];
const names = (selection: string | readonly string[]) => selectTools(all, selection).tools.map((each) => each.name);

test('nothing named means the web set', () => {
  for (const nothing of ['', ' , ', []]) expect(names(nothing)).toEqual(['read_page', 'status']);
});

test('sets and single tools add up, in the order of the list', () => {
  expect(names('browser_click,STATUS')).toEqual(['status', 'browser_click']);
  expect(names(['browser', 'web'])).toEqual(['read_page', 'status', 'browser_click']);
});

test('an unknown name is a fault that lists the valid ones', () => {
  const { faults } = selectTools(all, 'web,serach');
  expect(faults).toEqual(['unknown tool set or tool "serach"; valid: web, browser, read_page, status, browser_click']);
});
