import type { Tool } from '../toolkit/tool.ts';
import { createExtractTable, type TableDefaults } from './web/extract-table.ts';
import { createReadPage } from './web/read-page.ts';
import type { ReadPageDefaults } from './web/read-page-schema.ts';
import { createResearchTool } from './web/research.ts';
import type { ResearchDefaults } from './web/research-schema.ts';
import { statusTool } from './web/status.ts';
import { createTakeScreenshot, type ScreenshotDefaults } from './web/take-screenshot.ts';
import { createVerifyQuote } from './web/verify-quote.ts';
import { webSearch } from './web/web-search.ts';

/** What the operator's settings decide about calls that do not say. */
export interface ToolDefaults {
  readonly readPage: ReadPageDefaults;
  readonly table: TableDefaults;
  readonly screenshot: ScreenshotDefaults;
  readonly research: ResearchDefaults;
}

export const DEFAULT_TOOL_DEFAULTS: ToolDefaults = {
  readPage: { maxTokens: 8_000, render: 'auto', timeoutS: 30 },
  table: { maxTokens: 8_000, render: 'auto', timeoutS: 30 },
  screenshot: { timeoutS: 30 },
  research: { maxTokens: 8_000, render: 'auto' },
};

/** Every tool there is, in the order in which it is listed. A new tool is one line here. */
export function createTools(defaults: ToolDefaults = DEFAULT_TOOL_DEFAULTS): readonly Tool[] {
  return [
    webSearch,
    createReadPage(defaults.readPage),
    createResearchTool(defaults.research),
    createExtractTable(defaults.table),
    createTakeScreenshot(defaults.screenshot),
    createVerifyQuote(defaults.readPage),
    statusTool,
  ];
}
