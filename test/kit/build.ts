import { execFileSync } from 'node:child_process';

/** Before the system tests: builds what they start, so that no test ever runs yesterday's program. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
