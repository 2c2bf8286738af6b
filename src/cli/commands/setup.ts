import { setUpAndSay } from '../browser-setup.ts';
import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson } from '../print.ts';
import { loadQuietSettings, withApp } from '../settings.ts';

/** `setup`: finds a Chrome, or installs one. */
export const setup: CommandRun = async (words, host) => {
  const parsed = await parse('setup', words, host, (command) => {
    command.description(
      'Find a Chrome. When there is none: as root on Debian and Ubuntu install it from the system’s packages, elsewhere ' +
        'download Chrome for Testing into PLAINSIGHT_HOME.',
    );
    command.option('--json', 'print what was found as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  return withApp(loaded, host, async (app) => {
    const report = await setUpAndSay(app, host, (line) => void print(host.stderr, line));
    const found = {
      browser: report.browser,
      version: report.version,
      installed: report.installed,
      problems: report.problems,
    };
    if (parsed.options.json === true) await printJson(host.stdout, found);
    else if (report.browser) await print(host.stdout, report.browser.path);
    if (report.browser) return EXIT.ok;
    return host.signal.aborted ? EXIT.cancelled : EXIT.internal;
  });
};
